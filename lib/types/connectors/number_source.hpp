#pragma once

// What NumberSequenceSource and DataGeneratorSource keep (version 1): what is left of the numbers, in the readers' state a
// split each, in the coordinator's those not yet given to a reader.
//
//     split         UTF id, i64 next number, i64 last number
//     enumerator    i32 count, splits

#include <cstdint>
#include <string>
#include <vector>

#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

struct NumberSplit {
    std::string id;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

struct NumberEnumerator {
    std::vector<NumberSplit> splits;
};

[[nodiscard]] NumberSplit read_number_split(std::int32_t version, BoundedReader& in);
[[nodiscard]] NumberEnumerator read_number_enumerator(std::int32_t version, BoundedReader& in);

}  // namespace sp::connectors
