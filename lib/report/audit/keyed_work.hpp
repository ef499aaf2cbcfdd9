#pragma once

// A stream of keyed state cut into pieces of work: some key groups of one handle, read and checked one after the other. What is
// damaged in one key group does not keep the next from being looked at.

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "report/audit/entry_findings.hpp"
#include "state/key_group_reader.hpp"

namespace sp::auditing {

struct KeyGroupPlace {
    std::int32_t key_group = 0;
    std::uint64_t offset = 0;  ///< databases keep key groups otherwise
    std::uint64_t end = 0;
    std::uint64_t size = 0;  ///< about
};

/// The key groups of a handle that can be there.
[[nodiscard]] std::vector<KeyGroupPlace> places_of(const OperatorRun& op, const KeyedPart& part);

/// The judges of an operator's keys, by the snapshot of their serializer: as a rule there is one.
class KeyJudges {
public:
    explicit KeyJudges(std::int32_t max_parallelism) : max_parallelism_(max_parallelism) {}

    [[nodiscard]] KeyJudge& of(const TypePtr& key);

private:
    std::int32_t max_parallelism_;
    std::mutex mutex_;
    std::map<ByteVector, KeyJudge> judges_;
};

/// Opens a handle and reads key groups of it.
class KeyedPartReader {
public:
    /// InputError or UnsupportedError if the stream cannot be read.
    KeyedPartReader(OperatorRun& op, const KeyedPart& part);
    ~KeyedPartReader();

    [[nodiscard]] EntryOrigin origin() const;

    /// Hands the batches of a key group to `take`. Throws what the readers throw; then reset() is to be called.
    template <class Take>
    void read(const KeyGroupPlace& place, Take&& take) {
        open(place);
        while (reader_->next(batch_)) {
            take(batch_);
        }
    }
    /// Goes on behind an entry that cannot be read, without the entries of its state; false if what follows cannot be found.
    template <class Take>
    bool go_on(const StateDescriptor& state, Take&& take) {
        if (!can_pass_over_) {
            return false;
        }
        reader_->skip_state(state);
        is_spoilt_ = true;
        while (reader_->next(batch_)) {
            take(batch_);
        }
        return true;
    }
    /// What the reader had read of the batch when it failed; the last entry may be the one at fault.
    [[nodiscard]] EntryBatch& interrupted() { return batch_; }
    void reset() { reader_.reset(); }

private:
    void open(const KeyGroupPlace& place);

    OperatorRun& run_;
    const KeyedPart& part_;
    std::optional<ByteSource> source_;
    std::shared_ptr<const KeyedContent> content_;
    const KeyedBackend* backend_ = nullptr;  ///< null: raw timers
    bool can_pass_over_ = false;
    bool is_spoilt_ = false;  ///< the reader passes over a state
    std::deque<StateDescriptor> timers_;
    std::unique_ptr<KeyGroupReader> reader_;
    EntryBatch batch_;
};

}  // namespace sp::auditing
