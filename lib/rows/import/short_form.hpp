#pragma once

// The usual JSON of common types straight to bytes: plain integers and decimals, strings of ASCII without escapes, and POJOs
// and tuples of such, as our printers write them: no blanks, members in the serializer's order. What looks otherwise is left
// to the general way, which knows everything and says what is wrong.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp::rows {

class ShortForm {
public:
    explicit ShortForm(const Type& type) : ShortForm(type, 0) {}

    /// Appends the bytes; false, with nothing appended, if the text is to be read in the general way.
    [[nodiscard]] bool append(std::string_view json, ByteVector& out) const {
        if (kind_ == Kind::kNone) {
            return false;
        }
        const std::size_t before = out.size();
        const char* at = json.data();
        const char* const end = at + json.size();
        if (take(at, end, out) && at == end) {
            return true;
        }
        out.resize(before);
        return false;
    }

private:
    enum class Kind : std::uint8_t { kNone, kInteger, kDouble, kString, kTuple, kPojo };

    ShortForm(const Type& type, int depth);

    /// The value that begins at `at`, which is moved behind it.
    [[nodiscard]] bool take(const char*& at, const char* end, ByteVector& out) const;
    [[nodiscard]] bool take_integer(const char*& at, const char* end, ByteVector& out) const;
    [[nodiscard]] static bool take_double(const char*& at, const char* end, ByteVector& out);
    [[nodiscard]] static bool take_string(const char*& at, const char* end, ByteVector& out);
    [[nodiscard]] bool take_object(const char*& at, const char* end, ByteVector& out) const;

    Kind kind_ = Kind::kNone;
    std::uint8_t size_ = 0;  ///< kInteger
    // kTuple, kPojo: of each field what stands in front of its value, {"a": or ,"b":, and its own form
    std::vector<std::string> prefixes_;
    std::vector<ShortForm> forms_;
};

}  // namespace sp::rows
