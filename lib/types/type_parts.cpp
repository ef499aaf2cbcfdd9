#include "types/type_parts.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "io/byte_writer.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp {
namespace {

ByteVector snapshot_of(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

/// Two types whose parts become the same, as far as they can.
class Merge {
public:
    Merge(const Type& a, const Type& b) : a_(std::make_shared<Type>(a)), b_(std::make_shared<Type>(b)) {}

    /// Null if they differ.
    TypePtr merged() {
        if (a_->kind != b_->kind || a_->kind == TypeKind::kUnknown || !merge_parts()) {
            return nullptr;
        }
        a_->snapshot.clear();
        b_->snapshot.clear();
        return snapshot_of(*a_) == snapshot_of(*b_) ? a_ : nullptr;
    }

private:
    bool merge_parts() {
        if (a_->nested.size() != b_->nested.size() || a_->fields.size() != b_->fields.size() ||
            a_->registered_subclasses.size() != b_->registered_subclasses.size()) {
            return false;
        }
        for (std::size_t i = 0; i < a_->nested.size(); ++i) {
            if (!merge(a_->nested[i], b_->nested[i])) {
                return false;
            }
        }
        for (std::size_t i = 0; i < a_->fields.size(); ++i) {
            if (!merge(a_->fields[i].type, b_->fields[i].type)) {
                return false;
            }
        }
        for (std::size_t i = 0; i < a_->registered_subclasses.size(); ++i) {
            if (!merge(a_->registered_subclasses[i].type, b_->registered_subclasses[i].type)) {
                return false;
            }
        }
        return merge_others();
    }

    static bool merge(TypePtr& a, TypePtr& b) {
        if (a != b) {
            a = b = with_subclasses_of(a, b);
            return a != nullptr;
        }
        return true;
    }

    bool merge_others() {
        std::vector<PojoSubclass>& all = a_->other_subclasses;
        for (PojoSubclass& met : b_->other_subclasses) {
            const auto known = std::find_if(all.begin(), all.end(), [&](const PojoSubclass& subclass) {
                return subclass.class_name == met.class_name;
            });
            if (known == all.end()) {
                all.push_back(met);
            } else if (!known->is_present || known->type == nullptr) {
                *known = met;
            } else if (met.is_present && met.type != nullptr && !merge(known->type, met.type)) {
                return false;
            }
        }
        b_->other_subclasses = all;
        return true;
    }

    std::shared_ptr<Type> a_;
    std::shared_ptr<Type> b_;
};

}  // namespace

TypePtr with_part(const TypePtr& tree, const TypePtr& part, const TypePtr& replacement) {
    if (tree == nullptr || tree == part) {
        return tree == nullptr ? tree : replacement;
    }
    std::shared_ptr<Type> copy;
    for (std::size_t i = 0; i < tree->nested.size(); ++i) {
        TypePtr nested = with_part(tree->nested[i], part, replacement);
        if (nested != tree->nested[i]) {
            if (!copy) {
                copy = std::make_shared<Type>(*tree);
                copy->snapshot.clear();
            }
            copy->nested[i] = std::move(nested);
        }
    }
    return copy ? copy : tree;
}

TypePtr same_part(const TypePtr& tree, const TypePtr& part, const TypePtr& renamed) {
    if (tree == nullptr || tree == part) {
        return tree == nullptr ? nullptr : renamed;
    }
    for (std::size_t i = 0; i < tree->nested.size(); ++i) {
        if (TypePtr found = same_part(tree->nested[i], part, renamed->nested.at(i))) {
            return found;
        }
    }
    return nullptr;
}

bool holds_kind(const Type& type, TypeKind kind) {
    const auto holds = [kind](const TypePtr& part) { return part && holds_kind(*part, kind); };
    const auto is_in_subclass = [&](const PojoSubclass& subclass) { return holds(subclass.type); };
    return type.kind == kind || std::any_of(type.nested.begin(), type.nested.end(), holds) ||
           std::any_of(type.fields.begin(), type.fields.end(),
                       [&](const PojoField& field) { return holds(field.type); }) ||
           std::any_of(type.registered_subclasses.begin(), type.registered_subclasses.end(), is_in_subclass) ||
           std::any_of(type.other_subclasses.begin(), type.other_subclasses.end(), is_in_subclass);
}

TypePtr with_subclasses_of(const TypePtr& a, const TypePtr& b) {
    if (a == b || a == nullptr || b == nullptr) {
        return a == b ? a : nullptr;
    }
    if (snapshot_of(*a) == snapshot_of(*b)) {
        return a;
    }
    return Merge(*a, *b).merged();
}

}  // namespace sp
