// Rows made a savepoint: the same bytes whatever the threads, the memory and the order of rows, and the first bad row is
// the one that is told.

#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "catch.hpp"
#include "rows/import/importing.hpp"

using namespace sp;
using sp_test::Import;

namespace {

constexpr char kOperators[] = R"({"uid":"u","key":"long","parallelism":2,"states":[
      {"name":"count","kind":"value","type":"int"},
      {"name":"seen","kind":"map","mapKey":"string","type":"long"},
      {"name":"recent","kind":"list","type":"string"},
      {"name":"offsets","kind":"operator-union","type":"tuple<string,long>"},
      {"name":"rules","kind":"broadcast","mapKey":"int","type":"string"}],"timers":[{"service":"t"}]},
    {"uid":"w","key":"string","parallelism":3,"window":{"assigner":"sliding","size":20,"slide":10},"states":[
      {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"}]},
    {"uid":"s","key":"string","window":{"assigner":"session","size":5},"states":[
      {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"}]})";

/// Rows whose order says nothing: each identity once, or with a policy that does not mind.
std::vector<std::string> random_rows(std::mt19937_64& random, std::size_t count) {
    std::vector<std::string> rows;
    const auto number = [&](std::uint64_t below) { return std::to_string(random() % below); };
    for (std::size_t i = 0; i < count; ++i) {
        const std::string own = std::to_string(i);
        const std::string windowed = R"("state":"sum","key":"k)" + number(9) + R"(","event_timestamp":)" + number(300) +
                                     ",\"value\":" + number(1000) + "}";
        switch (random() % 9) {
            case 0:
                rows.push_back(R"({"uid":"u","state":"count","key":)" + own + ",\"value\":" + number(99) + "}");
                break;
            case 1:
                rows.push_back(R"({"uid":"u","state":"seen","key":)" + number(20) + R"(,"map_key":"m)" + own +
                               "\",\"value\":" + (random() % 4 == 0 ? "null" : number(99)) + "}");
                break;
            case 2:
                rows.push_back(R"({"uid":"u","state":"recent","key":)" + own + R"(,"value":["a","b)" + own + "\"]}");
                break;
            case 3:
                rows.push_back(R"({"uid":"u","state":"recent","key":-1)" + number(5) + ",\"index\":" + own +
                               R"(,"value":"e)" + own + "\"}");
                break;
            case 4:
                rows.push_back(R"({"uid":"u","state":"offsets","subtask":)" + number(2) + ",\"index\":" + own +
                               R"(,"value":{"f0":"t","f1":)" + number(9) + "}}");
                break;
            case 5:
                rows.push_back(R"({"uid":"u","state":"rules","map_key":)" + own + R"(,"value":"r)" + number(9) + "\"}");
                break;
            case 6:
                rows.push_back(R"({"uid":"u","timer":"event-time","service":"t","key":)" + number(9) +
                               ",\"timestamp\":" + own + "}");
                break;
            case 7: rows.push_back(R"({"uid":"w",)" + windowed); break;
            default: rows.push_back(R"({"uid":"s",)" + windowed);
        }
    }
    return rows;
}

/// In files of a few rows each, so that threads have something to share.
void add_rows(Import& import, const std::vector<std::string>& rows, std::size_t files) {
    for (std::size_t file = 0; file < files; ++file) {
        std::string text;
        for (std::size_t i = rows.size() * file / files; i < rows.size() * (file + 1) / files; ++i) {
            text += rows[i] + "\n";
        }
        import.rows("rows" + std::to_string(file), text);
    }
}

std::vector<std::pair<std::string, std::string>> made_of(const std::vector<std::string>& rows, std::size_t files,
                                                         unsigned threads, std::uint64_t memory) {
    Import import(kOperators);
    import.options.threads = threads;
    import.options.memory = memory;
    import.options.on_duplicate = {{ "", "", DuplicatePolicy::kSum }};
    add_rows(import, rows, files);
    import.run();
    return import.files();
}

constexpr std::uint64_t kMuch = std::uint64_t{64} << 20;

std::string value_row(int key, const std::string& value = "1") {
    return R"({"state":"count","key":)" + std::to_string(key) + ",\"value\":" + value + "}\n";
}

constexpr char kCount[] = R"({"uid":"u","key":"long","states":[{"name":"count","kind":"value","type":"int"}]})";

}  // namespace

TEST_CASE("a savepoint has the same bytes for all threads and memories") {
    std::mt19937_64 random(18);
    for (int round = 0; round < 3; ++round) {
        const std::vector<std::string> rows = random_rows(random, 700);
        const auto expected = made_of(rows, 23, 1, kMuch);
        CHECK(expected.size() > 5);
        for (const auto& [threads, memory] :
             {std::pair<unsigned, std::uint64_t>{2, kMuch}, {3, 20000}, {4, 1}, {1, 5000}}) {
            CAPTURE(round, threads, memory);
            CHECK((made_of(rows, 23, threads, memory) == expected));
        }
    }
}

TEST_CASE("the order of rows and how they lie in files does not matter") {
    std::mt19937_64 random(19);
    std::vector<std::string> rows = random_rows(random, 700);
    const auto expected = made_of(rows, 5, 1, kMuch);
    for (int round = 0; round < 4; ++round) {
        std::shuffle(rows.begin(), rows.end(), random);
        CHECK((made_of(rows, 1 + random() % 9, 1 + static_cast<unsigned>(round), round % 2 == 0 ? kMuch : 9000) ==
               expected));
    }
}

TEST_CASE("rows of files larger than a block are the same on several threads") {
    std::string text;
    for (int i = 0; text.size() < std::size_t{5} << 19; ++i) {
        text += R"({"state":"count","key":)" + std::to_string(i * 7919 % 1000003) + R"(,"value":)" + std::to_string(i) +
                std::string(200, ' ') + "}\n";
    }
    std::vector<std::vector<std::pair<std::string, std::string>>> made;
    for (const unsigned threads : {1U, 4U}) {
        Import import(kCount);
        import.options.threads = threads;
        import.options.memory = threads == 1 ? kMuch : 100000;
        std::vector<std::uint64_t> told;
        import.options.progress = [&](std::uint64_t done, std::uint64_t total) { CHECK(total == text.size());
        CHECK((told.empty() || told.back() < done));
        told.push_back(done);
    };
    import.rows("rows", text).run();
    CHECK(told.size() >= 3);
    CHECK(told.back() == text.size());
    made.push_back(import.files());
}
CHECK((made[0] == made[1]));
}

TEST_CASE("the error is that of the first bad row, whatever the threads") {
    for (const unsigned threads : {1U, 2U, 4U}) {
        for (int round = 0; round < 15; ++round) {
            CAPTURE(threads, round);
            Import import(kCount);
            import.options.threads = threads;
            for (int file = 0; file < 12; ++file) {
                std::string text;
                for (int i = 0; i < 20; ++i) {
                    text += value_row(100 * file + i, file > 3 && i > 7 ? "\"bad" + std::to_string(file) + "\"" : "1");
                }
                import.rows("rows" + std::to_string(file), text);
            }
            CHECK(import.refusal() == "rows4: line 9: value: expected an int, found \"bad4\"");
        }
    }
}

TEST_CASE("bad rows come in their order, whatever the threads, and the others are written") {
    std::vector<std::vector<std::string>> told;
    for (const unsigned threads : {1U, 4U}) {
        Import import(kCount);
        import.options.threads = threads;
        std::vector<std::string> bad;
        import.options.bad_row = [&](std::string_view row, const std::string& problem) {
            bad.push_back(std::string(row) + problem.substr(problem.rfind('/')));
    };
    std::uint64_t rows = 0;
    std::uint64_t skipped = 0;
    import.options.before_rename = [&](const BootstrapReport& report) { rows = report.rows;
    skipped = report.skipped;
};
for (int file = 0; file < 20; ++file) {
    std::string text = "\n";
    for (int i = 0; i < 10; ++i) {
        text += value_row(100 * file + i, i % 3 == 2 ? "\"x\"" : "1") + "\n";
    }
    import.rows("rows" + std::to_string(file), text + (file % 4 == 0 ? "{broken" : ""));
}
import.run();
CHECK(rows == 140);
CHECK(skipped == 65);
CHECK(import.dumped().size() == 140);
told.push_back(bad);
}
CHECK(told[0].size() == 65);
CHECK(told[0][0] == R"({"state":"count","key":2,"value":"x"}/rows0: line 6: value: expected an int, found "x")");
CHECK(told[0] == told[1]);
}

TEST_CASE("two rows of one entry are told with their places, in the order of the rows") {
    for (const unsigned threads : {1U, 3U}) {
        Import import(kCount);
        import.options.threads = threads;
        import.rows("a", value_row(1) + value_row(2)).rows("b", "\n" + value_row(3) + value_row(2, "7"));
        CHECK(
            import.refusal() ==
            "operator u: state 'count' in key group 7: two entries have the same key, namespace and map key: a: line 2 "
            "and b: line 3");
    }
}

TEST_CASE("nothing is left of a run that fails, nor of a dry run") {
    Import import(kCount);
    import.rows("rows", value_row(1) + "broken\n");
    CHECK_THROWS_AS(import.run(), InputError);
    CHECK(import.folder.entries() == 1);
    Import dry(kCount);
    dry.options.dry_run = true;
    std::uint64_t entries = 0;
    dry.options.before_rename = [&](const BootstrapReport& report) {
        entries = report.operators.at(0).states.at(0).entries;
    };
    dry.rows("rows", value_row(1) + value_row(2)).run();
    CHECK(entries == 2);
    CHECK(dry.folder.entries() == 1);
}

TEST_CASE("all splits together are the savepoint that is written at once") {
    std::mt19937_64 random(20);
    std::vector<std::string> rows = random_rows(random, 300);
    const auto import_of = [&] {
        auto import = std::make_unique<Import>(kOperators);
        import->options.on_duplicate = {{ "", "", DuplicatePolicy::kSum }};
        import->options.overwrite = import->options.verify = false;
        add_rows(*import, rows, 3);
        return import;
    };
    const auto whole = import_of();
    whole->options.parallelism = 3;
    whole->run();
    const auto parts = import_of();
    std::vector<std::string> paths;
    for (int i = 2; i >= 0; --i) {
        parts->options.split = Split{i, 3};
        parts->options.threads = static_cast<unsigned>(i) + 1;
        parts->run();
        paths.push_back(parts->options.output + "/part-" + std::to_string(i) + "-of-3");
    }
    commit_parts(paths, "");
    CHECK(parts->dumped() == whole->dumped());
}

TEST_CASE("key groups of rows are printed as the savepoint has them") {
    Import import(kOperators);
    import.rows("rows", R"({"uid":"u","state":"count","key":7,"value":1}
{"uid":"w","state":"sum","key":"a","event_timestamp":1,"value":1}
{"uid":"u","state":"rules","map_key":1,"value":"x"}

{"uid":"u","timer":"event-time","service":"t","key":7,"timestamp":1}
)");
    StringSink sink;
    print_key_groups(import.options, sink);
    import.run();
    ReadOptions with_timers;
    with_timers.with_timers = true;
    EntryReader reader(import.options.output, with_timers);
    std::map<std::string, std::int32_t> groups;
    EntryBatch batch;
    while (reader.next(batch)) {
        groups[batch.state->name] = batch.key_group;
    }
    const std::string seven = std::to_string(groups.at("count"));
    CHECK(groups.at("_timer_state/event_t") == groups.at("count"));
    CHECK(sink.text() == seven + "\t" + R"({"uid":"u","state":"count","key":7,"value":1})" + "\n" +
                             std::to_string(groups.at("sum")) + "\t" +
                             R"({"uid":"w","state":"sum","key":"a","event_timestamp":1,"value":1})" + "\n-\t" +
                             R"({"uid":"u","state":"rules","map_key":1,"value":"x"})" + "\n" + seven + "\t" +
                             R"({"uid":"u","timer":"event-time","service":"t","key":7,"timestamp":1})" + "\n");
}
