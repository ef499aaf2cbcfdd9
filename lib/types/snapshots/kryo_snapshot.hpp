#pragma once

// The registrations that a KryoSerializerSnapshot lists, as Kryo's class ids need them.

#include <cstdint>
#include <string>
#include <vector>

#include "sp/type.hpp"
#include "types/kryo/generation.hpp"
#include "types/kryo/java_type.hpp"

namespace sp {

struct KryoRegistration {
    /// KryoRegistration.SerializerDefinitionType
    enum class Kind : std::uint8_t { kUnspecified, kSerializerClass, kSerializerInstance };

    std::string name;        ///< key of the map; differs from `class_name` for the stand-in of Avro's GenericData$Array
    std::string class_name;  ///< the registered class; empty if the entry's value is absent
    Kind kind = Kind::kUnspecified;
    std::string
        serializer_class;  ///< kSerializerClass: the Kryo serializer; kSerializerInstance: class of the wrapped object
};

/// Type::kryo_registrations, parsed; InputError if a frame is damaged.
[[nodiscard]] std::vector<KryoRegistration> kryo_registrations(const Type& type);

/// The same type of Kryo with what is declared of its values (types/kryo/java_type.hpp), or for another Kryo.
[[nodiscard]] TypePtr with_declared_type(const Type& type, kryo::JavaType declared);
/// All Kryo types inside are then written for this generation.
[[nodiscard]] TypePtr with_generation(const TypePtr& type, kryo::Generation generation);

/// Kryo.addDefaultSerializer: the serializer of a class and of all below it.
struct KryoDefaultSerializer {
    std::string class_name;
    std::string serializer_class;  ///< of an instance: the class of the wrapped object
};

/// Type::kryo_default_serializers and those by class, parsed, in the order in which Flink adds them.
[[nodiscard]] std::vector<KryoDefaultSerializer> kryo_default_serializers(const Type& type);

}  // namespace sp
