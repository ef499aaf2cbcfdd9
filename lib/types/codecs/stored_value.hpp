#pragma once

// What stands around the bytes of a state's serializer where its values are stored: time stamps and the delimiters of lists.

#include <cstddef>
#include <cstdint>

#include "sp/bytes.hpp"
#include "types/codecs/decode_fault.hpp"

namespace sp {

/// In front of a value, or of each element of a list, where a state has time to live (TtlStateFactory.TtlSerializer: the
/// milliseconds of the last access, as a long).
inline constexpr std::size_t kStampSize = 8;

/// Between two elements of a keyed list (ListDelimitedSerializer; RocksDB's StringAppend operator).
inline constexpr std::uint8_t kListDelimiter = ',';

namespace codec {

/// Behind the time stamp that starts at `p`. `type` is the value's, for the fault.
inline const std::uint8_t* skip_stamp(const std::uint8_t* p, const std::uint8_t* end, const Type* type) {
    if (end - p < static_cast<std::ptrdiff_t>(kStampSize)) [[unlikely]] {
        throw DecodeFault{DecodeFault::Reason::kTruncated, end, type, "a TTL time stamp of 8 bytes"};
    }
    return p + kStampSize;
}

/// Walks over a keyed list: elements without lengths, one delimiter between two. `element` is called with where an element
/// starts (with its time stamp, if it has one) and where the list ends, and returns where the element does.
template <class Element>
void for_each_element(Bytes list, const Type* type, Element&& element) {
    const std::uint8_t* p = list.data();
    const std::uint8_t* const end = p + list.size();
    while (p != end) {
        p = element(p, end);
        if (p != end && (*p != kListDelimiter || ++p == end)) {
            throw DecodeFault{DecodeFault::Reason::kInvalid, p, type,
                              "a delimiter (2C) and another element, or the end of the list"};
        }
    }
}

}  // namespace codec
}  // namespace sp
