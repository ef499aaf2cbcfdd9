// Outer bodies of composite snapshots, and the bodies that are nothing but a class name (GenericTypeSerializerSnapshot).
#include "java/modified_utf8.hpp"
#include "types/snapshots/snapshot_bodies.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp {

void read_class_name_body(SnapshotReader& reader, Type& type) {
    type.class_name = java::read_utf(reader.in, "class name in a snapshot");
}

void write_class_name_body(ByteWriter& out, const Type& type) { java::write_utf(out, type.class_name); }

void read_padding_body(SnapshotReader& reader, Type& type) {
    const std::uint64_t where = reader.in.offset();
    type.padding = reader.in.i32("padding of NullableSerializer");
    if (type.padding < 0) {
        reader.in.fail_at(where, "padding of NullableSerializer", "found " + std::to_string(type.padding));
    }
}

void write_padding_body(ByteWriter& out, const Type& type) { out.i32(type.padding); }

void read_source_text_body(SnapshotReader& reader, Type& type) {
    type.text = java::read_utf(reader.in, "Scala source of a CanBuildFrom");
}

void write_source_text_body(ByteWriter& out, const Type& type) { java::write_utf(out, type.text); }

void read_ttl_aware_body(SnapshotReader& reader, Type& type) {
    type.flag = reader.in.boolean("ttlEnabled of TtlAwareSerializerSnapshot");
    type.nested.push_back(reader.snapshot());
}

void write_ttl_aware_body(ByteWriter& out, const Type& type) {
    out.boolean(type.flag);
    write_snapshot(out, *type.nested.at(0));
}

}  // namespace sp
