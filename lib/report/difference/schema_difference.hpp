#pragma once

// What two snapshots declare a state to be.

#include <string>
#include <string_view>
#include <vector>

#include "sp/entry.hpp"

namespace sp::difference {

using Descriptors = std::vector<const StateDescriptor*>;  ///< of one state; those of subtasks can differ

struct SchemaDifference {
    std::string_view part;  ///< "key", "namespace", "map_key", "value", "ttl"
    std::string old_words;  ///< JSON
    std::string new_words;

    /// `{"change":"changed",<place>,"schema":…}` and a line end.
    [[nodiscard]] std::string line(std::string_view place) const;
};

/// In what the two differ; the type of the key is left to schema_of_keys(), since all states of an operator share it.
[[nodiscard]] std::vector<SchemaDifference> schema_of_state(const Descriptors& old_states,
                                                            const Descriptors& new_states);
[[nodiscard]] std::vector<SchemaDifference> schema_of_keys(const Descriptors& old_states,
                                                           const Descriptors& new_states);

}  // namespace sp::difference
