// AvroSerializerSnapshot: the runtime class and the writer's schema as JSON.
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/avro_types.hpp"
#include "types/snapshots/snapshot_bodies.hpp"

namespace sp {

namespace {

/// Like the other strings of snapshots, only in the spelling that Flink writes: StringValue could be longer than needed.
std::string read_shortest_string(BoundedReader& in, std::string_view what) {
    const BoundedReader start = in;
    std::string text = java::read_string_value(in, what);
    ByteWriter again;
    java::write_string_value(again, text);
    if (again.take() != bytes_between(start, in)) {
        in.fail_at(start.offset(), what, "is not in the form that Flink writes");
    }
    return text;
}

/// A schema that is none leaves the values undecoded.
TypePtr schema_type(const std::string& schema) {
    try {
        return avro_type(schema);
    } catch (const InputError&) {
        return nullptr;
    }
}

void read_class_and_schema(SnapshotReader& reader, Type& type) {
    // Version 1 (Flink 1.7) has the schema only; 2 and 3 differ in the form of the strings (3 has no limit of 64 KiB).
    if (type.snapshot_version == 3) {
        type.class_name = read_shortest_string(reader.in, "runtime class of AvroSerializer");
        type.text = read_shortest_string(reader.in, "Avro schema");
        return;
    }
    if (type.snapshot_version == 2) {
        type.class_name = java::read_utf(reader.in, "runtime class of AvroSerializer");
    }
    type.text = java::read_utf(reader.in, "Avro schema");
}

}  // namespace

void read_avro_body(SnapshotReader& reader, Type& type) {
    read_class_and_schema(reader, type);
    type.structure = schema_type(type.text);
}

void write_avro_body(ByteWriter& out, const Type& type) {
    if (type.snapshot_version == 3) {
        java::write_string_value(out, type.class_name);
        java::write_string_value(out, type.text);
        return;
    }
    if (type.snapshot_version == 2) {
        java::write_utf(out, type.class_name);
    }
    java::write_utf(out, type.text);
}

}  // namespace sp
