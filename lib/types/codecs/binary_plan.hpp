#pragma once

// BinaryPlan: the layout of a BinaryRow, BinaryArray or BinaryMap (org.apache.flink.table.data.binary), flattened for
// BinaryWalker: a node for each type in it.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sp/type.hpp"
#include "types/kryo/kryo_class.hpp"

namespace sp::codec {

struct BinaryNode {
    static constexpr std::uint32_t kNoCall = 0xFFFFFFFF;

    TypeKind kind = TypeKind::kUnknown;
    bool is_compact = true;         ///< decimals of up to 18 digits, time stamps of up to 3: in the slot alone
    bool is_zoned = false;          ///< TIMESTAMP_LTZ: an Instant, else a LocalDateTime
    bool has_text_keys = false;     ///< kBinaryMap
    std::uint8_t element_size = 8;  ///< in arrays
    std::int32_t scale = 0;
    std::uint32_t first = 0;  ///< the nodes of its parts stand one behind the other
    std::uint32_t count = 0;
    std::uint32_t names = 0;       ///< of the first field, in BinaryPlan::names
    std::uint32_t call = kNoCall;  ///< RAW: the value's operations in Program::calls
    const Type* type = nullptr;
};

struct BinaryPlan {
    std::vector<BinaryNode> nodes;  ///< the first is the whole
    std::vector<kryo::KryoName> names;
    bool int64_as_text = false;  ///< integers beyond 2^53 as strings
};

/// `call_of` gives the position in Program::calls of the operations of a RAW column's type. UnsupportedError for types that are
/// nested too deep.
[[nodiscard]] BinaryPlan make_binary_plan(const Type& root, const std::function<std::uint32_t(const Type&)>& call_of);

/// Bytes that BigInteger.toByteArray leaves out in front.
[[nodiscard]] constexpr std::size_t surplus_bytes(std::uint64_t value) {
    const std::uint64_t magnitude = value >> 63 != 0 ? ~value : value;
    return static_cast<std::size_t>(std::countl_zero(magnitude) - 1) / 8;
}

/// Bytes of a row in front of its slots: the RowKind and a bit for each field, to a multiple of 8.
[[nodiscard]] constexpr std::uint64_t binary_row_header(std::uint64_t fields) { return (fields + 8 + 63) / 64 * 8; }
/// Bytes of an array in front of its elements: their number and a bit for each, to a multiple of 4.
[[nodiscard]] constexpr std::uint64_t binary_array_header(std::uint64_t elements) {
    return 4 + (elements + 31) / 32 * 4;
}
/// In arrays; in rows each has a slot of 8.
[[nodiscard]] std::uint8_t binary_element_size(const Type& type);

inline constexpr std::int32_t kMostCompactDigits = 18;    ///< DecimalData
inline constexpr std::int32_t kMostCompactPrecision = 3;  ///< TimestampData

}  // namespace sp::codec
