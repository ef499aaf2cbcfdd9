#pragma once

// An ExternalSorter for each of several threads that add records, and one sorted stream of them all. The stream does not
// depend on which thread added what, since records of one key are told apart by their sequences.

#include <deque>
#include <string>
#include <vector>

#include "io/external_sort.hpp"

namespace sp {

class MergedSort {
public:
    /// The threads share the memory.
    MergedSort(unsigned threads, const std::string& temporary_folder, std::size_t memory);

    /// The sorter of one thread, of which it adds to no other.
    [[nodiscard]] ExternalSorter& sorter(unsigned thread) { return sorters_[thread]; }

    /// No thread adds any more.
    void finish();

    /// The views are valid until the next call.
    [[nodiscard]] bool next(ExternalSorter::Record& record);

private:
    std::deque<ExternalSorter> sorters_;
    std::vector<ExternalSorter::Record> heads_;  ///< the next record of each sorter, as far as it has one
    std::vector<std::size_t> owners_;            ///< of the heads
    std::size_t used_ = SIZE_MAX;                ///< the head that was given out last
};

}  // namespace sp
