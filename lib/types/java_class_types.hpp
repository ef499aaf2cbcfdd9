#pragma once

// The serializers that Flink makes for classes: TypeExtractor's rules on class files. Where POJOs hold objects of classes that no
// snapshot names, this is all there is.

#include <memory>
#include <string>
#include <string_view>

#include "sp/type.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

struct JavaClassSettings {
    kryo::KryoContext context;
    const Type* kryo = nullptr;  ///< a KryoSerializer of the same job, for its registrations; null: there are none
    /// For the POJOs that are made.
    std::shared_ptr<const codec::SubclassPrograms> subclasses;
};

/// The type of the serializer for objects of this very class (Class.getName()): a POJO, or a generic type, which Kryo writes.
/// Null where it cannot be known: `problem` says why. InputError for a class file that is damaged.
[[nodiscard]] TypePtr java_class_type(std::string_view class_name, const JavaClassSettings& settings,
                                      std::string& problem);

}  // namespace sp
