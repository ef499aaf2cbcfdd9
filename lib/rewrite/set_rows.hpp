#pragma once

// What --set names: rows made entries, which take the places of those of their identities.

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "rows/import/import_target.hpp"
#include "sp/write.hpp"

namespace sp::rewriting {

struct SetRows {
    rows::ImportCounts counts;
    // Operators that rows were of, by ImportOperator::index
    std::set<std::size_t> keyed;           ///< keyed state or timers
    std::set<std::size_t> operator_state;  ///< list, union or broadcast
    struct Coordinator {
        ByteVector bytes;
        std::uint64_t sequence = 0;  ///< of its row
    };
    std::map<std::size_t, Coordinator> coordinators;
};

/// Reads a file of rows (rewrite/entries_file.hpp) into the writer. The plan's operators are those of the writer, by index, and
/// have their key_group. Sequences are not 0, which is left to the entries of the savepoint; place_of_row() has their places.
/// A value of a state with time to live whose row has no ttl_timestamp gets kNoStamp (write/ttl_stamps.hpp). An empty list
/// is no entry, and takes the place of the base's (EntryAdder::nothing).
/// InputError with the place of the row that does not fit.
[[nodiscard]] SetRows read_set_rows(const std::string& path, const rows::ImportPlan& plan, const EntryAdder& adder);

}  // namespace sp::rewriting
