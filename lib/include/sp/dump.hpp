#pragma once

// dump(): the entries of a snapshot as NDJSON rows. What the tool sp-dump does, as a function.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/output.hpp"
#include "sp/read.hpp"

namespace sp {

struct DumpOptions {
    ReadOptions read;
    /// JSON texts of the wanted keys; unset: all keys. Takes the place of ReadOptions::keys.
    std::optional<std::vector<std::string>> keys;
    std::optional<std::uint64_t> limit;  ///< rows of the whole run
    bool raw = false;                    ///< each row also with the serialized bytes in base64 and the key group
    bool strict = false;                 ///< what cannot be decoded is an UnsupportedError instead of "@bytes"
    bool int64_as_string = false;        ///< integers beyond 2^53 as strings
};

/// Prints the rows into `sink` and closes it. `warn` gets words for people that do not stop the run. Throws an UnsupportedError at the end, after all
/// other rows, if something had to be passed over.
void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn);

}  // namespace sp
