// Snapshots of the Table runtime, whose types are Java serialization streams of LogicalTypes.
#include "types/logical_type.hpp"
#include "types/snapshots/snapshot_bodies.hpp"
#include "types/snapshots/snapshot_writer.hpp"
#include "types/sql_types.hpp"

namespace sp {

namespace {

std::vector<LogicalType> read_logical_types(SnapshotReader& reader, Type& type, std::size_t count) {
    std::vector<LogicalType> types;
    for (std::size_t i = 0; i < count; ++i) {
        types.push_back(to_logical_type(reader.java_stream(type)));
        type.logical_types.push_back(logical_type_words(types.back()));
    }
    return types;
}

void skip_java_streams(SnapshotReader& reader, Type& type, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        static_cast<void>(reader.java_stream(type));
    }
}

void append_frame(Type& type, BoundedReader& in, std::string_view what) {
    const Bytes bytes = in.length_prefixed(what);
    type.java_streams.emplace_back(bytes.begin(), bytes.end());
}

}  // namespace

java::ObjectStream SnapshotReader::java_stream(Type& type) {
    const BoundedReader start = in;
    java::ObjectStream stream = java::read_object_stream(in);
    type.java_streams.push_back(bytes_between(start, in));
    return stream;
}

void write_java_streams_body(ByteWriter& out, const Type& type) {
    for (const ByteVector& stream : type.java_streams) {
        out.bytes(stream);
    }
}

void read_row_data_body(SnapshotReader& reader, Type& type) {
    const std::vector<LogicalType> columns =
        read_logical_types(reader, type, reader.in.count("fields of RowDataSerializer", 5));
    const std::uint64_t where = reader.in.offset();
    type.nested = reader.nested_block();
    if (type.nested.size() != type.logical_types.size()) {
        reader.in.fail_at(where, "nested snapshots of RowDataSerializer",
                          "found " + std::to_string(type.nested.size()) + ", expected one for each of " +
                              std::to_string(type.logical_types.size()) + " fields");
    }
    type.structure = binary_row_type(columns, type.nested);
}

void write_row_data_body(ByteWriter& out, const Type& type) {
    out.count(type.java_streams.size());
    write_java_streams_body(out, type);
    write_nested_block(out, type.nested);
}

// The element's type and then its serializer, which is a serialized object and no snapshot.
void read_array_data_body(SnapshotReader& reader, Type& type) {
    type.structure = binary_array_type(read_logical_types(reader, type, 1)[0]);
    skip_java_streams(reader, type, 1);
}

void read_map_data_body(SnapshotReader& reader, Type& type) {
    const std::vector<LogicalType> types = read_logical_types(reader, type, 2);
    type.structure = binary_map_type(types[0], types[1]);
    skip_java_streams(reader, type, 2);
}

void read_decimal_data_body(SnapshotReader& reader, Type& type) {
    type.precision = reader.in.i32("precision of DecimalDataSerializer");
    type.scale = reader.in.i32("scale of DecimalDataSerializer");
}

void write_decimal_data_body(ByteWriter& out, const Type& type) {
    out.i32(type.precision);
    out.i32(type.scale);
}

void read_timestamp_data_body(SnapshotReader& reader, Type& type) {
    type.precision = reader.in.i32("precision of TimestampDataSerializer");
}

void write_timestamp_data_body(ByteWriter& out, const Type& type) { out.i32(type.precision); }

void read_external_body(SnapshotReader& reader, Type& type) {
    type.structure = data_type(read_logical_types(reader, type, 1)[0]);
    type.flag = reader.in.boolean("isInternalInput of ExternalSerializer");
}

void write_external_body(ByteWriter& out, const Type& type) {
    write_java_streams_body(out, type);
    out.boolean(type.flag);
}

void read_sorted_map_body(SnapshotReader& reader, Type& type) {
    skip_java_streams(reader, type, 1);  // the comparator
    const std::uint64_t where = reader.in.offset();
    type.nested = reader.nested_block();
    if (type.nested.size() != 2) {
        reader.in.fail_at(where, "nested snapshots of SortedMapSerializer",
                          "found " + std::to_string(type.nested.size()) + ", expected 2");
    }
    type.nested[0] = projected_row(type.nested[0]);  // Top-N's sort keys
}

void write_sorted_map_body(ByteWriter& out, const Type& type) {
    write_java_streams_body(out, type);
    write_nested_block(out, type.nested);
}

// Flink 2.3, RowDataKeySerializerSnapshot: generated equaliser and hash function as framed streams, then the row.
void read_row_data_key_body(SnapshotReader& reader, Type& type) {
    append_frame(type, reader.in, "equaliser of RowDataKeySerializer");
    append_frame(type, reader.in, "hash function of RowDataKeySerializer");
    type.nested.push_back(reader.snapshot());
}

void write_row_data_key_body(ByteWriter& out, const Type& type) {
    for (const ByteVector& stream : type.java_streams) {
        out.length_prefixed(stream);
    }
    write_snapshot(out, *type.nested.at(0));
}

}  // namespace sp
