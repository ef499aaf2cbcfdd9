#include "java/modified_utf8.hpp"

namespace sp::java {
namespace {

constexpr bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void append_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

// Joins surrogate pairs on their way into UTF-8: one unit is held back while it may be the first half of a pair.
class UnitSink {
public:
    explicit UnitSink(std::string& out) : out_(out) {}

    void put(std::uint32_t unit) {
        if (pending_ != 0) {
            if (is_low_surrogate(unit)) {
                append_utf8(out_, 0x10000 + ((pending_ - 0xD800) << 10) + (unit - 0xDC00));
                pending_ = 0;
                return;
            }
            append_utf8(out_, pending_);
            pending_ = 0;
        }
        if (is_high_surrogate(unit)) {
            pending_ = unit;
        } else {
            append_utf8(out_, unit);
        }
    }

    void finish() {
        if (pending_ != 0) {
            append_utf8(out_, pending_);
            pending_ = 0;
        }
    }

private:
    std::string& out_;
    std::uint32_t pending_ = 0;
};

// Calls put(unit) for each UTF-16 unit of well-formed WTF-8; false if the text is not.
template <class Put>
bool for_each_unit(std::string_view text, Put&& put) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    bool after_high = false;
    for (std::size_t i = 0; i < text.size();) {
        const std::uint32_t first = byte(i);
        std::size_t length = 1;
        std::uint32_t code = first;
        if (first >= 0x80) {
            if (first >= 0xF0 && first <= 0xF4) {
                length = 4;
                code = first & 0x07;
            } else if (first >= 0xE0 && first < 0xF0) {
                length = 3;
                code = first & 0x0F;
            } else if (first >= 0xC2 && first < 0xE0) {
                length = 2;
                code = first & 0x1F;
            } else {
                return false;
            }
            if (length > text.size() - i) {
                return false;
            }
            for (std::size_t k = 1; k < length; ++k) {
                if ((byte(i + k) & 0xC0) != 0x80) {
                    return false;
                }
                code = code << 6 | (byte(i + k) & 0x3F);
            }
            if ((length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10FFFF))) {
                return false;
            }
        }
        if (after_high && length == 3 && is_low_surrogate(code)) {
            return false;  // a pair has a four-byte form of its own
        }
        after_high = length == 3 && is_high_surrogate(code);
        if (code >= 0x10000) {
            put(static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10)));
            put(static_cast<char16_t>(0xDC00 + (code & 0x3FF)));
        } else {
            put(static_cast<char16_t>(code));
        }
        i += length;
    }
    return true;
}

void write_var_int7(ByteWriter& out, std::uint32_t value) {
    while (value >= 0x80) {
        out.u8(static_cast<std::uint8_t>(value | 0x80));
        value >>= 7;
    }
    out.u8(static_cast<std::uint8_t>(value));
}

std::uint64_t read_var_int7(BoundedReader& in, std::string_view what) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        const std::uint8_t byte = in.u8(what);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80) {
            return value;
        }
    }
    in.fail(what, "a number of more than nine bytes");
}

}  // namespace

std::string decode_modified_utf8(Bytes bytes, const BoundedReader& context, std::uint64_t offset,
                                 std::string_view what) {
    const auto damaged = [&](std::size_t i) { context.fail_at(offset + i, what, "not modified UTF-8"); };
    std::string text;
    text.reserve(bytes.size());
    UnitSink units(text);
    for (std::size_t i = 0; i < bytes.size();) {
        const std::uint32_t first = bytes[i];
        if (first != 0 && first < 0x80) {
            units.put(first);
            ++i;
            continue;
        }
        const std::size_t length = (first & 0xE0) == 0xC0 ? 2 : (first & 0xF0) == 0xE0 ? 3 : 0;
        if (length == 0 || length > bytes.size() - i) {
            damaged(i);
        }
        std::uint32_t unit = length == 2 ? first & 0x1F : first & 0x0F;
        for (std::size_t k = 1; k < length; ++k) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                damaged(i + k);
            }
            unit = unit << 6 | (bytes[i + k] & 0x3F);
        }
        if ((length == 2 && unit < 0x80 && unit != 0) || (length == 3 && unit < 0x800)) {
            damaged(i);
        }
        units.put(unit);
        i += length;
    }
    units.finish();
    return text;
}

std::string read_utf(BoundedReader& in, std::string_view what) {
    const std::size_t length = in.u16(what);
    const std::uint64_t offset = in.offset();
    const Bytes bytes = in.bytes(length, what);
    return decode_modified_utf8(bytes, in, offset, what);
}

void append_modified_utf8(ByteVector& out, std::string_view text) {
    const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<std::uint8_t>(byte)); };
    const bool well_formed = for_each_unit(text, [&](char16_t unit) {
        const std::uint32_t u = unit;
        if (u != 0 && u < 0x80) {
            put(u);
        } else if (u < 0x800) {
            put(0xC0 | u >> 6);
            put(0x80 | (u & 0x3F));
        } else {
            put(0xE0 | u >> 12);
            put(0x80 | (u >> 6 & 0x3F));
            put(0x80 | (u & 0x3F));
        }
    });
    if (!well_formed) {
        throw UsageError("text is not valid UTF-8: '" + std::string(text) + "'");
    }
}

void write_utf(ByteWriter& out, std::string_view text) {
    ByteVector encoded;
    encoded.reserve(text.size());
    append_modified_utf8(encoded, text);
    if (encoded.size() > 0xFFFF) {
        throw UsageError("a name of " + std::to_string(encoded.size()) +
                         " bytes is longer than the 65535 that Java's writeUTF can hold");
    }
    out.u16(static_cast<std::uint16_t>(encoded.size()));
    out.bytes(encoded);
}

std::string utf16_to_utf8(std::u16string_view units) {
    std::string text;
    text.reserve(units.size());
    UnitSink sink(text);
    for (const char16_t unit : units) {
        sink.put(unit);
    }
    sink.finish();
    return text;
}

std::u16string utf8_to_utf16(std::string_view text) {
    std::u16string units;
    units.reserve(text.size());
    if (!for_each_unit(text, [&](char16_t unit) { units.push_back(unit); })) {
        throw UsageError("text is not valid UTF-8: '" + std::string(text) + "'");
    }
    return units;
}

std::string read_string_value(BoundedReader& in, std::string_view what) {
    const std::uint64_t where = in.offset();
    const std::uint64_t count = read_var_int7(in, what);
    if (count == 0) {
        in.fail_at(where, what, "found null, expected a string");
    }
    if (count - 1 > in.remaining()) {
        in.fail_at(where, what,
                   "a string of " + std::to_string(count - 1) + " characters does not fit into the " +
                       std::to_string(in.remaining()) + " bytes left");
    }
    std::string text;
    text.reserve(static_cast<std::size_t>(count - 1));
    UnitSink units(text);
    for (std::uint64_t i = 1; i < count; ++i) {
        const std::uint64_t at = in.offset();
        const std::uint64_t unit = read_var_int7(in, what);
        if (unit > 0xFFFF) {
            in.fail_at(at, what, "character " + std::to_string(unit) + " is above 65535");
        }
        units.put(static_cast<std::uint32_t>(unit));
    }
    units.finish();
    return text;
}

void write_string_value(ByteWriter& out, std::string_view text) {
    const std::u16string units = utf8_to_utf16(text);
    write_var_int7(out, static_cast<std::uint32_t>(units.size() + 1));
    for (const char16_t unit : units) {
        write_var_int7(out, unit);
    }
}

bool is_wtf8(std::string_view text) {
    return for_each_unit(text, [](char16_t) {});
}

}  // namespace sp::java
