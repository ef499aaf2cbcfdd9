#pragma once

// Where corpus programs find what real Flink wrote: the folders that $SP_CORPUS names, or those of Flink's tests jars
// (scripts/fetch-test-jars).

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "io/file.hpp"
#include "sp/bytes.hpp"

namespace corpus {

inline std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        if (end > begin) {
            parts.push_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return parts;
}

inline std::vector<std::string> default_folders() {
    if (const std::string folders = environment("SP_CORPUS"); !folders.empty()) {
        return split(folders, ':');
    }
    if (const std::string jars = environment("SP_TEST_JARS"); !jars.empty()) {
        return {jars};
    }
    const std::string cache = environment("XDG_CACHE_HOME");
    return {(cache.empty() ? environment("HOME") + "/.cache" : cache) + "/savepoint-tools/jars"};
}

inline sp::ByteVector read_file(const std::filesystem::path& path) {
    const sp::File file = sp::File::open(path.string());
    sp::ByteVector bytes(file.size());
    file.read_at(0, bytes);
    return bytes;
}

}  // namespace corpus
