#include "report/difference/type_likeness.hpp"

#include <algorithm>

#include "types/codecs/type_shape.hpp"
#include "types/kryo/kryo_decoder.hpp"

namespace sp::difference {
namespace {

using codec::Op;
using codec::OpCode;
using codec::PojoDispatch;
using codec::Program;
using codec::TaggedForm;

bool is_same_constant(const EnumConstant& a, const EnumConstant& b) { return a.name == b.name && a.id == b.id; }

/// What the interpreter asks of an operation's type.
bool is_same_type(const Type* a, const Type* b) {
    if (a == nullptr || b == nullptr) {
        return a == b;
    }
    return a->kind == b->kind && a->nested.size() == b->nested.size() &&
           std::equal(a->constants.begin(), a->constants.end(), b->constants.begin(), b->constants.end(),
                      is_same_constant);
}

bool is_same_frame(const OptionalMapEntry& a, const OptionalMapEntry& b) {
    return a.name == b.name && a.key == b.key && a.value == b.value;
}

/// Whether two KryoSerializers have the same classes by the same ids, and the same Kryo.
bool is_same_kryo(const Type& a, const Type& b) {
    const auto is_same = [](const std::vector<OptionalMapEntry>& x, const std::vector<OptionalMapEntry>& y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end(), is_same_frame);
    };
    return a.class_name == b.class_name && is_same(a.kryo_registrations, b.kryo_registrations) &&
           is_same(a.kryo_default_serializers, b.kryo_default_serializers) &&
           is_same(a.kryo_default_serializer_classes, b.kryo_default_serializer_classes) && a.kryo != nullptr &&
           b.kryo != nullptr && a.kryo->generation() == b.kryo->generation();
}

bool is_same_op(const Op& a, const Op& b) {
    // What an unknown serializer writes can mean anything else under another class.
    const bool is_same_class = a.code == OpCode::kKryo     ? is_same_kryo(*a.type, *b.type)
                               : a.code == OpCode::kOpaque ? a.type->class_name == b.type->class_name &&
                                                                 a.type->snapshot_class == b.type->snapshot_class
                                                           : true;
    return a.code == b.code && a.flags == b.flags && a.aux == b.aux && a.jump == b.jump && a.extra == b.extra &&
           a.name == b.name && is_same_type(a.type, b.type) && is_same_class;
}

bool is_same_target(const PojoDispatch::Target& a, const PojoDispatch::Target& b) {
    return a.class_name == b.class_name && a.begin == b.begin && a.end == b.end;
}

bool is_same_pojo(const PojoDispatch& a, const PojoDispatch& b) {
    return std::equal(a.registered.begin(), a.registered.end(), b.registered.begin(), b.registered.end(),
                      is_same_target) &&
           std::equal(a.by_name.begin(), a.by_name.end(), b.by_name.begin(), b.by_name.end(), is_same_target);
}

bool is_same_form(const TaggedForm& a, const TaggedForm& b) {
    return a.tag == b.tag && a.begin == b.begin && a.end == b.end;
}

bool is_same_program(const Program& a, const Program& b) {
    return a.main_end == b.main_end && a.names == b.names &&
           std::equal(a.ops.begin(), a.ops.end(), b.ops.begin(), b.ops.end(), is_same_op) &&
           std::equal(a.pojos.begin(), a.pojos.end(), b.pojos.begin(), b.pojos.end(), is_same_pojo) &&
           std::equal(a.forms.begin(), a.forms.end(), b.forms.begin(), b.forms.end(), [](const auto& x, const auto& y) {
               return std::equal(x.begin(), x.end(), y.begin(), y.end(), is_same_form);
           });
}

}  // namespace

bool encodes_alike(const TypePtr& a, const TypePtr& b) {
    if (!a || !b) {
        return a == b;
    }
    if (a == b) {
        return true;
    }
    const Program a_program = codec::compile_events(a);
    return (!a_program.has_kryo && !a->snapshot.empty() && a->snapshot == b->snapshot) ||
           is_same_program(a_program, codec::compile_events(b));
}

bool has_unordered_part(const Program& events) {
    return std::any_of(events.ops.begin(), events.ops.end(), [](const Op& op) {
        return op.code == OpCode::kMap || op.code == OpCode::kStringMap || op.code == OpCode::kKryo ||
               (op.code == OpCode::kList && codec::is_set(*op.type));
    });
}

}  // namespace sp::difference
