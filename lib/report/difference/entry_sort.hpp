#pragma once

// EntrySort: the entries of one side that have to be brought together with those of the other, in the order of what they are
// recognised by. Beyond its memory it sorts in files.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/external_sort.hpp"
#include "report/difference/state_use.hpp"
#include "report/difference/value_tree.hpp"

namespace sp::difference {

/// An entry and the bytes by which it is recognised: they are the same on both sides, for elements of lists all that counts.
struct SortedEntry {
    Bytes identity;
    StateUse* use = nullptr;
    std::int32_t key_group = -1;
    Entry entry;
};

class EntrySort {
public:
    EntrySort(std::uint64_t memory, std::string temporary_folder)
        : memory_(memory), temporary_folder_(std::move(temporary_folder)) {}

    /// The entries, which are copied, are all of this state. `use` must outlive them.
    void add(const EntryBatch& batch, StateUse& use);

    /// No more follow; next() gives the first.
    void finish();

    /// The next entry in order, valid until the next call; false at the end, when it takes entries again.
    [[nodiscard]] bool next(SortedEntry& entry);

private:
    void add_fast(const EntryBatch& batch, const Entry& entry, StateUse& use);
    void add_decoding(const EntryBatch& batch, const Entry& entry, StateUse& use);
    void add_record(const std::uint8_t* record, std::uint8_t* at, const EntryBatch& batch, const Entry& entry,
                    const StateUse& use);
    void append_decoded(LazyEvents& events, const TypePtr& type, Bytes bytes);
    void append(PartForm form, bool is_last, LazyEvents& events, const TypePtr& type, Bytes bytes);

    std::uint64_t memory_;
    std::string temporary_folder_;
    std::unique_ptr<ExternalSorter> sorter_;  ///< made when the first entry is added
    bool is_empty_ = true;
    std::uint64_t added_ = 0;
    std::vector<StateUse*> uses_;  ///< of all entries so far, by StateUse::number
    ValueTree tree_;
    ByteVector identity_;  // of the entry that is being added
    ByteVector decoded_;
};

}  // namespace sp::difference
