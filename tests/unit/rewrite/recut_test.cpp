// Handles for another number of subtasks: cut where one old handle has all that a new subtask gets, else entry by entry.

#include "rewrite/recut.hpp"

#include <memory>
#include <numeric>

#include "catch.hpp"
#include "io/file.hpp"
#include "io/temp_dir.hpp"
#include "metadata/metadata_writer.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using rewriting::OperatorRewrite;
using sp_test::message_of;
using sp_test::TempDir;

namespace {

/// An operator in a savepoint whose state lies in `_metadata`.
class Given {
public:
    Given(std::int32_t parallelism, std::int32_t max_parallelism) {
        op_.id = hash_of_uid("u");
        op_.parallelism = parallelism;
        op_.max_parallelism = max_parallelism;
        for (std::int32_t i = 0; i < parallelism; ++i) {
            op_.subtasks.emplace_back().index = i;
        }
    }

    SubtaskState& subtask(std::size_t index) { return op_.subtasks[index]; }

    OperatorRewrite recut(std::int32_t parallelism, std::int32_t max_parallelism = 0) {
        OperatorRewrite rewrite = open();
        rewrite.op.parallelism = parallelism;
        rewrite.op.max_parallelism = max_parallelism == 0 ? op_.max_parallelism : max_parallelism;
        rewriting::recut(rewrite);
        return rewrite;
    }

    OperatorRewrite open() {
        SavepointMetadata metadata;
        metadata.operators.push_back(op_);
        const ByteVector bytes = write_metadata(metadata);
        folder_.write("_metadata", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        source_ = std::make_unique<rewriting::Source>(folder_.path(), open_snapshot(folder_.path()),
                                                      std::vector<std::string>{"u"});
        OperatorRewrite rewrite;
        rewrite.source = source_.get();
        rewrite.uid = "u";
        rewrite.op = rewrite.original();
        return rewrite;
    }

private:
    OperatorState op_;
    TempDir folder_;
    std::unique_ptr<rewriting::Source> source_;
};

/// The header is the same for names that begin with the same letter.
StreamStateHandle stream_of(const std::string& name) {
    StreamStateHandle stream;
    stream.tag = HandleTag::kByteStream;
    stream.path = name;
    stream.bytes = SharedBytes(ByteVector(1100, static_cast<std::uint8_t>(name.front())));
    return stream;
}

/// The first key group starts at 1000, where the header ends, each of the others one byte behind; those in `without` have no data.
KeyedStateHandle groups(const std::string& name, std::int32_t first, std::int32_t count,
                        const std::vector<std::int32_t>& without = {}, std::int64_t no_data = 0) {
    KeyGroupsStateHandle handle;
    handle.tag = HandleTag::kSavepointKeyGroups;
    handle.range = {first, count};
    handle.offsets.resize(static_cast<std::size_t>(count));
    std::iota(handle.offsets.begin(), handle.offsets.end(), 1000);
    for (const std::int32_t group : without) {
        handle.offsets[static_cast<std::size_t>(group - first)] = no_data;
    }
    handle.delegate = stream_of(name);
    KeyedStateHandle keyed;
    keyed.value = std::move(handle);
    return keyed;
}

OperatorStateHandle elements(const std::string& name, std::vector<OperatorStateOffsets> states) {
    OperatorStateHandle handle;
    handle.states = std::move(states);
    handle.delegate = stream_of(name);
    return handle;
}

OperatorStateOffsets list(std::vector<std::int64_t> offsets, const std::string& name = "list") {
    return {name, DistributionMode::kSplitDistribute, std::move(offsets)};
}
OperatorStateOffsets union_of(std::vector<std::int64_t> offsets) {
    return {"union", DistributionMode::kUnion, std::move(offsets)};
}
OperatorStateOffsets broadcast(std::int64_t offset, const std::string& name = "rules") {
    return {name, DistributionMode::kBroadcast, {offset}};
}

/// "a 0-3: 1000 1001 1002 1003", or "-".
std::string text_of(const KeyedStateHandle& handle) {
    const auto* const part = std::get_if<KeyGroupsStateHandle>(&handle.value);
    if (part == nullptr) {
        return "-";
    }
    std::string text =
        part->delegate.path + " " + std::to_string(part->range.first) + "-" + std::to_string(part->range.last()) + ":";
    for (const std::int64_t offset : part->offsets) {
        text += " " + std::to_string(offset);
    }
    return text;
}

/// "a list: 1 2, union:, rules: 3", or "-".
std::string text_of(const std::optional<OperatorStateHandle>& handle) {
    if (!handle) {
        return "-";
    }
    std::string text = handle->delegate.path;
    for (const OperatorStateOffsets& state : handle->states) {
        text += (&state == handle->states.data() ? " " : ", ") + state.name + ":";
        for (const std::int64_t offset : state.offsets) {
            text += " " + std::to_string(offset);
        }
    }
    return text;
}

using Texts = std::vector<std::string>;

Texts texts_of(const OperatorRewrite& rewrite, const std::function<std::string(const SubtaskState&)>& text) {
    Texts texts;
    for (std::size_t i = 0; i < rewrite.op.subtasks.size(); ++i) {
        CHECK(rewrite.op.subtasks[i].index == static_cast<std::int32_t>(i));
        texts.push_back(text(rewrite.op.subtasks[i]));
    }
    return texts;
}

Texts keyed_of(const OperatorRewrite& rewrite) {
    CHECK(rewrite.keyed == RewriteWay::kMetadata);
    return texts_of(rewrite, [](const SubtaskState& subtask) { return text_of(subtask.managed_keyed_state); });
}

Texts elements_of(const OperatorRewrite& rewrite) {
    CHECK(rewrite.operator_state == RewriteWay::kMetadata);
    return texts_of(rewrite, [](const SubtaskState& subtask) { return text_of(subtask.managed_operator_state); });
}

}  // namespace

TEST_CASE("one handle is cut for more subtasks, by Flink's ranges") {
    Given given(1, 8);
    given.subtask(0).managed_keyed_state = groups("a", 0, 8, {4});
    CHECK(keyed_of(given.recut(3)) == Texts{"a 0-2: 1000 1001 1002", "a 3-5: 1003 0 1005", "a 6-7: 1006 1007"});
}

TEST_CASE("subtasks without a key group with data get handles too") {
    Given given(1, 8);
    given.subtask(0).managed_keyed_state = groups("a", 0, 8, {0, 1, 2, 3, 6, 7});
    CHECK(keyed_of(given.recut(4)) == Texts{"a 0-1: 0 0", "a 2-3: 0 0", "a 4-5: 1004 1005", "a 6-7: 0 0"});
}

TEST_CASE("handles of the heap backend have no key groups that are not in their streams") {
    Given given(4, 8);
    for (const std::int32_t subtask : {1, 2, 3}) {  // the first never made the state
        KeyedStateHandle& handle = given.subtask(static_cast<std::size_t>(subtask)).managed_keyed_state;
        handle = groups("a" + std::to_string(subtask), 2 * subtask, 2);
        std::get<KeyGroupsStateHandle>(handle.value).tag = HandleTag::kKeyGroupsV2;
    }
    CHECK(keyed_of(given.recut(8)) == Texts{"-", "-", "a1 2-2: 1000", "a1 3-3: 1001", "a2 4-4: 1000", "a2 5-5: 1001",
                                            "a3 6-6: 1000", "a3 7-7: 1001"});
    const OperatorRewrite one = given.recut(1);
    CHECK(one.keyed == RewriteWay::kRanges);
    REQUIRE(one.keyed_copies[0]);
    CHECK(one.keyed_copies[0]->handle.range.first == 2);
    CHECK(one.keyed_copies[0]->groups.size() == 6);
    given.subtask(2).managed_keyed_state = {};
    CHECK(given.recut(1).keyed == RewriteWay::kEntries);
}

TEST_CASE("two handles for one subtask are copied by key groups if their headers are equal, else go by entries") {
    Given given(2, 8);
    given.subtask(0).managed_keyed_state = groups("a", 0, 4);
    given.subtask(1).managed_keyed_state = groups("a2", 4, 4);
    const OperatorRewrite one = given.recut(1);
    CHECK(one.keyed == RewriteWay::kRanges);
    CHECK(one.deals_elements);
    REQUIRE(one.keyed_copies.size() == 1);
    CHECK(one.keyed_copies[0]->groups.size() == 8);
    CHECK(given.recut(3).keyed == RewriteWay::kRanges);  // the second gets 3 to 5
    CHECK(keyed_of(given.recut(4)) ==
          Texts{"a 0-1: 1000 1001", "a 2-3: 1002 1003", "a2 4-5: 1000 1001", "a2 6-7: 1002 1003"});
    given.subtask(1).managed_keyed_state = groups("b", 4, 4);
    CHECK(given.recut(1).keyed == RewriteWay::kEntries);
    CHECK(given.recut(3).keyed == RewriteWay::kEntries);
    CHECK(given.recut(4).keyed == RewriteWay::kMetadata);
}

TEST_CASE("of two handles one may have no data for the subtask") {
    Given given(2, 8);
    given.subtask(0).managed_keyed_state = groups("a", 0, 4, {3});
    given.subtask(1).managed_keyed_state = groups("b", 4, 4);
    CHECK(keyed_of(given.recut(3)) == Texts{"a 0-2: 1000 1001 1002", "b 3-5: 0 1000 1001", "b 6-7: 1002 1003"});
}

TEST_CASE("a handle that has more than its subtask's key groups is cut all the same") {
    Given given(2, 8);
    given.subtask(1).managed_keyed_state = groups("a", 2, 6);
    CHECK(keyed_of(given.recut(4)) == Texts{"-", "a 2-3: 1000 1001", "a 4-5: 1002 1003", "a 6-7: 1004 1005"});
}

TEST_CASE("databases go by entries") {
    Given given(1, 8);
    IncrementalStateHandle handle;
    handle.tag = HandleTag::kIncrementalV2;
    handle.range = {0, 8};
    handle.meta = stream_of("meta");
    given.subtask(0).managed_keyed_state.value = handle;
    CHECK(given.recut(2).keyed == RewriteWay::kEntries);
}

TEST_CASE("raw keyed state is cut beside the managed") {
    Given given(1, 8);
    given.subtask(0).managed_keyed_state = groups("a", 0, 8);
    given.subtask(0).raw_keyed_state = groups("raw", 0, 8, {0, 1, 2, 3}, -1);
    const OperatorRewrite rewrite = given.recut(2);
    CHECK(keyed_of(rewrite) == Texts{"a 0-3: 1000 1001 1002 1003", "a 4-7: 1004 1005 1006 1007"});
    CHECK(texts_of(rewrite, [](const SubtaskState& subtask) { return text_of(subtask.raw_keyed_state); }) ==
          Texts{"-", "raw 4-7: 1004 1005 1006 1007"});
}

TEST_CASE("raw keyed state that is no timers is cut or copied, whatever becomes of the managed") {
    Given given(2, 8);
    given.subtask(0).raw_keyed_state = groups("a", 0, 4);
    given.subtask(1).raw_keyed_state = groups("b", 4, 4);  // raw streams have no header
    CHECK(given.recut(4).keyed == RewriteWay::kMetadata);
    const OperatorRewrite one = given.recut(1);
    CHECK(one.keyed == RewriteWay::kRanges);
    CHECK(one.raw_keyed_copies.size() == 1);
    CHECK(one.keyed_copies.empty());
    OperatorRewrite rewrite = given.open();
    rewrite.keyed = RewriteWay::kEntries;  // of --compression, say
    rewrite.op.parallelism = 1;
    rewriting::recut(rewrite);
    CHECK(rewrite.keyed == RewriteWay::kEntries);
    CHECK(rewrite.raw_keyed_copies.size() == 1);
}

TEST_CASE("raw keyed state that is a database is refused") {
    Given given(1, 8);
    IncrementalStateHandle handle;
    handle.tag = HandleTag::kIncrementalV2;
    handle.range = {0, 8};
    handle.meta = stream_of("meta");
    given.subtask(0).raw_keyed_state.value = handle;
    CHECK(message_of<UnsupportedError>([&] { static_cast<void>(given.recut(2)); }) ==
          "operator u: its raw keyed state cannot be cut for 2 subtasks");
}

TEST_CASE("where two handles have one key group, the entries are read") {
    Given given(2, 8);
    given.subtask(0).managed_keyed_state = groups("a", 0, 5);
    given.subtask(1).managed_keyed_state = groups("a2", 4, 4);
    CHECK(given.recut(1).keyed == RewriteWay::kEntries);
    given.subtask(1).managed_keyed_state = groups("a2", 4, 4, {4});
    given.subtask(0).managed_keyed_state = groups("a", 0, 5, {0});  // headers end where the first key group starts
    CHECK(given.recut(1).keyed == RewriteWay::kRanges);
}

TEST_CASE("an operator without state gets as many subtasks as it should have") {
    Given given(2, 8);
    const OperatorRewrite rewrite = given.recut(4);
    CHECK(rewrite.op.subtasks.size() == 4);
    CHECK(rewrite.keyed == RewriteWay::kKept);
    CHECK(rewrite.operator_state == RewriteWay::kKept);
}

TEST_CASE("elements of lists are dealt in turn, those of unions stay, broadcast states go to all") {
    Given given(1, 8);
    given.subtask(0).managed_operator_state =
        elements("a", {list({10, 11, 12, 13, 14}), union_of({20, 21}), broadcast(30)});
    CHECK(elements_of(given.recut(3)) == Texts{"a list: 10 11, union: 20 21, rules: 30",
                                               "a list: 12 13, union:, rules: 30", "a list: 14, union:, rules: 30"});
}

TEST_CASE("lists of two subtasks for one go by entries, those of one for two are cut") {
    Given given(2, 8);
    given.subtask(0).managed_operator_state = elements("a", {list({10})});
    given.subtask(1).managed_operator_state = elements("b", {list({20, 21, 22})});
    CHECK(given.recut(1).operator_state == RewriteWay::kEntries);
    CHECK(given.recut(3).operator_state == RewriteWay::kEntries);  // the first gets two, the others one each
    given.subtask(0).managed_operator_state = elements("a", {list({10, 11})});
    given.subtask(1).managed_operator_state = elements("b", {list({20, 21})});
    CHECK(elements_of(given.recut(3)) == Texts{"a list: 10 11", "b list: 20", "b list: 21"});
    CHECK(elements_of(given.recut(4)) == Texts{"a list: 10", "a list: 11", "b list: 20", "b list: 21"});
}

TEST_CASE("unions of subtasks that are no more go to the first") {
    Given given(2, 8);
    given.subtask(1).managed_operator_state = elements("b", {union_of({20, 21})});
    CHECK(elements_of(given.recut(1)) == Texts{"b union: 20 21"});
    CHECK(elements_of(given.recut(3)) == Texts{"b union:", "b union: 20 21", "b union:"});
    given.subtask(0).managed_operator_state = elements("a", {union_of({10})});
    CHECK(given.recut(1).operator_state == RewriteWay::kEntries);
    CHECK(elements_of(given.recut(3)) == Texts{"a union: 10", "b union: 20 21", "a union:"});
}

TEST_CASE("broadcast states that only some subtasks report go by entries") {
    Given given(2, 8);
    given.subtask(0).managed_operator_state = elements("a", {broadcast(10)});
    given.subtask(1).managed_operator_state = elements("b", {broadcast(10), broadcast(20, "more")});
    CHECK(given.recut(3).operator_state == RewriteWay::kEntries);
    given.subtask(1).managed_operator_state = elements("b", {broadcast(10)});
    CHECK(elements_of(given.recut(3)) == Texts{"a rules: 10", "a rules: 10", "a rules: 10"});
    given.subtask(1).managed_operator_state.reset();
    CHECK(elements_of(given.recut(1)) == Texts{"a rules: 10"});
}

TEST_CASE("handles that stand for folders only are no state") {
    Given given(1, 8);
    OperatorStateHandle handle;
    handle.tag = HandleTag::kFileMergingOperatorStream;
    handle.is_empty = true;
    handle.delegate.tag = HandleTag::kEmptySegmentFile;
    given.subtask(0).managed_operator_state = handle;
    const OperatorRewrite rewrite = given.recut(2);
    CHECK(rewrite.operator_state == RewriteWay::kKept);
    CHECK_FALSE(rewrite.op.subtasks[0].managed_operator_state);
}

TEST_CASE("raw operator state is dealt or refused") {
    Given given(2, 8);
    given.subtask(0).raw_operator_state = elements("a", {list({10, 11}, "_default_")});
    const OperatorRewrite rewrite = given.recut(3);
    CHECK(texts_of(rewrite, [](const SubtaskState& subtask) { return text_of(subtask.raw_operator_state); }) ==
          Texts{"a _default_: 10", "a _default_: 11", "a _default_:"});
    given.subtask(1).raw_operator_state = elements("b", {list({20}, "_default_")});
    CHECK(message_of<UnsupportedError>([&] { static_cast<void>(given.recut(1)); }) ==
          "operator u: it has raw operator state, which cannot be dealt to 1 subtasks");
}
