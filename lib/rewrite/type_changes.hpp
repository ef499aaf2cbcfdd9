#pragma once

// New types of an operator's states and keys, and how what is stored becomes of them.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sp/write.hpp"
#include "types/conversion/conversion.hpp"
#include "types/schema/document.hpp"

namespace sp::rewriting {

using ConversionPtr = std::shared_ptr<const conversion::Conversion>;

struct StateTypeChange {
    ConversionPtr map_key;  ///< null: as it is
    ConversionPtr value;    ///< of the element, of maps the map's value; null: as it is
};

struct TypeChanges {
    ConversionPtr key;                   ///< null: as it is
    std::optional<SchemaHash> key_hash;  ///< of the new key
    bool keeps_key_groups = false;       ///< the new key is the same to Java
    bool is_for_generation = false;      ///< some are what another generation of Flink has
    // By the names that states have in the source
    std::map<std::string, StateTypeChange> keyed_states;
    std::map<std::string, StateTypeChange> operator_states;

    [[nodiscard]] const StateTypeChange* find(const StateDescriptor& state) const;

    /// Gives the operator's descriptors the new types. They have the names of the source.
    void apply(OperatorPlan& plan) const;
};

}  // namespace sp::rewriting
