#pragma once

// Memory for records and a slot for each of them, which grow towards each other in one block: records from its front, slots
// from its back. It is never larger than it may be, however the sizes of the records are, and no growth copies the records
// as long as the system can remap memory.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace sp {

template <class Slot>
class RecordArena {
    static_assert(std::is_trivially_copyable_v<Slot>);

public:
    explicit RecordArena(std::size_t most) : most_(most / sizeof(Slot) * sizeof(Slot)) {}

    [[nodiscard]] bool is_empty() const { return slot_count_ == 0; }

    /// Whether a record of this size fits without more memory than there may be.
    [[nodiscard]] bool has_room(std::size_t size) const { return used(size) <= most_; }

    /// Memory for a record, beyond the limit if it must be. Valid until the next call.
    [[nodiscard]] std::uint8_t* reserve(std::size_t size) {
        if (used(size) > capacity_) {
            grow(used(size));
        }
        return block_.get() + size_;
    }

    /// Adds a record, in the memory reserved last or the first part of it.
    void add(std::size_t size) {
        size_ += size;
        ++slot_count_;
    }

    /// Of the record added last.
    [[nodiscard]] Slot& last_slot() { return slots()[0]; }

    /// The last one first.
    [[nodiscard]] std::span<Slot> slots() {
        return {reinterpret_cast<Slot*>(block_.get() + capacity_) - slot_count_, slot_count_};
    }

    [[nodiscard]] std::uint8_t* data() { return block_.get(); }
    [[nodiscard]] std::size_t size() const { return size_; }

    void clear() { size_ = slot_count_ = 0; }

    /// Gives the memory back.
    void release() {
        block_.reset();
        capacity_ = 0;
        clear();
    }

private:
    struct Free {
        void operator()(std::uint8_t* block) const { std::free(block); }
    };

    static constexpr std::size_t kFirst = std::size_t{64} << 10;

    [[nodiscard]] std::size_t used(std::size_t more) const { return size_ + more + (slot_count_ + 1) * sizeof(Slot); }

    void grow(std::size_t needed) {
        std::size_t capacity = capacity_ == 0 ? kFirst : 2 * capacity_;
        capacity = capacity > most_ ? most_ : capacity;
        capacity = capacity < needed ? needed : capacity;
        capacity = (capacity + sizeof(Slot) - 1) / sizeof(Slot) * sizeof(Slot);
        auto* const block = static_cast<std::uint8_t*>(std::realloc(block_.get(), capacity));
        if (block == nullptr) {
            throw std::bad_alloc();
        }
        static_cast<void>(block_.release());
        block_.reset(block);
        const std::size_t slots_size = slot_count_ * sizeof(Slot);
        std::memmove(block + capacity - slots_size, block + capacity_ - slots_size, slots_size);
        capacity_ = capacity;
    }

    std::size_t most_;
    std::unique_ptr<std::uint8_t[], Free> block_;
    std::size_t capacity_ = 0;  ///< a multiple of a slot's size, so that slots are aligned
    std::size_t size_ = 0;      ///< of the records
    std::size_t slot_count_ = 0;
};

}  // namespace sp
