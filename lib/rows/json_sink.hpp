#pragma once

// JsonSink: the Interpreter's sink that prints a value as JSON through a bare pointer. The fast form relies on the
// program's text bound, for which its caller has reserved room; the checked form makes room before each operation, for
// values whose bound is too large to reserve (long strings, lists whose elements take no bytes).

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "sp/error.hpp"
#include "types/codecs/interpreter.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/text/big_numbers.hpp"
#include "types/codecs/text/dewey_numbers.hpp"
#include "types/codecs/text/floats.hpp"
#include "types/codecs/text/integers.hpp"
#include "types/codecs/text/strings.hpp"
#include "types/codecs/text/times.hpp"

namespace sp::rows {

/// Text that grows while it is written. Allocated by realloc, which moves large blocks without a copy, and whose untouched
/// part takes no memory: a row can be as large as the largest value.
class GrowingText {
public:
    /// `at` is where writing stands; returns the same place in a buffer with `room` bytes behind it.
    char* make_room(char* at, std::size_t room) {
        const std::size_t used = buffer_ ? position(at) : 0;
        if (capacity_ - used < room) {
            const std::size_t capacity = std::max(used + room, capacity_ + capacity_ / 2);
            auto* const moved = static_cast<char*>(std::realloc(buffer_.get(), capacity));
            if (moved == nullptr) {
                throw std::bad_alloc();
            }
            static_cast<void>(buffer_.release());
            buffer_.reset(moved);
            capacity_ = capacity;
        }
        return this->at(used);
    }
    /// Starts a new text of about `expected` bytes.
    [[nodiscard]] char* begin(std::size_t expected = 4096) { return make_room(buffer_.get(), expected); }
    [[nodiscard]] const char* limit() const { return buffer_.get() + capacity_; }
    [[nodiscard]] std::string_view text(const char* end) const { return {buffer_.get(), position(end)}; }
    [[nodiscard]] std::size_t position(const char* at) const { return static_cast<std::size_t>(at - buffer_.get()); }
    [[nodiscard]] char* at(std::size_t position) { return buffer_.get() + position; }
    void release() {
        buffer_.reset();
        capacity_ = 0;
    }

private:
    struct Free {
        void operator()(char* buffer) const { std::free(buffer); }
    };
    std::unique_ptr<char, Free> buffer_;
    std::size_t capacity_ = 0;
};

/// Copies a text whose buffer may be read 32 bytes past its end.
inline char* put_padded(char* out, const char* text, std::size_t size) {
    std::memcpy(out, text, codec::Program::kLiteralPadding);
    if (size > codec::Program::kLiteralPadding) [[unlikely]] {
        std::memcpy(out + codec::Program::kLiteralPadding, text + codec::Program::kLiteralPadding,
                    size - codec::Program::kLiteralPadding);
    }
    return out + size;
}

inline char* put(char* out, std::string_view text) {
    std::memcpy(out, text.data(), text.size());
    return out + text.size();
}

template <bool checked>
class JsonSink {
public:
    using Mark = std::conditional_t<checked, std::size_t, char*>;

    /// Prints from `out` on. `growing` is used by the checked form only.
    explicit JsonSink(char* out, GrowingText* growing = nullptr) : out_(out), growing_(growing) {}

    /// The program whose literals are printed from now on.
    void bind(const codec::Program& program) { literals_ = program.text.data(); }

    [[nodiscard]] char* out() const { return out_; }

    /// Text of our own, between values.
    void append(std::string_view text) {
        room(text.size());
        out_ = put(out_, text);
    }
    void number(std::int64_t value) {
        room(kOpRoom);
        out_ = text::write_int(out_, value);
    }

    void literal(const codec::Op& op) {
        room(op.literal_size + kOpRoom);
        out_ = put_padded(out_, literals_ + op.literal, op.literal_size);
    }

    void null() { out_ = put(out_, "null"); }
    void unit() { null(); }
    void boolean(bool value) { out_ = value ? put(out_, "true") : put(out_, "false"); }
    void integer(std::int64_t value) { out_ = text::write_int(out_, value); }

    void long_integer(std::int64_t value, bool as_text) {
        constexpr std::int64_t kExact = std::int64_t{1} << 53;  // what a double holds exactly
        if (as_text && (value > kExact || value < -kExact)) [[unlikely]] {
            *out_++ = '"';
            out_ = text::write_int(out_, value);
            *out_++ = '"';
        } else {
            out_ = text::write_int(out_, value);
        }
    }

    void character(char16_t unit) { out_ = text::write_json_char(out_, unit); }
    void float32(float value) { out_ = text::write_float(out_, value); }
    void float64(double value) { out_ = text::write_double(out_, value); }

    const std::uint8_t* string(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units) {
        if constexpr (checked) {
            if (units > kPieceUnits) {
                return long_string(p, end, units);
            }
            room(text::max_string(std::min<std::uint64_t>(3 * units, static_cast<std::uint64_t>(end - p))));
        }
        const text::StringResult result = text::write_json_units(p, end, out_, units);
        out_ = result.out;
        return result.status == text::StringStatus::kOk ? result.in : nullptr;
    }

    void big_integer(Bytes digits) {
        room(text::max_big_integer(digits.size()));
        big_number(text::write_big_integer(out_ + 1, digits));
    }

    void big_decimal(Bytes unscaled, std::int32_t scale) {
        room(text::max_big_decimal(unscaled.size()));
        big_number(text::write_big_decimal(out_ + 1, unscaled, scale));
    }

    void dewey_number(Bytes digits) {
        room(text::max_dewey_number(digits.size()) + 2);
        *out_++ = '"';
        out_ = text::write_dewey_number(out_, digits);
        *out_++ = '"';
    }

    void bytes(Bytes value) {
        room(text::base64_size(value.size()) + 2);
        *out_++ = '"';
        out_ = text::write_base64(out_, value);
        *out_++ = '"';
    }

    bool temporal(const Temporal& value) {
        char* end = text::write_temporal(out_ + 1, value);
        if (end == nullptr) {
            return false;
        }
        *out_ = '"';
        *end = '"';
        out_ = end + 1;
        return true;
    }

    void enumeration(std::int32_t, const std::string& name) { constant(name); }

    /// `text` is JSON already.
    void constant(const std::string& text) {
        room(text.size());
        out_ = put(out_, text);
    }

    void empty_object(const Type&) { out_ = put(out_, "{}"); }

    void begin_array(std::size_t) { *out_++ = '['; }
    void element(std::size_t index) {
        room(kOpRoom);
        comma(index);
    }
    void end_array() {
        room(kOpRoom);
        *out_++ = ']';
    }

    void begin_map(const Type&, std::size_t) { *out_++ = '['; }
    void map_key(std::size_t index) {
        room(kOpRoom);
        comma(index);
        out_ = put(out_, "{\"key\":");
    }
    void map_value() {
        room(kOpRoom);
        out_ = put(out_, ",\"value\":");
    }
    void end_map_entry() {
        room(kOpRoom);
        *out_++ = '}';
    }
    void end_map() { end_array(); }

    void begin_row(const Type& type, int row_kind) {
        static constexpr std::string_view kKinds[] = {"", "\"@kind\":\"-U\"", "\"@kind\":\"+U\"", "\"@kind\":\"-D\""};
        *out_++ = '{';
        if (row_kind != 0) {
            out_ = put(out_, kKinds[row_kind]);
            if (!type.nested.empty()) {
                *out_++ = ',';
            }
        }
    }

    // Values whose classes are known only when they are read
    static constexpr codec::SinkForm kForm = codec::SinkForm::kJson;
    static constexpr bool kHasRoom = checked;
    void has_view() { has_view_ = true; }
    /// Whether has_view() was called since the last call.
    [[nodiscard]] bool take_view() { return std::exchange(has_view_, false); }
    void text(std::string_view value) {
        room(text::max_string(value.size()));
        out_ = text::write_json_string(out_, value);
    }
    void own_text(std::string_view value) { text(value); }
    void dynamic_enumeration(std::int32_t, const kryo::KryoName& name) { constant(name.json); }
    void begin_dynamic_set(std::size_t size) { begin_array(size); }
    void begin_dynamic_map(std::size_t) { *out_++ = '['; }
    void begin_dynamic_object(const kryo::KryoClass* unexpected) {
        *out_++ = '{';
        if (unexpected != nullptr) {
            append(unexpected->json_member);
        }
    }
    void dynamic_field(std::size_t, const kryo::KryoName& name, bool is_first) {
        room(name.json.size() + kOpRoom);
        comma(is_first ? 0 : 1);
        out_ = put(out_, name.json);
    }
    void end_dynamic_object() { end_string_map(); }
    void reference(std::size_t number) {
        out_ = put(out_, "{\"@ref\":");
        out_ = text::write_int(out_, static_cast<std::int64_t>(number));
        *out_++ = '}';
    }

    // The structure of objects is in the literals.
    void subclass(const std::string&) {}
    void begin_object(const Type&, int) {}
    void field(std::size_t, const std::string&) {}
    void end_object() {}
    void begin_alternative(const Type&, std::size_t, std::string_view) {}
    void end_alternative() {}

    [[nodiscard]] Mark mark() const {
        if constexpr (checked) {
            return growing_->position(out_);
        } else {
            return out_;
        }
    }
    void rewind(Mark mark) {
        if constexpr (checked) {
            out_ = growing_->at(mark);
        } else {
            out_ = mark;
        }
    }
    [[nodiscard]] std::string_view text_since(Mark mark) const {
        if constexpr (checked) {
            return growing_->text(out_).substr(mark);
        } else {
            return {mark, static_cast<std::size_t>(out_ - mark)};
        }
    }
    void begin_string_map() { *out_++ = '{'; }
    void member(std::size_t index) {
        room(kOpRoom);
        comma(index);
        member_start_ = mark();
    }
    /// Whether the member's name, which has just been printed, is a string, as those of objects have to be.
    [[nodiscard]] bool is_string_member() const {
        if constexpr (checked) {
            return *growing_->at(member_start_) == '"';
        } else {
            return *member_start_ == '"';
        }
    }
    /// A key that starts with @ gets another one, since @class and the like are ours.
    void end_member_name() {
        room(kOpRoom);
        char* key = nullptr;
        if constexpr (checked) {
            key = growing_->at(member_start_) + 1;
        } else {
            key = member_start_ + 1;
        }
        if (*key == '@') [[unlikely]] {
            std::memmove(key + 1, key, static_cast<std::size_t>(out_ - key));
            ++out_;
        }
        *out_++ = ':';
    }
    void end_string_map() {
        room(kOpRoom);
        *out_++ = '}';
    }

private:
    static constexpr std::size_t kOpRoom = 96;  // any text without a length of its own, with its separators and slack

    static constexpr std::uint64_t kPieceUnits = 16384;

    /// A long string in pieces, so that room is made for what it needs and not for the worst that it could need.
    const std::uint8_t* long_string(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units) {
        bool is_first = true;
        while (units > 0) {
            std::uint64_t piece = std::min(units, kPieceUnits);
            const std::uint8_t* stop = codec::detail::skip_units(p, end, piece);
            while (stop != nullptr && piece < units && ends_in_high_surrogate(p, stop)) {
                stop = codec::detail::skip_units(stop, end, 1);  // a pair becomes one character
                ++piece;
            }
            if (stop == nullptr) {
                return nullptr;
            }
            room(text::max_string(static_cast<std::size_t>(stop - p)));
            // A piece is printed in quotes. The next one starts on the last character of the one before, whose closing
            // quote it overwrites, and what its opening quote has overwritten is put back.
            char* const start = is_first ? out_ : out_ - 2;
            const char before = *start;
            const text::StringResult result = text::write_json_units(p, end, start, piece);
            if (result.status != text::StringStatus::kOk) {
                return nullptr;
            }
            if (!is_first) {
                *start = before;
            }
            out_ = result.out;
            p = stop;
            units -= piece;
            is_first = false;
        }
        return p;
    }

    static bool ends_in_high_surrogate(const std::uint8_t* begin, const std::uint8_t* end) {
        if (end - begin < 3) {
            return false;
        }
        const unsigned unit = (end[-3] & 0x7FU) | (end[-2] & 0x7FU) << 7 | static_cast<unsigned>(end[-1]) << 14;
        return unit >= 0xD800 && unit < 0xDC00 && end[-3] >= 0x80 && end[-2] >= 0x80;
    }

    void room(std::size_t size) {
        if constexpr (checked) {
            if (static_cast<std::size_t>(growing_->limit() - out_) < size + kOpRoom) {
                out_ = growing_->make_room(out_, size + kOpRoom);
            }
        }
    }

    void comma(std::size_t index) {
        *out_ = ',';
        out_ += index != 0 ? 1 : 0;
    }

    void big_number(char* end) {
        if (end == nullptr) {  // longer than kMaxBigNumberBytes
            throw UnsupportedError("a big number of more than " + std::to_string(text::kMaxBigNumberBytes) + " bytes");
        }
        *out_ = '"';
        *end = '"';
        out_ = end + 1;
    }

    char* out_;
    const char* literals_ = nullptr;
    GrowingText* growing_;
    Mark member_start_{};
    bool has_view_ = false;
};

}  // namespace sp::rows
