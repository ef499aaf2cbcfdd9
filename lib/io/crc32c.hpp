#pragma once

// CRC-32C (Castagnoli), the checksum of Snappy frames and of RocksDB's blocks; by the processor's instruction where it
// has one, else eight bytes at a time from tables.

#include <cstdint>

#include "sp/bytes.hpp"

namespace sp {

/// The checksum of `bytes`, or of all bytes so far if `crc` is that of those before.
[[nodiscard]] std::uint32_t crc32c(Bytes bytes, std::uint32_t crc = 0);

/// The tables' way, which tests compare with the processor's.
[[nodiscard]] std::uint32_t crc32c_portable(Bytes bytes, std::uint32_t crc = 0);

/// A checksum stored among the data that it covers is masked: rotated and shifted by a constant.
[[nodiscard]] constexpr std::uint32_t mask_crc32c(std::uint32_t crc) { return (crc >> 15 | crc << 17) + 0xA282EAD8U; }

}  // namespace sp
