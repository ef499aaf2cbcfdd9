#pragma once

#include <cstdint>
#include <string>

#include "sp/type.hpp"

namespace sp::codec {

/// Thrown where a value ends too early, holds what no serializer writes, or cannot be decoded. The caller knows file,
/// offset and state, and makes an sp::Error of it; a truncated value can also mean that more must be read first.
struct DecodeFault {
    enum class Reason : std::uint8_t { kTruncated, kInvalid, kOpaque };
    Reason reason;
    const std::uint8_t* at;  ///< in the bytes given to run()
    const Type* type;        ///< of the value at fault
    const char* expected;    ///< what would have been right; for kOpaque what is not decoded
    std::string why = {};    ///< kOpaque: more of it, for people
    /// kOpaque: it is our failing, or the bytes are damaged; not a serializer or class that we cannot know.
    bool is_failure = false;
};

}  // namespace sp::codec
