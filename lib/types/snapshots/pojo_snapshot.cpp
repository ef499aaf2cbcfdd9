// PojoSerializerSnapshot: the class, its fields, and the two maps of subclasses.
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/snapshot_bodies.hpp"

namespace sp {

namespace {

TypePtr value_of(SnapshotReader& reader, OptionalMapItem& item) {
    return item.value ? reader.framed_snapshot(*item.value) : nullptr;
}

std::vector<PojoField> read_fields(SnapshotReader& reader) {
    std::vector<PojoField> fields;
    for (OptionalMapItem& item : reader.optional_map("fields of a POJO")) {
        PojoField& field = fields.emplace_back();
        field.name = item.name;
        field.is_present = item.key.has_value();
        if (item.key) {
            field.declaring_class = java::read_utf(*item.key, "declaring class of a POJO field");
            const std::uint64_t where = item.key->offset();
            const std::string name = java::read_utf(*item.key, "name of a POJO field");
            if (name != item.name) {
                item.key->fail_at(where, "name of a POJO field", "found " + name + ", expected " + item.name);
            }
            item.key->expect_end("POJO field " + name);
        }
        field.type = value_of(reader, item);
    }
    return fields;
}

std::vector<PojoSubclass> read_subclasses(SnapshotReader& reader) {
    std::vector<PojoSubclass> subclasses;
    for (OptionalMapItem& item : reader.optional_map("subclasses of a POJO")) {
        PojoSubclass& subclass = subclasses.emplace_back();
        subclass.class_name = item.name;
        subclass.is_present = item.key.has_value();
        if (item.key) {
            item.key->expect_end("POJO subclass " + item.name);
        }
        subclass.type = value_of(reader, item);
    }
    return subclasses;
}

/// The snapshot of a field that Kryo writes has its class, the class file also the types in it.
void declare_kryo_fields(const SnapshotReader& reader, Type& type) {
    if (reader.kryo.class_path == nullptr) {
        return;
    }
    for (PojoField& field : type.fields) {
        if (!field.type || field.type->kind != TypeKind::kKryo) {
            continue;
        }
        try {
            const java::ClassFile* const file = reader.kryo.class_path->find(field.declaring_class);
            if (file == nullptr) {
                continue;
            }
            for (const java::ClassField& declared : file->fields) {
                if (declared.name != field.name || declared.signature.empty()) {
                    continue;
                }
                kryo::JavaType java =
                    kryo::java_type_of(java::parse_field_signature(declared.descriptor, declared.signature));
                if (java.class_name == field.type->class_name) {
                    field.type = with_declared_type(*field.type, std::move(java));
                }
            }
        } catch (const Error&) {
            continue;  // a class file that cannot be read tells nothing
        }
    }
}

void write_subclasses(ByteWriter& out, const std::vector<PojoSubclass>& subclasses) {
    static const ByteVector empty_frame;
    write_optional_map_header(out, subclasses.size());
    for (const PojoSubclass& subclass : subclasses) {
        java::write_utf(out, subclass.class_name);
        write_optional_frame(out, subclass.is_present ? &empty_frame : nullptr);
        write_optional_snapshot(out, subclass.type);
    }
}

}  // namespace

void read_pojo_body(SnapshotReader& reader, Type& type) {
    type.class_name = java::read_utf(reader.in, "class of a POJO");
    type.fields = read_fields(reader);
    declare_kryo_fields(reader, type);
    type.registered_subclasses = read_subclasses(reader);
    type.other_subclasses = read_subclasses(reader);
    type.subclasses = std::make_shared<codec::SubclassPrograms>(reader.kryo);
}

void write_pojo_body(ByteWriter& out, const Type& type) {
    java::write_utf(out, type.class_name);
    write_optional_map_header(out, type.fields.size());
    for (const PojoField& field : type.fields) {
        java::write_utf(out, field.name);
        ByteWriter key;
        java::write_utf(key, field.declaring_class);
        java::write_utf(key, field.name);
        const ByteVector frame = key.take();
        write_optional_frame(out, field.is_present ? &frame : nullptr);
        write_optional_snapshot(out, field.type);
    }
    write_subclasses(out, type.registered_subclasses);
    write_subclasses(out, type.other_subclasses);
}

}  // namespace sp
