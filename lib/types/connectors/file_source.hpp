#pragma once

// What FileSource keeps (version 1): in the readers' state splits of files (FileSourceSplitSerializer), in the coordinator's
// those not yet given to a reader and the files already seen (PendingSplitsCheckpointSerializer).
//
//     split         UTF id, path, i64 offset, i64 length, i64 modification time, i64 size of the file, i32 count, each: UTF host;
//                   bool has a position, i64 offset, i64 records behind it that have been read
//     path          bool true; each as bool is there and StringValue: scheme, user info, host; i32 port; path, query, fragment
//     enumerator    little-endian: magic number, i32 split version, i32 splits, i32 paths, each: i32 length, split; each: i32
//                   length, UTF-8

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

/// How far a split has been read.
struct FilePosition {
    std::int64_t offset = 0;  ///< -1: not told
    std::int64_t records_after_offset = 0;
};

struct FileSplit {
    std::string id;
    std::string path;  ///< as Path.toString has it
    std::int64_t offset = 0;
    std::int64_t length = 0;
    std::int64_t modification_time = 0;
    std::int64_t file_size = 0;
    std::vector<std::string> hosts;
    std::optional<FilePosition> position;
};

struct FileEnumerator {
    std::vector<FileSplit> splits;
    std::vector<std::string> processed_paths;
};

[[nodiscard]] FileSplit read_file_split(std::int32_t version, BoundedReader& in);
[[nodiscard]] FileEnumerator read_file_enumerator(std::int32_t version, BoundedReader& in);

}  // namespace sp::connectors
