#pragma once

// The options that several tools share, one table a group, and the plain structs that they are parsed into. The same word
// means the same in every tool; a tool adds to its command line those rows that it obeys.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "common/option_values.hpp"
#include "sp/read.hpp"

namespace sp::cli {

/// -h, --version, -q, -v: run_tool() adds and obeys them.
struct CommonOptions {
    bool help = false;
    bool version = false;
    bool quiet = false;
    int verbosity = 0;
};

/// Where the snapshot is and how its parts are found.
struct ReadingOptions {
    std::string savepoint;
    std::vector<std::pair<std::string, std::string>> path_map;  ///< old prefix, new prefix
    std::string fetch;       ///< a command with {uri} and {file}; empty: nothing is fetched
    std::string uid_list;    ///< a file, one uid a line (read_lines)
    std::string class_path;  ///< jars and folders, with ':' between them

    /// The files that these options name, and `more`: inputs, which no output may replace.
    [[nodiscard]] std::vector<std::string> files(std::vector<std::string> more = {}) const;
};

/// Which operators, states and entries.
struct SelectionOptions {
    std::vector<std::string> uids;
    std::vector<std::string> operator_ids;  ///< 32 lower-case hex digits
    std::vector<std::string> states;
    std::vector<std::string> kinds;         ///< checked: words of kStateKinds
    std::vector<std::string> keys;          ///< JSON texts
    std::string keys_file;                  ///< one JSON key a line (read_lines)
    std::optional<NumberRange> key_groups;  ///< inclusive
    std::optional<Split> split;
    std::optional<std::uint64_t> limit;
    std::optional<std::uint64_t> limit_per_state;

    /// All JSON texts of --key and --keys; nothing if neither was given, which means every key. Opens the file.
    [[nodiscard]] std::optional<std::vector<std::string>> all_keys() const;
};

/// Where rows go and what they look like.
struct OutputOptions {
    std::string output = "-";
    bool overwrite = false;
    bool sort = false;
    std::uint64_t memory = std::uint64_t{512} << 20U;
    std::string tmp_dir;  ///< empty: beside the output, else $TMPDIR
    bool raw = false;
    bool lossless = false;
    bool strict = false;
    bool int64_as_string = false;
};

/// As many as there are cores, but not more than eight.
[[nodiscard]] unsigned default_threads();

/// Of --split: "0/4" to "3/4".
[[nodiscard]] Split parse_split(const std::string& text);

/// Of --threads.
[[nodiscard]] unsigned parse_threads(const std::string& text);

/// What a row is, and how rows are made.
struct RowOptions {
    bool csv = false;
    std::string layout;  ///< "entries", "table", or empty: what the format has by itself
    bool with_timers = false;
    bool with_global = false;
    bool ttl = false;
    bool flatten_lists = false;
    bool flatten_keys = false;
    std::optional<std::string> null_text;
    bool all_copies = false;
    unsigned threads = default_threads();
};

inline constexpr std::string_view kStateKinds[] = {"value",       "list",       "map",           "reducing",
                                                   "aggregating", "folding",    "operator-list", "operator-union",
                                                   "broadcast",   "coordinator"};

inline constexpr std::size_t kCommonOptionCount = 4;
inline constexpr std::size_t kReadingOptionCount = 5;
inline constexpr std::size_t kSelectionOptionCount = 10;
inline constexpr std::size_t kOutputOptionCount = 9;
inline constexpr std::size_t kRowOptionCount = 10;

extern const OptionRow<CommonOptions> kCommonOptions[kCommonOptionCount];
extern const OptionRow<ReadingOptions> kReadingOptions[kReadingOptionCount];
extern const OptionRow<SelectionOptions> kSelectionOptions[kSelectionOptionCount];
extern const OptionRow<OutputOptions> kOutputOptions[kOutputOptionCount];
extern const OptionRow<RowOptions> kRowOptions[kRowOptionCount];

}  // namespace sp::cli
