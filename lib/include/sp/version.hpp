#pragma once

// What this build can do, for --version: its own version, the metadata versions that it reads, the Flink releases whose
// savepoints it is tested with, the serializers, the compressions, and the libraries in it.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sp {

struct VersionInfo {
    std::string version;
    int oldest_metadata = 0;
    int newest_metadata = 0;
    std::vector<std::string> flink_versions_tested;
    std::size_t serializers = 0;  ///< snapshot classes that are known
    std::vector<std::string> compressions;
    std::vector<std::pair<std::string, std::string>> libraries;  ///< name, version
};

[[nodiscard]] VersionInfo version_info();

}  // namespace sp
