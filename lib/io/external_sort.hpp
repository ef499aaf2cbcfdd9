#pragma once

// Sorts records of two byte strings, a key that decides and a payload that is carried along, in bounded memory: what
// does not fit is spilled as sorted runs into unnamed temporary files and merged. Records of one key come by a number
// that is given with them, or else in the order in which they were added.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/record_arena.hpp"
#include "io/temp_file.hpp"
#include "io/windowed_reader.hpp"
#include "sp/bytes.hpp"

namespace sp {

/// Usage: add() every record, finish(), then next() until false; clear() to begin anew.
class ExternalSorter {
public:
    struct Options {
        std::string temp_dir;                         ///< must exist once something has to be spilled
        std::size_t memory = std::size_t{512} << 20;  ///< a single larger record is held all the same
        std::size_t fan_in = 64;                      ///< runs merged at a time, at least 2
    };

    explicit ExternalSorter(Options options);
    ExternalSorter(const ExternalSorter&) = delete;
    ExternalSorter& operator=(const ExternalSorter&) = delete;
    ~ExternalSorter();

    void add(Bytes key, Bytes payload, std::uint64_t sequence);
    void add(Bytes key, Bytes payload) { add(key, payload, added_++); }

    /// For a record that is put together in place, of no more than `size` bytes: where its key goes, and its payload
    /// behind it. add_reserved() follows before anything else.
    [[nodiscard]] std::uint8_t* reserve(std::size_t size);
    void add_reserved(std::size_t key_size, std::size_t payload_size, std::uint64_t sequence);

    /// No add() may follow.
    void finish();

    struct Record {
        Bytes key;
        Bytes payload;  ///< where the key ends
        std::uint64_t sequence = 0;
    };

    /// The next record in the order of key bytes (unsigned, shorter first), then of sequences. The views are valid
    /// until the next call.
    [[nodiscard]] bool next(Record& record);
    [[nodiscard]] bool next(Bytes& key, Bytes& payload);

    /// Forgets all records and takes new ones, into the memory that it has.
    void clear();

    /// That order: less than, equal to, or greater than 0.
    [[nodiscard]] static int compare(const Record& a, const Record& b);

    /// How often the memory did not suffice.
    [[nodiscard]] std::size_t runs_spilled() const { return runs_spilled_; }

private:
    /// A record in the arena, with the first sixteen bytes of its key for a cheap comparison.
    struct Slot {
        std::uint64_t prefix;
        std::uint64_t second;
        std::size_t offset;
    };

    /// Sorted runs one after the other in a single file, so that no number of runs runs out of descriptors.
    struct Runs {
        std::unique_ptr<TempFile> file;
        std::vector<std::uint64_t> ends;
    };

    /// Slots of keys that are equal up to `from`, filled with zeros where they are shorter, to be sorted by the sixteen
    /// bytes behind, which the slots have.
    struct Group {
        std::span<Slot> slots;
        std::size_t from = 0;
    };

    class Merge;

    void sort_slots();
    void sort_group(const Group& group, std::vector<Group>& open);
    void sort_equal_slots(const Group& group, std::vector<Group>& open);
    [[nodiscard]] std::optional<std::size_t> common_bytes(const Group& group);
    void prefetch(std::size_t slot);
    void spill();
    void merge_runs_down();

    Options options_;
    RecordArena<Slot> arena_;
    Runs runs_;
    std::size_t runs_spilled_ = 0;
    std::uint64_t added_ = 0;
    std::size_t next_slot_ = 0;
    std::unique_ptr<Merge> merge_;
};

}  // namespace sp
