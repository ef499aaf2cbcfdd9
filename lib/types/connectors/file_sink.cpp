#include "types/connectors/file_sink.hpp"

#include "java/modified_utf8.hpp"

namespace sp::connectors {
namespace {

constexpr std::uint32_t kBucketMagic = 0x1E764B79;
constexpr std::uint32_t kInProgressMagic = 0xB3A4073D;
constexpr std::uint32_t kPendingMagic = 0x2C853C89;
constexpr std::uint32_t kCommittableMagic = 0x1E765C80;
constexpr std::uint32_t kRequestMagic = 0x2FC61E19;
constexpr std::uint32_t kRequestsMagic = 0xA946BE83;
// Little-endian
constexpr std::uint32_t kLocalMagic = 0x1E744B57;
constexpr std::uint32_t kHadoopMagic = 0xD7436C5E;
constexpr std::uint32_t kS3Magic = 0x98761432;

FileRecoverable read_file_recoverable(BoundedReader& in) {
    FileRecoverable file;
    file.offset = le_i64(in, "offset");
    const std::int32_t target_size = le_i32(in, "target file");
    const std::int32_t temp_size = le_i32(in, "temporary file");
    expect(in, "recoverable", file.offset >= 0 && target_size >= 0 && temp_size >= 0);
    file.target_file = utf8(in, static_cast<std::size_t>(target_size), "target file");
    file.temp_file = utf8(in, static_cast<std::size_t>(temp_size), "temporary file");
    return file;
}

S3Recoverable read_s3_recoverable(BoundedReader& in) {
    S3Recoverable file;
    file.object_name = le_utf8(in, "object");
    file.upload_id = le_utf8(in, "upload id");
    const std::size_t parts = le_count(in, "parts", 4 + 4);
    for (std::size_t i = 0; i < parts; ++i) {
        S3Recoverable::Part& part = file.parts.emplace_back();
        part.number = le_i32(in, "part number");
        part.etag = le_utf8(in, "ETag");
    }
    file.bytes_in_parts = le_i64(in, "bytes in parts");
    std::string name = le_utf8(in, "incomplete object");
    if (!name.empty()) {
        file.incomplete_object_name = std::move(name);
    }
    file.incomplete_object_length = le_i64(in, "length of the incomplete object");
    return file;
}

std::optional<std::string> read_optional_utf(BoundedReader& in, std::string_view what) {
    return in.boolean(what) ? std::optional(java::read_utf(in, what)) : std::nullopt;
}

Versioned<Recoverable> read_versioned_recoverable(BoundedReader& in) {
    return versioned<Recoverable>(read_versioned(in), read_recoverable);
}

void expect_version(const BoundedReader& in, std::int32_t version, std::int32_t last) {
    expect(in, "version", version >= 1 && version <= last);
}

InProgressFile read_in_progress(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 2);
    expect_magic(in, kInProgressMagic);
    InProgressFile file;
    if (version == 2) {
        file.path = read_optional_utf(in, "path");
    }
    file.resumable = read_versioned_recoverable(in);
    return file;
}

PendingFile read_pending(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 2);
    expect_magic(in, kPendingMagic);
    PendingFile file;
    if (version == 2) {
        file.path = read_optional_utf(in, "path");
        file.size = in.i64("file size");
    }
    file.committable = read_versioned_recoverable(in);
    return file;
}

/// SimpleVersionedStringSerializer
std::string read_text(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 1);
    return le_utf8(in, "text");
}

void read_pending_files(BoundedReader& in, BucketState& state) {
    const std::int32_t file_version = in.i32("version");
    const std::size_t checkpoints = in.count("checkpoints", 8 + 4);
    for (std::size_t i = 0; i < checkpoints; ++i) {
        BucketState::Pending& pending = state.pending.emplace_back();
        pending.checkpoint = in.i64("checkpoint");
        const std::size_t files = in.count("files", 4);
        for (std::size_t j = 0; j < files; ++j) {
            const VersionedBytes file{file_version, in.length_prefixed("pending file")};
            if (state.version == 1) {
                pending.files.emplace_back(versioned<Recoverable>(file, read_recoverable));
            } else {
                pending.files.emplace_back(versioned<PendingFile>(file, read_pending));
            }
        }
    }
}

CompactorRequest read_request(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 1);
    expect_magic(in, kRequestMagic);
    CompactorRequest request;
    request.bucket_id = java::read_utf(in, "bucket id");
    request.to_compact = versioned_items<FileCommittable>(read_versioned_list(in), read_file_committable);
    request.to_pass_on = versioned_items<FileCommittable>(read_versioned_list(in), read_file_committable);
    return request;
}

}  // namespace

Recoverable read_recoverable(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 1);
    const auto magic = static_cast<std::uint32_t>(le_i32(in, "magic number"));
    if (magic == kS3Magic) {
        return read_s3_recoverable(in);
    }
    expect(in, "magic number", magic == kLocalMagic || magic == kHadoopMagic);
    FileRecoverable file = read_file_recoverable(in);
    file.is_hadoop = magic == kHadoopMagic;
    return file;
}

BucketState read_bucket_state(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 3);
    expect_magic(in, kBucketMagic);
    BucketState state;
    state.version = version;
    state.bucket_id = versioned<std::string>(read_versioned(in), read_text);
    state.path = java::read_utf(in, "bucket path");
    state.creation_time = in.i64("creation time");
    if (in.boolean("file in progress")) {
        const VersionedBytes file = read_versioned(in);
        if (version == 1) {
            state.in_progress = versioned<Recoverable>(file, read_recoverable);
        } else {
            state.in_progress = versioned<InProgressFile>(file, read_in_progress);
        }
    }
    if (version <= 2) {
        read_pending_files(in, state);
    }
    return state;
}

FileCommittable read_file_committable(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 2);
    expect_magic(in, kCommittableMagic);
    FileCommittable committable;
    if (version == 2) {
        committable.bucket_id = java::read_utf(in, "bucket id");
    }
    if (in.boolean("pending file")) {
        committable.pending = versioned<PendingFile>(read_versioned(in), read_pending);
    }
    if (in.boolean("file in progress")) {
        committable.in_progress_to_clean_up = versioned<InProgressFile>(read_versioned(in), read_in_progress);
    }
    if (version == 2) {
        committable.compacted_to_clean_up = read_optional_utf(in, "compacted file");
    }
    return committable;
}

CompactorRequests read_compactor_requests(std::int32_t version, BoundedReader& in) {
    expect_version(in, version, 1);
    expect_magic(in, kRequestsMagic);
    CompactorRequests requests;
    const std::size_t count = in.count("checkpoints", 8 + 4 + 4);
    for (std::size_t i = 0; i < count; ++i) {
        CompactorRequests::OfCheckpoint& checkpoint = requests.checkpoints.emplace_back();
        checkpoint.checkpoint = in.i64("checkpoint");
        checkpoint.requests = versioned_items<CompactorRequest>(read_versioned_list(in), read_request);
    }
    return requests;
}

}  // namespace sp::connectors
