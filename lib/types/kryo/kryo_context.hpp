#pragma once

// What a savepoint and its user say about Kryo's values, beyond their serializer's snapshot.

#include <memory>

#include "java/class_path.hpp"
#include "types/kryo/generation.hpp"

namespace sp::kryo {

struct KryoContext {
    Generation generation = Generation::kUnknown;
    bool is_certain = false;                                 ///< no value is of the other generation
    std::shared_ptr<const java::ClassPath> class_path = {};  ///< null: the JDK's classes
};

}  // namespace sp::kryo
