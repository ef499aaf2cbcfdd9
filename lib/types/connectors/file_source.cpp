#include "types/connectors/file_source.hpp"

#include "java/modified_utf8.hpp"

namespace sp::connectors {
namespace {

constexpr std::int32_t kVersion = 1;
constexpr std::int32_t kEnumeratorMagic = static_cast<std::int32_t>(0xDEADBEEF);
constexpr std::int64_t kNoOffset = -1;  // CheckpointedPosition.NO_OFFSET

std::optional<std::string> read_nullable(BoundedReader& in, std::string_view what) {
    if (!in.boolean(what)) {
        return std::nullopt;
    }
    return java::read_string_value(in, what);
}

std::string read_path(BoundedReader& in) {
    expect(in, "path", in.boolean("path"));  // the null that there can be has no split
    const std::optional<std::string> scheme = read_nullable(in, "scheme");
    const std::optional<std::string> user = read_nullable(in, "user info");
    const std::optional<std::string> host = read_nullable(in, "host");
    const std::int32_t port = in.i32("port");
    const std::optional<std::string> path = read_nullable(in, "path");
    // Flink's Path is made without these two; its text would lose them.
    const bool has_more = read_nullable(in, "query").has_value() || read_nullable(in, "fragment").has_value();
    expect(in, "path", path && !has_more && port >= -1 && (host || (!user && port == -1)));
    std::string text;
    text += scheme ? *scheme + ":" : "";
    text += host ? "//" : "";
    text += user ? *user + "@" : "";
    text += host.value_or("");
    text += port >= 0 ? ":" + std::to_string(port) : "";
    return text + *path;
}

}  // namespace

FileSplit read_file_split(std::int32_t version, BoundedReader& in) {
    expect(in, "split version", version == kVersion);
    FileSplit split;
    split.id = java::read_utf(in, "split id");
    split.path = read_path(in);
    split.offset = in.i64("offset");
    split.length = in.i64("length");
    split.modification_time = in.i64("modification time");
    split.file_size = in.i64("file size");
    expect(in, "split", split.offset >= 0 && split.length >= 0);
    const std::size_t hosts = in.count("hosts", 2);
    for (std::size_t i = 0; i < hosts; ++i) {
        split.hosts.push_back(java::read_utf(in, "host"));
    }
    if (in.boolean("position")) {
        FilePosition& position = split.position.emplace();
        position.offset = in.i64("offset");
        position.records_after_offset = in.i64("records");
        expect(in, "position", position.offset >= kNoOffset && position.records_after_offset >= 0);
    }
    return split;
}

FileEnumerator read_file_enumerator(std::int32_t version, BoundedReader& in) {
    expect(in, "enumerator version", version == kVersion);
    expect(in, "magic number", le_i32(in, "magic number") == kEnumeratorMagic);
    FileEnumerator enumerator;
    const std::int32_t split_version = le_i32(in, "split version");
    const std::size_t splits = le_count(in, "splits", 4);
    const std::size_t paths = le_count(in, "paths", 4);
    for (std::size_t i = 0; i < splits; ++i) {
        BoundedReader bytes(in.bytes(le_count(in, "split", 1), "split"), in.source());
        enumerator.splits.push_back(read_file_split(split_version, bytes));
        bytes.expect_end("split");
    }
    for (std::size_t i = 0; i < paths; ++i) {
        enumerator.processed_paths.push_back(le_utf8(in, "path"));
    }
    return enumerator;
}

}  // namespace sp::connectors
