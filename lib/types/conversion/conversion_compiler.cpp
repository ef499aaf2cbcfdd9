#include "types/conversion/conversion_compiler.hpp"

#include <algorithm>
#include <utility>

#include "sp/error.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/conversion/scalar_conversion.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"

namespace sp::conversion {

using enum TypeKind;
using Way = Node::Way;

const Node* Conversion::Compiler::compile(const Type* from, const Type& to) {
    const Type* const old = from == nullptr ? nullptr : &shape_of(*from);
    const Type& shape = shape_of(to);
    const auto [known, is_new] = nodes_.try_emplace({old, &shape, has_option(to)}, nullptr);
    if (!is_new) {
        return known->second;
    }
    Node& node = *result_.nodes_.emplace_back(std::make_unique<Node>());
    known->second = &node;
    node.to = &shape;
    node.way = Way::kObject;  // not kSame before that is known: types can be inside themselves
    node.is_optional = has_option(to);
    const std::size_t said = result_.steps_.size() + result_.problems_.size();
    const Type* const outer_old = std::exchange(old_row_, from == nullptr ? nullptr : row_of(*from));
    const Type* const outer_new = std::exchange(new_row_, row_of(to));
    fill(node, old, shape);
    old_row_ = outer_old;
    new_row_ = outer_new;
    if (from != nullptr && said == result_.steps_.size() + result_.problems_.size()) {
        say_if_words_differ(*from, to);
    }
    return &node;
}

void Conversion::Compiler::say_if_words_differ(const Type& from, const Type& to) {
    const std::string before = words(from);
    const std::string after = words(to);
    if (before != after && !from.snapshot_class.empty() && !to.snapshot_class.empty()) {
        say(before + " -> " + after);
    }
}

const Node* Conversion::Compiler::part(const std::string& step, const Type* from, const Type& to) {
    const std::size_t size = path_.size();
    path_ += step;
    const Node* const node = compile(from, to);
    path_.resize(size);
    return node;
}

void Conversion::Compiler::fill(Node& node, const Type* from, const Type& to) {
    if (from != nullptr && from->kind == kKryo && to.kind == kKryo && have_same_bytes(*from, to)) {
        node.way = Way::kEncoded;
        return;
    }
    const bool is_decoded = from == nullptr || from->kind == kKryo || codec::has_codec(from->kind);
    if (!is_decoded || (from != nullptr && from->kind == kKryo && from->kryo == nullptr)) {
        return refuse(words(*from) + " cannot be decoded");
    }
    if (to.kind == kKryo) {
        return to_kryo(node, from, to);
    }
    if (!codec::has_codec(to.kind)) {
        return refuse(words(to) + " cannot be written");
    }
    if (from == nullptr || from->kind == kKryo) {
        return open(node, from, to);
    }
    if (from->kind == kOption || to.kind == kOption) {
        return option(node, *from, to);
    }
    if (from->kind == kAvroUnion || to.kind == kAvroUnion) {
        return avro_union(node, *from, to);
    }
    if (codec::is_object(*from) && codec::is_object(to)) {
        return object(node, *from, to);
    }
    if (is_of_one(*from) != is_of_one(to) && codec::is_object(*from) != codec::is_object(to)) {
        return of_one(node, *from, to);
    }
    if (codec::is_sequence(*from) && codec::is_sequence(to)) {
        parts(node, Way::kArray, {part("[]", &codec::element_type(*from), codec::element_type(to))});
        return tell_apart(node, codec::is_set(to) && (!codec::is_set(*from) || node.parts[0]->may_collide));
    }
    if (codec::is_map(*from) && codec::is_map(to)) {
        parts(node, Way::kMap,
              {part(".key", &codec::map_key(*from), codec::map_key(to)),
               part(".value", &codec::map_value(*from), codec::map_value(to))});
        return tell_apart(node, node.parts[0]->may_collide);
    }
    if (codec::is_choice(from->kind) && codec::is_choice(to.kind)) {
        return parts(node, Way::kChoice,
                     {part(".left", from->nested.at(0).get(), *to.nested.at(0)),
                      part(".right", from->nested.at(1).get(), *to.nested.at(1))});
    }
    if ((from->kind == kEnum || from->kind == kScalaEnum) && (to.kind == kEnum || to.kind == kScalaEnum)) {
        return constants(node, *from, to);
    }
    scalar(node, *from, to);
}

void Conversion::Compiler::parts(Node& node, Way way, std::initializer_list<const Node*> inner) {
    std::copy(inner.begin(), inner.end(), node.parts);
    const bool is_same = std::all_of(inner.begin(), inner.end(),
                                     [](const Node* part) { return part->way == Way::kSame && !part->may_collide; });
    node.way = is_same && way != Way::kChoice ? Way::kSame : way;
    node.may_collide = std::any_of(inner.begin(), inner.end(), [](const Node* part) { return part->may_collide; });
}

bool Conversion::Compiler::is_of_one(const Type& type) {
    return (type.kind == kTuple || type.kind == kRow || type.kind == kCaseClass) && type.nested.size() == 1;
}

void Conversion::Compiler::of_one(Node& node, const Type& from, const Type& to) {
    const bool is_wrapped = is_of_one(from);
    node.way = is_wrapped ? Way::kUnwrap : Way::kWrap;
    node.parts[0] = part("", is_wrapped ? from.nested[0].get() : &from, is_wrapped ? to : *to.nested[0]);
    node.may_collide = node.parts[0]->may_collide;
}

void Conversion::Compiler::tell_apart(Node& node, bool is_needed) {
    node.tells_apart = is_needed;
    if (is_needed && node.way == Way::kSame) {
        node.way = codec::is_map(*node.to) ? Way::kMap : Way::kArray;
    }
}

void Conversion::Compiler::scalar(Node& node, const Type& from, const Type& to) {
    const ScalarWay way = scalar_way(from, to);
    const bool is_other = from.kind != to.kind || way == ScalarWay::kChecked;
    switch (way) {
        case ScalarWay::kNone:
            if (from.kind == to.kind && codec::has_codec(from.kind)) {
                node.way = Way::kSame;  // GlobalWindow, DeweyNumber
                return;
            }
            return refuse(words(from) + " cannot become " + words(to));
        case ScalarWay::kSame:
        case ScalarWay::kChecked: node.way = Way::kSame; break;
        default: node.way = Way::kScalar; break;
    }
    // What is the same to numbers is not the same to BigDecimal: 1.0 and 1.00.
    node.may_collide = way == ScalarWay::kConvertMany || (from.kind == kBigDecimal && to.kind == kDecimalData);
    if (is_other) {
        const bool is_checked = way != ScalarWay::kSame && way != ScalarWay::kConvert;
        say(words(from) + " -> " + words(to) + (is_checked ? ", if each value fits" : ""));
    }
}

void Conversion::Compiler::constants(Node& node, const Type& from, const Type& to) {
    node.way = Way::kSame;
    std::map<std::string, std::vector<std::string>> renamed;
    if (rules_.changes != nullptr) {
        if (const auto found = rules_.changes->enums.find(&to); found != rules_.changes->enums.end()) {
            renamed = found->second.from;
        }
    }
    const auto has = [](const Type& type, const std::string& name) {
        return std::any_of(type.constants.begin(), type.constants.end(),
                           [&](const EnumConstant& constant) { return constant.name == name; });
    };
    std::map<std::string, int> taken;
    for (const auto& [name, olds] : renamed) {
        for (const std::string& old : olds) {
            if (!has(from, old)) {
                refuse("there is no constant " + old);
            }
            node.constants.emplace_back(old, name);
            ++taken[old];
            say("constant " + old + " -> " + name);
        }
        node.may_collide = node.may_collide || olds.size() > 1 || (has(from, name) && taken.count(name) == 0);
    }
    for (const auto& [old, times] : taken) {
        if (times > 1) {
            refuse("the constant " + old + " becomes two");
        }
    }
    for (const EnumConstant& constant : to.constants) {
        if (!has(from, constant.name) && renamed.count(constant.name) == 0) {
            say("constant " + constant.name + " added");
        }
    }
    for (const EnumConstant& constant : from.constants) {
        if (!has(to, constant.name) && taken.count(constant.name) == 0) {
            say("constant " + constant.name + " dropped, if no value is it");
        }
    }
    if (!node.constants.empty()) {
        node.way = Way::kScalar;
    }
}

void Conversion::Compiler::option(Node& node, const Type& from, const Type& to) {
    if (to.kind == kOption) {
        const Type& content = from.kind == kOption ? *from.nested.at(0) : from;
        parts(node, Way::kOption, {part("", &content, *to.nested.at(0))});
        node.way = Way::kOption;
        return;
    }
    node.parts[0] = part("", from.nested.at(0).get(), to);
    node.way = Way::kContent;
    node.may_collide = node.parts[0]->may_collide;
}

void Conversion::Compiler::avro_union(Node& node, const Type& from, const Type& to) {
    node.way = Way::kBranches;
    const std::size_t count = from.kind == kAvroUnion ? from.nested.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
        const Type& old = from.kind == kAvroUnion ? *from.nested[i] : from;
        Branch& branch = node.branches.emplace_back();
        if (to.kind != kAvroUnion) {
            if (old.kind != kAvroNull) {
                branch.node = part("", &old, to);
            }
            continue;
        }
        const std::optional<std::size_t> found = branch_for(old, to);
        if (!found) {
            refuse("no branch of " + words(to) + " takes " + words(shape_of(old)));
            continue;
        }
        branch.index = *found;
        branch.node = part("", &old, *to.nested[*found]);
    }
    node.may_collide = std::any_of(node.branches.begin(), node.branches.end(), [](const Branch& branch) {
        return branch.node != nullptr && branch.node->may_collide;
    });
}

std::optional<std::size_t> Conversion::Compiler::branch_for(const Type& old, const Type& to) {
    const Type& shape = shape_of(old);
    const auto find = [&](auto&& fits) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < to.nested.size(); ++i) {
            if (fits(shape_of(*to.nested[i]))) {
                return i;
            }
        }
        return std::nullopt;
    };
    const auto alike =
        find([&](const Type& branch) { return branch.kind == shape.kind && branch.class_name == shape.class_name; });
    const auto wider = find([&](const Type& branch) {
        const ScalarWay way = scalar_way(shape, branch);
        return branch.kind != kAvroString && (way == ScalarWay::kSame || way == ScalarWay::kConvert);
    });
    const auto other = find([&](const Type& branch) { return scalar_way(shape, branch) != ScalarWay::kNone; });
    return alike ? alike : wider ? wider : other;
}

void Conversion::Compiler::to_kryo(Node& node, const Type* from, const Type& to) {
    if (to.kryo == nullptr) {
        return refuse(words(to) + " cannot be written");
    }
    try {
        const kryo::KryoForm& form = to.kryo->forms().form(to);
        if (form.kind == kryo::KryoForm::Kind::kRefused) {
            return refuse("Kryo's values of " + form.problem);
        }
    } catch (const Error& error) {
        return refuse(error.what());
    }
    if (from != nullptr && from->kind != kKryo && codec::is_object(*from)) {
        return refuse(words(*from) + " cannot become " + words(to));
    }
    if (from != nullptr && from->kind == kKryo) {
        say(words(*from) + (words(*from) == words(to) ? " by another Kryo" : " -> " + words(to)));
    }
    node.way = Way::kScalar;  // an empty Optional is told otherwise than null
}

void Conversion::Compiler::open(Node& node, const Type* from, const Type& to) {
    node.way = Way::kOpen;
    node.may_collide = true;
    node.drops_fields = rules_.drop_fields;
    if (from != nullptr) {
        say("kryo<" + from->class_name + "> -> " + words(to));
    }
    if (codec::is_object(to)) {
        if (!codec::form_tags(to.kind).empty()) {
            return refuse("Kryo's values cannot become " + words(to));
        }
        std::vector<FieldSource>& fields = node.forms.emplace_back();
        for (std::size_t i = 0; i < codec::field_count(to); ++i) {
            const FieldChange* const change = rules_.changes == nullptr ? nullptr : rules_.changes->find(to, i);
            FieldSource& source = fields.emplace_back();
            source.name = change != nullptr && change->from            ? *change->from
                          : change != nullptr && !change->name.empty() ? change->name
                                                                       : codec::field_name(to, i);
            source.node = part("." + codec::field_name(to, i), nullptr, codec::field_type(to, i));
            if (change != nullptr && change->missing) {
                source.missing = told("." + codec::field_name(to, i), to, codec::field_type(to, i), *change->missing);
            }
        }
    } else if (codec::is_sequence(to)) {
        node.parts[0] = part("[]", nullptr, codec::element_type(to));
        node.tells_apart = codec::is_set(to);
    } else if (codec::is_map(to)) {
        node.parts[0] = part(".key", nullptr, codec::map_key(to));
        node.parts[1] = part(".value", nullptr, codec::map_value(to));
        node.tells_apart = true;
    } else if (to.kind == kOption) {
        node.parts[0] = part("", nullptr, *to.nested.at(0));
    } else if (!is_scalar(to)) {
        refuse("Kryo's values cannot become " + words(to));
    }
}

}  // namespace sp::conversion
