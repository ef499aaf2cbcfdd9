#include "write/merged_sort.hpp"

#include <algorithm>

namespace sp {

MergedSort::MergedSort(unsigned threads, const std::string& temporary_folder, std::size_t memory) {
    threads = std::max(threads, 1U);
    for (unsigned i = 0; i < threads; ++i) {
        sorters_.emplace_back(ExternalSorter::Options{.temp_dir = temporary_folder, .memory = memory / threads});
    }
}

void MergedSort::finish() {
    for (std::size_t i = 0; i < sorters_.size(); ++i) {
        sorters_[i].finish();
        if (sorters_.size() == 1) {
            return;  // it is the stream
        }
        ExternalSorter::Record record;
        if (sorters_[i].next(record)) {
            heads_.push_back(record);
            owners_.push_back(i);
        }
    }
}

bool MergedSort::next(ExternalSorter::Record& record) {
    if (sorters_.size() == 1) {
        return sorters_.front().next(record);
    }
    if (used_ != SIZE_MAX && !sorters_[owners_[used_]].next(heads_[used_])) {
        heads_.erase(heads_.begin() + static_cast<std::ptrdiff_t>(used_));
        owners_.erase(owners_.begin() + static_cast<std::ptrdiff_t>(used_));
    }
    used_ = SIZE_MAX;
    // As many as there are threads: few enough to look at all.
    for (std::size_t i = 0; i < heads_.size(); ++i) {
        if (used_ == SIZE_MAX || ExternalSorter::compare(heads_[i], heads_[used_]) < 0) {
            used_ = i;
        }
    }
    if (used_ == SIZE_MAX) {
        return false;
    }
    record = heads_[used_];
    return true;
}

}  // namespace sp
