#include "types/kryo/kryo_writer.hpp"

#include <algorithm>

#include "java/modified_utf8.hpp"

namespace sp::kryo {
namespace {

constexpr std::size_t kLongestMarked2 = 63;
constexpr std::size_t kLongestMarked5 = 32;

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

void KryoWriter::var_long(std::uint64_t value) {
    for (int i = 0; i < 8 && value >= 0x80; ++i, value >>= 7) {
        out_.push_back(static_cast<std::uint8_t>(value | 0x80));
    }
    out_.push_back(static_cast<std::uint8_t>(value));
}

void KryoWriter::flagged_var_int(bool flag, std::uint32_t value) {
    const std::uint8_t mark = flag ? 0x80 : 0;
    if (value < 0x40) {
        return byte(static_cast<std::uint8_t>(mark | value));
    }
    byte(static_cast<std::uint8_t>(mark | 0x40 | (value & 0x3F)));
    var_int(value >> 6);
}

void KryoWriter::fixed(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) {
        const int shift = 8 * (is_kryo5_ ? i : size - 1 - i);
        out_.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}

void KryoWriter::marked(std::string_view value) {
    out_.insert(out_.end(), value.begin(), value.end());
    out_.back() |= 0x80;
}

void KryoWriter::text(std::string_view value) {
    if (value.size() > 1 && value.size() <= (is_kryo5_ ? kLongestMarked5 : kLongestMarked2) && is_ascii(value)) {
        return marked(value);
    }
    long_text(value);
}

void KryoWriter::long_text(std::string_view value) {
    if (is_ascii(value)) {
        flagged_var_int(true, static_cast<std::uint32_t>(value.size() + 1));
        out_.insert(out_.end(), value.begin(), value.end());
        return;
    }
    const std::u16string units = java::utf8_to_utf16(value);
    flagged_var_int(true, static_cast<std::uint32_t>(units.size() + 1));
    for (const char16_t unit : units) {
        if (unit < 0x80) {
            byte(static_cast<std::uint8_t>(unit));
        } else if (unit < 0x800) {
            byte(static_cast<std::uint8_t>(0xC0 | unit >> 6));
            byte(static_cast<std::uint8_t>(0x80 | (unit & 0x3F)));
        } else {
            byte(static_cast<std::uint8_t>(0xE0 | unit >> 12));
            byte(static_cast<std::uint8_t>(0x80 | (unit >> 6 & 0x3F)));
            byte(static_cast<std::uint8_t>(0x80 | (unit & 0x3F)));
        }
    }
}

/// Kryo 5 marks ASCII of any length; a single character has a length in both.
void KryoWriter::class_name(std::string_view name) {
    if (is_kryo5_ && name.size() > 1 && is_ascii(name)) {
        return marked(name);
    }
    text(name);
}

}  // namespace sp::kryo
