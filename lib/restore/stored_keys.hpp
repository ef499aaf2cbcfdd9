#pragma once

// The keys that an operator has in a savepoint, for who learns from them how their hash codes are made.

#include <cstdint>
#include <string>

#include "sp/file_lookup.hpp"
#include "state/hash_inference.hpp"

namespace sp {

struct StoredKeys {
    std::string savepoint;
    FileLookup files;
    std::string operator_id;  ///< 32 hex digits
    std::int32_t max_parallelism = 0;
    std::string label;  ///< of the operator, in messages
};

/// Gives each key, with the group in which it is stored, to HashInference::add, whose errors get the operator in front.
void learn_from_stored_keys(HashInference& inference, const StoredKeys& keys);

}  // namespace sp
