#include "metadata/handle_table.hpp"

#include <array>
#include <string>

#include "metadata/handle_fields.hpp"

namespace sp {

namespace {

using metadata_format::kNewestFlink;

/// Positions whose handles carry their tag themselves.
template <class Fields, class Handle>
constexpr HandlePosition<Handle> position() {
    return {[](MetadataIn& in, HandleTag tag, Handle& handle) {
        handle.tag = tag;
        Fields::apply(in, handle);
            },
            [](MetadataOut& out, const Handle& handle) { Fields::apply(out, handle); }};
}

/// Keyed handles are alternatives of a variant: reading makes the alternative before its fields.
template <class Fields>
constexpr HandlePosition<KeyedStateHandle> keyed_position() {
    using Kind = typename Fields::Handle;
    return {[](MetadataIn& in, HandleTag tag, KeyedStateHandle& handle) {
        Kind& kind = handle.value.emplace<Kind>();
        if constexpr (!std::is_same_v<Kind, std::monostate>) {
            kind.tag = tag;
        }
        Fields::apply(in, kind);
            },
            [](MetadataOut& out, const KeyedStateHandle& handle) { Fields::apply(out, std::get<Kind>(handle.value)); }};
}

template <class Fields>
constexpr HandleKind stream(HandleTag tag, std::string_view name, FlinkVersionRange written_by) {
    return {tag, name, written_by, position<Fields, StreamStateHandle>()};
}

template <class Fields>
constexpr HandleKind keyed(HandleTag tag, std::string_view name, FlinkVersionRange written_by) {
    return {tag, name, written_by, {}, keyed_position<Fields>()};
}

constexpr HandleKind operators(HandleTag tag, std::string_view name, FlinkVersionRange written_by) {
    return {tag, name, written_by, {}, {}, position<OperatorStreamFields, OperatorStateHandle>()};
}

/// A keyed handle that Flink also takes where a stream is expected.
template <class StreamFields>
constexpr HandleKind also_stream(HandleKind kind) {
    kind.stream = position<StreamFields, StreamStateHandle>();
    return kind;
}

constexpr FlinkVersionRange since(int major, int minor) { return {{major, minor}, kNewestFlink}; }
constexpr FlinkVersionRange until(int major, int minor) { return {{1, 3}, {major, minor}}; }

using Tag = HandleTag;

constexpr std::array kKinds = {
    also_stream<NoFields>(keyed<NoFields>(Tag::kNull, "null", since(1, 3))),
    stream<ByteStreamFields>(Tag::kByteStream, "ByteStreamStateHandle", since(1, 3)),
    stream<FileFields>(Tag::kFile, "FileStateHandle", since(1, 3)),
    also_stream<WrappedKeyGroupsFields>(keyed<KeyGroupsFields>(Tag::kKeyGroups, "KeyGroupsStateHandle", until(1, 14))),
    operators(Tag::kOperatorStream, "OperatorStreamStateHandle", since(1, 3)),
    keyed<IncrementalFields>(Tag::kIncremental, "IncrementalRemoteKeyedStateHandle", until(1, 14)),
    stream<RelativeFileFields>(Tag::kRelativeFile, "RelativeFileStateHandle", since(1, 11)),
    keyed<KeyGroupsFields>(Tag::kSavepointKeyGroups, "KeyGroupsSavepointStateHandle", since(1, 13)),
    keyed<ChangelogFields>(Tag::kChangelog, "ChangelogStateBackendHandle", {{1, 14}, {1, 15}}),
    keyed<InMemoryChangelogFields>(Tag::kChangelogBytes, "InMemoryChangelogStateHandle", since(1, 14)),
    keyed<ChangelogStreamFields>(Tag::kChangelogStream, "ChangelogStateHandleStreamImpl", {{1, 14}, {1, 15}}),
    keyed<IncrementalFields>(Tag::kIncrementalV2, "IncrementalRemoteKeyedStateHandle", since(1, 15)),
    keyed<KeyGroupsFields>(Tag::kKeyGroupsV2, "KeyGroupsStateHandle", since(1, 15)),
    keyed<ChangelogStreamFields>(Tag::kChangelogStreamV2, "ChangelogStateHandleStreamImpl", since(1, 16)),
    keyed<ChangelogFields>(Tag::kChangelogV2, "ChangelogStateBackendHandle", since(1, 16)),
    stream<SegmentFileFields>(Tag::kSegmentFile, "SegmentFileStateHandle", since(1, 20)),
    stream<NoFields>(Tag::kEmptySegmentFile, "EmptySegmentFileStateHandle", since(1, 20)),
    operators(Tag::kFileMergingOperatorStream, "FileMergingOperatorStreamStateHandle", since(1, 20)),
};

constexpr bool is_indexed_by_tag() {
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (static_cast<std::size_t>(kKinds[i].tag) != i) {
            return false;
        }
    }
    return true;
}
static_assert(is_indexed_by_tag());

/// Reads a tag whose kind can stand in `position`.
template <class Handle>
const HandleKind& read_tag(MetadataIn& in, HandlePosition<Handle> HandleKind::*position, std::string_view what) {
    const std::uint64_t where = in.raw().offset();
    const std::uint8_t tag = in.raw().u8(what);
    if (tag >= kKinds.size()) {
        in.raw().fail_at(where, what, "unknown handle tag " + std::to_string(tag));
    }
    const HandleKind& kind = kKinds[tag];
    if (!(kind.*position).is_allowed()) {
        in.raw().fail_at(where, what,
                         "handle tag " + std::to_string(tag) + " (" + std::string(kind.name) + ") cannot stand here");
    }
    return kind;
}

template <class Handle>
void write_tagged(MetadataOut& out, HandleTag tag, const Handle& handle, HandlePosition<Handle> HandleKind::*position,
                  std::string_view what) {
    const HandleKind& kind = handle_kind(tag);
    if (!(kind.*position).is_allowed()) {
        throw UnsupportedError(std::string(what) + ": a " + std::string(kind.name) + " cannot stand here");
    }
    out.raw().u8(static_cast<std::uint8_t>(tag));
    (kind.*position).write(out, handle);
}

}  // namespace

std::span<const HandleKind> handle_kinds() { return kKinds; }

const HandleKind& handle_kind(HandleTag tag) { return kKinds.at(static_cast<std::size_t>(tag)); }

std::string_view name_of(HandleTag tag) {
    const auto index = static_cast<std::size_t>(tag);
    return index < kKinds.size() ? kKinds[index].name : "unknown state handle";
}

void stream_handle(MetadataIn& in, StreamStateHandle& handle, std::string_view what) {
    const std::uint64_t where = in.raw().offset();
    optional_stream_handle(in, handle, what);
    if (handle.is_null()) {
        in.raw().fail_at(where, what, "found the null handle, expected a stream");
    }
}

void stream_handle(MetadataOut& out, const StreamStateHandle& handle, std::string_view what) {
    if (handle.is_null()) {
        throw OutputError(std::string(what) + ": the handle has no stream");
    }
    optional_stream_handle(out, handle, what);
}

void optional_stream_handle(MetadataIn& in, StreamStateHandle& handle, std::string_view what) {
    in.nested([&] {
        const HandleKind& kind = read_tag(in, &HandleKind::stream, what);
        kind.stream.read(in, kind.tag, handle);
    });
}

void optional_stream_handle(MetadataOut& out, const StreamStateHandle& handle, std::string_view what) {
    write_tagged(out, handle.tag, handle, &HandleKind::stream, what);
}

void keyed_handle(MetadataIn& in, KeyedStateHandle& handle, std::string_view what) {
    in.nested([&] {
        const HandleKind& kind = read_tag(in, &HandleKind::keyed, what);
        kind.keyed.read(in, kind.tag, handle);
    });
}

void keyed_handle(MetadataOut& out, const KeyedStateHandle& handle, std::string_view what) {
    write_tagged(out, handle.tag(), handle, &HandleKind::keyed, what);
}

void operator_handle(MetadataIn& in, OperatorStateHandle& handle, std::string_view what) {
    const HandleKind& kind = read_tag(in, &HandleKind::op, what);
    kind.op.read(in, kind.tag, handle);
}

void operator_handle(MetadataOut& out, const OperatorStateHandle& handle, std::string_view what) {
    write_tagged(out, handle.tag, handle, &HandleKind::op, what);
}

}  // namespace sp
