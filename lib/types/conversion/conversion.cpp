#include "types/conversion/conversion.hpp"

#include <algorithm>
#include <utility>

#include "io/byte_writer.hpp"
#include "types/conversion/conversion_compiler.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp::conversion {
namespace {

ByteVector snapshot_of(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

/// Kryo's generations differ in bytes, and snapshots do not tell them.
bool has_other_kryo(const Type& a, const Type& b) {
    if (a.kind != b.kind) {
        return false;
    }
    if (a.kind == TypeKind::kKryo) {
        const auto generation = [](const Type& type) {
            return type.kryo ? type.kryo->generation() : kryo::Generation::kUnknown;
        };
        return generation(a) != generation(b) && generation(a) != kryo::Generation::kUnknown &&
               generation(b) != kryo::Generation::kUnknown;
    }
    const auto differ = [](const TypePtr& x, const TypePtr& y) { return x && y && has_other_kryo(*x, *y); };
    for (std::size_t i = 0; i < std::min(a.nested.size(), b.nested.size()); ++i) {
        if (differ(a.nested[i], b.nested[i])) {
            return true;
        }
    }
    for (std::size_t i = 0; i < std::min(a.fields.size(), b.fields.size()); ++i) {
        if (differ(a.fields[i].type, b.fields[i].type)) {
            return true;
        }
    }
    for (auto list : {&Type::registered_subclasses, &Type::other_subclasses}) {
        for (std::size_t i = 0; i < std::min((a.*list).size(), (b.*list).size()); ++i) {
            if (differ((a.*list)[i].type, (b.*list)[i].type)) {
                return true;
            }
        }
    }
    return false;
}

/// Whether some field or constant in the type is said to come from another one.
bool takes_other_parts(const Type& type, const FieldChanges& changes) {
    if (const auto found = changes.enums.find(&type); found != changes.enums.end() && !found->second.from.empty()) {
        return true;
    }
    if (const auto found = changes.objects.find(&type); found != changes.objects.end()) {
        const auto& fields = found->second.fields;
        if (std::any_of(fields.begin(), fields.end(),
                        [](const FieldChange& field) { return field.from.has_value(); })) {
            return true;
        }
    }
    const auto takes = [&](const TypePtr& part) { return part && takes_other_parts(*part, changes); };
    const auto is_subclass = [&](const PojoSubclass& subclass) { return takes(subclass.type); };
    return takes(type.structure) || std::any_of(type.nested.begin(), type.nested.end(), takes) ||
           std::any_of(type.fields.begin(), type.fields.end(),
                       [&](const PojoField& field) { return takes(field.type); }) ||
           std::any_of(type.registered_subclasses.begin(), type.registered_subclasses.end(), is_subclass) ||
           std::any_of(type.other_subclasses.begin(), type.other_subclasses.end(), is_subclass);
}

}  // namespace

bool have_same_bytes(const Type& a, const Type& b) {
    return a.kind == b.kind && snapshot_of(a) == snapshot_of(b) && !has_other_kryo(a, b);
}

Conversion::Conversion(TypePtr from, TypePtr to, const ConversionRules& rules)
    : from_(std::move(from)),
      to_(std::move(to)),
      is_same_(have_same_bytes(*from_, *to_) &&
               (rules.changes == nullptr || !takes_other_parts(*to_, *rules.changes))) {
    if (!is_same_) {
        root_ = Compiler(*this, rules).compile(from_.get(), *to_);
    }
}

Conversion::~Conversion() = default;

}  // namespace sp::conversion
