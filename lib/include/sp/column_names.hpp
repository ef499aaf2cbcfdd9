#pragma once

// Names for the columns of SQL rows. Flink's serializers do not store them: without names from the user columns are f0, f1, …

#include <string>
#include <vector>

namespace sp {

/// Names for all columns of one row of an operator.
struct ColumnNames {
    std::string op;  ///< the operator: its uid, its id in hex, or its name if it is the only one that has it
    /// "STATE": the row in the state's value (a list's element, a map's value), or in its map key if the value has none.
    /// "STATE@value", "STATE@map_key": that one; where it has several rows with a number, from 1: "STATE@value.2". "@key": the operator's key, of its timers too.
    std::string target;
    std::vector<std::string> names;
    std::string origin;  ///< what gave them, for messages: "--columns", a file
};

}  // namespace sp
