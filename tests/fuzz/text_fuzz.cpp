// Any bytes as StrV: printed within the promised bounds, and refused exactly where java::read_string_value refuses them.
// Any text as a number, time or base64: what is taken prints as text that gives the same value again.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/text/big_numbers.hpp"
#include "types/codecs/text/strings.hpp"
#include "types/codecs/text/times.hpp"

namespace {

using namespace sp;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// The text in a buffer of exactly the size promised, so that a sanitizer sees a byte too many.
template <class Write>
std::string written(std::size_t size, Write&& write) {
    const auto buffer = std::make_unique<char[]>(size);
    const char* const end = write(buffer.get());
    require(end != nullptr && end <= buffer.get() + size);
    return {buffer.get(), static_cast<std::size_t>(end - buffer.get())};
}

void check_string_value(Bytes bytes) {
    ByteVector padded(bytes.begin(), bytes.end());
    padded.resize(bytes.size() + text::kReadPadding);
    const std::uint8_t* const end = padded.data() + bytes.size();
    BoundedReader reader(bytes);
    bool is_string = true;
    std::string expected;
    try {
        expected = java::read_string_value(reader, "text");
    } catch (const Error&) {
        is_string = false;
    }
    for (const auto writer : {text::write_json_string_value, text::copy_string_value, text::write_csv_string_value}) {
        text::StringResult result = {};
        const std::string found = written(text::max_string(bytes.size()), [&](char* out) {
            result = writer(padded.data(), end, out);
            return result.out;
        });
        require((result.status == text::StringStatus::kOk) == is_string);
        require(!is_string || result.in == padded.data() + reader.offset());
        require(!is_string || writer != text::copy_string_value || found == expected);
        require(!is_string || writer != text::write_json_string_value ||
                found == written(text::max_string(expected.size()),
                                 [&](char* out) { return text::write_json_string(out, expected); }));
    }
}

void check_numbers(std::string_view input) {
    if (const auto value = text::parse_big_integer(input)) {
        const std::string printed = written(text::max_big_integer(value->size()),
                                            [&](char* out) { return text::write_big_integer(out, *value); });
        require(text::parse_big_integer(printed) == value);
    }
    if (const auto value = text::parse_big_decimal(input)) {
        const std::string printed = written(text::max_big_decimal(value->unscaled.size()), [&](char* out) {
            return text::write_big_decimal(out, value->unscaled, value->scale);
        });
        const auto again = text::parse_big_decimal(printed);
        // Java too prints exponents near the ends of int that it does not take back.
        require(!again || (again->unscaled == value->unscaled && again->scale == value->scale));
    }
    if (const auto bytes = text::parse_base64(input)) {
        require(written(text::base64_size(bytes->size()), [&](char* out) { return text::write_base64(out, *bytes); }) ==
                input);
    }
}

void check_times(std::string_view input) {
    for (const TypeKind kind :
         {TypeKind::kDate, TypeKind::kSqlDate, TypeKind::kSqlTime, TypeKind::kSqlTimestamp, TypeKind::kInstant,
          TypeKind::kLocalDate, TypeKind::kLocalTime, TypeKind::kLocalDateTime}) {
        Temporal value;
        if (!text::parse_temporal(input, kind, value)) {
            continue;
        }
        const std::string printed =
            written(text::kMaxTime, [&](char* out) { return text::write_temporal(out, value); });
        Temporal again;
        require(text::parse_temporal(printed, kind, again));
        require(again.epoch == value.epoch && again.nanos == value.nanos && again.year == value.year &&
                again.month == value.month && again.day == value.day && again.hour == value.hour &&
                again.minute == value.minute && again.second == value.second);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes(data, size);
    check_string_value(bytes);
    check_numbers(as_text(bytes));
    check_times(as_text(bytes));
    if (size > 0) {
        require(!written(text::max_big_integer(size), [&](char* out) {
                     return text::write_big_integer(out, bytes);
                 }).empty());
    }
    static_cast<void>(
        written(text::max_string(size), [&](char* out) { return text::write_json_string(out, as_text(bytes)); }));
    return 0;
}
