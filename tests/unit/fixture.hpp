#pragma once

// The real savepoints and checkpoints of tests/fixtures.

#include <filesystem>
#include <stdexcept>
#include <string>

namespace sp::test {

/// The folder of the snapshot ("savepoint", or "checkpoint/JOB/chk-N") of a case of tests/fixtures/savepoints.
inline std::filesystem::path fixture(const std::string& name) {
    const auto folder = std::filesystem::path(SP_FIXTURES) / "savepoints" / name;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().filename() == "_metadata") {
            return entry.path().parent_path();
        }
    }
    throw std::runtime_error("no _metadata in " + folder.string());
}

}  // namespace sp::test
