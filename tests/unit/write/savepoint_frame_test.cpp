// A savepoint put together of operators that are kept, wholly or in part, and of what was written.

#include "write/savepoint_frame.hpp"

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "write/writing.hpp"

using namespace sp;
using sp_test::TempDir;

namespace {

StreamStateHandle inline_stream(const std::string& name) {
    StreamStateHandle stream;
    stream.tag = HandleTag::kByteStream;
    stream.path = name;
    stream.bytes = SharedBytes(ByteVector(name.begin(), name.end()));
    return stream;
}

KeyedStateHandle keyed(const std::string& name) {
    KeyGroupsStateHandle groups;
    groups.delegate = inline_stream(name);
    KeyedStateHandle handle;
    handle.value = groups;
    return handle;
}

OperatorStateHandle elements(const std::string& name) {
    OperatorStateHandle handle;
    handle.delegate = inline_stream(name);
    return handle;
}

/// Subtasks with all kinds of state, whose names begin with `name`.
OperatorState full(const std::string& uid, const std::string& name, const std::vector<std::int32_t>& indices) {
    OperatorState op;
    op.uid = uid;
    op.id = hash_of_uid(uid);
    op.coordinator_state = inline_stream(name + "-coordinator");
    for (const std::int32_t index : indices) {
        SubtaskState& subtask = op.subtasks.emplace_back();
        subtask.index = index;
        const std::string number = name + std::to_string(index);
        subtask.managed_keyed_state = keyed(number + "-keyed");
        subtask.raw_keyed_state = keyed(number + "-raw");
        subtask.managed_operator_state = elements(number + "-list");
        subtask.raw_operator_state = elements(number + "-raw-list");
    }
    return op;
}

std::string name_of_keyed(const KeyedStateHandle& handle) {
    const auto* const groups = std::get_if<KeyGroupsStateHandle>(&handle.value);
    return groups == nullptr ? "-" : groups->delegate.path;
}

/// "u: old-coordinator | 0: keyed raw list raw-list | 1: …"
std::string text_of(const OperatorState& op) {
    std::string text = op.uid + ": " + op.coordinator_state.path;
    for (const SubtaskState& subtask : op.subtasks) {
        text += " | " + std::to_string(subtask.index) + ": " + name_of_keyed(subtask.managed_keyed_state) + " " +
                name_of_keyed(subtask.raw_keyed_state);
        for (const auto& handle : {subtask.managed_operator_state, subtask.raw_operator_state}) {
            text += " " + (handle ? handle->delegate.path : "-");
        }
    }
    return text;
}

/// The source is for files only, of which these operators have none.
std::vector<std::string> completed(SavepointFrame& frame, std::vector<OperatorState> written) {
    const auto folder = open_output_folder("", false);
    std::vector<std::string> texts;
    for (const OperatorState& op : frame.complete(std::move(written), *folder).operators) {
        texts.push_back(text_of(op));
    }
    return texts;
}

FrameOperator kept(OperatorState op) {
    FrameOperator frame;
    frame.op = std::move(op);
    return frame;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("an operator that is kept is as it was") {
    SavepointFrame frame;
    frame.operators.push_back(kept(full("u", "old", {1, 0})));
    CHECK(completed(frame, {}) == Texts{"u: old-coordinator | 1: old1-keyed old1-raw old1-list old1-raw-list"
                                        " | 0: old0-keyed old0-raw old0-list old0-raw-list"});
}

TEST_CASE("what is written takes the place of what it is written for, and of nothing else") {
    SavepointFrame frame;
    frame.operators.push_back(kept(full("u", "old", {0})));
    FrameOperator& op = frame.operators.back();
    op.planned = 0;
    const std::vector<OperatorState> written = {full("u", "new", {0})};
    SECTION("keyed") {
        op.writes_keyed = true;
        CHECK(completed(frame, written) ==
              Texts{"u: old-coordinator | 0: new0-keyed old0-raw old0-list old0-raw-list"});
    }
    SECTION("keyed with timers that were raw") {
        op.writes_keyed = op.drops_raw_keyed = true;
        CHECK(completed(frame, written) == Texts{"u: old-coordinator | 0: new0-keyed - old0-list old0-raw-list"});
    }
    SECTION("operator state") {
        op.writes_operator_state = true;
        CHECK(completed(frame, written) ==
              Texts{"u: old-coordinator | 0: old0-keyed old0-raw new0-list old0-raw-list"});
    }
    SECTION("the coordinator") {
        op.writes_coordinator = true;
        CHECK(completed(frame, written) ==
              Texts{"u: new-coordinator | 0: old0-keyed old0-raw old0-list old0-raw-list"});
    }
    SECTION("nothing") {
        CHECK(completed(frame, written) ==
              Texts{"u: old-coordinator | 0: old0-keyed old0-raw old0-list old0-raw-list"});
    }
}

TEST_CASE("subtasks are joined by their indices") {
    SavepointFrame frame;
    frame.operators.push_back(kept(full("u", "old", {3, 1})));
    frame.operators.back().planned = 0;
    frame.operators.back().writes_keyed = true;
    // Subtask 1 has nothing any more, 0 and 2 are new.
    CHECK(completed(frame, {full("u", "new", {0, 2, 3})}) ==
          Texts{"u: old-coordinator | 0: new0-keyed - - - | 1: - old1-raw old1-list old1-raw-list | 2: new2-keyed - - -"
                " | 3: new3-keyed old3-raw old3-list old3-raw-list"});
}

TEST_CASE("operators stand in their order, and those that are only written behind them") {
    SavepointFrame frame;
    frame.operators.push_back(kept(full("a", "old", {})));
    frame.operators.push_back(kept(full("b", "old", {})));
    frame.operators.back().planned = 1;
    frame.operators.back().writes_coordinator = true;
    frame.operators.push_back(kept(full("c", "old", {})));
    CHECK(frame.writes_keyed(0));
    CHECK(frame.writes_operator_state(2));
    CHECK_FALSE(frame.writes_keyed(1));
    CHECK_FALSE(frame.writes_operator_state(1));
    CHECK(completed(frame, {full("x", "new", {}), full("b", "new", {}), full("y", "new", {})}) ==
          Texts{"a: old-coordinator", "b: new-coordinator", "c: old-coordinator", "x: new-coordinator",
                "y: new-coordinator"});
}

TEST_CASE("the head is kept, its operators are not") {
    SavepointFrame frame;
    frame.head.version = 5;
    frame.head.checkpoint_id = 77;
    frame.head.operators.push_back(full("gone", "old", {0}));
    frame.head.master_states.push_back({1, "hook", {}});
    const auto folder = open_output_folder("", false);
    const SavepointMetadata whole = frame.complete({}, *folder);
    CHECK(whole.version == 5);
    CHECK(whole.checkpoint_id == 77);
    CHECK(whole.master_states.size() == 1);
    CHECK(whole.operators.empty());
}
