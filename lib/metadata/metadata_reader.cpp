#include "metadata/metadata_reader.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "metadata/checkpoint_properties.hpp"
#include "metadata/metadata_fields.hpp"

namespace sp {

namespace {

constexpr std::size_t kHeaderSize = 8;  // magic number, version

struct Failure {
    std::string message;
    std::uint64_t offset = 0;  ///< up to which the file was read
    std::uint64_t at = 0;      ///< of what is wrong
};

/// What a file with a wrong magic number may be instead.
std::string hint_for(Bytes file) {
    const std::uint8_t first = file.empty() ? 0 : file.front();
    if (first == '{' || first == '[') {
        return "; it looks like a JSON file of something else";
    }
    if (first == 0xAC) {
        return "; it looks like a Java object stream, as savepoints of Flink 1.0 and 1.1 were";
    }
    return "; it is not the metadata of a Flink savepoint or checkpoint";
}

/// Checks the magic number and returns the version.
std::int32_t read_header(MetadataIn& in, Bytes file) {
    if (file.empty()) {
        in.raw().fail("magic number", "the file is empty; the snapshot was never completed");
    }
    if (file.size() < 4 || in.raw().u32("magic number") != metadata_format::kMagic) {
        in.raw().fail_at(0, "magic number", "expected 49 60 67 2D" + hint_for(file));
    }
    return in.raw().i32("version");
}

void require_known_version(std::int32_t version, std::string_view source) {
    if (version >= metadata_format::kOldestVersion && version <= metadata_format::kNewestVersion) {
        return;
    }
    const std::string text = std::string(source) + ": metadata version " + std::to_string(version);
    if (version == 1) {
        throw UnsupportedError(text +
                               " was written by Flink 1.1 to 1.2, and can only be read by Flink up to 1.5; "
                               "restore it there and take a new savepoint");
    }
    if (version > metadata_format::kNewestVersion) {
        throw UnsupportedError(text + " is newer than version " + std::to_string(metadata_format::kNewestVersion) +
                               " of Flink " + to_string(metadata_format::kNewestFlink) + ", the newest known here");
    }
    throw InputError(text + " does not exist");
}

void read_properties(MetadataIn& in, SavepointMetadata& metadata) {
    in.within([] { return "checkpoint properties"; },
              [&] {
        const std::uint64_t begin = in.raw().offset();
        in.rest(metadata.properties, "object stream");
        metadata.parsed_properties = parse_checkpoint_properties(metadata.properties.view(), begin);
    });
}

/// Reads the file as `dialect`; nothing and `failure` if it does not fit.
std::optional<SavepointMetadata> try_dialect(const std::shared_ptr<const ByteVector>& file, std::string_view source,
                                             MetadataDialect dialect, Failure& failure) {
    MetadataIn in(file, {});
    try {
        SavepointMetadata metadata;
        metadata.version = read_header(in, *file);
        metadata.dialect = dialect;
        require_known_version(metadata.version, source);
        in.layout() = {metadata.version, dialect};
        metadata_body(in, metadata);
        if (metadata_format::has_properties(metadata.version)) {
            read_properties(in, metadata);
        }
        in.raw().expect_end("end of metadata");
        return metadata;
    } catch (const InputError& error) {
        // MetadataIn's messages start with ": ", where the place inside the file belongs.
        std::string_view message = error.what();
        if (message.starts_with(": ")) {
            failure = {std::string(source) + ": " + in.path() + std::string(message.substr(2)), in.raw().offset(), 0};
        } else {
            failure = {std::string(message), in.raw().offset(), 0};
        }
        failure.at = error.offset().value_or(failure.offset);
        return std::nullopt;
    }
}

bool is_version_3(const ByteVector& file) {
    return file.size() >= 8 && file[4] == 0 && file[5] == 0 && file[6] == 0 && file[7] == 3;
}

}  // namespace

SavepointMetadata read_metadata(const std::shared_ptr<const ByteVector>& file, std::string_view source) {
    Failure failure;
    if (auto metadata = try_dialect(file, source, MetadataDialect::kCurrent, failure)) {
        return std::move(*metadata);
    }
    if (is_version_3(*file)) {
        // No marker tells the dialects of version 3 apart: the right one ends at the end of the file. If none does, the
        // one that came furthest explains best what is wrong.
        for (const MetadataDialect dialect : {MetadataDialect::kChannels111, MetadataDialect::kChangelog114}) {
            Failure other;
            if (auto metadata = try_dialect(file, source, dialect, other)) {
                return std::move(*metadata);
            }
            if (other.offset > failure.offset) {
                failure = std::move(other);
            }
        }
    }
    throw InputError(std::move(failure.message), failure.at);
}

SavepointMetadata read_metadata(Bytes file, std::string_view source) {
    return read_metadata(std::make_shared<const ByteVector>(file.begin(), file.end()), source);
}

SavepointMetadata read_metadata(const File& file, std::string_view source) {
    ByteVector header(static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kHeaderSize)));
    file.read_at(0, header);
    const bool is_worth_reading =
        header.size() == kHeaderSize && BoundedReader(header).u32("magic number") == metadata_format::kMagic;
    return read_metadata(std::make_shared<const ByteVector>(is_worth_reading ? file.read_whole() : std::move(header)),
                         source);
}

}  // namespace sp
