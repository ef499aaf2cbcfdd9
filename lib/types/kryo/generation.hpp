#pragma once

#include <cstdint>

namespace sp::kryo {

/// The two binary formats of Kryo. Flink 1.x has Kryo 2.24, Flink 2.x has Kryo 5.6.
enum class Generation : std::uint8_t { kUnknown, kKryo2, kKryo5 };

}  // namespace sp::kryo
