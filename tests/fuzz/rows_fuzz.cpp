// Any bytes as a file of rows for a fixed schema, in a dry run: NDJSON and CSV, entries and tables. Nothing but an sp::Error
// may come out. Where bad rows are passed over, every row is either taken or told, and a run that ends with the first bad row
// ends with the one that was told first.
//
// Input: a byte of flags (CSV, table, of windows, sessions, what else is given), then the file.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rows/import/bootstrap_plan.hpp"
#include "rows/import/csv_records.hpp"
#include "sp/error.hpp"

namespace {

using namespace sp;
using namespace sp::rows;

enum Flag : std::uint8_t { kCsv = 1, kTable = 2, kWindowed = 4, kSessions = 8, kGiven = 16, kSplit = 32 };

constexpr char kPlain[] = R"({"uid":"u","key":"tuple<long,string>","parallelism":2,"maxParallelism":8,"states":[
    {"name":"value","kind":"value","type":"com.acme.P{name:string,age:int?,tags:list<string>}"},
    {"name":"map","kind":"map","mapKey":"string","type":"double","ttl":true},
    {"name":"list","kind":"list","type":"either<int,string>"},
    {"name":"stamps","kind":"list","type":"short","ttl":true},
    {"name":"by","kind":"reducing","namespace":"string","type":"bigdecimal"},
    {"name":"key","kind":"value","type":"map<int,instant>"},
    {"name":"union","kind":"operator-union","type":"byte[]"},
    {"name":"dealt","kind":"operator-list","type":"enum com.acme.E{A,B}"},
    {"name":"kryo","kind":"value","type":"java<com.acme.Q{id:UUID,all:LinkedHashMap<String,List<Object>>,times:Map<Duration,BitSet>,)"
                          R"(sums:Optional<Set<BigDecimal>>,zoned:List<ZonedDateTime[]>,bytes:List<bytes>}>"},
    {"name":"rules","kind":"broadcast","mapKey":"int","type":"row<string,boolean>"}],
    "timers":[{"service":"t"},{"service":"n","namespace":"string"}]})";

std::string windowed(bool has_sessions) {
    return std::string(R"({"uid":"w","key":"string","maxParallelism":8,"window":)") +
           (has_sessions ? R"({"assigner":"session","size":10})"
                         : R"({"assigner":"sliding","size":20,"slide":10,"lateness":5})") +
           R"(,"states":[{"name":"all","kind":"list","namespace":"time-window","type":"int"},
              {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"},{"name":"void","kind":"value","type":"int"}]})";
}

BootstrapOptions options_of(std::uint8_t flags) {
    BootstrapOptions options;
    const std::string version = (flags & kGiven) != 0 ? "2.3" : "1.20";  // Kryo 5, Kryo 2
    options.schemas = {{"schema", R"({"schema":1,"flinkVersion":")" + version + R"(","operators":[)" + kPlain + "," +
                                      windowed((flags & kSessions) != 0) + "]}"}};
    options.rows = {"rows"};
    options.format = (flags & kCsv) != 0 ? RowFormat::kCsv : RowFormat::kNdjson;
    options.uid = (flags & kWindowed) != 0 ? "w" : "u";
    if ((flags & kTable) != 0) {
        options.layout = RowLayout::kTable;
    }
    if ((flags & kGiven) != 0) {
        options.ttl_timestamp = 1;
        options.window_timers = options.redistribute = true;
        options.on_duplicate = {{"", "", DuplicatePolicy::kLast}};
    }
    if ((flags & kSplit) != 0) {
        options.split = Split{1, 2};
    }
    options.memory = std::uint64_t{1} << 20;
    return options;
}

/// One for all inputs with the same flags.
const BootstrapPlan& plan_of(std::uint8_t flags) {
    static std::map<std::uint8_t, std::unique_ptr<BootstrapPlan>> plans;
    std::unique_ptr<BootstrapPlan>& plan = plans[flags];
    if (!plan) {
        plan = plan_bootstrap(options_of(flags));
    }
    return *plan;
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

struct Outcome {
    std::uint64_t taken = 0;
    std::vector<BadRow> bad;
};

/// As bootstrap() does it on one thread, without files. `skips`: bad rows do not end it.
Outcome import(const BootstrapPlan& plan, const std::string& text, bool skips) {
    RowFileLayouts layouts(plan.import, plan.files, {}, std::nullopt);
    RowBlock block;
    block.is_first = true;
    block.text = text;
    layouts.begin_file(0, text);
    WriteOptions write = plan.write;
    write.origin = [&](std::uint64_t sequence) { return layouts.place_of(sequence); };
    SavepointWriter writer("", write);
    for (const OperatorPlan& op : plan.operators) {
        writer.add_operator(op);
    }
    SessionSorter sessions(1, "", std::size_t{1} << 20);
    ImportTarget target(writer.adder(0), sessions, 0);
    RowReader reader(plan.import, layouts, plan.settings, target,
                     [](const ImportOperator&, const ByteVector&, std::uint64_t) {});
    Outcome outcome;
    reader.read(block, skips ? &outcome.bad : nullptr);
    outcome.taken = reader.counts().rows;
    require(reader.counts().skipped == outcome.bad.size());
    EntryAdder adder = writer.adder(0);
    sessions.finish(plan.import, adder);
    writer.commit();
    return outcome;
}

/// Rows of any kind, but for the header of CSV.
std::uint64_t rows_in(const std::string& text, bool is_csv) {
    std::uint64_t count = 0;
    if (is_csv) {
        CsvRecords records(text, 1);
        std::vector<CsvField> fields;
        for (bool has_more = true; has_more;) {
            try {
                has_more = records.next(fields);
            } catch (const InputError&) {
            }
            count += has_more ? 1 : 0;
        }
        return count == 0 ? 0 : count - 1;
    }
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        count += text.find_first_not_of(" \t\r", at) < end ? 1 : 0;
        at = end + 1;
    }
    return count;
}

void check(const BootstrapPlan& plan, const std::string& text, bool is_csv) {
    Outcome outcome;
    bool is_complete = true;
    try {
        outcome = import(plan, text, true);
    } catch (const Error&) {
        is_complete = false;  // a header, entries that contradict one another, or what is not supported
    }
    require(!is_complete || outcome.taken + outcome.bad.size() == rows_in(text, is_csv));
    try {
        static_cast<void>(import(plan, text, false));
        require(!is_complete || outcome.bad.empty());
    } catch (const InputError& error) {
        require(!is_complete || (!outcome.bad.empty() && outcome.bad.front().problem == error.what()));
    } catch (const Error&) {
        require(!is_complete);
    }
}

/// Every row by itself gets a key group, or is refused.
void print_key_groups(const BootstrapPlan& plan, const std::string& text) {
    try {
        RowFileLayouts layouts(plan.import, plan.files, {}, std::nullopt);
        RowBlock block;
        block.is_first = true;
        block.text = text;
        layouts.begin_file(0, text);
        SavepointWriter trial("", {});
        SessionSorter sessions(1, "", 1);
        ImportTarget target(trial.adder(0), sessions, 0);
        RowReader reader(plan.import, layouts, plan.settings, target, {});
        reader.print_key_groups(block, [](std::string_view, std::optional<std::int32_t> group) {
            require(!group || (*group >= 0 && *group < 8));
        });
    } catch (const Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const auto flags = static_cast<std::uint8_t>(data[0] & 63U);
    const std::string text(as_text(Bytes(data + 1, size - 1)));
    const BootstrapPlan& plan = plan_of(flags);
    check(plan, text, (flags & kCsv) != 0);
    print_key_groups(plan, text);
    return 0;
}
