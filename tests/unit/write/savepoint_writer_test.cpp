// What the writer makes of real savepoints' entries: read back they are the same, and where Flink's own writer had the same
// order (RocksDB), so are the bytes.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "catch.hpp"
#include "fixture.hpp"
#include "io/temp_dir.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"
#include "sp/write.hpp"

using namespace sp;
namespace fs = std::filesystem;

namespace {

/// A plan of the operator as it is, and where its states stand in it.
struct Copied {
    OperatorPlan plan;
    std::map<std::pair<StateKind, std::string>, std::size_t> places;
};

Copied plan_of(EntryReader& reader, std::size_t index, const std::vector<StateDescriptor>& operator_states) {
    const OperatorState& op = reader.metadata().operators[index];
    Copied copied;
    copied.plan.id = op.id;
    copied.plan.uid = op.uid;
    copied.plan.name = op.name;
    copied.plan.parallelism = op.parallelism;
    copied.plan.max_parallelism = op.max_parallelism;
    for (const StateDescriptor* state : reader.keyed_states(index)) {
        if (copied.places.try_emplace({state->kind, state->name}, copied.plan.keyed_states.size()).second) {
            copied.plan.keyed_states.push_back(*state);
            copied.plan.key = state->key;
        }
    }
    for (const StateDescriptor& state : operator_states) {
        copied.places.try_emplace({state.kind, state.name}, copied.plan.operator_states.size());
        copied.plan.operator_states.push_back(state);
    }
    return copied;
}

/// A broadcast state whose entries cannot be told apart (Kryo).
bool is_opaque_map(const StateDescriptor& state) { return state.kind == StateKind::kBroadcast && !state.map_key; }

ReadOptions with_timers() {
    ReadOptions options;
    options.with_timers = true;
    return options;
}

/// The operator states that have entries, by operator.
std::map<std::size_t, std::vector<StateDescriptor>> operator_states_of(const std::string& from) {
    std::map<std::size_t, std::vector<StateDescriptor>> states;
    std::set<std::pair<std::size_t, std::string>> seen;
    EntryReader reader(from, with_timers());
    EntryBatch batch;
    while (reader.next(batch)) {
        const StateDescriptor& state = *batch.state;
        if (!is_keyed(state.kind) && state.kind != StateKind::kCoordinator && !is_opaque_map(state) &&
            seen.emplace(state.operator_index, state.name).second) {
            states[state.operator_index].push_back(state);
        }
    }
    return states;
}

void copy_savepoint(const std::string& from, const std::string& to, WriteOptions options) {
    const auto operator_states = operator_states_of(from);
    EntryReader reader(from, with_timers());
    options.metadata_version = std::max(reader.metadata().version, 3);  // which decides whether there are uids
    SavepointWriter writer(to, std::move(options));
    std::vector<Copied> copies;
    for (std::size_t i = 0; i < reader.metadata().operators.size(); ++i) {
        const auto states = operator_states.find(i);
        copies.push_back(
            plan_of(reader, i, states == operator_states.end() ? std::vector<StateDescriptor>() : states->second));
        const StreamStateHandle& coordinator = reader.metadata().operators[i].coordinator_state;
        if (!coordinator.is_null()) {
            const Bytes bytes = coordinator.bytes.view();
            copies.back().plan.coordinator = ByteVector(bytes.begin(), bytes.end());
        }
        CHECK(writer.add_operator(copies.back().plan) == i);
    }
    EntryBatch batch;
    while (reader.next(batch)) {
        const StateDescriptor& state = *batch.state;
        if (state.kind == StateKind::kCoordinator || is_opaque_map(state)) {
            continue;
        }
        const std::size_t place = copies[state.operator_index].places.at({state.kind, state.name});
        for (const Entry& entry : batch.entries) {
            if (is_keyed(state.kind)) {
                writer.add_keyed(state.operator_index, place, batch.key_group, entry);
            } else if (state.kind == StateKind::kBroadcast) {
                writer.add_broadcast(state.operator_index, place, entry);
            } else {
                writer.add_element(state.operator_index, place, batch.subtask, entry);
            }
        }
    }
    writer.commit();
}

/// Every entry with all of its bytes, in one order.
std::vector<std::string> lines(const std::string& path) {
    ReadOptions options = with_timers();
    options.is_sorted = true;
    EntryReader reader(path, options);
    std::vector<std::string> found;
    EntryBatch batch;
    while (reader.next(batch)) {
        if (is_opaque_map(*batch.state)) {
            continue;
        }
        for (const Entry& entry : batch.entries) {
            std::string line = reader.metadata().operators[batch.state->operator_index].id.hex() + batch.state->name;
            line += std::to_string(static_cast<int>(batch.state->kind)) + " " + std::to_string(batch.key_group) + " " +
                    std::to_string(batch.subtask) + " " + std::to_string(entry.index) + " " +
                    std::to_string(entry.timestamp) + (entry.is_null_value ? " null" : "");
            for (const Bytes part : {entry.key, entry.name_space, entry.map_key, entry.value}) {
                line += "|" + std::string(as_text(part));
            }
            found.push_back(line);
        }
    }
    return found;
}

std::string file_of(const std::string& folder, const StreamStateHandle& handle) {
    return sp_test::TempDir::read(folder + "/" + handle.path);
}

}  // namespace

TEST_CASE("what was read and written is read again") {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(std::string(SP_FIXTURES) + "/savepoints")) {
        const std::string name = entry.path().filename().string();
        // Left out: changelogs, and what heap snapshots do not give up whole.
        if (!entry.is_directory() || name.find("changelog") != std::string::npos) {
            continue;
        }
        CAPTURE(name);
        const std::string from = sp::test::fixture(name).string();
        const std::vector<std::string> before = lines(from);
        for (const bool is_compressed : {false, true}) {
            const sp_test::TempDir folder;
            WriteOptions options;
            options.is_compressed = is_compressed;
            copy_savepoint(from, folder.path("made"), options);
            CHECK((lines(folder.path("made")) == before));
        }
        count += before.size();
    }
    CHECK(count > 5000);
}

TEST_CASE("streams of RocksDB's canonical savepoints come out as Flink wrote them") {
    std::size_t streams = 0;
    for (const char* const name :
         {"1.20.3-timers-windows.r-canon", "1.20.3-timers-windows.r-canon-snappy", "2.3.0-timers-windows.r-canon",
          "2.3.0-uids-mix.r-canon-p2-m300", "2.3.0-ttl.r-canon"}) {
        CAPTURE(name);
        const std::string from = sp::test::fixture(name).string();
        const sp_test::TempDir folder;
        WriteOptions options;
        options.is_compressed = std::string(name).ends_with("snappy");
        copy_savepoint(from, folder.path("made"), options);
        const EntryReader before(from, {});
        const EntryReader after(folder.path("made"), {});
        for (std::size_t i = 0; i < before.metadata().operators.size(); ++i) {
            const OperatorState& ours = after.metadata().operators[i];
            const OperatorState& flinks = before.metadata().operators[i];
            for (std::size_t s = 0; s < flinks.subtasks.size(); ++s) {
                const auto* theirs = std::get_if<KeyGroupsStateHandle>(&flinks.subtasks[s].managed_keyed_state.value);
                if (theirs == nullptr) {
                    continue;
                }
                const auto& made = std::get<KeyGroupsStateHandle>(ours.subtasks[s].managed_keyed_state.value);
                CHECK(made.range == theirs->range);
                CHECK(made.offsets == theirs->offsets);
                CHECK((file_of(folder.path("made"), made.delegate) == file_of(from, theirs->delegate)));
                ++streams;
            }
        }
    }
    CHECK(streams > 50);
}

TEST_CASE("two entries of one identity, and plans that Flink does not take, are refused") {
    const std::string from = sp::test::fixture("2.3.0-ttl.r-canon").string();
    EntryReader reader(from, {});
    Copied copied;
    for (std::size_t i = 0; copied.plan.keyed_states.empty(); ++i) {
        copied = plan_of(reader, i, {});
    }
    const sp_test::TempDir folder;
    {
        SavepointWriter writer(folder.path("made"), {});
        writer.add_operator(copied.plan);
        EntryBatch batch;
        REQUIRE(reader.next(batch));
        writer.add_keyed(0, 0, batch.key_group, batch.entries[0]);
        writer.add_keyed(0, 0, batch.key_group, batch.entries[0]);
        CHECK_THROWS_AS(writer.commit(), InputError);
    }
    for (const auto& [parallelism, max_parallelism] : {std::pair(0, 128), {129, 128}, {1, 0}, {1, 32769}}) {
        SavepointWriter writer(folder.path("made"), {});
        OperatorPlan plan = copied.plan;
        plan.parallelism = parallelism;
        plan.max_parallelism = max_parallelism;
        CHECK_THROWS_AS(writer.add_operator(plan), UsageError);
    }
    CHECK(folder.entries() == 0);  // nothing is left
}
