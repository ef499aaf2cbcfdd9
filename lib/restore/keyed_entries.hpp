#pragma once

// KeyedEntries: the keyed state of all subtasks of one operator by ascending key group, and behind that of each key group
// its timers in raw keyed state. At most one stream of either is open at a time, whatever the parallelism.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "metadata/stream_starts.hpp"
#include "restore/keyed_contents.hpp"
#include "restore/reading_context.hpp"
#include "state/key_group_reader.hpp"

namespace sp {

class KeyedEntries {
public:
    /// Whether to find out what cannot be read before the first entry, or rely on others who have and found nothing.
    enum class LookAhead : std::uint8_t { kDo, kIsDone };

    /// `label` names the operator in messages.
    KeyedEntries(ReadingContext& context, std::size_t operator_index, std::string label,
                 LookAhead look_ahead = LookAhead::kDo);

    /// Ranges of key groups, both ends included, that together hold the key groups to be read, each of about so many bytes
    /// of state or of one key group. Empty if the entries must be read by this object, since looking ahead has found
    /// something that cannot be read.
    [[nodiscard]] std::vector<std::pair<std::int32_t, std::int32_t>> divide(std::uint64_t bytes) const;

    /// Reads these key groups next, and no others.
    void turn_to(std::pair<std::int32_t, std::int32_t> key_groups);

    /// The wanted states of all streams, each once a stream: those of a header in its order, behind them the raw timers.
    [[nodiscard]] std::vector<const StateDescriptor*> states();

    /// Fills `batch`; it is empty where a filter has left nothing. False at the end.
    [[nodiscard]] bool next(EntryBatch& batch);

private:
    enum Slot : std::uint8_t { kManaged, kRaw };

    struct Stream {
        std::size_t subtask = 0;  ///< position in OperatorState::subtasks
        Slot slot = kManaged;
        const KeyedStateHandle* handle = nullptr;
    };

    struct Place {
        std::int32_t key_group = 0;
        std::size_t stream = 0;    ///< position in streams_
        std::uint64_t offset = 0;  ///< of a stream; databases keep key groups otherwise
        std::uint64_t end = 0;
        std::uint64_t size = 0;  ///< bytes of state, about
    };

    struct OpenStream {
        std::optional<std::size_t> stream;
        const KeyedContents* contents = nullptr;  ///< null for raw timers
        std::unique_ptr<KeyGroupReader> reader;
    };

    void plan();
    [[nodiscard]] bool is_unsupported(std::size_t subtask);
    [[nodiscard]] bool has_raw_timers(std::size_t subtask) const;
    void plan_handle(std::size_t subtask, Slot slot, const KeyedStateHandle& handle);
    /// The offset of a key group without bytes.
    static constexpr std::int64_t nothing_at(Slot slot) { return slot == kRaw ? -1 : 0; }
    void plan_stream(const KeyGroupsStateHandle& handle, Slot slot);
    void plan_database(const IncrementalStateHandle& handle);
    void check_places() const;

    void look_ahead();
    void refuse_by_headers();
    void look_for_undecodable_values();
    void look_for_undecodable_timers();
    void refuse(Slot slot, const std::string& why);

    [[nodiscard]] ByteSource source_of(const Stream& stream) const;
    [[nodiscard]] std::unique_ptr<KeyGroupReader> open_reader(const Stream& stream, const KeyedContents& contents,
                                                              const std::vector<StateInStream>& states) const;
    [[nodiscard]] StateInStream keep_timers(StateDescriptor found);
    OpenStream& open_stream_of(const Place& place);
    [[nodiscard]] bool open_next_group();
    [[nodiscard]] bool next_batch(EntryBatch& batch);

    ReadingContext& context_;
    std::size_t operator_index_;
    const OperatorState& operator_;
    std::string label_;
    StreamStarts starts_;
    KeyedContentsTable contents_;
    std::vector<Stream> streams_;
    std::vector<Place> places_;
    std::size_t next_place_ = 0;
    std::size_t end_place_ = SIZE_MAX;
    std::array<OpenStream, 2> open_;                  ///< by Slot
    std::optional<WantedKeys> timer_keys_;            ///< of raw timers
    std::vector<const StateDescriptor*> raw_timers_;  ///< wanted ones, as the look ahead has met them
    OpenStream* group_ = nullptr;                     ///< whose key group is being read, or null
    bool has_lost_something_ = false;                 ///< looking ahead has passed something over
};

}  // namespace sp
