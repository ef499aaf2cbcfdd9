#pragma once

// dump(): the state of a snapshot as NDJSON or CSV rows. What the tool sp-dump does, as a function.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/output.hpp"
#include "sp/read.hpp"

namespace sp {

enum class RowFormat : std::uint8_t { kNdjson, kCsv };

/// A row an entry, or a row for each key and namespace of one operator with a column for each keyed state.
enum class RowLayout : std::uint8_t { kEntries, kTable };

/// Enough for a thread to have work, and not too much text to wait for its turn.
inline constexpr std::uint64_t kPartSize = std::uint64_t{2} << 20;

struct DumpOptions {
    ReadOptions read;
    /// JSON texts of the wanted keys; unset: all keys. Takes the place of ReadOptions::keys.
    std::optional<std::vector<std::string>> keys;
    std::optional<std::uint64_t> limit;   ///< rows of the whole run
    unsigned threads = 1;                 ///< the rows and their order do not depend on it; limits leave one thread
    std::uint64_t part_size = kPartSize;  ///< bytes of state that a thread reads at a time, as far as key groups allow
    bool raw = false;                     ///< each row also with the serialized bytes in base64 and the key group
    bool strict = false;                  ///< what cannot be decoded is an UnsupportedError instead of "@bytes"
    bool lossless = false;         ///< views (what Kryo wrote) also have their bytes, so that they can be read back
    bool int64_as_string = false;  ///< integers beyond 2^53 as strings

    RowFormat format = RowFormat::kNdjson;
    /// Unset: entries; of CSV the table if a single operator is selected, it has keyed state, and nothing asked for needs
    /// entries.
    std::optional<RowLayout> layout;

    // Entries
    bool flatten_lists = false;  ///< a row for each element of a keyed list
    // CSV
    std::optional<std::string> null_text;  ///< unset: an empty field
    bool flatten_keys = false;             ///< a column for each field of a composite key
    // Table. Its rows have one order for whatever wrote the snapshot; ReadOptions::is_sorted orders the columns by name.
    bool with_timers = false;  ///< the times of a row's timers
    bool with_global = false;  ///< a key's states of the void namespace also in its rows of other namespaces
    bool ttl = false;          ///< the TTL stamps of states that have some
};

/// Prints the rows into `sink` and closes it. `warn` gets words for people that do not stop the run. Throws an
/// UnsupportedError at the end, after all other rows, if something had to be passed over.
void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn);

}  // namespace sp
