#pragma once

// What changed between two snapshots: per operator, state and key, whatever parallelism, max parallelism, state backend, kind of
// snapshot or release of Flink each of them comes from. What `sp-inspect --diff` does, as a function.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/output.hpp"
#include "sp/read.hpp"

namespace sp {

struct DifferenceOptions {
    /// For both snapshots: where files are, names of operators, selection, memory, progress (of both together). An operator
    /// that neither of them has is a UsageError, and so are names of columns for one or for a state of it that neither has. Timers are compared unless states or kinds are selected. Not obeyed:
    /// splits, limits, the order.
    ReadOptions read;
    /// JSON texts of the wanted keys; unset: all keys. Takes the place of ReadOptions::keys.
    std::optional<std::vector<std::string>> keys;
    /// What does not count: WORD, WORD@OPERATOR or WORD@OPERATOR/STATE, where WORD is `timers`, `ttl`, `schema` or a path in
    /// values (".f1", ".items[].price"); or OPERATOR, OPERATOR/STATE, @OPERATOR, @OPERATOR/STATE for all of it. A backslash
    /// takes the meaning of a separator away. What is none of these, or an operator that is nowhere, is a UsageError.
    std::vector<std::string> ignore;

    bool summary = false;  ///< counts in place of the differences
    bool json = false;     ///< of the summary: an object a line in place of a table
    unsigned threads = 1;  ///< the output does not depend on it
};

struct DifferenceOutcome {
    bool differs = false;
};

/// Prints a line for each difference into `sink` and closes it; nothing if the two hold the same. Operators come in the order
/// of --sort; of each what differs in schema first, then keyed state by key group (or not, if the max parallelism differs), state, key,
/// namespace and map key, then list, union and broadcast state, the coordinator, and states that only one of them has.
/// `warn` gets words for people that do not stop the run. Throws an UnsupportedError at the end, after all other lines, if
/// something had to be passed over.
[[nodiscard]] DifferenceOutcome print_difference(std::string_view old_savepoint, std::string_view new_savepoint,
                                                 const DifferenceOptions& options, ByteSink& sink,
                                                 const std::function<void(const std::string&)>& warn);

}  // namespace sp
