#include "common/import_options.hpp"

#include <chrono>

#include "common/option_groups.hpp"
#include "common/option_values.hpp"
#include "sp/timers.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kSchema = "What is written";
constexpr std::string_view kBase = "Onto an existing savepoint";
constexpr std::string_view kRows = "Rows";
constexpr std::string_view kSplits = "Splits";

void set_format(ImportOptions& o, const std::string& text) {
    static constexpr std::string_view kFormats[] = {"ndjson", "csv"};
    o.format = parse_word(text, kFormats) == "csv" ? RowFormat::kCsv : RowFormat::kNdjson;
}

void set_layout(ImportOptions& o, const std::string& text) {
    static constexpr std::string_view kLayouts[] = {"entries", "table"};
    o.layout = parse_word(text, kLayouts) == "table" ? RowLayout::kTable : RowLayout::kEntries;
}

void set_ttl_timestamp(ImportOptions& o, const std::string& text) {
    using namespace std::chrono;
    o.ttl_timestamp =
        text == "now" ? duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count() : parse_time(text);
}

void set_window_timers(ImportOptions& o, const std::string& text) {
    static constexpr std::string_view kWords[] = {"auto", "none"};
    o.window_timers = parse_word(text, kWords) == "auto";
}

DuplicatePolicy parse_policy(const std::string& text) {
    static constexpr std::string_view kWords[] = {"error", "first", "last", "append", "sum", "min", "max"};
    static constexpr DuplicatePolicy kPolicies[] = {
        DuplicatePolicy::kError, DuplicatePolicy::kFirst, DuplicatePolicy::kLast, DuplicatePolicy::kAppend,
        DuplicatePolicy::kSum,   DuplicatePolicy::kMin,   DuplicatePolicy::kMax};
    const std::string word = parse_word(text, kWords);
    std::size_t position = 0;
    while (kWords[position] != word) {
        ++position;
    }
    return kPolicies[position];
}

void add_policy(ImportOptions& o, const std::string& text) {
    const std::size_t border = text.rfind('=');
    BootstrapOptions::OnDuplicate rule;
    if (border != std::string::npos) {
        std::tie(rule.uid, rule.state) = parse_pair(text.substr(0, border), '/');
    }
    rule.policy = parse_policy(border == std::string::npos ? text : text.substr(border + 1));
    o.on_duplicate.push_back(rule);
}

std::string read_file(const std::string& path) { return read_text(path); }

OperatorFiles parse_operator(const std::string& text) {
    const auto fail = [&] { throw UsageError("'" + text + "' is not of the form UID:SCHEMA:FILE"); };
    OperatorFiles files;
    std::string rest;
    try {
        std::tie(files.uid, rest) = parse_pair(text, ':');
    } catch (const UsageError&) {
        fail();
    }
    const std::size_t border = rest.find(':');
    if (border == std::string::npos || files.uid.empty() || border == 0 || border + 1 == rest.size()) {
        fail();
    }
    files.schema = rest.substr(0, border);
    files.rows = rest.substr(border + 1);
    return files;
}

void check(const ImportOptions& options) {
    const bool has_base = !options.base.empty();
    if (options.schema.empty() && options.schema_of.empty() && options.operators.empty() && !has_base) {
        throw UsageError(
            "what is to be written is not said: --schema FILE, --schema-of SAVEPOINT, --operator or --base SAVEPOINT");
    }
    if (!has_base &&
        (options.merge || options.keep_existing || !options.replace_uids.empty() || !options.replace_states.empty())) {
        throw UsageError("--merge, --keep-existing, --replace-uid and --replace-state are about a --base");
    }
    if (!has_base && options.allow_kryo_mismatch) {
        throw UsageError("--allow-kryo-mismatch is about what is kept of a --base");
    }
    if (options.keep_existing && !options.merge) {
        throw UsageError("--keep-existing says how rows are merged: --merge");
    }
    if (!options.uid.empty() && !options.operator_id.empty()) {
        throw UsageError("--uid and --operator-id do not go together");
    }
    if (options.rows.empty() && options.operators.empty() && !has_base) {
        throw UsageError("no rows are given: name files, - for stdin, or /dev/null for none");
    }
}

}  // namespace

const OptionRow<ImportOptions> kImportOptions[kImportOptionCount] = {
    {{.name = "FILE", .category = kRows, .help = "Rows, NDJSON or CSV; - for stdin.", .is_repeatable = true},
     [](auto& o, const auto& text) { o.rows.push_back(text); }},
    {{"--schema", 0, "FILE", kSchema, "The operators, states and types: a document of sp-schema(5)."},
     [](auto& o, const auto& text) { o.schema = text; }},
    {{"--schema-of", 0, "SAVEPOINT", kSchema, "The same operators, states and serializers as this savepoint has."},
     [](auto& o, const auto& text) { o.schema_of = text; }},
    {{"--operator", 0, "UID:SCHEMA:FILE", kSchema, "An operator, its schema document and its rows.", true},
     [](auto& o, const auto& text) { o.operators.push_back(parse_operator(text)); }},
    {{"--base", 0, "SAVEPOINT", kBase, "Write onto a copy of this savepoint: what is not named stays as it is."},
     [](auto& o, const auto& text) { o.base = text; }},
    {{"--merge", 0, "", kBase,
      "Rows can be of the base's operators: they replace entries of their identity, or are added."},
     [](auto& o, const auto&) { o.merge = true; }},
    {{"--keep-existing", 0, "", kBase, "With --merge: entries of the base stay where rows have the same identity."},
     [](auto& o, const auto&) { o.keep_existing = true; }},
    {{"--allow-kryo-mismatch", 0, "", kBase, "With --flink-version: keep what another Kryo wrote as it is."},
     [](auto& o, const auto&) { o.allow_kryo_mismatch = true; }},
    {{"--replace-uid", 0, "U", kBase, "Nothing stays of this operator but what rows bring.", true},
     [](auto& o, const auto& text) { o.replace_uids.push_back(text); }},
    {{"--replace-state", 0, "U/S", kBase, "Nothing stays of state S of operator U but what rows bring.", true},
     [](auto& o, const auto& text) { o.replace_states.push_back(parse_pair(text, '/')); }},
    {{"--uid", 0, "UID", kRows, "The operator of rows that name none."},
     [](auto& o, const auto& text) { o.uid = text; }},
    {{"--operator-id", 0, "HEX", kRows, "The same by the operator's id."},
     [](auto& o, const auto& text) { o.operator_id = parse_operator_id(text); }},
    {{"--format", 0, "FORMAT", kRows, "ndjson or csv [csv for files *.csv, else ndjson]."}, set_format},
    {{"--layout", 0, "LAYOUT", kRows,
      "entries: a row for each entry; table: a row for each key, a column for each state [ndjson: entries; csv: as "
      "its header says]."},
     set_layout},
    {{"--column", 0, "COL=FIELD", kRows,
      "csv: the column COL is key, key.f0, namespace, map_key, value, timestamp or a state; nothing: it is left out.",
      true},
     [](auto& o, const auto& text) { o.columns.push_back(parse_pair(text, '=')); }},
    {{"--null", 0, "TEXT", kRows, "csv: what stands for null, besides nothing."},
     [](auto& o, const auto& text) { o.null_text = text; }},
    {{"--on-duplicate", 0, "[UID/STATE=]POLICY", kRows,
      "Rows of one key, namespace and map key: error, first, last, append, sum, min or max [error].", true},
     add_policy},
    {{"--skip-bad-rows", 0, "FILE", kRows, "Put rows that do not fit into FILE and go on; the status is 1 then."},
     [](auto& o, const auto& text) { o.bad_rows = text; }},
    {{"--ttl-timestamp", 0, "TIME", kRows, "Last access of state with TTL where rows do not say it: now, ms or ISO."},
     set_ttl_timestamp},
    {{"--window-timers", 0, "auto|none", kRows, "Add timers for windows that rows name [none]."}, set_window_timers},
    {{"--redistribute", 0, "", kRows, "Deal elements of subtasks that do not exist to those that do."},
     [](auto& o, const auto&) { o.redistribute = true; }},
    {{"--lossy-floats", 0, "", kRows, "Round integers that a float or double cannot hold, instead of refusing them."},
     [](auto& o, const auto&) { o.lossy_floats = true; }},
    {{"--print-key-group", 0, "", kRows, "Print each row with its key group and a tab in front, and write nothing."},
     [](auto& o, const auto&) { o.print_key_group = true; }},
    {{"--split", 0, "I/N", kSplits, "Write part I of N into FOLDER: what subtask I of N gets; I counts from 0."},
     [](auto& o, const auto& text) { o.split = parse_split(text); }},
    {{"--commit", 0, "", kSplits, "The FILEs are the parts of all splits: make FOLDER a savepoint."},
     [](auto& o, const auto&) { o.commit = true; }},
};

std::vector<std::string> ImportOptions::files() const {
    std::vector<std::string> all = rows;
    if (!schema.empty()) {
        all.push_back(schema);
    }
    for (const OperatorFiles& op : operators) {
        all.push_back(op.schema);
        all.push_back(op.rows);
    }
    return all;
}

void set_import_options(const ImportOptions& options, BootstrapOptions& bootstrap) {
    check(options);
    if (!options.schema.empty()) {
        bootstrap.schemas.push_back({options.schema, read_file(options.schema)});
    }
    bootstrap.schema_of = options.schema_of;
    bootstrap.base = options.base;
    bootstrap.merge = options.merge;
    bootstrap.keep_existing = options.keep_existing;
    bootstrap.replace_uids = options.replace_uids;
    bootstrap.replace_states = options.replace_states;
    for (const OperatorFiles& files : options.operators) {
        bootstrap.operators.push_back({files.uid, {files.schema, read_file(files.schema)}, files.rows});
    }
    bootstrap.rows = options.rows;
    bootstrap.uid = options.uid;
    bootstrap.operator_id = options.operator_id;
    bootstrap.format = options.format;
    bootstrap.layout = options.layout;
    bootstrap.null_text = options.null_text;
    bootstrap.columns = options.columns;
    bootstrap.on_duplicate = options.on_duplicate;
    bootstrap.ttl_timestamp = options.ttl_timestamp;
    bootstrap.window_timers = options.window_timers;
    bootstrap.redistribute = options.redistribute;
    bootstrap.lossy_floats = options.lossy_floats;
    bootstrap.allow_kryo_mismatch = options.allow_kryo_mismatch;
    bootstrap.split = options.split;
}

}  // namespace sp::cli
