#include "rows/json_visitor.hpp"

#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/text/big_numbers.hpp"
#include "types/codecs/text/floats.hpp"
#include "types/codecs/text/integers.hpp"
#include "types/codecs/text/strings.hpp"
#include "types/codecs/text/times.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::rows {

void JsonVisitor::before_value() {
    if (levels_.empty()) {
        return;
    }
    Level& level = levels_.back();
    if (level.what == Level::What::kMap) {
        level.parts.push_back(out_.size());
    } else if (level.what == Level::What::kArray && level.count > 0) {
        out_ += ',';
    }
    ++level.count;
    level.awaits_value = false;
}

void JsonVisitor::push(Level::What what, std::string_view opening, std::string_view closing) {
    Level level;
    level.what = what;
    level.closing = closing;
    level.start = out_.size();
    out_ += opening;
    levels_.push_back(std::move(level));
}

void JsonVisitor::pop() {
    const Level level = std::move(levels_.back());
    levels_.pop_back();
    if (level.what == Level::What::kMap) {
        finish_map(level);
    }
    out_ += level.closing;
}

void JsonVisitor::finish_map(const Level& level) {
    const std::string content = out_.substr(level.start);
    out_.resize(level.start);
    const auto part = [&](std::size_t i) {
        const std::size_t begin = level.parts[i] - level.start;
        const std::size_t end = i + 1 < level.parts.size() ? level.parts[i + 1] - level.start : content.size();
        return std::string_view(content).substr(begin, end - begin);
    };
    bool is_object = level.is_dynamic ? level.string_keys == (level.parts.size() + 1) / 2 : level.has_string_keys;
    for (std::size_t i = 0; i < level.parts.size(); i += 2) {
        is_object = is_object && part(i) != "null";
    }
    out_ += is_object ? '{' : '[';
    for (std::size_t i = 0; i + 1 < level.parts.size(); i += 2) {
        out_ += i > 0 ? "," : "";
        if (is_object) {
            const std::string_view key = part(i);
            out_ += key.starts_with("\"@") ? "\"@" : "\"";
            out_ += key.substr(1);
            out_ += ':';
            out_ += part(i + 1);
        } else {
            out_.append("{\"key\":").append(part(i)).append(",\"value\":").append(part(i + 1)).append("}");
        }
    }
    out_ += is_object ? '}' : ']';
}

void JsonVisitor::close_all() {
    while (!levels_.empty()) {
        Level& level = levels_.back();
        if (level.awaits_value) {
            out_.resize(level.name_start);
        } else if (level.what == Level::What::kMap && level.parts.size() % 2 == 1) {
            out_.resize(level.parts.back());
            level.parts.pop_back();
        }
        pop();
    }
}

void JsonVisitor::print_string(std::string_view text) {
    print(text::max_string(text.size()), [&](char* out) { return text::write_json_string(out, text); });
}

template <class Write>
void JsonVisitor::print(std::size_t room, Write&& write) {
    const std::size_t size = out_.size();
    out_.resize(size + room);
    char* const end = write(out_.data() + size);
    if (end == nullptr) {
        out_.resize(size);
        throw InputError("a value that Java cannot hold");
    }
    out_.resize(static_cast<std::size_t>(end - out_.data()));
}

void JsonVisitor::print_member(std::string_view name) {
    if (name.starts_with('@')) {
        print_string("@" + std::string(name));
    } else {
        print_string(name);
    }
    out_ += ':';
}

void JsonVisitor::null() {
    before_value();
    subclass_.clear();
    out_ += "null";
}

void JsonVisitor::boolean(bool value) {
    before_value();
    out_ += value ? "true" : "false";
}

void JsonVisitor::integer(std::int64_t value) {
    before_value();
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    const bool as_text = int64_as_string_ && (value > kExact || value < -kExact);
    out_ += as_text ? "\"" : "";
    print(text::kMaxInt + 1, [&](char* out) { return text::write_int(out, value); });
    out_ += as_text ? "\"" : "";
}

void JsonVisitor::character(char16_t value) {
    before_value();
    print(text::kMaxChar, [&](char* out) { return text::write_json_char(out, value); });
}

void JsonVisitor::float32(float value) {
    before_value();
    print(text::kMaxFloat, [&](char* out) { return text::write_float(out, value); });
}

void JsonVisitor::float64(double value) {
    before_value();
    print(text::kMaxFloat, [&](char* out) { return text::write_double(out, value); });
}

void JsonVisitor::big_integer(Bytes twos_complement) {
    before_value();
    out_ += '"';
    print(text::max_big_integer(twos_complement.size()),
          [&](char* out) { return text::write_big_integer(out, twos_complement); });
    out_ += '"';
}

void JsonVisitor::big_decimal(Bytes unscaled, std::int32_t scale) {
    before_value();
    out_ += '"';
    print(text::max_big_decimal(unscaled.size()),
          [&](char* out) { return text::write_big_decimal(out, unscaled, scale); });
    out_ += '"';
}

void JsonVisitor::string(std::string_view value) {
    before_value();
    subclass_.clear();
    if (!levels_.empty() && levels_.back().parts.size() % 2 == 1) {
        ++levels_.back().string_keys;
    }
    print_string(value);
}

void JsonVisitor::own_text(std::string_view value) {
    before_value();
    subclass_.clear();
    print_string(value);
}

void JsonVisitor::bytes(Bytes value) {
    before_value();
    out_ += '"';
    print(text::base64_size(value.size()), [&](char* out) { return text::write_base64(out, value); });
    out_ += '"';
}

void JsonVisitor::temporal(const Temporal& value) {
    before_value();
    out_ += '"';
    print(text::kMaxTime, [&](char* out) { return text::write_temporal(out, value); });
    out_ += '"';
}

void JsonVisitor::enumeration(std::int32_t, std::string_view name) { own_text(name); }

void JsonVisitor::begin_array(std::size_t) {
    before_value();
    subclass_.clear();
    push(Level::What::kArray, "[", "]");
}

void JsonVisitor::end_array() { pop(); }

void JsonVisitor::begin_map(const Type& type, std::size_t) {
    before_value();
    push(Level::What::kMap, "", "");
    levels_.back().has_string_keys = codec::has_string_keys(type);
}

void JsonVisitor::end_map() { pop(); }

void JsonVisitor::subclass(std::string_view class_name) { subclass_ = class_name; }

void JsonVisitor::begin_object(const Type& type, int form) {
    static constexpr std::string_view kKinds[] = {"", "-U", "+U", "-D"};
    before_value();
    push(Level::What::kObject, "{", "}");
    if (!subclass_.empty()) {
        out_ += "\"@class\":";
        print_string(subclass_);
        subclass_.clear();
        levels_.back().count = 1;
    } else if (codec::has_row_kind(type) && form != 0) {
        out_ += "\"@kind\":";
        print_string(kKinds[form]);
        levels_.back().count = 1;
    }
}

void JsonVisitor::field(std::size_t, std::string_view name) {
    Level& level = levels_.back();
    level.name_start = out_.size();
    level.awaits_value = true;
    out_ += level.count > 0 ? "," : "";
    print_member(name);
}

void JsonVisitor::end_object() { pop(); }

void JsonVisitor::begin_alternative(const Type&, std::size_t, std::string_view name) {
    before_value();
    push(Level::What::kAlternative, "{", "}");
    levels_.back().name_start = out_.size();
    levels_.back().awaits_value = true;
    print_member(name);
}

void JsonVisitor::end_alternative() { pop(); }

void JsonVisitor::begin_dynamic_map(std::size_t) {
    before_value();
    subclass_.clear();
    push(Level::What::kMap, "", "");
    levels_.back().is_dynamic = true;
}

void JsonVisitor::begin_dynamic_object(std::string_view class_name) {
    static const Type kAnyType;
    subclass_ = class_name;
    begin_object(kAnyType, 0);
}

void JsonVisitor::reference(std::size_t number) {
    before_value();
    out_ += "{\"@ref\":" + std::to_string(number) + "}";
}

}  // namespace sp::rows
