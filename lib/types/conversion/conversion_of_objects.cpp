// Objects: which field of the old type each of the new one comes from.

#include <algorithm>
#include <utility>

#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/conversion/conversion_compiler.hpp"
#include "types/conversion/scalar_conversion.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::conversion {

using enum TypeKind;
using Way = Node::Way;

namespace {

std::shared_ptr<const ValueTape> null_of(const Type& type) {
    auto tape = std::make_shared<ValueTape>();
    codec::unwrapped(type).kind == kOption ? tape->unit() : tape->null();
    return tape;
}

/// Whether the row's column is NOT NULL.
bool is_never_null(const Type* row, std::size_t column) {
    return row != nullptr && column < row->logical_types.size() && row->logical_types[column].ends_with(" NOT NULL");
}

}  // namespace

std::shared_ptr<const ValueTape> Conversion::Compiler::told(const std::string& step, const Type& object,
                                                            const Type& type, const std::string& json) {
    if (json == "null" && takes_null(object, type)) {  // not all types say of themselves that they can be null there
        return null_of(type);
    }
    auto tape = std::make_shared<ValueTape>();
    try {
        rules_.read_json(type, json, *tape);
    } catch (const InputError& error) {
        result_.problems_.push_back(path_ + step + ": \"default\": " + error.what());
    }
    return tape;
}

void Conversion::Compiler::object(Node& node, const Type& from, const Type& to) {
    const std::size_t forms = std::max<std::size_t>(1, codec::form_tags(to.kind).size());
    if ((forms > 1 || !codec::form_tags(from.kind).empty()) && from.kind != to.kind) {
        return refuse(words(from) + " cannot become " + words(to));
    }
    node.way = Way::kObject;
    bool is_same = true;
    for (std::size_t form = 0; form < forms; ++form) {
        is_same = fields(node, from, to, form) && is_same;
    }
    if (from.kind == kPojo) {
        subclasses(node, from, to);
    }
    const bool has_no_kind = codec::has_row_kind(from) == codec::has_row_kind(to);
    if (is_same && has_no_kind && node.branches.empty() && (from.kind != kPojo || from.subclasses == nullptr)) {
        node.way = Way::kSame;
    }
}

bool Conversion::Compiler::fields(Node& node, const Type& from, const Type& to, std::size_t form) {
    std::vector<FieldSource>& sources = node.forms.emplace_back();
    const std::vector<std::string> olds = field_names(from, form);
    const std::size_t count = codec::field_count(to, form);
    std::vector<bool> taken(olds.size());
    bool is_same = olds.size() == count;
    std::optional<std::size_t> last;
    bool is_reordered = false;
    for (std::size_t i = 0; i < count; ++i) {
        sources.push_back(source(from, to, i, form, olds));
        const FieldSource& field = sources[i];
        if (field.index == FieldSource::kMissing) {
            is_same = false;
            continue;
        }
        taken[field.index] = true;
        is_reordered = is_reordered || (last && field.index < *last);
        last = field.index;
        is_same = is_same && field.index == i && field.node->way == Way::kSame && !field.node->may_collide &&
                  !field.refuses_null;
        node.may_collide = node.may_collide || field.node->may_collide;
    }
    if (is_reordered && from.kind != kPojo) {
        say("fields in another order");
    }
    for (std::size_t i = 0; i < olds.size(); ++i) {
        if (taken[i]) {
            continue;
        }
        node.may_collide = true;
        if (rules_.drop_fields) {
            result_.steps_.push_back(path_ + "." + olds[i] + ": dropped");
        } else {
            result_.problems_.push_back(path_ + "." + olds[i] +
                                        ": no field takes it; \"from\" names it, or --drop-fields drops it");
        }
    }
    return is_same;
}

FieldSource Conversion::Compiler::source(const Type& from, const Type& to, std::size_t i, std::size_t form,
                                         const std::vector<std::string>& olds) {
    const std::string name = codec::field_name(to, i, form);
    const Type& type = codec::field_type(to, i, form);
    const FieldChange* const change = rules_.changes == nullptr ? nullptr : rules_.changes->find(to, i);
    FieldSource result;
    const auto find = [&](const std::string& wanted) {
        const auto found = std::find(olds.begin(), olds.end(), wanted);
        result.index = found == olds.end() ? FieldSource::kMissing : static_cast<std::size_t>(found - olds.begin());
        return found != olds.end();
    };
    const std::string step = "." + name;
    if (change != nullptr && change->from) {
        if (!find(*change->from)) {
            result_.problems_.push_back(path_ + step + ": there is no field '" + *change->from +
                                        "' that it could come from; there are:" + list_nearest(*change->from, olds));
            return result;
        }
    } else if (change == nullptr || change->name.empty() || !find(change->name)) {
        const bool has_place = place_in_name(name, i) && i < olds.size() && place_in_name(olds[i], i);
        if (!find(name) && has_place) {
            result.index = i;
        }
        for (std::size_t alias = 0;
             change != nullptr && result.index == FieldSource::kMissing && alias < change->aliases.size(); ++alias) {
            find(change->aliases[alias]);
        }
    }
    if (result.index != FieldSource::kMissing) {
        const std::string& old = olds[result.index];
        if (old != name && !place_in_name(name, i)) {
            result_.steps_.push_back(path_ + step + ": from ." + old);
        } else if (old != name && !place_in_name(old, result.index)) {
            result_.steps_.push_back(path_ + step + ": from ." + old);
        }
        result.node = part(step, &codec::field_type(from, result.index, form), type);
        result.refuses_null = is_never_null(new_row_, i) && !is_never_null(old_row_, result.index);
        return result;
    }
    const bool can_be_null = takes_null(to, type) && !is_never_null(new_row_, i);
    if (change != nullptr && change->missing && (can_be_null || *change->missing != "null")) {
        result.missing = told(step, to, type, *change->missing);
        result_.steps_.push_back(path_ + step + ": added, " + *change->missing);
    } else if (can_be_null) {
        result.missing = null_of(type);
        result_.steps_.push_back(path_ + step + ": added, null");
    } else {
        result_.problems_.push_back(path_ + step +
                                    ": the old type has no such field, and this one is never null: \"from\" names the "
                                    "field that it comes from, \"default\" its value; there are:" +
                                    list_nearest(name, olds));
    }
    return result;
}

void Conversion::Compiler::subclasses(Node& node, const Type& from, const Type& to) {
    for (const auto* list : {&from.registered_subclasses, &from.other_subclasses}) {
        for (const PojoSubclass& old : *list) {
            Branch& branch = node.branches.emplace_back();
            branch.old_name = old.class_name;
            if (!old.type) {
                continue;
            }
            if (to.kind != kPojo) {
                branch.node = part("(" + old.class_name + ")", old.type.get(), to);
                node.may_collide = true;
                continue;
            }
            for (const auto* news : {&to.registered_subclasses, &to.other_subclasses}) {
                for (const PojoSubclass& candidate : *news) {
                    if (candidate.class_name == old.class_name && candidate.type) {
                        branch.new_name = candidate.class_name;
                        branch.node = part("(" + old.class_name + ")", old.type.get(), *candidate.type);
                        node.may_collide = node.may_collide || branch.node->may_collide;
                    }
                }
            }
        }
    }
}

}  // namespace sp::conversion
