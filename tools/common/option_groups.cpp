#include "common/option_groups.hpp"

#include <algorithm>
#include <thread>

namespace sp::cli {

namespace {

constexpr std::string_view kInput = "Input";
constexpr std::string_view kSelection = "Selection";
constexpr std::string_view kOutput = "Output";
constexpr std::string_view kRows = "Rows";
constexpr std::string_view kGeneral = "General";

}  // namespace

Split parse_split(const std::string& text) {
    constexpr std::uint64_t kMost = INT32_MAX;
    const std::size_t slash = text.find('/');
    if (slash != std::string::npos) {
        const std::uint64_t index = parse_number(std::string_view(text).substr(0, slash));
        const std::uint64_t count = parse_number(std::string_view(text).substr(slash + 1));
        if (index < count && count <= kMost) {
            return {static_cast<std::int32_t>(index), static_cast<std::int32_t>(count)};
        }
    }
    throw UsageError("'" + text + "' is not a split such as 0/4 or 3/4, the first and the last of four");
}

namespace {

void set_int64(OutputOptions& o, const std::string& text) {
    static constexpr std::string_view kForms[] = {"string"};
    static_cast<void>(parse_word(text, kForms));
    o.int64_as_string = true;
}

void set_format(RowOptions& o, const std::string& text) {
    static constexpr std::string_view kFormats[] = {"ndjson", "csv"};
    o.csv = parse_word(text, kFormats) == "csv";
}

void set_layout(RowOptions& o, const std::string& text) {
    static constexpr std::string_view kLayouts[] = {"entries", "table"};
    o.layout = parse_word(text, kLayouts);
}

}  // namespace

const OptionRow<CommonOptions> kCommonOptions[kCommonOptionCount] = {
    {{"--help", 'h', "", kGeneral, "Print this help."}, [](auto& o, const auto&) { o.help = true; }},
    {{"--version", 0, "", kGeneral, "Print versions; with --json as JSON."},
     [](auto& o, const auto&) { o.version = true; }},
    {{"--quiet", 'q', "", kGeneral, "No warnings, no progress bar."}, [](auto& o, const auto&) { o.quiet = true; }},
    {{"--verbose", 'v', "", kGeneral, "Say what is read and what was written.", true},
     [](auto& o, const auto&) { ++o.verbosity; }},
};

const OptionRow<ReadingOptions> kReadingOptions[kReadingOptionCount] = {
    {{.name = "SAVEPOINT",
      .category = kInput,
      .help = "A savepoint's or checkpoint's folder, its _metadata file, or a file: URI; with --fetch any URI.",
      .is_required = true},
     [](auto& o, const auto& text) { o.savepoint = text; }},
    {{"--path-map", 0, "OLD=NEW", kInput, "State files whose recorded path begins with OLD lie under NEW.", true},
     [](auto& o, const auto& text) { o.path_map.push_back(parse_pair(text, '=')); }},
    {{"--fetch", 0, "CMD", kInput, "Run CMD for files that are not here: 'aws s3 cp {uri} {file}'."},
     [](auto& o, const auto& text) { o.fetch = text; }},
    {{"--uid-list", 0, "FILE", kInput, "Uids, one a line: operators are named by them where the hash fits."},
     [](auto& o, const auto& text) { o.uid_list = text; }},
    {{"--classpath", 0, "JARS", kInput,
      "The job's classes, for Kryo and Scala: jars, folders, 'lib/*', with ':' between."},
     [](auto& o, const auto& text) { o.class_path = text; }},
};

const OptionRow<SelectionOptions> kSelectionOptions[kSelectionOptionCount] = {
    {{"--uid", 0, "UID", kSelection, "Only the operator with this uid.", true},
     [](auto& o, const auto& text) { o.uids.push_back(text); }},
    {{"--operator-id", 0, "HEX", kSelection, "Only the operator with this id.", true},
     [](auto& o, const auto& text) { o.operator_ids.push_back(parse_operator_id(text)); }},
    {{"--state", 0, "NAME", kSelection, "Only states of this name.", true},
     [](auto& o, const auto& text) { o.states.push_back(text); }},
    {{"--kind", 0, "KIND", kSelection,
      "Only states of this kind: value, list, map, reducing, aggregating, folding, "
      "operator-list, operator-union, broadcast, coordinator.",
      true},
     [](auto& o, const auto& text) { o.kinds.push_back(parse_word(text, kStateKinds)); }},
    {{"--key", 0, "JSON", kSelection, "Only entries of this key.", true},
     [](auto& o, const auto& text) { o.keys.push_back(text); }},
    {{"--keys", 0, "FILE", kSelection, "Only entries of the keys in FILE, one JSON text a line."},
     [](auto& o, const auto& text) { o.keys_file = text; }},
    {{"--key-group", 0, "A-B", kSelection, "Only entries of key groups A to B, both included."},
     [](auto& o, const auto& text) { o.key_groups = parse_range(text); }},
    {{"--split", 0, "I/N", kSelection,
      "Only what subtask I would get from a restore at parallelism N; I counts from 0."},
     [](auto& o, const auto& text) { o.split = parse_split(text); }},
    {{"--limit", 0, "N", kSelection, "End after N rows."},
     [](auto& o, const auto& text) { o.limit = parse_number(text); }},
    {{"--limit-per-state", 0, "N", kSelection, "At most N rows of each state."},
     [](auto& o, const auto& text) { o.limit_per_state = parse_number(text); }},
};

const OptionRow<OutputOptions> kOutputOptions[kOutputOptionCount] = {
    {{"--output", 'o', "PATH", kOutput, "Write to PATH instead of stdout."},
     [](auto& o, const auto& text) { o.output = text; }},
    {{"--overwrite", 0, "", kOutput, "Replace PATH if it exists."}, [](auto& o, const auto&) { o.overwrite = true; }},
    {{"--sort", 0, "", kOutput, "One order of rows whatever wrote the snapshot."},
     [](auto& o, const auto&) { o.sort = true; }},
    {{"--memory", 0, "SIZE", kOutput, "Memory for sorting and tables, above which they use temporary files [512M]."},
     [](auto& o, const auto& text) { o.memory = parse_size(text); }},
    {{"--tmp-dir", 0, "DIR", kOutput, "Where temporary files lie [beside the output, else $TMPDIR]."},
     [](auto& o, const auto& text) { o.tmp_dir = text; }},
    {{"--raw", 0, "", kOutput, "Add the serialized bytes of each entry in base64, and its key group."},
     [](auto& o, const auto&) { o.raw = true; }},
    {{"--lossless", 0, "", kOutput, "Views (what Kryo wrote) also with their bytes, as sp-bootstrap takes them."},
     [](auto& o, const auto&) { o.lossless = true; }},
    {{"--strict", 0, "", kOutput, "End with status 4 at the first thing that cannot be decoded."},
     [](auto& o, const auto&) { o.strict = true; }},
    {{"--int64", 0, "string", kOutput, "Print integers beyond 2^53 as strings."}, set_int64},
};

const OptionRow<RowOptions> kRowOptions[kRowOptionCount] = {
    {{"--format", 0, "FORMAT", kRows, "ndjson or csv [ndjson]."}, set_format},
    {{"--layout", 0, "LAYOUT", kRows,
      "entries: a row for each entry; table: a row for each key of one operator, a column for each keyed state "
      "[ndjson: "
      "entries; csv: table if one operator with keyed state is selected]."},
     set_layout},
    {{"--with-timers", 0, "", kRows, "table: the times of a key's timers as @event_time and @processing_time."},
     [](auto& o, const auto&) { o.with_timers = true; }},
    {{"--with-global", 0, "", kRows, "table: what a key has outside windows also in its rows of windows."},
     [](auto& o, const auto&) { o.with_global = true; }},
    {{"--ttl", 0, "", kRows, "table: time stamps of state with TTL as @ttl:STATE."},
     [](auto& o, const auto&) { o.ttl = true; }},
    {{"--flatten-lists", 0, "", kRows, "entries: a row for each element of keyed lists."},
     [](auto& o, const auto&) { o.flatten_lists = true; }},
    {{"--flatten-keys", 0, "", kRows, "csv: a column for each field of composite keys."},
     [](auto& o, const auto&) { o.flatten_keys = true; }},
    {{"--null", 0, "TEXT", kRows, "csv: what stands for null [nothing]."},
     [](auto& o, const auto& text) { o.null_text = text; }},
    {{"--all-copies", 0, "", kRows, "entries: the broadcast state of every subtask, not of one."},
     [](auto& o, const auto&) { o.all_copies = true; }},
    {{"--threads", 0, "N", kRows, "Key groups to read at the same time; rows stay in order [the cores, at most 8]."},
     [](auto& o, const auto& text) { o.threads = parse_threads(text); }},
};

unsigned parse_threads(const std::string& text) {
    constexpr std::uint64_t kMost = 1024;
    const std::uint64_t threads = parse_number(text);
    if (threads < 1 || threads > kMost) {
        throw UsageError("'" + text + "' is not a number of threads from 1 to " + std::to_string(kMost));
    }
    return static_cast<unsigned>(threads);
}

unsigned default_threads() { return std::clamp(std::thread::hardware_concurrency(), 1U, 8U); }

std::vector<std::string> ReadingOptions::files(std::vector<std::string> more) const {
    more.push_back(uid_list);
    for (std::size_t begin = 0; begin < class_path.size();) {
        const std::size_t end = std::min(class_path.find(':', begin), class_path.size());
        more.push_back(class_path.substr(begin, end - begin));
        begin = end + 1;
    }
    return more;
}

std::optional<std::vector<std::string>> SelectionOptions::all_keys() const {
    if (keys.empty() && keys_file.empty()) {
        return std::nullopt;
    }
    std::vector<std::string> all = keys;
    if (!keys_file.empty()) {
        const std::vector<std::string> more = read_lines(keys_file);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

}  // namespace sp::cli
