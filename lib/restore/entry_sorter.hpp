#pragma once

// EntrySorter: puts the entries of one key group, or of one kind of operator state, into the order that does not depend on
// who wrote them (design: --sort), or timers into one that shows what each key waits for. Beyond its memory it sorts in
// files.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/external_sort.hpp"
#include "sp/entry.hpp"

namespace sp {

enum class EntryOrder : std::uint8_t {
    kByState,      ///< by the state's name, then as its kind demands
    kTimersByKey,  ///< timers: by service, key, namespace, domain (event time first), timestamp
};

class EntrySorter {
public:
    EntrySorter(std::uint64_t memory, std::string temporary_folder, EntryOrder order = EntryOrder::kByState)
        : memory_(memory), temporary_folder_(std::move(temporary_folder)), order_(order) {}

    /// The batch's descriptor must outlive the sorter; its entries are copied.
    void add(const EntryBatch& batch);

    /// No more batches follow.
    void finish();

    /// The next entry in order, as a batch of one that is valid until the next call; false at the end, when the sorter is
    /// empty and takes batches again.
    [[nodiscard]] bool next(EntryBatch& batch);

    [[nodiscard]] bool is_empty() const { return sorter_ == nullptr; }

private:
    std::uint64_t memory_;
    std::string temporary_folder_;
    EntryOrder order_;
    std::unique_ptr<ExternalSorter> sorter_;
    std::vector<const StateDescriptor*> states_;
    ByteVector key_;  // of the record being added
    ByteVector payload_;
};

}  // namespace sp
