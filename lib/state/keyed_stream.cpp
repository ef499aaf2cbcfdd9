#include "state/keyed_stream.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "types/codecs/program.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp {
namespace {

struct Part {
    std::string_view what;
    const TypePtr& type;
};

std::array<Part, 4> parts_of(const StateDescriptor& state) {
    return {{{"keys are", state.key},
             {"namespaces are", state.name_space},
             {"map keys are", state.map_key},
             {"values are", state.value}}};
}

}  // namespace

std::optional<std::string> undecodable_part(const StateDescriptor& state) {
    for (const Part& part : parts_of(state)) {
        const Type* const opaque = part.type ? codec::opaque_part(part.type) : nullptr;
        if (opaque != nullptr) {
            return "state '" + state.name + "': its " + std::string(part.what) + " written by " +
                   serializer_class(*opaque) + (opaque->class_name.empty() ? "" : " of " + opaque->class_name) +
                   ", which is not decoded";
        }
    }
    return std::nullopt;
}

bool may_hold_unknown_subclasses(const StateDescriptor& state) {
    for (const Part& part : parts_of(state)) {
        if (!part.type) {
            continue;
        }
        const codec::Program program = codec::compile_skip(part.type);
        if (!program.pojos.empty() || program.has_kryo) {
            return true;
        }
    }
    return false;
}

TypePtr stored_value_type(const StateDescriptor& state) {
    if (!state.has_ttl) {
        return state.value;
    }
    auto time = std::make_shared<Type>();
    time->kind = TypeKind::kLong;
    auto ttl = std::make_shared<Type>();
    ttl->kind = TypeKind::kTtl;
    ttl->nested = {std::move(time), state.value};
    return ttl;
}

}  // namespace sp
