#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "catch.hpp"
#include "fixture.hpp"
#include "metadata/snapshot_location.hpp"
#include "restore/key_group_assignment.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

using namespace sp;
using sp::test::fixture;
namespace fs = std::filesystem;

namespace {

/// All but those of the changelog.
std::vector<fs::path> readable_fixtures() {
    std::vector<fs::path> found;
    const fs::path root = fs::path(SP_FIXTURES) / "savepoints";
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
        const std::string name = entry.path().lexically_relative(root).begin()->string();
        if (!name.ends_with("-changelog") && entry.path().filename() == "_metadata") {
            found.push_back(entry.path().parent_path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// An entry as a line: what it is, where it belongs, and all of its bytes.
std::string line_of(const EntryBatch& batch, const Entry& entry) {
    std::string line = std::to_string(batch.state->operator_index) + " " + batch.state->name;
    for (const std::int64_t number : {static_cast<std::int64_t>(batch.state->kind), std::int64_t{batch.key_group},
                                      std::int64_t{batch.subtask}, entry.index, entry.timestamp}) {
        line += " " + std::to_string(number);
    }
    for (const Bytes part : {entry.key, entry.name_space, entry.map_key, entry.value}) {
        line += " " + std::to_string(part.size()) + ":" + std::string(as_text(part));
    }
    return line;
}

using Visit = std::function<void(const EntryBatch&, const Entry&)>;

void visit_entries(const fs::path& savepoint, const ReadOptions& options, const Visit& visit) {
    EntryReader reader(savepoint.string(), options);
    EntryBatch batch;
    while (reader.next(batch)) {
        for (const Entry& entry : batch.entries) {
            visit(batch, entry);
        }
    }
}

std::vector<std::string> lines(const fs::path& savepoint, const ReadOptions& options) {
    std::vector<std::string> found;
    visit_entries(savepoint, options,
                  [&](const EntryBatch& batch, const Entry& entry) { found.push_back(line_of(batch, entry)); });
    return found;
}

ReadOptions with_split(ReadOptions options, std::int32_t index, std::int32_t count) {
    options.split = Split{index, count};
    return options;
}

/// The lines of all splits, ascending.
std::vector<std::string> lines_of_splits(const fs::path& savepoint, const ReadOptions& options, std::int32_t count) {
    std::vector<std::string> all;
    for (std::int32_t i = 0; i < count; ++i) {
        std::vector<std::string> some = lines(savepoint, with_split(options, i, count));
        std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::string usage_error(const fs::path& savepoint, const ReadOptions& options) {
    try {
        static_cast<void>(lines(savepoint, options));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

const fs::path kOperatorState = fixture("2.3.0-operator-state.h-canon");

}  // namespace

TEST_CASE("the splits of one count share nothing and are the whole together") {
    ReadOptions options;
    options.with_timers = true;
    std::size_t most = 0;
    const std::vector<fs::path> savepoints = readable_fixtures();
    REQUIRE(savepoints.size() > 15);
    for (const fs::path& savepoint : savepoints) {
        std::vector<std::string> whole = lines(savepoint, options);
        std::sort(whole.begin(), whole.end());
        REQUIRE(std::adjacent_find(whole.begin(), whole.end()) == whole.end());  // so that a duplicate would show
        most = std::max(most, whole.size());
        std::vector<std::int32_t> counts = {1, 2, 3, 7};
        // Each split of a checkpoint of RocksDB opens databases: there the small ones stand for all.
        const bool is_quick = savepoint.string().find("/checkpoint/") == std::string::npos ||
                              fs::file_size(savepoint / "_metadata") < 8'500;
        if (is_quick) {
            counts.insert(counts.end(), {128, 500});
        }
        for (const std::int32_t count : counts) {
            CAPTURE(savepoint.string(), count);
            const std::vector<std::string> parts = lines_of_splits(savepoint, options, count);
            CHECK(parts.size() == whole.size());
            CHECK((parts == whole));
        }
    }
    CHECK(most > 500);
}

TEST_CASE("a split has the key groups of its range") {
    for (const char* const name : {"1.20.3-keys.h-canon", "2.3.0-uids-mix.r-canon-p2-m300"}) {
        const std::vector<OperatorState> operators = open_snapshot(fixture(name).string(), {}).metadata.operators;
        for (std::int32_t i = 0; i < 7; ++i) {
            visit_entries(fixture(name), with_split({}, i, 7), [&](const EntryBatch& batch, const Entry&) {
                if (is_keyed(batch.state->kind)) {
                    const std::int32_t most = operators[batch.state->operator_index].max_parallelism;
                    REQUIRE(key_groups_of_subtask(i, 7, most).contains(batch.key_group));
                }
            });
        }
    }
}

TEST_CASE("at the old parallelism a split has the list elements of its own subtask") {
    const std::int32_t parallelism = open_snapshot(kOperatorState.string(), {}).metadata.operators.front().parallelism;
    REQUIRE(parallelism > 1);
    std::size_t count = 0;
    for (std::int32_t i = 0; i < parallelism; ++i) {
        visit_entries(kOperatorState, with_split({}, i, parallelism), [&](const EntryBatch& batch, const Entry&) {
            if (batch.state->kind == StateKind::kOperatorList) {
                CHECK(batch.subtask == i);
                ++count;
            }
        });
    }
    CHECK(count > 0);
}

TEST_CASE("list elements are dealt evenly, and keep subtask and index") {
    ReadOptions lists;
    lists.kinds = {StateKind::kOperatorList};
    std::map<std::string, std::vector<int>> sizes;  // of each state in each split
    for (std::int32_t i = 0; i < 7; ++i) {
        visit_entries(kOperatorState, with_split(lists, i, 7), [&](const EntryBatch& batch, const Entry&) {
            auto& of_state = sizes[std::to_string(batch.state->operator_index) + batch.state->name];
            of_state.resize(7);
            ++of_state[static_cast<std::size_t>(i)];
        });
    }
    CHECK_FALSE(sizes.empty());
    for (const auto& [state, of_splits] : sizes) {
        CAPTURE(state);
        const auto [least, most] = std::minmax_element(of_splits.begin(), of_splits.end());
        CHECK(*most - *least <= 1);
    }
}

TEST_CASE("union, broadcast and coordinator state are in split 0 only") {
    ReadOptions options;
    options.kinds = {StateKind::kOperatorUnion, StateKind::kBroadcast, StateKind::kCoordinator};
    for (const fs::path& savepoint : {kOperatorState, fixture("1.20.3-sources-sinks.h-canon")}) {
        const std::vector<std::string> whole = lines(savepoint, options);
        CHECK_FALSE(whole.empty());
        CHECK((lines(savepoint, with_split(options, 0, 3)) == whole));
        CHECK(lines(savepoint, with_split(options, 1, 3)).empty());
        CHECK(lines(savepoint, with_split(options, 2, 3)).empty());
    }
}

TEST_CASE("all copies of a broadcast state are read where they are asked for") {
    ReadOptions options;
    options.kinds = {StateKind::kBroadcast};
    const std::size_t once = lines(kOperatorState, options).size();
    options.all_copies = true;
    for (const bool is_sorted : {false, true}) {
        options.is_sorted = is_sorted;
        std::map<std::int32_t, std::size_t> of_subtask;
        visit_entries(kOperatorState, options,
                      [&](const EntryBatch& batch, const Entry&) { ++of_subtask[batch.subtask]; });
        CHECK(of_subtask.size() > 1);
        for (const auto& [subtask, count] : of_subtask) {
            CAPTURE(subtask, once);
            CHECK(count == once);
        }
    }
    options.is_sorted = false;
    std::vector<std::string> whole = lines(kOperatorState, options);
    std::sort(whole.begin(), whole.end());
    CHECK((lines_of_splits(kOperatorState, options, 3) == whole));
}

TEST_CASE("union elements are read once with all copies too") {
    ReadOptions options;
    options.kinds = {StateKind::kOperatorUnion};
    const std::vector<std::string> once = lines(kOperatorState, options);
    options.all_copies = true;
    CHECK_FALSE(once.empty());
    CHECK((lines(kOperatorState, options) == once));
}

TEST_CASE("a state that lies in other splits is no mistake, one that is nowhere is") {
    const fs::path keyed = fixture("1.20.3-keys.h-canon");
    std::string state;
    visit_entries(keyed, {}, [&](const EntryBatch& batch, const Entry&) { state = batch.state->name; });
    ReadOptions options;
    options.states = {state};
    for (std::int32_t i = 0; i < 500; i += 25) {
        CHECK(usage_error(keyed, with_split(options, i, 500)) == "");
    }
    options.states = {"no-such-state"};
    CHECK(usage_error(keyed, with_split(options, 499, 500)).find("no state has the name 'no-such-state'") !=
          std::string::npos);
}

TEST_CASE("splits that do not exist are refused") {
    for (const Split& split : {Split{-1, 2}, Split{2, 2}, Split{0, 0}, Split{0, -1}}) {
        ReadOptions options;
        options.split = split;
        CHECK(usage_error(kOperatorState, options).find("there is no split") != std::string::npos);
    }
}
