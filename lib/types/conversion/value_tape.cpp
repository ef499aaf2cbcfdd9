#include "types/conversion/value_tape.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "sp/error.hpp"

namespace sp::conversion {
namespace {

/// Of references in each other: a value is a tree, and what goes round in a circle is none.
constexpr int kMostReferences = 100;

constexpr char kBehindClass = '/';  // no name has it

}  // namespace

void ValueTape::clear() {
    events_.clear();
    arena_.clear();
    temporals_.clear();
    begins_.clear();
    open_.clear();
    references_.clear();
    value_begins_.clear();
    value_begin_ = kNowhere;
    classes_.clear();
}

ValueTape::Event& ValueTape::add(Code code, std::int64_t number) {
    Event& event = events_.emplace_back();
    event.code = code;
    event.number = number;
    event.end = events_.size();
    return event;
}

void ValueTape::put_text(Event& event, std::string_view text) {
    event.text = arena_.size();
    event.text_size = text.size();
    const auto* const first = reinterpret_cast<const std::uint8_t*>(text.data());
    arena_.insert(arena_.end(), first, first + text.size());
}

void ValueTape::object_of(std::string_view class_name) { (classes_ += class_name) += kBehindClass; }

void ValueTape::put_classes(Event& event) {
    event.classes = arena_.size();
    event.classes_size = classes_.size();
    arena_.insert(arena_.end(), classes_.begin(), classes_.end());
    classes_.clear();
}

void ValueTape::tell_classes(const Event& event, codec::ValueEncoder& encoder) const {
    const Bytes names = Bytes(arena_).subspan(event.classes, event.classes_size);
    std::string_view rest(reinterpret_cast<const char*>(names.data()), names.size());
    while (!rest.empty()) {
        const std::size_t end = rest.find(kBehindClass);
        encoder.object_of(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
}

/// A scalar is a value that has ended.
void ValueTape::scalar(Code code, std::int64_t number) {
    const std::size_t at = events_.size();
    put_classes(add(code, number));
    const std::size_t prefix = std::exchange(value_begin_, kNowhere);
    end_value(prefix == kNowhere ? at : prefix, at);
}

/// `prefix`: where the subclasses have been told that stand in front of it.
void ValueTape::end_value(std::size_t prefix, std::size_t begin) {
    for (std::size_t at = prefix; at <= begin; ++at) {
        events_[at].end = events_.size();
    }
    last_value_ = prefix;
}

void ValueTape::text_scalar(Code code, std::string_view text, std::int64_t number) {
    scalar(code, number);
    put_text(events_.back(), text);
}

void ValueTape::bytes_scalar(Code code, Bytes bytes, std::int64_t number) {
    text_scalar(code, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, number);
}

void ValueTape::float32(float value) { scalar(Code::kFloat32, std::bit_cast<std::int32_t>(value)); }

void ValueTape::float64(double value) { scalar(Code::kFloat64, std::bit_cast<std::int64_t>(value)); }

void ValueTape::temporal(const Temporal& value) {
    scalar(Code::kTemporal, static_cast<std::int64_t>(temporals_.size()));
    temporals_.push_back(value);
}

void ValueTape::reference(std::size_t number) {
    references_.push_back(events_.size());
    scalar(Code::kReference, static_cast<std::int64_t>(number));
}

void ValueTape::begin(Code code, std::size_t number, const Type* type) {
    const std::size_t at = events_.size();
    const std::size_t prefix = std::exchange(value_begin_, kNowhere);
    value_begins_.push_back(prefix == kNowhere ? at : prefix);
    open_.push_back(at);
    if (code != Code::kAlternative) {
        begins_.push_back(at);
    }
    Event& event = add(code, static_cast<std::int64_t>(number));
    event.type = type;
    put_classes(event);
}

void ValueTape::end() {
    add(Code::kEnd);
    end_value(value_begins_.back(), open_.back());
    open_.pop_back();
    value_begins_.pop_back();
}

void ValueTape::subclass(std::string_view class_name) {
    if (value_begin_ == kNowhere) {
        value_begin_ = events_.size();
    }
    put_text(add(Code::kSubclass), class_name);
}

void ValueTape::begin_dynamic_object(std::string_view class_name) {
    begin(Code::kDynamicObject, 0, nullptr);
    put_text(events_.back(), class_name);
}

/// The names of other objects' fields stand in their types.
void ValueTape::field(std::size_t index, std::string_view name) {
    const bool is_dynamic = events_[open_.back()].code == Code::kDynamicObject;
    Event& event = add(Code::kField, static_cast<std::int64_t>(index));
    if (is_dynamic) {
        put_text(event, name);
    }
}

void ValueTape::begin_alternative(const Type& type, std::size_t index, std::string_view name) {
    begin(Code::kAlternative, index, &type);
    put_text(events_.back(), name);
}

/// Its references count from its own beginning.
void ValueTape::kryo_value(Bytes bytes) {
    const auto first = std::lower_bound(begins_.begin(), begins_.end(), last_value_) - begins_.begin();
    for (const std::size_t reference : references_) {
        std::int64_t& number = events_[reference].number;
        number += first;
        if (static_cast<std::size_t>(number) >= begins_.size()) {
            throw InputError("a reference to an object that is not there");
        }
    }
    references_.clear();
    Event& event = events_[last_value_];
    event.kryo_bytes = arena_.size();
    event.kryo_size = bytes.size();
    arena_.insert(arena_.end(), bytes.begin(), bytes.end());
}

std::size_t ValueTape::tell(std::size_t at, codec::ValueEncoder& encoder) const { return tell(at, encoder, 0); }

std::size_t ValueTape::tell(std::size_t at, codec::ValueEncoder& encoder, int depth) const {
    const auto tell_parts = [&](std::size_t part) {
        while (events_[part].code != Code::kEnd) {
            part = tell(part, encoder, depth);
        }
    };
    const Event& event = events_[at];
    const auto size = static_cast<std::size_t>(event.number);
    tell_classes(event, encoder);
    switch (event.code) {
        case Code::kNull: encoder.null(); break;
        case Code::kUnit: encoder.unit(); break;
        case Code::kBoolean: encoder.boolean(event.number != 0); break;
        case Code::kInteger: encoder.integer(event.number); break;
        case Code::kCharacter: encoder.character(static_cast<char16_t>(event.number)); break;
        case Code::kFloat32: encoder.float32(std::bit_cast<float>(static_cast<std::int32_t>(event.number))); break;
        case Code::kFloat64: encoder.float64(std::bit_cast<double>(event.number)); break;
        case Code::kBigInteger: encoder.big_integer(bytes(event)); break;
        case Code::kBigDecimal: encoder.big_decimal(bytes(event), static_cast<std::int32_t>(event.number)); break;
        case Code::kString: encoder.string(text(event)); break;
        case Code::kOwnText: encoder.own_text(text(event)); break;
        case Code::kBytes: encoder.bytes(bytes(event)); break;
        case Code::kTemporal: encoder.temporal(temporal(event)); break;
        case Code::kEnumeration: encoder.enumeration(static_cast<std::int32_t>(event.number), text(event)); break;
        case Code::kArray:
            encoder.begin_array(size);
            tell_parts(at + 1);
            encoder.end_array();
            break;
        case Code::kMap:
        case Code::kDynamicMap:
            event.type != nullptr ? encoder.begin_map(*event.type, size) : encoder.begin_dynamic_map(size);
            tell_parts(at + 1);
            encoder.end_map();
            break;
        case Code::kObject:
            encoder.begin_object(*event.type, static_cast<int>(event.number));
            tell_parts(at + 1);
            encoder.end_object();
            break;
        case Code::kDynamicObject:
            encoder.begin_dynamic_object(text(event));
            tell_parts(at + 1);
            encoder.end_object();
            break;
        case Code::kAlternative:
            encoder.begin_alternative(*event.type, size, text(event));
            tell_parts(at + 1);
            encoder.end_alternative();
            break;
        case Code::kSubclass: encoder.subclass(text(event)); return tell(at + 1, encoder, depth);
        case Code::kField: encoder.field(size, text(event)); return tell(at + 1, encoder, depth);
        case Code::kReference:
            if (depth >= kMostReferences) {
                throw InputError("its objects refer to each other in a circle");
            }
            tell(referred(event), encoder, depth + 1);
            break;
        case Code::kEnd: break;
    }
    return event.end;
}

}  // namespace sp::conversion
