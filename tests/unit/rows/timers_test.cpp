#include "sp/timers.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "io/output.hpp"
#include "rows/all_fixtures.hpp"
#include "rows/ndjson_writer.hpp"
#include "rows/timers_by_key.hpp"
#include "rows/timers_csv_writer.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/value_fixtures.hpp"

using namespace sp;
using nlohmann::json;

namespace {

const std::string kWindows = std::string(SP_FIXTURES) + "/savepoints/1.20.3-timers-windows.r-canon/savepoint";

struct Printed {
    std::string text;
    std::string error;  ///< of an UnsupportedError at the end

    [[nodiscard]] std::vector<json> rows() const {
        std::vector<json> parsed;
        std::istringstream in(text);
        for (std::string line; std::getline(in, line);) {
            for (std::size_t at = 0; (at = line.find("\\ud", at)) != std::string::npos; at += 4) {
                line.insert(at, "\\");  // a lone surrogate, which this parser refuses
            }
            parsed.push_back(json::parse(line));
        }
        return parsed;
    }
};

Printed print(const std::string& savepoint, const TimersOptions& options) {
    StringSink sink;
    Printed printed;
    try {
        timers(savepoint, options, sink, [](const std::string&) {});
    } catch (const UnsupportedError& error) {
        printed.error = error.what();
    }
    printed.text = sink.text();
    return printed;
}

TimersOptions by_key() {
    TimersOptions options;
    options.by_key = true;
    return options;
}

std::string text_of(const json& row, const char* member) { return row.contains(member) ? row.at(member).dump() : ""; }

/// Operator, service, key, namespace, key group.
using RowId = std::vector<std::string>;

RowId id_of(const json& row) {
    return {text_of(row, "uid") + text_of(row, "operator"), text_of(row, "service"), text_of(row, "key"),
            text_of(row, "namespace"), text_of(row, "key_group")};
}

/// Event times, processing times.
using Timestamps = std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>;

/// What --by-key has to say, from the rows of single timers.
std::map<RowId, Timestamps> inverted(const std::vector<json>& entries) {
    std::map<RowId, Timestamps> wanted;
    for (const json& row : entries) {
        Timestamps& timestamps = wanted[id_of(row)];
        (row.at("timer") == "event-time" ? timestamps.first : timestamps.second).push_back(row.at("timestamp"));
    }
    for (auto& [id, timestamps] : wanted) {
        std::sort(timestamps.first.begin(), timestamps.first.end());
        std::sort(timestamps.second.begin(), timestamps.second.end());
    }
    return wanted;
}

ByteVector raw(const json& row, const char* member) {
    return text::parse_base64(row.at("raw").at(member).get<std::string>()).value();
}

std::string usage_error(const std::string& savepoint, const TimersOptions& options) {
    try {
        static_cast<void>(print(savepoint, options));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("timers by key say what the single timers say") {
    std::size_t rows_seen = 0;
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        CAPTURE(savepoint);
        TimersOptions options;
        options.raw = true;
        const Printed entries = print(savepoint, options);
        options.by_key = true;
        const Printed rows = print(savepoint, options);
        CHECK(rows.error == entries.error);
        std::map<RowId, Timestamps> found;
        for (const json& row : rows.rows()) {
            const auto [slot, is_new] = found.try_emplace(id_of(row), row.at("event_time"), row.at("processing_time"));
            CHECK(is_new);
            ++rows_seen;
        }
        CHECK(found == inverted(entries.rows()));
    }
    CHECK(rows_seen >= 666);  // 73 of each job with windows, 9 of ForSt
}

TEST_CASE("timers by key come by key group, service, and the bytes of key and namespace") {
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        CAPTURE(savepoint);
        TimersOptions options = by_key();
        options.raw = true;
        using Place = std::tuple<std::int32_t, std::string, ByteVector, ByteVector>;
        std::string op;
        std::set<std::string> ops;
        std::optional<Place> last;
        for (const json& row : print(savepoint, options).rows()) {
            if (id_of(row).front() != op) {
                op = id_of(row).front();
                CHECK(ops.insert(op).second);
                last.reset();
            }
            const Place place(row.at("key_group"), row.at("service"), raw(row, "key"), raw(row, "namespace"));
            CHECK((!last || *last < place));
            last = place;
        }
    }
}

TEST_CASE("timers that are sorted in files come in the same order") {
    for (const bool is_by_key : {false, true}) {
        TimersOptions options;
        options.by_key = is_by_key;
        options.read.is_sorted = true;
        const std::string wanted = print(kWindows, options).text;
        options.read.memory = 256;
        options.read.temporary_folder = SP_TEST_BINARY_DIR;
        CHECK(print(kWindows, options).text == wanted);
        CHECK(!wanted.empty());
    }
}

TEST_CASE("every time and domain is on one side of a border") {
    const auto count = [](const std::function<void(TimerSelection&)>& narrow) {
        TimersOptions options;
        narrow(options.read.timers);
        return print(kWindows, options).rows().size();
    };
    const auto within = [&](std::optional<std::int64_t> from, std::optional<std::int64_t> to) {
        return count([&](TimerSelection& timers) {
            timers.from = from;
            timers.to = to;
        });
    };
    const auto of_domain = [&](TimerDomain domain) {
        return count([&](TimerSelection& timers) { timers.domain = domain; });
    };
    const auto of_service = [&](const char* name) {
        return count([&](TimerSelection& timers) { timers.services = {name}; });
    };
    const std::size_t all = 123;                // truth.ndjson of the fixture
    const std::int64_t border = 1700000003540;  // a timer of key -1
    CHECK(within({}, {}) == all);
    CHECK(within(border, {}) + within({}, border) == all);
    CHECK(within(border, border) == 0);
    CHECK(within(border, border + 1) > 0);
    CHECK(of_domain(TimerDomain::kEventTime) == 91);
    CHECK(of_domain(TimerDomain::kProcessingTime) == 32);
    CHECK(of_service("window-timers") == 81);
    CHECK(of_service("user-timers") == 42);
}

TEST_CASE("limits of timers count rows") {
    TimersOptions options;
    options.limit = 7;
    CHECK(print(kWindows, options).rows().size() == 7);
    options.by_key = true;
    const std::string seven = print(kWindows, options).text;
    CHECK(print(kWindows, by_key()).text.substr(0, seven.size()) == seven);
    CHECK(std::count(seven.begin(), seven.end(), '\n') == 7);
    options.limit = 0;
    CHECK(print(kWindows, options).text.empty());

    for (const bool is_by_key : {false, true}) {
        TimersOptions sample;
        sample.by_key = is_by_key;
        sample.read.limit_per_state = 2;
        std::map<std::string, std::size_t> counts;
        for (const json& row : print(kWindows, sample).rows()) {
            ++counts[id_of(row)[0] + id_of(row)[1] + text_of(row, "timer")];
        }
        CHECK(counts.size() > 3);
        for (const auto& [queue, count] : counts) {
            CAPTURE(queue);
            CHECK(count <= 2);
        }
    }
}

TEST_CASE("a timer service that is nowhere is wrong usage") {
    TimersOptions options;
    options.read.timers.services = {"user-timer"};
    CHECK(usage_error(kWindows, options) ==
          "no timer service has the name 'user-timer'; there are:\n  user-timers\n  window-timers");
    options.read.key_groups = {0, 0};
    CHECK(usage_error(kWindows, options).find("there are:\n  user-timers") != std::string::npos);
    options.read.timers.services = {"window-timers"};
    CHECK(usage_error(kWindows, options).empty());
    options.read.timers.services = {"x"};
    const std::string no_timers = std::string(SP_FIXTURES) + "/savepoints/1.20.3-sources-sinks.h-canon/savepoint";
    CHECK(usage_error(no_timers, options) == "no timer service has the name 'x'; there is none");
}

TEST_CASE("raw timers are read where the managed state is not") {
    const std::string raw_timers = std::string(SP_FIXTURES) + "/savepoints/1.20.3-timers-windows.r-chkinc-heaptimers";
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        if (savepoint.rfind(raw_timers, 0) != 0) {
            continue;
        }
        TimersOptions sorted;
        sorted.read.is_sorted = true;
        sorted.read.uid_list = {"timers", "w-late", "w-trigger"};
        const Printed rows = print(savepoint, sorted);
        CHECK(rows.error.empty());
        CHECK(rows.rows().size() == 123);  // truth.ndjson of the fixture
        CHECK(rows.text == print(kWindows, sorted).text);
        return;
    }
    FAIL("the fixture is gone");
}

TEST_CASE("timestamps beyond what a double holds are strings if that is asked for") {
    StateDescriptor state;
    state.kind = StateKind::kTimer;
    state.timer_service = "s";
    state.key = test::type_of(TypeKind::kByte);
    state.name_space = test::type_of(TypeKind::kVoidNamespace);
    const test::PaddedBytes bytes(ByteVector{7, 0});
    EntryBatch batch;
    batch.state = &state;
    batch.key_group = 3;
    for (const std::int64_t timestamp : {INT64_MIN, std::int64_t{5}, INT64_MAX}) {
        Entry& entry = batch.entries.emplace_back();
        entry.key = {bytes.begin(), 1};
        entry.name_space = {bytes.begin() + 1, 1};
        entry.timestamp = timestamp;
    }
    const std::string last = std::to_string(INT64_MAX);
    const std::string first = std::to_string(INT64_MIN);
    for (const bool as_string : {false, true}) {
        StringSink rows;
        OutputBuffer rows_out(rows);
        rows::NdjsonWriter writer(rows_out, {{"\"uid\":\"u\"", "u"}}, {.int64_as_string = as_string}, {});
        writer.write(batch, 3);
        rows_out.close();
        const std::string quote = as_string ? "\"" : "";
        const std::string head = R"({"uid":"u","timer":"event-time","service":"s","key":7,"timestamp":)";
        CHECK(rows.text() ==
              head + quote + first + quote + "}\n" + head + "5}\n" + head + quote + last + quote + "}\n");

        StringSink by_key;
        OutputBuffer by_key_out(by_key);
        rows::TimersByKeyWriter inverter(by_key_out, {{"\"uid\":\"u\"", "u"}},
                                         {.rules = {false, as_string, {}}, .memory = 1 << 20});
        inverter.write(batch, batch.entries.size());
        inverter.finish();
        by_key_out.close();
        CHECK(by_key.text() == R"({"uid":"u","service":"s","key":7,"event_time":[)" + quote + first + quote + ",5," +
                                   quote + last + quote + "],\"processing_time\":[]}\n");

        StringSink csv;
        OutputBuffer csv_out(csv);
        rows::TimersByKeyOptions csv_options;
        csv_options.rules = {false, as_string, {}};
        csv_options.memory = 1 << 20;
        csv_options.csv = true;
        rows::TimersByKeyWriter table(csv_out, {{"", "u", "u", "00ff"}}, csv_options);
        table.write(batch, batch.entries.size());
        table.finish();
        csv_out.close();
        const std::string quotes = quote + quote;
        CHECK(csv.text() == "uid,operator,service,key,namespace,event_time,processing_time\nu,00ff,s,7,,\"[" + quotes +
                                first + quotes + ",5," + quotes + last + quotes + "]\",\"[]\"\n");
    }
}

TEST_CASE("composite keys of timers have a column for each field") {
    StateDescriptor state;
    state.kind = StateKind::kTimer;
    state.timer_service = "s";
    state.key = test::type_of(TypeKind::kTuple, {test::type_of(TypeKind::kInt), test::type_of(TypeKind::kBoolean)});
    state.name_space = test::type_of(TypeKind::kVoidNamespace);
    const test::PaddedBytes bytes(ByteVector{0, 0, 0, 7, 1, 0});
    EntryBatch batch;
    batch.state = &state;
    batch.key_group = 3;
    Entry& entry = batch.entries.emplace_back();
    entry.key = {bytes.begin(), 5};
    entry.name_space = {bytes.begin() + 5, 1};
    entry.timestamp = 5;
    const rows::KeyColumns keys(std::vector<rows::LabelledKey>{{state.key, "u"}});
    const auto printed = [&](const auto& make_writer) {
        StringSink csv;
        OutputBuffer out(csv);
        const std::unique_ptr<rows::RowWriter> writer = make_writer(out);
        writer->write(batch, 1);
        writer->finish();
        out.close();
        return csv.text();
    };
    CHECK(printed([&](OutputBuffer& out) {
              return std::make_unique<rows::TimersCsvWriter>(
                  out, std::vector<rows::OperatorName>{{"", "u", "u", "00ff"}}, keys, TimersOptions(), nullptr);
          }) == "uid,operator,timer,service,key.f0,key.f1,namespace,timestamp\nu,00ff,event-time,s,7,true,,5\n");
    CHECK(printed([&](OutputBuffer& out) {
              rows::TimersByKeyOptions options;
              options.memory = 1 << 20;
              options.csv = true;
              options.keys = keys;
              return std::make_unique<rows::TimersByKeyWriter>(
                  out, std::vector<rows::OperatorName>{{"", "u", "u", "00ff"}}, std::move(options));
          }) ==
          "uid,operator,service,key.f0,key.f1,namespace,event_time,processing_time\nu,00ff,s,7,true,,\"[5]\",\"[]\"\n");
}

TEST_CASE("keys of timers that cannot be decoded are shown as bytes, or end the run") {
    StateDescriptor events;
    events.kind = StateKind::kTimer;
    events.timer_service = "s";
    events.key = test::opaque_type();
    events.name_space = test::type_of(TypeKind::kVoidNamespace);
    StateDescriptor processing = events;
    processing.timer_domain = TimerDomain::kProcessingTime;
    const test::PaddedBytes bytes(ByteVector{1, 2, 3, 0});
    EntryBatch batch;
    batch.key_group = 3;
    Entry& entry = batch.entries.emplace_back();
    entry.key = {bytes.begin(), 3};
    entry.name_space = {bytes.begin() + 3, 1};
    for (const bool is_strict : {false, true}) {
        StringSink sink;
        OutputBuffer out(sink);
        std::vector<std::string> warnings;
        const auto warn = [&](const std::string&, const std::string& problem, bool) { warnings.push_back(problem); };
        rows::TimersByKeyWriter inverter(out, {{"\"uid\":\"u\"", "u"}},
                                         {.rules = {is_strict, false, warn}, .memory = 1 << 20});
        const auto print_all = [&] {
            for (const StateDescriptor* const state : {&events, &processing}) {
                batch.state = state;
                entry.timestamp = state == &events ? 5 : 6;
                inverter.write(batch, 1);
            }
            ++batch.key_group;  // another row
            batch.state = &processing;
            inverter.write(batch, 1);
            inverter.finish();
            out.close();
        };
        if (is_strict) {
            CHECK_THROWS_AS(print_all(), UnsupportedError);
            out.close();
            CHECK(sink.text().empty());
            continue;
        }
        print_all();
        CHECK(warnings.size() == 1);
        CHECK(sink.text().find(R"({"uid":"u","service":"s","key":{"@bytes":"AQID","@serializer":)") == 0);
        CHECK(sink.text().find(R"(},"event_time":[5],"processing_time":[6]})") != std::string::npos);
        CHECK(sink.text().find(R"(},"event_time":[],"processing_time":[6]})") != std::string::npos);
    }
}

TEST_CASE("times of options are milliseconds or instants") {
    CHECK(parse_time("1700000000000") == 1700000000000);
    CHECK(parse_time("-1") == -1);
    CHECK(parse_time("2023-11-14T22:13:20Z") == 1700000000000);
    CHECK(parse_time("2023-11-14T22:13:20.001Z") == 1700000000001);
    CHECK(parse_time("2023-11-14T22:13:20.000000001Z") == 1700000000001);
    CHECK(parse_time("1969-12-31T23:59:59.999Z") == -1);
    CHECK(parse_time("+1000000000-12-31T23:59:59Z") > INT64_MAX - 3000);
    for (const char* const text : {"", "x", "2023-11-14", "17e11", "99999999999999999999", "2023-11-14T22:13:20"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_time(text), UsageError);
    }
}
