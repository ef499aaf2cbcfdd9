// Where key groups and elements start in streams that one handle has for itself, or that several share.

#include "metadata/stream_starts.hpp"

#include "catch.hpp"

using namespace sp;

namespace {

StreamStateHandle file(const std::string& path, std::int64_t start_position = 0) {
    StreamStateHandle stream;
    stream.tag = start_position == 0 ? HandleTag::kRelativeFile : HandleTag::kSegmentFile;
    stream.path = path;
    stream.start_position = start_position;
    return stream;
}

KeyedStateHandle groups(const StreamStateHandle& stream, std::int32_t first, std::vector<std::int64_t> offsets) {
    KeyGroupsStateHandle handle;
    handle.range = {first, static_cast<std::int32_t>(offsets.size())};
    handle.offsets = std::move(offsets);
    handle.delegate = stream;
    KeyedStateHandle keyed;
    keyed.value = std::move(handle);
    return keyed;
}

OperatorStateHandle elements(const StreamStateHandle& stream, std::vector<OperatorStateOffsets> states) {
    OperatorStateHandle handle;
    handle.delegate = stream;
    handle.states = std::move(states);
    return handle;
}

OperatorState with_subtasks(int count) {
    OperatorState op;
    for (int i = 0; i < count; ++i) {
        op.subtasks.emplace_back().index = i;
    }
    return op;
}

using Starts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("the starts of handles that share a stream are those of all, ascending") {
    OperatorState op = with_subtasks(3);
    op.subtasks[0].managed_keyed_state = groups(file("shared"), 4, {900, 800});
    op.subtasks[1].managed_keyed_state = groups(file("shared"), 0, {500, 0, 600, 700});
    op.subtasks[2].managed_keyed_state = groups(file("own"), 6, {77, 0});
    const StreamStarts starts(op);
    CHECK(starts.of(file("shared")) == Starts{500, 600, 700, 800, 900});  // 0: a key group without data
    CHECK(starts.of(file("own")) == Starts{77});
    CHECK(starts.of(file("none")).empty());
}

TEST_CASE("a raw key group may start at 0, and one that was not written has -1") {
    OperatorState op = with_subtasks(1);
    op.subtasks[0].raw_keyed_state = groups(file("raw"), 0, {40, -1, 0, -1});
    CHECK(StreamStarts(op).of(file("raw")) == Starts{0, 40});
}

TEST_CASE("starts of operator state are those of the elements of all states") {
    OperatorState op = with_subtasks(2);
    op.subtasks[0].managed_operator_state =
        elements(file("both"),
                 {{"list", DistributionMode::kSplitDistribute, {200, 100}}, {"none", DistributionMode::kUnion, {}}});
    op.subtasks[1].managed_operator_state = elements(file("both"), {{"rules", DistributionMode::kBroadcast, {300}}});
    CHECK(StreamStarts(op).of(file("both")) == Starts{100, 200, 300});
}

TEST_CASE("segments of one file are streams of their own") {
    OperatorState op = with_subtasks(2);
    op.subtasks[0].managed_keyed_state = groups(file("merged", 1000), 0, {10});
    op.subtasks[1].managed_keyed_state = groups(file("merged", 2000), 1, {20});
    const StreamStarts starts(op);
    CHECK(starts.of(file("merged", 1000)) == Starts{10});
    CHECK(starts.of(file("merged", 2000)) == Starts{20});
}

TEST_CASE("what a changelog has materialized counts, its increments do not") {
    ChangelogStateBackendHandle changelog;
    changelog.materialized = {groups(file("base"), 0, {50, 60}), {}};
    ChangelogStreamStateHandle increments;
    increments.handles.push_back({7, file("log")});
    changelog.non_materialized.emplace_back().value = increments;
    OperatorState op = with_subtasks(1);
    op.subtasks[0].managed_keyed_state.value = changelog;
    const StreamStarts starts(op);
    CHECK(starts.of(file("base")) == Starts{50, 60});
    CHECK(starts.of(file("log")).empty());
}
