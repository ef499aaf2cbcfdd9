#pragma once

// Keys whose entries do not lie together: those of timers, and of states with namespaces in the order of hash maps. What they
// have in a key group is added up in a hash table, and beyond its memory by sorting in files.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/external_sort.hpp"
#include "report/statistics/largest_keys.hpp"
#include "sp/bytes.hpp"

namespace sp::statistics {

/// Memory that several tables share.
struct SharedMemory {
    std::uint64_t most = 0;        ///< of the tables
    std::uint64_t sorting = 0;     ///< for sorting what has no place in a table
    std::string temporary_folder;  ///< empty: that of the system
    std::uint64_t used = 0;
};

class ScatteredKeys {
public:
    explicit ScatteredKeys(SharedMemory& memory) : memory_(memory) {}
    ScatteredKeys(const ScatteredKeys&) = delete;
    ScatteredKeys& operator=(const ScatteredKeys&) = delete;
    ~ScatteredKeys() { memory_.used -= size(); }

    void add(Bytes key, KeyTotals totals);

    /// Calls visit(Bytes key, KeyTotals) for each key, once, in no certain order, and forgets them.
    template <class Visit>
    void finish(Visit&& visit) {
        if (!sorter_) {
            for (const Slot& slot : slots_) {
                if (slot.totals.entries != 0) {
                    visit(key_of(slot), slot.totals);
                }
            }
            clear();
            return;
        }
        spill();
        sorter_->finish();
        KeyTotals totals;
        while (next_sorted(totals)) {
            visit(Bytes(sorted_key_), totals);
        }
        sorter_.reset();
    }

    [[nodiscard]] bool has_spilled() const { return sorter_ != nullptr; }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint64_t offset = 0;  ///< of the key in keys_
        std::uint64_t size = 0;
        KeyTotals totals;  ///< no entries: free
    };

    [[nodiscard]] Bytes key_of(const Slot& slot) const { return Bytes(keys_).subspan(slot.offset, slot.size); }
    [[nodiscard]] std::uint64_t size() const { return keys_.capacity() + slots_.capacity() * sizeof(Slot); }
    [[nodiscard]] Slot& slot_of(Bytes key, std::uint64_t hash);
    void make_room(std::size_t key_size);
    void grow();
    void clear();
    void spill();
    [[nodiscard]] bool next_sorted(KeyTotals& totals);

    SharedMemory& memory_;
    ByteVector keys_;
    std::vector<Slot> slots_;  ///< open addressing; a power of two
    std::size_t used_ = 0;
    std::unique_ptr<ExternalSorter> sorter_;  ///< once the memory did not suffice
    ByteVector sorted_key_;                   ///< of the record that next_sorted() has given
    ExternalSorter::Record ahead_;
    bool has_ahead_ = false;
};

}  // namespace sp::statistics
