#include "types/conversion/conversion.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "io/byte_writer.hpp"
#include "sp/error.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_words.hpp"
#include "types/conversion/scalar_conversion.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp::conversion {
namespace {

using enum TypeKind;
using Way = Node::Way;

constexpr std::size_t kLongestWords = 80;

std::string words(const Type& type) {
    const bool has_word =
        static_cast<std::size_t>(type.kind) < schema_words().size();  // parts of Avro's schemas have none
    std::string text = !type.snapshot_class.empty() ? type_words(type)
                       : has_word                   ? std::string(schema_word(type.kind).head)
                                                    : codec::value_word(type);
    if (text.size() > kLongestWords) {
        std::size_t end = kLongestWords;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) {
            --end;
        }
        text.resize(end);
        text += "…";
    }
    return text;
}

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
    if (a.kind == kKryo) {
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

/// Behind wrappers, marks of null, Options that print their content as it is, and unions of null and one other.
const Type& shape_of(const Type& type) {
    const Type* at = &codec::printed_type(type);
    while (true) {
        if (at->kind == kAvroUnion && codec::is_plain_union(*at)) {
            const std::size_t branch = codec::union_branch(*at, false);
            if (branch == at->nested.size()) {
                return *at;
            }
            at = &codec::printed_type(*at->nested[branch]);
        } else if (at->kind == kRawData) {
            at = &codec::printed_type(*at->nested.at(0));
        } else {
            return *at;
        }
    }
}

/// Whether one of the wrappers around the shape is an Option.
bool has_option(const Type& type) {
    const Type* at = &codec::unwrapped(type);
    while (at->kind == kNullable) {
        at = &codec::unwrapped(*at->nested.at(0));
    }
    return at->kind == kOption;
}

bool is_primitive(TypeKind kind) { return kind <= kDouble; }

/// Whether a field of a new object can be null.
bool takes_null(const Type& object, const Type& field) {
    const Type* at = &codec::unwrapped(field);
    if (at->kind == kNullable || at->kind == kOption || at->kind == kVoid || at->kind == kAvroNull) {
        return true;
    }
    if (at->kind == kAvroUnion) {
        return codec::union_branch(*at, true) != at->nested.size();
    }
    return object.kind == kRow || object.kind == kBinaryRow || (object.kind == kPojo && !is_primitive(at->kind));
}

/// "f3" or "_4": names that only say where a field stands.
std::optional<std::size_t> place_in_name(const std::string& name, std::size_t index) {
    return name == "f" + std::to_string(index) || name == "_" + std::to_string(index + 1) ? std::optional(index)
                                                                                          : std::nullopt;
}

std::vector<std::string> field_names(const Type& type, std::size_t form) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < codec::field_count(type, form); ++i) {
        names.push_back(codec::field_name(type, i, form));
    }
    return names;
}

/// Whether some field in the type is said to come from another one.
bool takes_other_fields(const Type& type, const FieldChanges& changes) {
    if (const auto found = changes.objects.find(&type); found != changes.objects.end()) {
        const auto& fields = found->second.fields;
        if (std::any_of(fields.begin(), fields.end(),
                        [](const FieldChange& field) { return field.from.has_value(); })) {
            return true;
        }
    }
    const auto takes = [&](const TypePtr& part) { return part && takes_other_fields(*part, changes); };
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

class Conversion::Compiler {
public:
    Compiler(Conversion& result, const ConversionRules& rules) : result_(result), rules_(rules) {}

    /// `from` is null where only values tell what they are.
    const Node* compile(const Type* from, const Type& to) {
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
        fill(node, old, shape);
        if (from != nullptr && said == result_.steps_.size() + result_.problems_.size()) {
            say_if_words_differ(*from, to);
        }
        return &node;
    }

private:
    struct Key {
        const Type* from;
        const Type* to;
        bool is_optional;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void say(const std::string& what) { result_.steps_.push_back((path_.empty() ? "" : path_ + ": ") + what); }
    void refuse(const std::string& why) { result_.problems_.push_back((path_.empty() ? "" : path_ + ": ") + why); }

    /// Marks of null that come or go, other forms of the same.
    void say_if_words_differ(const Type& from, const Type& to) {
        const std::string before = words(from);
        const std::string after = words(to);
        if (before != after && !from.snapshot_class.empty() && !to.snapshot_class.empty()) {
            say(before + " -> " + after);
        }
    }

    const Node* part(const std::string& step, const Type* from, const Type& to) {
        const std::size_t size = path_.size();
        path_ += step;
        const Node* const node = compile(from, to);
        path_.resize(size);
        return node;
    }

    void fill(Node& node, const Type* from, const Type& to) {
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

    void parts(Node& node, Way way, std::initializer_list<const Node*> inner) {
        std::copy(inner.begin(), inner.end(), node.parts);
        const bool is_same = std::all_of(
            inner.begin(), inner.end(), [](const Node* part) { return part->way == Way::kSame && !part->may_collide; });
        node.way = is_same && way != Way::kChoice ? Way::kSame : way;
        node.may_collide = std::any_of(inner.begin(), inner.end(), [](const Node* part) { return part->may_collide; });
    }

    /// A tuple, row or case class with a single field, which can become what is in it, and the other way round.
    static bool is_of_one(const Type& type) {
        return (type.kind == kTuple || type.kind == kRow || type.kind == kCaseClass) && type.nested.size() == 1;
    }

    void of_one(Node& node, const Type& from, const Type& to) {
        const bool is_wrapped = is_of_one(from);
        node.way = is_wrapped ? Way::kUnwrap : Way::kWrap;
        node.parts[0] = part("", is_wrapped ? from.nested[0].get() : &from, is_wrapped ? to : *to.nested[0]);
        node.may_collide = node.parts[0]->may_collide;
    }

    /// Keys of a map and elements of a set.
    static void tell_apart(Node& node, bool is_needed) {
        node.tells_apart = is_needed;
        if (is_needed && node.way == Way::kSame) {
            node.way = codec::is_map(*node.to) ? Way::kMap : Way::kArray;
        }
    }

    void scalar(Node& node, const Type& from, const Type& to) {
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
        node.may_collide = way == ScalarWay::kConvertMany;
        if (is_other) {
            const bool is_checked = way != ScalarWay::kSame && way != ScalarWay::kConvert;
            say(words(from) + " -> " + words(to) + (is_checked ? ", if each value fits" : ""));
        }
    }

    void constants(Node& node, const Type& from, const Type& to) {
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

    void option(Node& node, const Type& from, const Type& to) {
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

    /// Avro: the first branch that fits, one of the same name before others.
    void avro_union(Node& node, const Type& from, const Type& to) {
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

    static std::optional<std::size_t> branch_for(const Type& old, const Type& to) {
        const Type& shape = shape_of(old);
        const auto find = [&](auto&& fits) -> std::optional<std::size_t> {
            for (std::size_t i = 0; i < to.nested.size(); ++i) {
                if (fits(shape_of(*to.nested[i]))) {
                    return i;
                }
            }
            return std::nullopt;
        };
        const auto alike = find(
            [&](const Type& branch) { return branch.kind == shape.kind && branch.class_name == shape.class_name; });
        const auto wider = find([&](const Type& branch) {
            const ScalarWay way = scalar_way(shape, branch);
            return branch.kind != kAvroString && (way == ScalarWay::kSame || way == ScalarWay::kConvert);
        });
        const auto other = find([&](const Type& branch) { return scalar_way(shape, branch) != ScalarWay::kNone; });
        return alike ? alike : wider ? wider : other;
    }

    // ---- Kryo --------------------------------------------------------------------------------------------------------

    void to_kryo(Node& node, const Type* from, const Type& to) {
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

    void open(Node& node, const Type* from, const Type& to) {
        node.way = Way::kOpen;
        node.may_collide = true;
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
                    source.missing = told("." + codec::field_name(to, i), codec::field_type(to, i), *change->missing);
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

    // ---- Objects -----------------------------------------------------------------------------------------------------

    std::shared_ptr<const ValueTape> told(const std::string& step, const Type& type, const std::string& json) {
        auto tape = std::make_shared<ValueTape>();
        try {
            rules_.read_json(type, json, *tape);
        } catch (const InputError& error) {
            result_.problems_.push_back(path_ + step + ": \"default\": " + error.what());
        }
        return tape;
    }

    void object(Node& node, const Type& from, const Type& to) {
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

    /// Whether all fields are the same, in the same order.
    bool fields(Node& node, const Type& from, const Type& to, std::size_t form) {
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
            is_same = is_same && field.index == i && field.node->way == Way::kSame && !field.node->may_collide;
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

    FieldSource source(const Type& from, const Type& to, std::size_t i, std::size_t form,
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
                result_.problems_.push_back(
                    path_ + step + ": there is no field '" + *change->from +
                    "' that it could come from; there are:" + list_nearest(*change->from, olds));
                return result;
            }
        } else if (change == nullptr || change->name.empty() || !find(change->name)) {
            const bool has_place = place_in_name(name, i) && i < olds.size() && place_in_name(olds[i], i);
            if (!find(name) && has_place) {
                result.index = i;
            }
            for (std::size_t alias = 0;
                 change != nullptr && result.index == FieldSource::kMissing && alias < change->aliases.size();
                 ++alias) {
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
            return result;
        }
        if (change != nullptr && change->missing) {
            result.missing = told(step, type, *change->missing);
            result_.steps_.push_back(path_ + step + ": added, " + *change->missing);
        } else if (takes_null(to, type)) {
            auto tape = std::make_shared<ValueTape>();
            codec::unwrapped(type).kind == kOption ? tape->unit() : tape->null();
            result.missing = std::move(tape);
            result_.steps_.push_back(path_ + step + ": added, null");
        } else {
            result_.problems_.push_back(
                path_ + step +
                ": the old type has no such field, and this one is never null: \"from\" names the "
                "field that it comes from, \"default\" its value; there are:" +
                list_nearest(name, olds));
        }
        return result;
    }

    /// By the names of their classes. Values of one that the new type does not know are found when they come.
    void subclasses(Node& node, const Type& from, const Type& to) {
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

    Conversion& result_;
    const ConversionRules& rules_;
    std::map<Key, const Node*> nodes_;
    std::string path_;
};

Conversion::Conversion(TypePtr from, TypePtr to, const ConversionRules& rules)
    : from_(std::move(from)),
      to_(std::move(to)),
      is_same_(have_same_bytes(*from_, *to_) &&
               (rules.changes == nullptr || !takes_other_fields(*to_, *rules.changes))) {
    if (!is_same_) {
        root_ = Compiler(*this, rules).compile(from_.get(), *to_);
    }
}

Conversion::~Conversion() = default;

}  // namespace sp::conversion
