#pragma once

// Statistics of the state in a snapshot: entries, keys, bytes, the spread of value sizes, the largest keys, how evenly key
// groups and subtasks are filled, what has expired, when timers fire. One pass over all entries, nothing is decoded but the
// keys that are shown. What `sp-inspect --stats` does, as a function; sp-inspect(1) says what each number means.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/dump.hpp"
#include "sp/output.hpp"
#include "sp/read.hpp"

namespace sp {

/// The time to live that a job gives a state: savepoints have only the time of each value's last access.
struct StateTimeToLive {
    std::string uid;  ///< or the operator's id in hex
    std::string state;
    std::int64_t duration = 0;  ///< ms
};

/// How a text draws the spread of value sizes.
enum class HistogramBars : std::uint8_t { kNone, kAscii, kUnicode };

struct StatisticsOptions {
    /// Timers are counted if `with_timers` is set. Memory beyond `memory` is needed only by keys whose entries do not lie
    /// together: those are sorted in files then.
    ReadOptions read;
    /// JSON texts of the wanted keys; unset: all keys. Takes the place of ReadOptions::keys.
    std::optional<std::vector<std::string>> keys;
    unsigned threads = 1;                 ///< the statistics do not depend on it
    std::uint64_t part_size = kPartSize;  ///< as DumpOptions has it

    std::vector<StateTimeToLive> times_to_live;  ///< a state that is not there or has no TTL is a UsageError
    std::int64_t ttl_at = 0;                     ///< the time, in ms, at which expiry is judged

    bool by_key_group = false;  ///< a row for each key group of each keyed state, and nothing else
    bool json = false;          ///< an object a line, for each state or key group; else tables
    HistogramBars bars = HistogramBars::kNone;
};

/// Prints the statistics into `sink` and closes it. Throws an UnsupportedError at the end, after all of them, if something
/// had to be passed over.
void print_statistics(std::string_view savepoint, const StatisticsOptions& options, ByteSink& sink);

}  // namespace sp
