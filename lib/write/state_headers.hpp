#pragma once

// Headers of canonical keyed streams and of operator state: the mirror of state/state_meta_info.hpp.

#include <span>

#include "sp/entry.hpp"

namespace sp {

/// KeyedBackendSerializationProxy version 6. The states' kvStateIds are their positions. OutputError if there are more
/// than Flink can number.
[[nodiscard]] ByteVector write_keyed_state_header(const Type& key, std::span<const StateDescriptor> states,
                                                  bool is_compressed);

/// OperatorBackendSerializationProxy: version 5, which Flink 1.8 and later read, or 6 (1.18), and always that if compressed.
/// List and union states stand before broadcast states, whatever their order in `states`.
[[nodiscard]] ByteVector write_operator_state_header(std::span<const StateDescriptor> states, std::int32_t version,
                                                     bool is_compressed);

}  // namespace sp
