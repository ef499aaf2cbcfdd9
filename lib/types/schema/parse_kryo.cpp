// Reading of Kryo's types: the registrations that a job has which configures nothing, or those listed.
#include <memory>
#include <utility>

#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/parse_parts.hpp"

namespace sp::schema {

namespace {

constexpr std::int32_t kUnspecified = 0;  // KryoRegistration.SerializerDefinitionType
constexpr std::int32_t kSerializerClass = 1;

// KryoSerializer registers them for Avro's class where flink-avro is not among the job's jars.
constexpr std::string_view kAvroArray = "org.apache.avro.generic.GenericData$Array";
constexpr std::string_view kAvroStandIn =
    "org.apache.flink.api.java.typeutils.runtime.kryo.Serializers$DummyAvroRegisteredClass";
constexpr std::string_view kAvroSerializer =
    "org.apache.flink.api.java.typeutils.runtime.kryo.Serializers$DummyAvroKryoSerializerClass";

/// KryoRegistrationSerializerConfigSnapshot's entry: the name, and the class with what it is registered with.
OptionalMapEntry registration(std::string_view name, std::string_view class_name, std::string_view serializer_class) {
    OptionalMapEntry entry;
    entry.name = name;
    entry.has_key = true;
    entry.has_value = true;
    ByteWriter key;
    java::write_utf(key, name);
    entry.key = key.take();
    ByteWriter value;
    java::write_utf(value, class_name);
    value.i32(serializer_class.empty() ? kUnspecified : kSerializerClass);
    if (!serializer_class.empty()) {
        java::write_utf(value, serializer_class);
    }
    entry.value = value.take();
    return entry;
}

OptionalMapEntry read_registration(const Node& node) {
    if (node.is_text()) {
        return registration(node.text, node.text, {});
    }
    Members members(node, "a registration");
    const std::string& class_name = members.need("class").string("the registered class");
    const Node* const name = members.find("name");
    const Node* const serializer = members.find("serializer");
    if (members.find("instance") != nullptr) {
        node.fail(
            "a registration with a serializer object cannot be made from the schema alone: kryo needs the "
            "\"snapshot\" of a savepoint that has it");
    }
    members.finish();
    return registration(name == nullptr ? class_name : name->string("the name of the registration"), class_name,
                        serializer == nullptr ? std::string() : serializer->string("the Kryo serializer's class"));
}

}  // namespace

TypePtr kryo_type(kryo::JavaType declared, const SchemaTarget& target) {
    auto type = make_type(TypeKind::kKryo, target);
    const std::string class_name = declared.class_name;
    type->class_name = class_name;
    type->kryo = std::make_shared<kryo::KryoDecoder>(target.kryo_context(), std::move(declared));
    type->kryo_registrations = {registration(class_name, class_name, {}),
                                registration(kAvroArray, kAvroStandIn, kAvroSerializer)};
    return type;
}

TypePtr parse_kryo(const Parts& parts) {
    const std::string& class_name = parts.inside().string("the class of the values");
    kryo::JavaType declared{class_name, {}, {}};
    kryo::KryoContext context = parts.context.target().kryo_context();
    if (const Node* const generation = parts.find("generation")) {
        const std::int64_t number = generation->integer("the version of Kryo, 2 or 5", 2, 5);
        if (number != 2 && number != 5) {
            generation->fail("Kryo is of version 2 in Flink 1 and of version 5 in Flink 2");
        }
        context.generation = number == 2 ? kryo::Generation::kKryo2 : kryo::Generation::kKryo5;
        context.is_certain = true;
    }
    const Node* const registrations = parts.find("registrations");
    if (registrations == nullptr) {
        auto type = std::make_shared<Type>(*kryo_type(declared, parts.context.target()));
        type->kryo = std::make_shared<kryo::KryoDecoder>(std::move(context), std::move(declared));
        return type;
    }
    auto type = parts.make();
    type->class_name = class_name;
    type->kryo = std::make_shared<kryo::KryoDecoder>(std::move(context), std::move(declared));
    for (const Node& node : registrations->list("\"registrations\"")) {
        type->kryo_registrations.push_back(read_registration(node));
    }
    return type;
}

}  // namespace sp::schema
