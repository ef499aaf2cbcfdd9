#pragma once

// Entry: the one currency between readers, transforms and writers. Every backend's records are brought into this form:
// slices of key, namespace, map key and value in the encodings of Flink's canonical savepoint format, beside the
// descriptor of their state. Entries travel in batches of one state and one key group, so that nothing is virtual and
// nothing is allocated per entry.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp {

enum class StateKind : std::uint8_t {
    kValue,
    kList,
    kMap,
    kReducing,
    kAggregating,
    kFolding,  ///< keyed; KEYED_STATE_TYPE in the state's options
    kTimer,    ///< keyed; a queue of an internal timer service
    kOperatorList,
    kOperatorUnion,
    kBroadcast,    ///< operator state
    kCoordinator,  ///< bytes of an operator coordinator, in `_metadata`
};

/// The word of rows and options: "value", "list", …, "operator-list", "timer".
[[nodiscard]] std::string_view name_of(StateKind kind);

[[nodiscard]] constexpr bool is_keyed(StateKind kind) { return kind <= StateKind::kTimer; }

enum class TimerDomain : std::uint8_t { kEventTime, kProcessingTime };

/// The word of rows: "event-time", "processing-time".
[[nodiscard]] std::string_view name_of(TimerDomain domain);

/// What all entries of a state in one stream have in common. Subtasks of an operator can have different serializer
/// snapshots, so each stream has descriptors of its own.
struct StateDescriptor {
    std::size_t operator_index = 0;  ///< in SavepointMetadata::operators
    std::string name;
    StateKind kind = StateKind::kValue;

    TypePtr key;         ///< keyed states
    TypePtr name_space;  ///< keyed states
    TypePtr map_key;     ///< map and broadcast states
    /// The value; of lists (keyed and operator) the element, of maps the map's value. Without the TtlSerializer around
    /// it. Null for timers.
    TypePtr value;
    bool has_ttl = false;  ///< values (elements, map values) start with an i64: last access in ms since the epoch

    /// The serializer as the header has it (ListSerializer, MapSerializer, TtlSerializer around the above included).
    TypePtr serializer;

    // Timers only
    std::string timer_service;
    TimerDomain timer_domain = TimerDomain::kEventTime;
};

/// Slices are valid until the next batch is read, and 32 bytes behind each may be read (their content is undefined).
struct Entry {
    Bytes key;
    Bytes name_space;  ///< empty for operator state
    Bytes map_key;     ///< map and broadcast states
    /// The value as its serializer wrote it; with TTL the i64 in front is part of it. Keyed lists: the elements, each two
    /// joined by one byte 2C (RocksDB's form, which canonical savepoints share). Operator lists: one element.
    /// Coordinator: the bytes. Timers: empty.
    Bytes value;
    bool is_null_value = false;  ///< map states: the null mark was set; `value` is empty
    std::int64_t timestamp = 0;  ///< timers: ms since the epoch
    std::int64_t index = 0;      ///< operator lists: position among the elements of the subtask's state
    /// Where it lies in EntryBatch::source, for messages; compressed: its chunk stream. RocksDB tells no offsets.
    std::uint64_t offset = 0;
    static constexpr std::uint64_t kNoOffset = UINT64_MAX;
};

struct EntryBatch {
    const StateDescriptor* state = nullptr;
    std::int32_t key_group = -1;  ///< keyed states
    std::int32_t subtask = -1;    ///< operator states
    std::string_view source;      ///< the file (or inline handle) that the entries come from
    std::vector<Entry> entries;
};

}  // namespace sp
