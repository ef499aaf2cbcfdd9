#include "types/snapshots/kryo_snapshot.hpp"

#include <algorithm>
#include <utility>

#include "java/modified_utf8.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"
#include "types/snapshots/snapshot_bodies.hpp"

namespace sp {

namespace {

ByteVector frame_bytes(BoundedReader& frame) {
    const Bytes bytes = frame.bytes(frame.remaining(), "frame of an optional map");
    return {bytes.begin(), bytes.end()};
}

std::vector<OptionalMapEntry> read_map(SnapshotReader& reader, std::string_view what) {
    std::vector<OptionalMapEntry> entries;
    for (OptionalMapItem& item : reader.optional_map(what)) {
        OptionalMapEntry& entry = entries.emplace_back();
        entry.name = item.name;
        entry.has_key = item.key.has_value();
        entry.has_value = item.value.has_value();
        if (item.key) {
            entry.key = frame_bytes(*item.key);
        }
        if (item.value) {
            entry.value = frame_bytes(*item.value);
        }
    }
    return entries;
}

void write_map(ByteWriter& out, const std::vector<OptionalMapEntry>& entries) {
    write_optional_map_header(out, entries.size());
    for (const OptionalMapEntry& entry : entries) {
        java::write_utf(out, entry.name);
        write_optional_frame(out, entry.has_key ? &entry.key : nullptr);
        write_optional_frame(out, entry.has_value ? &entry.value : nullptr);
    }
}

/// The class inside an ExecutionConfig.SerializableSerializer.
std::string wrapped_serializer_class(const java::ObjectStream& stream) {
    const java::JavaNode* wrapper = stream.node(stream.root);
    const java::JavaNode* serializer = wrapper == nullptr ? nullptr : stream.object_field(*wrapper, "serializer");
    return serializer == nullptr ? std::string() : std::string(stream.class_name(*serializer));
}

}  // namespace

void read_kryo_body(SnapshotReader& reader, Type& type) {
    type.class_name = java::read_utf(reader.in, "type class of KryoSerializer");
    type.kryo_registrations = read_map(reader, "Kryo registrations");
    type.kryo_default_serializers = read_map(reader, "default Kryo serializers");
    type.kryo_default_serializer_classes = read_map(reader, "default Kryo serializer classes");
    type.kryo = std::make_shared<kryo::KryoDecoder>(reader.kryo);
}

void write_kryo_body(ByteWriter& out, const Type& type) {
    java::write_utf(out, type.class_name);
    write_map(out, type.kryo_registrations);
    write_map(out, type.kryo_default_serializers);
    write_map(out, type.kryo_default_serializer_classes);
}

TypePtr with_declared_type(const Type& type, kryo::JavaType declared) {
    auto copy = std::make_shared<Type>(type);
    copy->kryo = std::make_shared<kryo::KryoDecoder>(type.kryo->context(), std::move(declared));
    return copy;
}

TypePtr with_generation(const TypePtr& type, kryo::Generation generation) {
    if (type == nullptr) {
        return type;
    }
    auto copy = std::make_shared<Type>(*type);
    if (type->kryo != nullptr) {
        kryo::KryoContext context = type->kryo->context();
        context.generation = generation;
        context.is_certain = true;
        copy->kryo = std::make_shared<kryo::KryoDecoder>(std::move(context), type->kryo->forms().declared());
    }
    if (type->subclasses != nullptr) {
        kryo::KryoContext context = type->subclasses->context();
        context.generation = generation;
        context.is_certain = true;
        copy->subclasses = std::make_shared<codec::SubclassPrograms>(std::move(context));
    }
    const auto change = [&](TypePtr& part) { part = with_generation(part, generation); };
    std::for_each(copy->nested.begin(), copy->nested.end(), change);
    for (PojoField& field : copy->fields) {
        change(field.type);
    }
    for (auto* const subclasses : {&copy->registered_subclasses, &copy->other_subclasses}) {
        for (PojoSubclass& subclass : *subclasses) {
            change(subclass.type);
        }
    }
    return copy;
}

std::vector<KryoRegistration> kryo_registrations(const Type& type) {
    std::vector<KryoRegistration> registrations;
    for (const OptionalMapEntry& entry : type.kryo_registrations) {
        KryoRegistration& registration = registrations.emplace_back();
        registration.name = entry.name;
        if (!entry.has_value) {
            continue;
        }
        BoundedReader in(entry.value, "Kryo registration");
        registration.class_name = java::read_utf(in, "registered class");
        const std::uint64_t where = in.offset();
        const std::int32_t kind = in.i32("kind of serializer");
        if (kind < 0 || kind > 2) {
            in.fail_at(where, "kind of serializer", "found " + std::to_string(kind) + ", expected 0 to 2");
        }
        registration.kind = static_cast<KryoRegistration::Kind>(kind);
        if (registration.kind == KryoRegistration::Kind::kSerializerClass) {
            registration.serializer_class = java::read_utf(in, "Kryo serializer class");
        } else if (registration.kind == KryoRegistration::Kind::kSerializerInstance) {
            registration.serializer_class = wrapped_serializer_class(java::read_object_stream(in));
        }
        in.expect_end("Kryo registration");
    }
    return registrations;
}

std::vector<KryoDefaultSerializer> kryo_default_serializers(const Type& type) {
    std::vector<KryoDefaultSerializer> serializers;
    for (const OptionalMapEntry& entry : type.kryo_default_serializers) {
        KryoDefaultSerializer& serializer = serializers.emplace_back();
        serializer.class_name = entry.name;
        if (entry.has_value) {
            BoundedReader in(entry.value, "default Kryo serializer");
            serializer.serializer_class = wrapped_serializer_class(java::read_object_stream(in));
        }
    }
    for (const OptionalMapEntry& entry : type.kryo_default_serializer_classes) {
        KryoDefaultSerializer& serializer = serializers.emplace_back();
        serializer.class_name = entry.name;
        if (entry.has_value) {
            BoundedReader in(entry.value, "default Kryo serializer");
            serializer.serializer_class = java::read_utf(in, "Kryo serializer class");
        }
    }
    return serializers;
}

}  // namespace sp
