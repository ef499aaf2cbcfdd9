#pragma once

// timers(): the timers of a snapshot as NDJSON or CSV rows. What the tool sp-timers does, as a function.

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

struct TimersOptions {
    /// Which timers; `states`, `kinds` and `with_timers` are set by timers(). With `by_key`, `limit_per_state` counts the
    /// rows of each service.
    ReadOptions read;
    /// JSON texts of the wanted keys; unset: all keys. Takes the place of ReadOptions::keys.
    std::optional<std::vector<std::string>> keys;
    std::optional<std::uint64_t> limit;   ///< rows of the whole run
    unsigned threads = 1;                 ///< the rows and their order do not depend on it; limits leave one thread
    std::uint64_t part_size = kPartSize;  ///< as DumpOptions has it
    bool by_key = false;                  ///< a row for each service, key and namespace, with all its timestamps
    bool raw = false;                     ///< each row also with the serialized bytes in base64 and the key group
    bool strict = false;                  ///< what cannot be decoded is an UnsupportedError instead of "@bytes"
    bool lossless = false;         ///< views (what Kryo wrote) also have their bytes, so that they can be read back
    bool int64_as_string = false;  ///< integers beyond 2^53 as strings
    RowFormat format = RowFormat::kNdjson;
    std::optional<std::string> null_text;  ///< CSV: what stands for null; unset: an empty field
    bool flatten_keys = false;             ///< CSV: a column for each field of a composite key
};

/// Prints the rows into `sink` and closes it. `warn` gets words for people that do not stop the run. Throws an
/// UnsupportedError at the end, after all other rows, if something had to be passed over.
void timers(std::string_view savepoint, const TimersOptions& options, ByteSink& sink,
            const std::function<void(const std::string&)>& warn);

/// A point of time as options give it: milliseconds since the epoch, or an instant such as 2026-11-30T10:15:30Z, whose
/// fraction of a millisecond is rounded up. UsageError for anything else.
[[nodiscard]] std::int64_t parse_time(std::string_view text);

}  // namespace sp
