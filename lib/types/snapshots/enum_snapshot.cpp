// Snapshots of Java's enums and Scala's Enumerations: the class and its constants.
#include "java/modified_utf8.hpp"
#include "types/snapshots/snapshot_bodies.hpp"

namespace sp {

void read_enum_body(SnapshotReader& reader, Type& type) {
    type.class_name = java::read_utf(reader.in, "class of an enum");
    const std::size_t count = reader.in.count("constants of an enum", 2);
    for (std::size_t i = 0; i < count; ++i) {
        type.constants.push_back({java::read_utf(reader.in, "constant of an enum"), static_cast<std::int32_t>(i)});
    }
}

void write_enum_body(ByteWriter& out, const Type& type) {
    java::write_utf(out, type.class_name);
    out.count(type.constants.size());
    for (const EnumConstant& constant : type.constants) {
        java::write_utf(out, constant.name);
    }
}

void read_scala_enum_body(SnapshotReader& reader, Type& type) {
    type.class_name = java::read_utf(reader.in, "class of an Enumeration");
    const std::size_t count = reader.in.count("constants of an Enumeration", 6);
    for (std::size_t i = 0; i < count; ++i) {
        EnumConstant& constant = type.constants.emplace_back();
        constant.name = java::read_utf(reader.in, "constant of an Enumeration");
        constant.id = reader.in.i32("id of an Enumeration's constant");
    }
}

void write_scala_enum_body(ByteWriter& out, const Type& type) {
    java::write_utf(out, type.class_name);
    out.count(type.constants.size());
    for (const EnumConstant& constant : type.constants) {
        java::write_utf(out, constant.name);
        out.i32(constant.id);
    }
}

}  // namespace sp
