#pragma once

// What FileSink and StreamingFileSink keep. A bucket is a folder; the file being written in it can be gone on with
// (resumed), one that is full waits to be committed under its name.
//
//     bucket        magic number, versioned bucket id, UTF path, i64 time; bool has a file in progress, versioned; versions 1 and 2:
//                   i32 version, i32 count, each: i64 checkpoint, i32 count, each: i32 length, pending file
//     in progress   version 1: magic number, versioned recoverable; 2: magic number, bool has a path, UTF path, versioned recoverable
//     pending       version 1 as above; 2: magic number, bool has a path, UTF path, i64 size, versioned recoverable
//     committable   magic number, version 2: UTF bucket id; bool has a pending file, versioned; bool has a file in progress to clean
//                   up, versioned; version 2: bool has a compacted file to clean up, UTF path
//     request       magic number, UTF bucket id, list of committables to compact, list of those to pass on
//     requests      magic number, i32 count, each: i64 checkpoint, list of requests
//
// In bucket states of version 1 the files are recoverables without more. What a recoverable is depends on the file system:
// read are those of local files and of Hadoop (one form, two magic numbers; also GCS and Azure through Hadoop) and of S3.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

struct FileRecoverable {
    bool is_hadoop = false;  ///< else a local file
    std::int64_t offset = 0;
    std::string target_file;
    std::string temp_file;
};

struct S3Recoverable {
    struct Part {
        std::int32_t number = 0;
        std::string etag;
    };
    std::string object_name;
    std::string upload_id;
    std::vector<Part> parts;
    std::int64_t bytes_in_parts = 0;
    std::optional<std::string> incomplete_object_name;
    std::int64_t incomplete_object_length = -1;
};

using Recoverable = std::variant<FileRecoverable, S3Recoverable>;

struct InProgressFile {
    std::optional<std::string> path;
    Versioned<Recoverable> resumable;
};

struct PendingFile {
    std::optional<std::string> path;
    std::optional<std::int64_t> size;  ///< version 2
    Versioned<Recoverable> committable;
};

/// A file whose form the version of the state decides: the recoverable alone in version 1.
using BucketFile = std::variant<Versioned<InProgressFile>, Versioned<PendingFile>, Versioned<Recoverable>>;

struct BucketState {
    struct Pending {
        std::int64_t checkpoint = 0;
        std::vector<BucketFile> files;
    };
    std::int32_t version = 0;
    Versioned<std::string> bucket_id;  ///< unknown where the user has ids of their own
    std::string path;
    std::int64_t creation_time = 0;  ///< of the file in progress; Long.MAX_VALUE without one
    std::optional<BucketFile> in_progress;
    std::vector<Pending> pending;  ///< versions 1, 2
};

struct FileCommittable {
    std::optional<std::string> bucket_id;  ///< version 2
    std::optional<Versioned<PendingFile>> pending;
    std::optional<Versioned<InProgressFile>> in_progress_to_clean_up;
    std::optional<std::string> compacted_to_clean_up;
};

struct CompactorRequest {
    std::string bucket_id;
    std::vector<Versioned<FileCommittable>> to_compact;
    std::vector<Versioned<FileCommittable>> to_pass_on;
};

struct CompactorRequests {
    struct OfCheckpoint {
        std::int64_t checkpoint = 0;
        std::vector<Versioned<CompactorRequest>> requests;
    };
    std::vector<OfCheckpoint> checkpoints;
};

[[nodiscard]] Recoverable read_recoverable(std::int32_t version, BoundedReader& in);
[[nodiscard]] BucketState read_bucket_state(std::int32_t version, BoundedReader& in);
[[nodiscard]] FileCommittable read_file_committable(std::int32_t version, BoundedReader& in);
[[nodiscard]] CompactorRequests read_compactor_requests(std::int32_t version, BoundedReader& in);

}  // namespace sp::connectors
