// Where a savepoint goes and when: nowhere in a trial, nowhere if anything fails, and only if it reads back as it was written.

#include <filesystem>

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "sp/error.hpp"
#include "write/output_folder.hpp"
#include "write/read_back.hpp"
#include "write/writing.hpp"

using namespace sp;
using namespace sp_test;

namespace {

constexpr char kOperator[] = R"({"uid":"u","key":"long","parallelism":2,"maxParallelism":8,"states":[
    {"name":"count","kind":"value","type":"int"},
    {"name":"seen","kind":"map","mapKey":"byte","type":"int"},
    {"name":"last","kind":"list","type":"int","ttl":true},
    {"name":"offsets","kind":"operator-list","type":"int"},
    {"name":"rules","kind":"broadcast","mapKey":"int","type":"int"}],"timers":[{"service":"t"}]})";

/// Some of each kind.
void fill(SavepointWriter& writer, int keys) {
    writer.add_operator(plan_of(kOperator));
    for (int i = 0; i < keys; ++i) {
        OwnEntry entry{.key = big_endian(i, 8), .value = big_endian(i, 4)};
        writer.add_keyed(0, 0, i % 8, entry.view());
        entry.map_key = {7};
        writer.add_keyed(0, 1, i % 8, entry.view());
        Entry null = entry.view();
        const ByteVector map_key = {8};
        null.map_key = map_key;
        null.value = {};
        null.is_null_value = true;
        writer.add_keyed(0, 1, i % 8, null);
        entry.map_key.clear();
        entry.value = big_endian(i, 12);
        writer.add_keyed(0, 2, i % 8, entry.view());
        entry.value.clear();
        entry.timestamp = 100 - i;
        writer.add_keyed(0, 3, i % 8, entry.view());
    }
    OwnEntry entry{.value = big_endian(1, 4), .index = 0};
    writer.add_element(0, 0, 1, entry.view());
    entry.map_key = big_endian(1, 4);
    writer.add_broadcast(0, 1, entry.view());
}

std::vector<std::string> reported(SavepointWriter& writer) {
    std::vector<std::string> lines;
    writer.commit([&](const std::vector<WrittenState>& states) {
        for (const WrittenState& state : states) {
            lines.push_back(state.name + " " + std::string(name_of(state.kind)) +
                            (state.timer_domain ? " " + std::string(name_of(*state.timer_domain)) : "") + " " +
                            std::to_string(state.entries));
        }
    });
    return lines;
}

const std::vector<std::string> kReport = {
    "count value 20",          "seen map 40",      "last list 20", "t timer event-time 20", "t timer processing-time 0",
    "offsets operator-list 1", "rules broadcast 1"};

}  // namespace

TEST_CASE("a trial does all but the output") {
    const TempDir folder;
    WriteOptions options;
    options.memory = 500;  // spills
    options.temporary_folder = folder.path();
    options.verify = true;  // of nothing
    SavepointWriter writer("", options);
    CHECK(writer.temporary_path().empty());
    fill(writer, 20);
    CHECK(reported(writer) == kReport);
    CHECK(folder.entries() == 0);
}

TEST_CASE("a trial refuses what would be refused") {
    SavepointWriter writer("", {});
    fill(writer, 2);
    OwnEntry entry{.key = big_endian(1, 8), .value = big_endian(9, 4)};
    writer.add_keyed(0, 0, 1, entry.view());
    CHECK_THROWS_AS(writer.commit(), InputError);
}

TEST_CASE("a savepoint is verified in both compressions, and reported") {
    for (const bool is_compressed : {false, true}) {
        const TempDir folder;
        WriteOptions options;
        options.verify = true;
        options.is_compressed = is_compressed;
        SavepointWriter writer(folder.path("made"), options);
        CHECK(std::filesystem::is_directory(writer.temporary_path()));
        fill(writer, 20);
        CHECK(reported(writer) == kReport);
        CHECK(lines_of(folder.path("made")).size() == 20 * 5 + 1 + 2);  // each subtask has the broadcast entry
        CHECK(folder.entries() == 1);
    }
}

TEST_CASE("nothing is left where the last word is against it, and what was there stays") {
    const TempDir folder;
    const auto write = [&](int keys, bool fails) {
        WriteOptions options;
        options.overwrite = true;
        SavepointWriter writer(folder.path("made"), options);
        fill(writer, keys);
        writer.commit([&](const auto&) {
            if (fails) {
                throw OutputError("no");
            }
        });
    };
    CHECK_THROWS_AS(write(1, true), OutputError);
    CHECK(folder.entries() == 0);
    write(1, false);
    const std::vector<std::string> before = lines_of(folder.path("made"));
    CHECK_THROWS_AS(write(2, true), OutputError);
    CHECK(lines_of(folder.path("made")) == before);
    write(2, false);
    CHECK(lines_of(folder.path("made")).size() == before.size() + 5);
    CHECK(folder.entries() == 1);
}

TEST_CASE("what is read back is compared with what was written, state by state") {
    const TempDir folder;
    const OperatorPlan plan = plan_of(
        R"({"uid":"u","key":"long","maxParallelism":8,"states":[{"name":"count","kind":"value","type":"int"},
            {"name":"more","kind":"value","type":"int"}]})");
    SavepointWriter writer(folder.path("made"), {});
    writer.add_operator(plan);
    const std::vector<PlannedOperator> operators = {PlannedOperator(plan)};
    // Checksums as the writer makes them; the first key's value is given.
    const auto checksums = [&](std::size_t state, int keys, int value) {
        WrittenChecksums sums;
        for (int i = 0; i < keys; ++i) {
            ByteVector identity;
            operators[0].keys[state].append(identity, OwnEntry{.key = big_endian(i, 8)}.view());
            sums[{0, true, state}].add(i % 8, identity, big_endian(i == 0 ? value : i, 4));
        }
        return sums;
    };
    for (int i = 0; i < 3; ++i) {
        writer.add_keyed(0, 0, i, OwnEntry{.key = big_endian(i, 8), .value = big_endian(i, 4)}.view());
    }
    writer.commit();
    bool is_written = true;
    const auto refusal = [&](const WrittenChecksums& sums) {
        return message_of<OutputError>([&] {
            check_read_back(folder.path("made"), operators, sums, [&](std::size_t, bool) { return is_written; });
        });
    };
    const auto words = [](int written, int read, const char* others = "") {
        return "operator u: state 'count': " + std::to_string(written) + " entries were written, and " +
               std::to_string(read) + others + " were read back; nothing is kept";
    };
    CHECK(refusal(checksums(0, 3, 0)) == "no error");
    CHECK(refusal(checksums(0, 2, 0)) == words(2, 3));
    CHECK(refusal(checksums(0, 4, 0)) == words(4, 3));
    CHECK(refusal(checksums(0, 3, 9)) == words(3, 3, " others"));
    CHECK(refusal({}) == words(0, 3));
    WrittenChecksums more = checksums(0, 3, 0);
    more.merge(checksums(1, 1, 0));
    CHECK(refusal(more).starts_with("operator u: state 'more': 1 entries were written, and 0 were read back"));
    is_written = false;  // the keyed state is the base's: nothing of it was written
    CHECK(refusal({}) == "no error");
}

TEST_CASE("checksums do not depend on the order, but on every part and its place") {
    const auto sum = [](std::int32_t place, std::string_view identity, std::string_view value) {
        StateChecksum checksum;
        checksum.add(place, as_bytes(identity), as_bytes(value));
        return checksum;
    };
    const StateChecksum one = sum(1, "ab", "cd");
    CHECK(one == sum(1, "ab", "cd"));
    for (const StateChecksum& other : {sum(2, "ab", "cd"), sum(1, "abc", "d"), sum(1, "a", "bcd"), sum(1, "cd", "ab"),
                                       sum(1, "ab", "ce"), sum(1, "", "abcd"), StateChecksum()}) {
        CHECK(!(one == other));
    }
    StateChecksum forth = one;
    forth.add(2, as_bytes("x"), as_bytes("y"));
    StateChecksum back = sum(2, "x", "y");
    back.add(one);
    CHECK(forth == back);
    CHECK(forth.count == 2);
    StateChecksum twice = one;  // two of one do not cancel out
    twice.add(one);
    twice.add(one);
    CHECK(!(twice == one));
}

TEST_CASE("files of a folder are counted, and appear with it") {
    const TempDir folder;
    const std::unique_ptr<OutputFolder> output = open_output_folder(folder.path("made"), false);
    const std::unique_ptr<OutputFolder> trial = open_output_folder("", false);
    CHECK(trial->temporary_path().empty());
    StateFile file = output->create("_metadata");
    StateFile counted = trial->create("_metadata");
    for (StateFile* each : {&file, &counted}) {
        each->write("first ");
        each->write("");
        each->write("second");
        each->close();
        CHECK(each->size() == 12);
        CHECK(each->checksum() == crc32c(as_bytes("first second")));
    }
    CHECK(output->name_of("_metadata", file) == "_metadata");
    CHECK(!std::filesystem::exists(folder.path("made")));
    CHECK(TempDir::read(output->temporary_path() + "/_metadata") == "first second");
    output->commit();
    trial->commit();
    CHECK(TempDir::read(folder.path("made/_metadata")) == "first second");
    CHECK(folder.entries() == 1);
    CHECK_THROWS_AS(open_output_folder(folder.path("made"), false), UsageError);
    CHECK_THROWS_AS(open_output_folder(folder.path("nowhere/made"), false), OutputError);
    folder.write("file", "x");
    CHECK_THROWS_AS(open_output_folder(folder.path("file"), true), UsageError);
    std::filesystem::create_directory(folder.path("other"));
    folder.write("other/file", "x");
    CHECK_THROWS_AS(open_output_folder(folder.path("other"), true), UsageError);  // no savepoint
    CHECK(folder.entries() == 3);
}

TEST_CASE("an output folder that is given up leaves nothing") {
    const TempDir folder;
    {
        const std::unique_ptr<OutputFolder> output = open_output_folder(folder.path("made"), false);
        StateFile file = output->create("state");
        file.write("half");
        CHECK(folder.entries() == 1);
    }
    CHECK(folder.entries() == 0);
}
