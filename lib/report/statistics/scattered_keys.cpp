#include "report/statistics/scattered_keys.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace sp::statistics {
namespace {

constexpr std::size_t kFirstSlots = 256;

bool is_equal(Bytes a, Bytes b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace

void ScatteredKeys::add(Bytes key, KeyTotals totals) {
    make_room(key.size());
    const std::uint64_t hash = std::hash<std::string_view>()(as_text(key));
    Slot& slot = slot_of(key, hash);
    if (slot.totals.entries == 0) {
        slot = {hash, keys_.size(), key.size(), {}};
        keys_.insert(keys_.end(), key.begin(), key.end());
        ++used_;
    }
    slot.totals.entries += totals.entries;
    slot.totals.bytes += totals.bytes;
}

ScatteredKeys::Slot& ScatteredKeys::slot_of(Bytes key, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        Slot& slot = slots_[i];
        if (slot.totals.entries == 0 || (slot.hash == hash && is_equal(key_of(slot), key))) {
            return slot;
        }
    }
}

/// For one more key; what cannot be held any more goes to files.
void ScatteredKeys::make_room(std::size_t key_size) {
    const bool is_full = 2 * (used_ + 1) > slots_.size();
    const bool is_long = keys_.capacity() - keys_.size() < key_size;
    if (!is_full && !is_long) [[likely]] {
        return;
    }
    const std::uint64_t more = (is_full ? std::max(slots_.size(), kFirstSlots) * sizeof(Slot) : 0) +
                               (is_long ? std::max(keys_.capacity(), key_size) : 0);
    if (used_ >= kFirstSlots && memory_.used + more > memory_.most) {
        spill();
    }
    const std::uint64_t before = size();
    if (2 * (used_ + 1) > slots_.size()) {
        grow();
    }
    if (keys_.capacity() - keys_.size() < key_size) {
        keys_.reserve(std::max(2 * keys_.capacity(), keys_.size() + key_size));
    }
    memory_.used += size() - before;
}

void ScatteredKeys::grow() {
    std::vector<Slot> old(std::max(2 * slots_.size(), kFirstSlots));
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.totals.entries != 0) {
            std::size_t i = slot.hash & mask;
            while (slots_[i].totals.entries != 0) {
                i = (i + 1) & mask;
            }
            slots_[i] = slot;
        }
    }
}

/// A table that was made for a much larger key group would take longer to clear than a new one to grow; one that takes much
/// of the memory leaves none for those of other states.
void ScatteredKeys::clear() {
    constexpr std::size_t kMuchLarger = 16;
    const std::uint64_t before = size();
    if (slots_.size() > kMuchLarger * std::max(used_, kFirstSlots) || memory_.used > memory_.most / 2) {
        slots_ = std::vector<Slot>();
        keys_ = ByteVector();
    } else if (used_ != 0) {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        keys_.clear();
    }
    used_ = 0;
    memory_.used -= before - size();
}

void ScatteredKeys::spill() {
    if (!sorter_) {
        constexpr std::uint64_t kLeast = std::uint64_t{1} << 20;  // with less it would be all files
        sorter_ = std::make_unique<ExternalSorter>(
            ExternalSorter::Options{memory_.temporary_folder, std::max(memory_.sorting, kLeast)});
    }
    for (const Slot& slot : slots_) {
        if (slot.totals.entries != 0) {
            std::uint8_t payload[sizeof(KeyTotals)];
            std::memcpy(payload, &slot.totals, sizeof payload);
            sorter_->add(key_of(slot), payload);
        }
    }
    clear();
}

/// The next key into sorted_key_, with the totals of all records that have it.
bool ScatteredKeys::next_sorted(KeyTotals& totals) {
    if (!has_ahead_ && !sorter_->next(ahead_)) {
        return false;
    }
    sorted_key_.assign(ahead_.key.begin(), ahead_.key.end());
    totals = {};
    do {
        KeyTotals part;
        std::memcpy(&part, ahead_.payload.data(), sizeof part);
        totals.entries += part.entries;
        totals.bytes += part.bytes;
        has_ahead_ = sorter_->next(ahead_);
    } while (has_ahead_ && is_equal(ahead_.key, sorted_key_));
    return true;
}

}  // namespace sp::statistics
