#pragma once

// The table of state handles: a line a tag says its name, since when Flink writes it, in which of the three positions
// (stream, keyed state, operator state) it may stand, and how its fields are read and written.

#include <span>
#include <string_view>

#include "metadata/metadata_io.hpp"
#include "sp/flink_version.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// How the fields behind a tag are read and written in one position; null where the handle cannot stand there.
template <class Handle>
struct HandlePosition {
    void (*read)(MetadataIn&, HandleTag, Handle&) = nullptr;
    void (*write)(MetadataOut&, const Handle&) = nullptr;

    [[nodiscard]] constexpr bool is_allowed() const { return read != nullptr; }
};

struct HandleKind {
    HandleTag tag = HandleTag::kNull;
    std::string_view name;
    FlinkVersionRange written_by;  ///< `first` is also the oldest Flink that reads it
    HandlePosition<StreamStateHandle> stream = {};
    HandlePosition<KeyedStateHandle> keyed = {};
    HandlePosition<OperatorStateHandle> op = {};
};

/// All kinds, by ascending tag from 0 without gaps.
[[nodiscard]] std::span<const HandleKind> handle_kinds();

[[nodiscard]] const HandleKind& handle_kind(HandleTag tag);

// One handle with its tag, in each position. Reading and writing have the same name so that layouts are templates. No part
// of a handle can be the null stream (Flink's constructors refuse it); a coordinator's state can.
void stream_handle(MetadataIn& in, StreamStateHandle& handle, std::string_view what);
void stream_handle(MetadataOut& out, const StreamStateHandle& handle, std::string_view what);
void optional_stream_handle(MetadataIn& in, StreamStateHandle& handle, std::string_view what);
void optional_stream_handle(MetadataOut& out, const StreamStateHandle& handle, std::string_view what);
void keyed_handle(MetadataIn& in, KeyedStateHandle& handle, std::string_view what);
void keyed_handle(MetadataOut& out, const KeyedStateHandle& handle, std::string_view what);
void operator_handle(MetadataIn& in, OperatorStateHandle& handle, std::string_view what);
void operator_handle(MetadataOut& out, const OperatorStateHandle& handle, std::string_view what);

}  // namespace sp
