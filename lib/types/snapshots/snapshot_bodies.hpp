#pragma once

// The bodies of serializer snapshots, a reader and a writer for each shape, named by the lines of snapshot_table.cpp.
// Not for use outside lib/types: callers take snapshot_reader.hpp and snapshot_writer.hpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/bounded_reader.hpp"
#include "io/byte_writer.hpp"
#include "java/object_stream.hpp"
#include "sp/type.hpp"
#include "types/case_class_names.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

/// An entry of an optional map (LinkedOptionalMapSerializer) with readers that see one frame each.
struct OptionalMapItem {
    std::string name;
    std::optional<BoundedReader> key;
    std::optional<BoundedReader> value;
};

/// What body readers read from: the bytes, and how deep in nested snapshots they are.
class SnapshotReader {
public:
    SnapshotReader(BoundedReader& input, const kryo::KryoContext& kryo_context, const CaseClassNames& names,
                   int depth = 0)
        : in(input), kryo(kryo_context), names_(names), depth_(depth) {}

    /// A nested snapshot, without its bytes in Type::snapshot.
    [[nodiscard]] TypePtr snapshot();

    /// The snapshot that a frame of an optional map holds, to its last byte. Where it cannot be understood, a Type of kind
    /// kUnknown with the frame in Type::snapshot and the reason in Type::text.
    [[nodiscard]] TypePtr framed_snapshot(BoundedReader& frame) const;

    /// The block of NestedSerializersSnapshotDelegate.
    [[nodiscard]] std::vector<TypePtr> nested_block();

    [[nodiscard]] std::vector<OptionalMapItem> optional_map(std::string_view what);

    /// Of a case class whose nested snapshots have been read; empty if nothing knows them.
    [[nodiscard]] std::vector<std::string> field_names(const Type& type) const;

    /// A Java serialization stream, whose bytes are appended to type.java_streams.
    java::ObjectStream java_stream(Type& type);

    BoundedReader& in;
    const kryo::KryoContext& kryo;  ///< for the types that are read
    /// Whether `in` ends where the outermost snapshot does: a snapshot of a class that is not known is then all that is left.
    bool ends_with_snapshot = false;

private:
    const CaseClassNames& names_;
    int depth_;
};

/// Bytes between two positions of the same input.
[[nodiscard]] ByteVector bytes_between(BoundedReader begin, const BoundedReader& end);

void write_nested_block(ByteWriter& out, const std::vector<TypePtr>& nested);
void write_optional_map_header(ByteWriter& out, std::size_t size);
/// A key or value of an optional map: false if `frame` is null, else true and the frame with its length.
void write_optional_frame(ByteWriter& out, const ByteVector* frame);
/// The frame of a snapshot (kUnknown: as it was read); absent if `type` is null.
void write_optional_snapshot(ByteWriter& out, const TypePtr& type);

using ReadBody = void (*)(SnapshotReader&, Type&);
using WriteBody = void (*)(ByteWriter&, const Type&);

// Composites: the outer body, in front of the nested snapshots
void read_class_name_body(SnapshotReader& reader, Type& type);
void write_class_name_body(ByteWriter& out, const Type& type);
void read_padding_body(SnapshotReader& reader, Type& type);
void write_padding_body(ByteWriter& out, const Type& type);
void read_source_text_body(SnapshotReader& reader, Type& type);
void write_source_text_body(ByteWriter& out, const Type& type);
void read_external_body(SnapshotReader& reader, Type& type);
void write_external_body(ByteWriter& out, const Type& type);

/// A flag that outer versions from kWritten on hold, that is always true in those from kSet to there, and false before.
template <int kSet, int kWritten>
void read_flag_body(SnapshotReader& reader, Type& type) {
    type.flag = type.outer_version >= kWritten ? reader.in.boolean("flag of the snapshot") : type.outer_version >= kSet;
}
template <int kWritten>
void write_flag_body(ByteWriter& out, const Type& type) {
    if (type.outer_version >= kWritten) {
        out.boolean(type.flag);
    }
}

// Bodies of their own
void read_pojo_body(SnapshotReader& reader, Type& type);
void write_pojo_body(ByteWriter& out, const Type& type);
void read_kryo_body(SnapshotReader& reader, Type& type);
void write_kryo_body(ByteWriter& out, const Type& type);
void read_enum_body(SnapshotReader& reader, Type& type);
void write_enum_body(ByteWriter& out, const Type& type);
void read_scala_enum_body(SnapshotReader& reader, Type& type);
void write_scala_enum_body(ByteWriter& out, const Type& type);
void read_avro_body(SnapshotReader& reader, Type& type);
void write_avro_body(ByteWriter& out, const Type& type);
void read_ttl_aware_body(SnapshotReader& reader, Type& type);
void write_ttl_aware_body(ByteWriter& out, const Type& type);
void read_row_data_body(SnapshotReader& reader, Type& type);
void write_row_data_body(ByteWriter& out, const Type& type);
void read_array_data_body(SnapshotReader& reader, Type& type);
void read_map_data_body(SnapshotReader& reader, Type& type);
void write_java_streams_body(ByteWriter& out, const Type& type);
void read_decimal_data_body(SnapshotReader& reader, Type& type);
void write_decimal_data_body(ByteWriter& out, const Type& type);
void read_timestamp_data_body(SnapshotReader& reader, Type& type);
void write_timestamp_data_body(ByteWriter& out, const Type& type);
void read_sorted_map_body(SnapshotReader& reader, Type& type);
void write_sorted_map_body(ByteWriter& out, const Type& type);
void read_row_data_key_body(SnapshotReader& reader, Type& type);
void write_row_data_key_body(ByteWriter& out, const Type& type);

}  // namespace sp
