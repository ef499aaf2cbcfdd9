#include "types/type_renames.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/avro_renames.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp {
namespace {

ByteVector utf(std::string_view text) {
    ByteWriter out;
    java::write_utf(out, text);
    return out.take();
}

class TypeRenamer {
public:
    TypeRenamer(const java::ClassRenames& renames, java::RenameCounts& counts) : renames_(renames), counts_(counts) {}

    TypePtr type(const TypePtr& original) {
        if (original == nullptr) {
            return original;
        }
        const std::uint64_t before = counts_.names;
        const auto copy = std::make_shared<Type>(*original);
        change(*copy);
        return counts_.names == before ? original : copy;
    }

private:
    void name(std::string& class_name) {
        if (std::optional<std::string> changed = renames_.renamed(class_name)) {
            class_name = std::move(*changed);
            ++counts_.names;
        }
    }

    void change(Type& type) {
        if (type.kind == TypeKind::kUnknown) {
            return unknown(type);
        }
        name(type.class_name);
        for (TypePtr& nested : type.nested) {
            nested = this->type(nested);
        }
        for (PojoField& field : type.fields) {
            name(field.declaring_class);
            field.type = this->type(field.type);
        }
        for (auto* const subclasses : {&type.registered_subclasses, &type.other_subclasses}) {
            for (PojoSubclass& subclass : *subclasses) {
                name(subclass.class_name);
                subclass.type = this->type(subclass.type);
            }
        }
        for (auto* const entries :
             {&type.kryo_registrations, &type.kryo_default_serializers, &type.kryo_default_serializer_classes}) {
            for (OptionalMapEntry& entry : *entries) {
                kryo_entry(entry, entries == &type.kryo_registrations, entries == &type.kryo_default_serializers);
            }
        }
        for (ByteVector& stream : type.java_streams) {
            stream = java::with_renamed_classes(stream, renames_, counts_);
        }
        if (type.kind == TypeKind::kAvro && type.structure != nullptr) {
            type.text = with_renamed_classes(type.text, renames_, counts_.names);
        } else if (type.kind == TypeKind::kTraversable) {
            std::string source = renames_.renamed_in_source(type.text);
            counts_.names += source != type.text ? 1 : 0;
            type.text = std::move(source);
        }
    }

    /// The snapshot of a class that is not known: its own name is the job's too.
    void unknown(Type& type) {
        BoundedReader in(type.snapshot, "snapshot");
        static_cast<void>(java::read_utf(in, "snapshot class name"));
        const Bytes body = in.bytes(in.remaining(), "snapshot of a class that is not known");
        if (renames_.may_be_in(body)) {
            throw UnsupportedError(type.snapshot_class +
                                   " is a snapshot that only its own class can read, and the name seems to be in it");
        }
        name(type.snapshot_class);
        ByteVector snapshot = utf(type.snapshot_class);
        snapshot.insert(snapshot.end(), body.begin(), body.end());
        type.snapshot = std::move(snapshot);
    }

    /// KryoSerializerSnapshotData: a registration names its class three times, a default serializer twice.
    void kryo_entry(OptionalMapEntry& entry, bool is_registration, bool is_instance) {
        name(entry.name);
        if (entry.has_key && !entry.key.empty()) {
            utf_frame(entry.key);
        }
        if (!entry.has_value) {
            return;
        }
        if (is_instance) {
            entry.value = java::with_renamed_classes(entry.value, renames_, counts_);
        } else if (is_registration) {
            registration(entry.value);
        } else {
            utf_frame(entry.value);
        }
    }

    /// A name, and what is behind it.
    void utf_frame(ByteVector& frame) {
        BoundedReader in(frame, "frame of an optional map");
        ByteWriter out;
        copy_utf(in, out);
        out.bytes(in.bytes(in.remaining(), "frame of an optional map"));
        frame = out.take();
    }

    void copy_utf(BoundedReader& in, ByteWriter& out) {
        std::string text = java::read_utf(in, "class name");
        name(text);
        java::write_utf(out, text);
    }

    void registration(ByteVector& frame) {
        BoundedReader in(frame, "Kryo registration");
        ByteWriter out;
        copy_utf(in, out);
        const std::int32_t kind = in.i32("kind of serializer");
        out.i32(kind);
        if (kind == static_cast<std::int32_t>(KryoRegistration::Kind::kSerializerClass)) {
            copy_utf(in, out);
        }
        const Bytes rest = in.bytes(in.remaining(), "Kryo registration");
        if (kind == static_cast<std::int32_t>(KryoRegistration::Kind::kSerializerInstance)) {
            out.bytes(java::with_renamed_classes(rest, renames_, counts_));
        } else {
            out.bytes(rest);
        }
        frame = out.take();
    }

    const java::ClassRenames& renames_;
    java::RenameCounts& counts_;
};

/// What the savepoint and its user say of Kryo's values, from the first type in it that knows.
const kryo::KryoContext* context_of(const Type& type) {
    if (type.kryo != nullptr) {
        return &type.kryo->context();
    }
    if (type.subclasses != nullptr) {
        return &type.subclasses->context();
    }
    const kryo::KryoContext* found = nullptr;
    const auto look = [&](const TypePtr& part) {
        found = found == nullptr && part != nullptr ? context_of(*part) : found;
    };
    std::for_each(type.nested.begin(), type.nested.end(), look);
    for (const PojoField& field : type.fields) {
        look(field.type);
    }
    return found;
}

/// All that follows from names (structures, words of SQL types, decoders) is made anew.
TypePtr read_again(const Type& changed, const Type& original) {
    const kryo::KryoContext* const known = context_of(original);
    const kryo::KryoContext context = known == nullptr ? kryo::KryoContext{} : *known;
    ByteWriter out;
    write_top_level_snapshot(out, changed);
    BoundedReader in(out.view(), "snapshot with other class names");
    try {
        TypePtr type = read_top_level_snapshot(in, context);
        in.expect_end("snapshot");
        return type;
    } catch (const UnknownSnapshotClass& error) {
        return read_cut_snapshot(out.view(), BoundedReader(out.view(), "snapshot"), context, error.what());
    }
}

bool is_own_class(std::string_view name) {
    return !name.empty() && !name.starts_with("java.") && !name.starts_with("org.apache.flink.") &&
           !name.starts_with("scala.");
}

}  // namespace

TypePtr with_renamed_classes(const TypePtr& type, const java::ClassRenames& renames, java::RenameCounts& counts) {
    java::RenameCounts found;
    const TypePtr changed = TypeRenamer(renames, found).type(type);
    counts.add(found);
    if (found.names == 0) {
        return type;
    }
    const TypePtr result = read_again(*changed, *type);
    if (result->kind == TypeKind::kCaseClass && result->field_names.empty()) {
        const auto named = std::make_shared<Type>(*result);
        named->field_names = type->field_names;
        return named;
    }
    return result;
}

void add_class_names(const TypePtr& type, std::set<std::string>& names) {
    if (type == nullptr) {
        return;
    }
    const auto add = [&](const std::string& name) {
        if (is_own_class(name)) {
            names.insert(name);
        }
    };
    add(type->class_name);
    if (type->kind == TypeKind::kUnknown) {
        add(type->snapshot_class);
    }
    for (const TypePtr& nested : type->nested) {
        add_class_names(nested, names);
    }
    for (const PojoField& field : type->fields) {
        add(field.declaring_class);
        add_class_names(field.type, names);
    }
    for (const auto* const subclasses : {&type->registered_subclasses, &type->other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            add(subclass.class_name);
            add_class_names(subclass.type, names);
        }
    }
    for (const OptionalMapEntry& entry : type->kryo_registrations) {
        add(entry.name);
    }
}

bool can_name_classes(const TypePtr& type) {
    if (type == nullptr) {
        return false;
    }
    switch (type->kind) {
        case TypeKind::kPojo:
        case TypeKind::kKryo:
        case TypeKind::kJavaObject:
        case TypeKind::kUnknown: return true;
        default: break;
    }
    if (codec::opaque_part(type) != nullptr || can_name_classes(type->structure)) {
        return true;
    }
    return std::any_of(type->nested.begin(), type->nested.end(), can_name_classes) ||
           std::any_of(type->fields.begin(), type->fields.end(),
                       [](const PojoField& field) { return can_name_classes(field.type); });
}

}  // namespace sp
