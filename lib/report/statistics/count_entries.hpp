#pragma once

// From a reader to the statistics of all states, on several threads: each counts parts of the reading by itself, and what
// they have counted is added up. Memory does not depend on the number of entries.

#include <cstdint>
#include <string>

#include "report/statistics/state_statistics.hpp"
#include "rows/row_input.hpp"

namespace sp::statistics {

struct Counting {
    unsigned threads = 1;
    std::uint64_t part_size = 0;  ///< bytes of state that a thread reads at a time, as far as key groups allow
    std::uint64_t memory = 0;     ///< of all threads together, for keys whose entries lie apart
    std::string temporary_folder;
};

/// Adds up all entries into `statistics`, which may have states already: those whose expiry is asked for, and those that may
/// turn out empty. What corrupt state says is that of the first corrupt part.
void count_entries(rows::RowInput& input, const Counting& counting, AllStatistics& statistics);

}  // namespace sp::statistics
