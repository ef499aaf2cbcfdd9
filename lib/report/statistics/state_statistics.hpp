#pragma once

// What is counted of a state. Parts of a state that several threads have counted add up.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "report/statistics/largest_keys.hpp"
#include "report/statistics/time_buckets.hpp"
#include "report/statistics/value_sizes.hpp"
#include "sp/entry.hpp"

namespace sp::statistics {

/// Which state, in the order of the output: operators as in `_metadata`, of each keyed state, timers, operator state and the
/// coordinator's, by name.
struct StateIdentity {
    explicit StateIdentity(const StateDescriptor& state);

    std::size_t operator_index = 0;
    int rank = 0;      ///< of the kind in that order
    std::string name;  ///< of timers the service
    TimerDomain domain = TimerDomain::kEventTime;
    StateKind kind = StateKind::kValue;

    friend bool operator<(const StateIdentity& a, const StateIdentity& b) { return a.order() < b.order(); }

private:
    [[nodiscard]] std::tuple<std::size_t, int, const std::string&, TimerDomain, StateKind> order() const {
        return {operator_index, rank, name, domain, kind};
    }
};

/// Of a key group, or of a subtask.
struct GroupStatistics {
    std::uint64_t entries = 0;
    std::uint64_t keys = 0;
    std::uint64_t key_bytes = 0;
    std::uint64_t name_space_bytes = 0;
    std::uint64_t map_key_bytes = 0;
    std::uint64_t value_bytes = 0;

    [[nodiscard]] std::uint64_t bytes() const { return key_bytes + name_space_bytes + map_key_bytes + value_bytes; }
    GroupStatistics& operator+=(const GroupStatistics& other);
};

/// Time stamps of a state with TTL.
struct StampStatistics {
    std::uint64_t count = 0;
    std::int64_t oldest = INT64_MAX;
    std::int64_t newest = INT64_MIN;
    std::uint64_t expired = 0;
};

/// When values of a state with TTL expire, and for when this is asked.
struct Expiry {
    std::int64_t duration = 0;
    std::int64_t at = 0;

    /// As TtlUtils.expired has it.
    [[nodiscard]] bool is_expired(std::int64_t stamp) const {
        const std::int64_t end = stamp > 0 && duration > INT64_MAX - stamp ? INT64_MAX : stamp + duration;
        return end <= at;
    }
};

struct StateStatistics {
    bool has_ttl = false;
    std::optional<Expiry> expiry;

    std::map<std::int32_t, GroupStatistics> groups;  ///< by key group; operator state: by subtask (coordinator: -1)
    ValueSizes value_sizes;                          ///< of those that are not null
    std::uint64_t nulls = 0;
    std::uint64_t elements = 0;  ///< of keyed lists
    StampStatistics stamps;
    LargestKeys largest_keys;
    TimeBuckets times;

    [[nodiscard]] GroupStatistics total() const;
    void absorb(StateStatistics&& other);
};

using AllStatistics = std::map<StateIdentity, StateStatistics>;

}  // namespace sp::statistics
