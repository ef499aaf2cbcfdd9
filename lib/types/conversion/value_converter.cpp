#include "types/conversion/value_converter.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/conversion/scalar_conversion.hpp"

namespace sp::conversion {
namespace {

using Code = ValueTape::Code;
using Way = Node::Way;

constexpr int kMostReferences = 100;

bool is_null(Code code) { return code == Code::kNull || code == Code::kUnit; }

/// Content of an Option that would be taken for None.
bool is_some(const ValueTape::Event& event) {
    return event.code == Code::kAlternative && event.type->kind == TypeKind::kOption;
}

}  // namespace

ValueConverter::ValueConverter(const Conversion& conversion) : conversion_(conversion), decoder_(conversion.from()) {}

ValueConverter::~ValueConverter() = default;

const std::uint8_t* ValueConverter::convert(const std::uint8_t* p, const std::uint8_t* end, ByteVector& out,
                                            bool is_exact) {
    tape_.clear();
    const std::uint8_t* const stop = decoder_.decode(p, end, tape_, is_exact);
    encoded_.clear();
    if (!encoder_) {
        encoder_.emplace(conversion_.to(), encoded_);
    }
    out_ = &*encoder_;
    depth_ = 0;
    references_ = 0;
    try {
        tell(0, conversion_.root());
        encoder_->finish();
    } catch (...) {
        encoder_.reset();
        throw;
    }
    out.insert(out.end(), encoded_.begin(), encoded_.end());
    return stop;
}

void ValueConverter::convert(Bytes value, ByteVector& out) {
    const std::uint8_t* const end = value.data() + value.size();
    const std::uint8_t* const stop = convert(value.data(), end, out, true);
    if (stop != end) {
        throw codec::DecodeFault{codec::DecodeFault::Reason::kInvalid, stop, conversion_.from().get(),
                                 "the end of the value"};
    }
}

std::size_t ValueConverter::tell(std::size_t at, const Node& node) {
    const ValueTape::Event& event = tape_[at];
    if (node.way == Way::kSame) {
        return tape_.tell(at, *out_);
    }
    if (node.way == Way::kEncoded && event.kryo_size != 0) {
        out_->encoded(tape_.kryo_bytes(event));
        return event.end;
    }
    if (node.to->kind == TypeKind::kKryo) {
        const bool is_empty_optional = event.code == Code::kNull && event.kryo_size > 1;
        if (is_empty_optional) {
            tape_.tell_classes(event, *out_);
            out_->unit();
        } else {
            tape_.tell(at, *out_);
        }
        return event.end;
    }
    if (event.code == Code::kReference) {
        if (++references_ > kMostReferences) {
            throw InputError("its objects refer to each other in a circle");
        }
        tell(tape_.referred(event), node);
        --references_;
        return event.end;
    }
    if (node.way == Way::kBranches) {
        union_branch(event, at, node);
    } else if (node.way == Way::kOption) {
        option(event, at, node);
    } else if (node.way == Way::kWrap) {
        out_->begin_object(*node.to, 0);
        out_->field(0, {});
        tell(at, *node.parts[0]);
        out_->end_object();
    } else if (node.way == Way::kUnwrap && event.code == Code::kObject) {
        if (event.number != 0) {
            throw InputError("a row kind where the new type stores none");
        }
        tell(at + 2, *node.parts[0]);  // behind the field's name
    } else if (event.code == Code::kSubclass) {
        subclass(event, at, node);
    } else if (is_some(event)) {  // its content may be null; None has been told otherwise
        if (node.way == Way::kContent) {
            tell(at + 1, *node.parts[0]);
        } else if (node.is_optional) {
            out_->begin_alternative(*event.type, 0, "some");
            tell(at + 1, node);
            out_->end_alternative();
        } else {
            tell(at + 1, node);
        }
    } else if (is_null(event.code)) {
        null(event, node);
    } else {
        switch (event.code) {
            case Code::kArray: array(event, at, node); break;
            case Code::kMap:
            case Code::kDynamicMap: map(event, at, node); break;
            case Code::kObject: object(event, at, node); break;
            case Code::kDynamicObject: open_object(at, node); break;
            case Code::kAlternative: choice(event, at, node); break;
            default: scalar(event, node); break;
        }
    }
    return event.end;
}

/// None is no null of Java's.
void ValueConverter::null(const ValueTape::Event& event, const Node& node) {
    const bool is_unit = codec::is_unit(node.to->kind) || node.is_optional;
    event.code == Code::kUnit&& is_unit ? out_->unit() : out_->null();
}

void ValueConverter::scalar(const ValueTape::Event& event, const Node& node) {
    if (event.code == Code::kEnumeration) {
        const std::string_view name = tape_.text(event);
        for (const auto& [old, renamed] : node.constants) {
            if (old == name) {
                return out_->enumeration(static_cast<std::int32_t>(event.number), renamed);
            }
        }
    }
    if (event.code == Code::kBoolean || event.code == Code::kTemporal || event.code == Code::kBytes ||
        event.code == Code::kBigDecimal) {
        const auto at = static_cast<std::size_t>(&event - &tape_[0]);
        tape_.tell(at, *out_);
        return;
    }
    convert_scalar(tape_, event, *node.to, *out_);
}

void ValueConverter::check_new(std::size_t at, const Node& node, const Type& type,
                               std::unordered_set<std::string>& known, const char* problem) {
    ByteVector bytes;
    codec::ValueEncoder encoder(std::shared_ptr<const Type>(conversion_.to(), &type), bytes);
    codec::ValueEncoder* const outer = std::exchange(out_, &encoder);
    tell(at, node);
    encoder.finish();
    out_ = outer;
    if (!known.emplace(bytes.begin(), bytes.end()).second) {
        throw InputError(problem);
    }
}

void ValueConverter::array(const ValueTape::Event& event, std::size_t at, const Node& node) {
    if (node.parts[0] == nullptr) {
        tape_.tell(at, *out_);  // says what is wrong
        return;
    }
    std::unordered_set<std::string> known;
    out_->begin_array(static_cast<std::size_t>(event.number));
    for (std::size_t part = at + 1; tape_[part].code != Code::kEnd;) {
        if (node.tells_apart) {
            check_new(part, *node.parts[0], codec::element_type(*node.to), known,
                      "two elements of a set become the same");
        }
        part = tell(part, *node.parts[0]);
    }
    out_->end_array();
}

void ValueConverter::map(const ValueTape::Event& event, std::size_t at, const Node& node) {
    if (node.parts[0] == nullptr || node.parts[1] == nullptr) {
        tape_.tell(at, *out_);
        return;
    }
    std::unordered_set<std::string> known;
    out_->begin_dynamic_map(static_cast<std::size_t>(event.number));
    for (std::size_t part = at + 1; tape_[part].code != Code::kEnd;) {
        if (node.tells_apart) {
            check_new(part, *node.parts[0], codec::map_key(*node.to), known, "two keys of a map become the same");
        }
        part = tell(part, *node.parts[0]);
        part = tell(part, *node.parts[1]);
    }
    out_->end_map();
}

void ValueConverter::object(const ValueTape::Event& event, std::size_t at, const Node& node) {
    const bool has_forms = node.forms.size() > 1;
    const auto form = static_cast<std::size_t>(event.number);
    if (node.forms.empty() || (has_forms && form >= node.forms.size())) {
        tape_.tell(at, *out_);
        return;
    }
    if (places_.size() <= depth_) {
        places_.emplace_back();
    }
    places_[depth_].clear();
    for (std::size_t part = at + 1; tape_[part].code != Code::kEnd;) {
        places_[depth_].push_back(part + 1);
        part = tape_[part + 1].end;
    }
    ++depth_;
    out_->begin_object(*node.to, static_cast<int>(form));
    const std::vector<FieldSource>& fields = node.forms[has_forms ? form : 0];
    for (std::size_t i = 0; i < fields.size(); ++i) {
        out_->field(i, {});
        const FieldSource& field = fields[i];
        if (field.index == FieldSource::kMissing) {
            field.missing->tell(0, *out_);
        } else {
            const std::size_t place = places_[depth_ - 1].at(field.index);
            if (field.refuses_null && is_null(tape_[place].code)) {
                throw InputError("." + codec::field_name(*node.to, i) + ": null in a column that is NOT NULL");
            }
            tell(place, *field.node);
        }
    }
    out_->end_object();
    --depth_;
}

void ValueConverter::open_object(std::size_t at, const Node& node) {
    if (node.forms.empty()) {
        tape_.tell(at, *out_);
        return;
    }
    const std::vector<FieldSource>& fields = node.forms.front();
    for (std::size_t part = at + 1; !node.drops_fields && tape_[part].code != Code::kEnd; part = tape_[part + 1].end) {
        const std::string_view name = tape_.text(tape_[part]);
        if (std::ranges::none_of(fields, [&](const FieldSource& field) { return field.name == name; })) {
            throw InputError("no field takes ." + std::string(name) + "; \"from\" names it, or --drop-fields drops it");
        }
    }
    out_->begin_object(*node.to, 0);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        out_->field(i, {});
        std::size_t found = 0;
        for (std::size_t part = at + 1; tape_[part].code != Code::kEnd;) {
            if (tape_.text(tape_[part]) == fields[i].name) {
                found = part + 1;
            }
            part = tape_[part + 1].end;
        }
        if (found != 0) {
            tell(found, *fields[i].node);
        } else if (fields[i].missing) {
            fields[i].missing->tell(0, *out_);
        } else {
            throw InputError("there is no field " + fields[i].name);
        }
    }
    out_->end_object();
}

void ValueConverter::choice(const ValueTape::Event& event, std::size_t at, const Node& node) {
    const auto index = static_cast<std::size_t>(event.number);
    if (index > 1 || node.parts[index] == nullptr || !codec::is_choice(node.to->kind)) {
        tape_.tell(at, *out_);
        return;
    }
    out_->begin_alternative(*node.to, index, codec::alternative_name(node.to->kind, index));
    tell(at + 1, *node.parts[index]);
    out_->end_alternative();
}

void ValueConverter::option(const ValueTape::Event& event, std::size_t at, const Node& node) {
    if (is_null(event.code)) {
        return out_->unit();
    }
    out_->begin_alternative(*node.to, 0, "some");
    tell(is_some(event) ? at + 1 : at, *node.parts[0]);
    out_->end_alternative();
}

void ValueConverter::union_branch(const ValueTape::Event& event, std::size_t at, const Node& node) {
    const bool is_of_union = event.code == Code::kAlternative && event.type->kind == TypeKind::kAvroUnion;
    std::size_t old = is_of_union ? static_cast<std::size_t>(event.number) : 0;
    if (!is_of_union && node.branches.size() > 1) {  // a union of one type and null: null, or the other
        old = 0;
        while (old + 1 < node.branches.size() && node.branches[old].node == nullptr) {
            ++old;
        }
    }
    const Branch* const branch = old < node.branches.size() ? &node.branches[old] : nullptr;
    const std::size_t content = is_of_union ? at + 1 : at;
    if (node.to->kind != TypeKind::kAvroUnion) {
        if (branch == nullptr || branch->node == nullptr) {
            return out_->null();
        }
        tell(content, *branch->node);
        return;
    }
    if (branch == nullptr || branch->node == nullptr) {
        throw InputError("a value of a branch that the new union does not have");
    }
    if (is_null(tape_[content].code)) {
        return out_->null();
    }
    out_->begin_alternative(*node.to, branch->index, {});
    tell(content, *branch->node);
    out_->end_alternative();
}

void ValueConverter::subclass(const ValueTape::Event& event, std::size_t at, const Node& node) {
    const std::string_view name = tape_.text(event);
    if (node.way == Way::kOpen) {  // a class that Kryo's bytes name
        tell(at + 1, node);
        return;
    }
    for (const Branch& branch : node.branches) {
        if (branch.old_name != name) {
            continue;
        }
        if (branch.node == nullptr) {
            break;
        }
        if (!branch.new_name.empty()) {
            out_->subclass(branch.new_name);
        }
        tell(at + 1, *branch.node);
        return;
    }
    throw InputError("an object of " + std::string(name) + ", a subclass that the new type does not have");
}

}  // namespace sp::conversion
