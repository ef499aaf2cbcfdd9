#pragma once

// The folders of all real snapshots among the fixtures.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace sp_test {

inline std::vector<std::string> all_fixtures() {
    namespace fs = std::filesystem;
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(SP_FIXTURES) / "savepoints")) {
        if (entry.path().filename() == "_metadata") {
            found.push_back(entry.path().parent_path().string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace sp_test
