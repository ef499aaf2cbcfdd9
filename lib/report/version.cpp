#include "sp/version.hpp"

#include "types/snapshots/snapshot_table.hpp"

namespace sp {

// SP_… come from lib/CMakeLists.txt.
VersionInfo version_info() {
    return {
        .version = SP_VERSION,
        .oldest_metadata = 2,
        .newest_metadata = 6,
        .flink_versions_tested = {"1.14.6", "1.17.2", "1.20.3", "2.3.0"},
        .serializers = snapshot_classes().size(),
        .compressions = {"none", "snappy"},
        .libraries = {{"rocksdb", SP_ROCKSDB_VERSION},
                      {"snappy", SP_SNAPPY_VERSION},
                      {"libzip", SP_LIBZIP_VERSION},
                      {"simdjson", SP_SIMDJSON_VERSION},
                      {"nlohmann-json", SP_NLOHMANN_VERSION}},
    };
}

}  // namespace sp
