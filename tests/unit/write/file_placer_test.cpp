// Files of what a new savepoint takes over: each handle in each placement, and whole snapshots of real Flink whose
// original is gone when the new savepoint is read.

#include "write/file_placer.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "fixture.hpp"
#include "io/temp_dir.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/metadata_writer.hpp"
#include "metadata/open_stream.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using namespace sp_test;

namespace fs = std::filesystem;

namespace {

StreamStateHandle stream(HandleTag tag, std::string path, std::int64_t size) {
    StreamStateHandle handle;
    handle.tag = tag;
    handle.path = std::move(path);
    handle.state_size = size;
    return handle;
}

StreamStateHandle absolute(std::string path, std::int64_t size = -1) {
    return stream(HandleTag::kFile, std::move(path), size);
}

StreamStateHandle relative(std::string path, std::int64_t size = -1) {
    return stream(HandleTag::kRelativeFile, std::move(path), size);
}

StreamStateHandle segment(std::string path, std::int64_t start, std::int64_t size) {
    StreamStateHandle handle = stream(HandleTag::kSegmentFile, std::move(path), size);
    handle.start_position = start;
    handle.scope = 1;
    handle.logical_file_id = "id";
    return handle;
}

std::string text_of(const StreamStateHandle& handle) {
    return std::to_string(static_cast<int>(handle.tag)) + " " + handle.path + " " + std::to_string(handle.state_size);
}

/// A snapshot in a folder of the test, an operator of it, and a folder that it is placed into.
class Placing {
public:
    explicit Placing(PlacementOptions options = {}, bool is_trial = false)
        : output_(open_output_folder(is_trial ? "" : temp_.path("out"), false)), placer_(*output_, std::move(options)) {
        fs::create_directories(in("shared"));
        fs::create_directories(in("chk-1"));
        fs::create_directories(in("chk-2"));
    }

    [[nodiscard]] std::string in(const std::string& name = "") const { return temp_.path("job/" + name); }
    [[nodiscard]] std::string canonical(const std::string& name) const { return fs::canonical(in(name)).string(); }
    void write(const std::string& name, std::string_view content) const { temp_.write("job/" + name, content); }
    [[nodiscard]] std::string made(const std::string& name) const {
        return TempDir::read(output_->temporary_path() + "/" + name);
    }
    [[nodiscard]] std::size_t files_made() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(output_->temporary_path()), {}));
    }

    void place(OperatorState& op, const std::string& checkpoint = "chk-1") {
        const SnapshotLocation location = {in(checkpoint), in(checkpoint + "/_metadata")};
        placer_.place({location, {}, FileResolver(location.folder, lookup), 0}, op);
    }

    void place_remote(OperatorState& op, const std::string& uri) {
        placer_.place({{uri, uri + "/_metadata", true}, {}, FileResolver::of_remote(uri, lookup), 0}, op);
    }

    /// Each handle as the key-group stream of a subtask; what it is then.
    std::vector<std::string> placed(const std::vector<StreamStateHandle>& handles,
                                    const std::string& checkpoint = "chk-1") {
        OperatorState op = operator_of(handles);
        place(op, checkpoint);
        return handles_of(op);
    }

    static OperatorState operator_of(const std::vector<StreamStateHandle>& handles) {
        OperatorState op;
        for (const StreamStateHandle& handle : handles) {
            KeyGroupsStateHandle keyed;
            keyed.delegate = handle;
            op.subtasks.emplace_back().managed_keyed_state.value = keyed;
        }
        return op;
    }

    static std::vector<std::string> handles_of(const OperatorState& op) {
        std::vector<std::string> texts;
        for_each_stream(op,
                        [&](const StreamStateHandle& handle, const StreamPlace&) { texts.push_back(text_of(handle)); });
        return texts;
    }

    [[nodiscard]] OutputFolder& output() { return *output_; }
    [[nodiscard]] const PlacedFiles& counts() const { return placer_.placed(); }

    FileLookup lookup;

private:
    TempDir temp_;
    std::unique_ptr<OutputFolder> output_;
    FilePlacer placer_;
};

using Texts = std::vector<std::string>;

PlacementOptions with(FilePlacement placement, std::string reference_as = "") {
    return {placement, std::move(reference_as), {}};
}

PlacementOptions relocating(std::vector<std::pair<std::string, std::string>> relocations,
                            FilePlacement placement = FilePlacement::kCopy) {
    return {placement, "", std::move(relocations)};
}

}  // namespace

// ---- Copies --------------------------------------------------------------------------------------------------------

TEST_CASE("a copy has bare names, and sizes where they were not known") {
    Placing placing;
    placing.write("chk-1/a", "aaaa");
    placing.write("shared/b", "bbb");
    fs::create_directory(placing.in("chk-1/sub"));
    placing.write("chk-1/sub/c", "c");
    const Texts handles = placing.placed({relative("a", 4), absolute("file:" + placing.in("shared/b")),
                                          relative("sub/c"), absolute("s3://gone/job/shared/b", 3)});
    CHECK(handles == Texts{"6 a 4", "6 b 3", "6 c 1", "6 b 3"});
    CHECK(placing.made("a") == "aaaa");
    CHECK(placing.made("b") == "bbb");
    CHECK(placing.made("c") == "c");
    CHECK(placing.files_made() == 3);
    CHECK(placing.counts().copied == 3);
    CHECK(placing.counts().copied_bytes == 8);
    CHECK(placing.counts().linked + placing.counts().referenced + placing.counts().relocated == 0);
}

TEST_CASE("a file is copied once, whoever names it") {
    Placing placing;
    placing.write("shared/b", "bbb");
    const std::string uri = "file:" + placing.in("shared/b");
    CHECK(placing.placed({absolute(uri), absolute(placing.in("chk-1/../shared/b"))}) == Texts{"6 b 3", "6 b 3"});
    CHECK(placing.placed({absolute("file://" + placing.in("shared/b"), 3)}, "chk-2") == Texts{"6 b 3"});
    CHECK(placing.counts().copied == 1);
    CHECK(placing.counts().copied_bytes == 3);
}

TEST_CASE("names that are taken get a number") {
    Placing placing;
    placing.write("chk-1/a", "one");
    placing.write("chk-2/a", "two");
    placing.write("shared/a", "three");
    placing.write("chk-1/_metadata", "no state");
    placing.write("chk-1/made", "made");
    StateFile own = placing.output().create("made");  // by the new savepoint itself
    own.close();
    CHECK(placing.placed({relative("a"), absolute(placing.in("shared/a")), relative("_metadata"), relative("made")}) ==
          Texts{"6 a 3", "6 a-2 5", "6 _metadata-2 8", "6 made-2 4"});
    CHECK(placing.placed({relative("a")}, "chk-2") == Texts{"6 a-3 3"});
    CHECK(placing.made("a") == "one");
    CHECK(placing.made("a-2") == "three");
    CHECK(placing.made("a-3") == "two");
    CHECK(placing.made("made").empty());
}

TEST_CASE("names that Flink or the file system would not take are changed") {
    Placing placing;
    placing.write("chk-1/a:b", "1");
    const std::string name(255, 'n');
    placing.write("chk-1/" + name, "2");
    placing.write("shared/" + name, "3");
    const std::string umlauts = std::string(1, 'x') + [] {
        std::string text;
        for (int i = 0; i < 127; ++i) {
            text += "ä";
        }
        return text;
    }();
    placing.write("chk-1/" + umlauts, "4");
    placing.write("shared/" + umlauts, "5");
    const Texts handles = placing.placed({relative("a:b"), relative(name), absolute(placing.in("shared/" + name)),
                                          relative(umlauts), absolute(placing.in("shared/" + umlauts))});
    CHECK(handles == Texts{"6 a_b 1", "6 " + name + " 1", "6 " + name.substr(0, 253) + "-2 1", "6 " + umlauts + " 1",
                           "6 " + umlauts.substr(0, 253) + "-2 1"});
    CHECK(placing.made(umlauts.substr(0, 253) + "-2") == "5");
}

TEST_CASE("of a merged file only the windows are copied, each once") {
    Placing placing;
    placing.write("shared/m", "0123456789");
    const std::string path = "file:" + placing.in("shared/m");
    OperatorState op = Placing::operator_of({segment(path, 2, 3), segment(path, 5, 0), segment(path, 2, 3),
                                             segment(path, 2, 4), absolute(path), segment(path, 0, 10)});
    placing.place(op);
    CHECK(Placing::handles_of(op) == Texts{"6 m-2 3", "6 m-5 0", "6 m-2 3", "6 m-2-2 4", "6 m 10", "6 m-0 10"});
    CHECK(placing.made("m-2") == "234");
    CHECK(placing.made("m-5").empty());
    CHECK(placing.made("m-2-2") == "2345");
    CHECK(placing.made("m") == "0123456789");
    CHECK(placing.counts().copied == 5);
    CHECK(placing.counts().copied_bytes == 27);
    for_each_stream(op, [](const StreamStateHandle& handle, const StreamPlace&) {
        CHECK((handle.start_position == 0 && handle.scope == 0 && handle.logical_file_id.empty()));
    });
    CHECK(message_of<InputError>([&] { placing.placed({segment(path, 8, 3)}); }) ==
          placing.in("shared/m") + ": has 10 bytes, but the snapshot uses 3 bytes at offset 8");
}

TEST_CASE("operator state in merged files becomes plain operator state") {
    Placing placing;
    placing.write("shared/m", "0123456789");
    OperatorState op;
    SubtaskState& subtask = op.subtasks.emplace_back();
    OperatorStateHandle merged;
    merged.tag = HandleTag::kFileMergingOperatorStream;
    merged.task_owned_dir = "file:/t";
    merged.shared_dir = "file:/s";
    merged.states = {{"list", DistributionMode::kSplitDistribute, {1}}};
    merged.delegate = segment("file:" + placing.in("shared/m"), 4, 5);
    subtask.managed_operator_state = merged;
    merged.states.clear();
    merged.delegate = stream(HandleTag::kEmptySegmentFile, "", 0);
    merged.is_empty = true;
    subtask.raw_operator_state = merged;

    const auto placed = [&](PlacementOptions options) {
        OperatorState changed = op;
        const auto output = open_output_folder("", false);
        FilePlacer placer(*output, std::move(options));
        placer.place({{placing.in("chk-1"), {}}, {}, FileResolver(placing.in("chk-1")), 0}, changed);
        return changed.subtasks[0];
    };
    const auto is_as_it_was = [&](const SubtaskState& now) {
        return now.managed_operator_state->tag == HandleTag::kFileMergingOperatorStream &&
               now.managed_operator_state->shared_dir == "file:/s" && now.raw_operator_state->is_empty &&
               now.raw_operator_state->delegate.tag == HandleTag::kEmptySegmentFile &&
               text_of(now.managed_operator_state->delegate) == text_of(subtask.managed_operator_state->delegate);
    };
    for (const FilePlacement placement : {FilePlacement::kCopy, FilePlacement::kLink}) {
        const SubtaskState now = placed(with(placement));
        CHECK_FALSE(now.raw_operator_state);
        REQUIRE(now.managed_operator_state);
        CHECK(now.managed_operator_state->tag == HandleTag::kOperatorStream);
        CHECK(now.managed_operator_state->states.size() == 1);
        CHECK(now.managed_operator_state->task_owned_dir.empty());
        CHECK(now.managed_operator_state->shared_dir.empty());
        CHECK(text_of(now.managed_operator_state->delegate) == "6 m-4 5");
    }
    CHECK(is_as_it_was(placed(with(FilePlacement::kReference))));
    CHECK(is_as_it_was(placed(relocating({{"s3://other", "s3://new"}}))));

    const SubtaskState moved = placed(relocating({{"/", "s3://new"}}));
    CHECK(moved.managed_operator_state->tag == HandleTag::kFileMergingOperatorStream);
    CHECK(moved.managed_operator_state->task_owned_dir == "s3://new/t");
    CHECK(moved.managed_operator_state->shared_dir == "s3://new/s");
    CHECK(moved.managed_operator_state->delegate.tag == HandleTag::kSegmentFile);
    CHECK(moved.managed_operator_state->delegate.path == "s3://new" + placing.in("shared/m"));
    CHECK(moved.managed_operator_state->delegate.start_position == 4);
    CHECK(moved.raw_operator_state->task_owned_dir == "s3://new/t");
}

TEST_CASE("shared files of an incremental checkpoint become the savepoint's own") {
    Placing placing;
    for (const char* const name : {"shared/s", "chk-1/meta", "chk-1/own"}) {
        placing.write(name, name);
    }
    IncrementalStateHandle incremental;
    incremental.meta = relative("meta", 10);
    incremental.shared_state = {{"1.sst", absolute("file:" + placing.in("shared/s"))},
                                {"2.sst", stream(HandleTag::kByteStream, "inline", 0)}};
    incremental.private_state = {{"CURRENT", relative("own")}};
    ChangelogStateBackendHandle changelog;
    changelog.materialized.emplace_back().value = incremental;
    changelog.materialized.emplace_back();

    OperatorState op;
    op.subtasks.emplace_back().managed_keyed_state.value = changelog;
    OperatorState referring = op;
    placing.place(op);
    const auto& inner = std::get<ChangelogStateBackendHandle>(op.subtasks[0].managed_keyed_state.value);
    const auto& now = std::get<IncrementalStateHandle>(inner.materialized[0].value);
    REQUIRE(now.shared_state.size() == 1);
    CHECK(now.shared_state[0].local_path == "2.sst");
    REQUIRE(now.private_state.size() == 2);
    CHECK(now.private_state[0].local_path == "CURRENT");
    CHECK(text_of(now.private_state[0].handle) == "6 own 9");
    CHECK(now.private_state[1].local_path == "1.sst");
    CHECK(text_of(now.private_state[1].handle) == "6 s 8");
    CHECK(text_of(now.meta) == "6 meta 10");

    Placing reference(with(FilePlacement::kReference));
    reference.write("chk-1/meta", "chk-1/meta");
    reference.write("chk-1/own", "chk-1/own");
    reference.place(referring);
    const auto& there = std::get<ChangelogStateBackendHandle>(referring.subtasks[0].managed_keyed_state.value);
    CHECK(std::get<IncrementalStateHandle>(there.materialized[0].value).shared_state.size() == 2);
}

TEST_CASE("files of a changelog keep their recorded size; what lies in the metadata stays") {
    Placing placing;
    placing.write("shared/log", "a flag and more");
    ChangelogStreamStateHandle increments;
    increments.handles = {{7, absolute("file:" + placing.in("shared/log"), 3)},
                          {0, stream(HandleTag::kByteStream, "name", 0)}};
    InMemoryChangelogStateHandle changes;
    changes.changes.emplace_back();
    ChangelogStateBackendHandle changelog;
    changelog.non_materialized.emplace_back().value = increments;
    changelog.non_materialized.emplace_back().value = changes;
    OperatorState op;
    op.subtasks.emplace_back().managed_keyed_state.value = changelog;
    op.coordinator_state = stream(HandleTag::kByteStream, "/old/path", 0);
    placing.place(op);
    CHECK(Placing::handles_of(op) == Texts{"1 /old/path 0", "6 log 3", "1 name 0"});
    CHECK(placing.made("log") == "a flag and more");
    const auto& now = std::get<ChangelogStateBackendHandle>(op.subtasks[0].managed_keyed_state.value);
    CHECK(std::get<ChangelogStreamStateHandle>(now.non_materialized[0].value).handles[0].offset == 7);
}

TEST_CASE("channel state and wrapped streams are taken along") {
    Placing placing;
    placing.write("chk-1/c", "channel");
    placing.write("chk-1/w", "wrapped");
    OperatorState op;
    SubtaskState& subtask = op.subtasks.emplace_back();
    subtask.input_channels.emplace_back().delegate = absolute(placing.in("chk-1/c"));
    subtask.result_subpartitions.emplace_back().delegate = relative("c");
    StreamStateHandle wrapper = stream(HandleTag::kKeyGroups, "", 0);
    wrapper.key_groups.emplace_back().delegate = absolute(placing.in("chk-1/w"));
    subtask.raw_operator_state.emplace().delegate = wrapper;
    placing.place(op);
    CHECK(Placing::handles_of(op) == Texts{"6 w 7", "6 c 7", "6 c 7"});
    CHECK(placing.counts().copied == 2);
}

TEST_CASE("files that are missing or not as recorded are errors, in every placement") {
    for (const FilePlacement placement : {FilePlacement::kCopy, FilePlacement::kLink, FilePlacement::kReference}) {
        Placing placing(with(placement));
        placing.write("chk-1/a", "aaaa");
        CHECK(message_of<InputError>([&] { placing.placed({relative("a", 5)}); }) ==
              placing.in("chk-1/a") + ": has 4 bytes, but the snapshot recorded 5");
        CHECK(message_of<InputError>([&] { placing.placed({relative("none")}); }) ==
              "none: missing in " + placing.in("chk-1"));
        CHECK_THROWS_AS(placing.placed({absolute("s3://gone/none")}), InputError);
        CHECK_THROWS_AS(placing.placed({relative("../shared/b")}), InputError);
    }
}

TEST_CASE("a trial writes nothing and counts all") {
    Placing placing({}, true);
    placing.write("chk-1/a", "one");
    placing.write("shared/a", "three");
    CHECK(placing.placed({relative("a"), absolute(placing.in("shared/a")), segment(placing.in("shared/a"), 1, 2)}) ==
          Texts{"6 a 3", "6 a-2 5", "6 a-1 2"});
    CHECK(placing.counts().copied == 3);
    CHECK(placing.counts().copied_bytes == 10);
    placing.lookup.fetch_command = "false {file}";  // and fetches nothing
    CHECK(placing.placed({absolute("s3://b/far", 1000)}) == Texts{"6 far 1000"});
    CHECK(placing.counts().copied_bytes == 1010);
}

// ---- Links ---------------------------------------------------------------------------------------------------------

TEST_CASE("links share the bytes with the input; windows cannot") {
    Placing placing(with(FilePlacement::kLink));
    placing.write("chk-1/a", "aaaa");
    placing.write("shared/m", "0123456789");
    const std::string path = "file:" + placing.in("shared/m");
    CHECK(placing.placed({relative("a"), relative("a", 4), segment(path, 2, 3), absolute(path, 10)}) ==
          Texts{"6 a 4", "6 a 4", "6 m-2 3", "6 m 10"});
    CHECK(fs::hard_link_count(placing.in("chk-1/a")) == 2);
    CHECK(fs::hard_link_count(placing.in("shared/m")) == 2);
    CHECK(fs::equivalent(placing.in("chk-1/a"), placing.output().temporary_path() + "/a"));
    CHECK(placing.made("m-2") == "234");
    CHECK(placing.counts().linked == 2);
    CHECK(placing.counts().linked_bytes == 14);
    CHECK(placing.counts().copied == 1);
    CHECK(placing.counts().copied_bytes == 3);
}

TEST_CASE("files of another file system cannot be linked") {
    struct stat here = {};
    struct stat there = {};
    const TempDir temp;
    const std::string other = "/dev/shm/sp-test-placer-" + std::to_string(::getpid());
    if (::stat(temp.path().c_str(), &here) != 0 || ::stat("/dev/shm", &there) != 0 || here.st_dev == there.st_dev) {
        return;
    }
    fs::create_directory(other);
    std::ofstream(other + "/a") << "aaaa";
    Placing placing(with(FilePlacement::kLink));
    const std::string message = message_of<OutputError>([&] { placing.placed({absolute(other + "/a")}); });
    fs::remove_all(other);
    CHECK(message.starts_with(other + "/a: cannot be linked into "));
    CHECK(message.ends_with(": Invalid cross-device link; without --link it is copied"));
}

TEST_CASE("fetched files are copied, also where links are asked for") {
    Placing placing(with(FilePlacement::kLink));
    placing.write("far", "from far away");
    placing.lookup.fetch_command = "echo >>" + placing.in("fetched") + "; cp " + placing.in("far") + " {file}";
    OperatorState op = Placing::operator_of(
        {absolute("s3://b/x/far", 13), relative("far"), absolute("s3://b/x/far"), segment("s3://b/m", 5, 3)});
    placing.place_remote(op, "s3://b/chk-1");
    CHECK(Placing::handles_of(op) == Texts{"6 far 13", "6 far-2 13", "6 far 13", "6 m-5 3"});
    CHECK(placing.made("far-2") == "from far away");
    CHECK(placing.made("m-5") == "far");
    CHECK(placing.counts().copied == 3);
    CHECK(placing.counts().linked == 0);
    CHECK(TempDir::read(placing.in("fetched")) == "\n\n\n");
}

// ---- References ----------------------------------------------------------------------------------------------------

TEST_CASE("references lead to where the files lie") {
    Placing placing(with(FilePlacement::kReference));
    placing.write("chk-1/a", "aaaa");
    placing.write("chk-2/a", "bbbb");
    placing.write("shared/b", "bbb");
    const std::string here = "file:" + placing.in("shared/b");
    CHECK(placing.placed({relative("a", 4), absolute(here), absolute("s3://gone/job/shared/b", 3), relative("a", 4),
                          segment("/gone/shared/b", 1, 2)}) ==
          Texts{"2 file:" + placing.canonical("chk-1/a") + " 4", "2 " + here + " -1",
                "2 file:" + placing.canonical("shared/b") + " 3", "2 file:" + placing.canonical("chk-1/a") + " 4",
                "15 file:" + placing.canonical("shared/b") + " 2"});
    CHECK(placing.placed({relative("a")}, "chk-2") == Texts{"2 file:" + placing.canonical("chk-2/a") + " -1"});
    CHECK(placing.files_made() == 0);
    CHECK(placing.counts().copied + placing.counts().linked == 0);
    CHECK(placing.counts().referenced == 3);
}

TEST_CASE("references go by the URI that the cluster sees") {
    Placing placing(with(FilePlacement::kReference, "s3://b/job/chk-1/"));
    placing.write("chk-1/a", "aaaa");
    placing.write("chk-2/a", "bbbb");
    placing.write("shared/b", "bbb");
    const std::string here = "file:" + placing.in("shared/b");
    CHECK(placing.placed({relative("a"), absolute("s3://old/a"), absolute("s3://old/shared/b"), absolute(here)}) ==
          Texts{"2 s3://b/job/chk-1/a -1", "2 s3://b/job/chk-1/a -1", "2 s3://old/shared/b -1", "2 " + here + " -1"});
    // The URI is that of the first input.
    CHECK(placing.placed({relative("a")}, "chk-2") == Texts{"2 file:" + placing.canonical("chk-2/a") + " -1"});
    CHECK(placing.placed({relative("a")}) == Texts{"2 s3://b/job/chk-1/a -1"});
}

TEST_CASE("references into a snapshot that is elsewhere fetch nothing") {
    Placing placing(with(FilePlacement::kReference));
    placing.lookup.fetch_command = "false {file}";  // nothing is fetched
    placing.lookup.path_maps = {{"s3://old", "s3://new"}};
    OperatorState op = Placing::operator_of({relative("a"), absolute("s3://x/b"), absolute("s3://old/c")});
    const OperatorState before = op;
    placing.place_remote(op, "s3://new/chk-1");
    CHECK(Placing::handles_of(op) == Texts{"2 s3://new/chk-1/a -1", "2 s3://x/b -1", "2 s3://new/c -1"});

    Placing renamed(with(FilePlacement::kReference, "hdfs:/chk-1"));
    renamed.lookup = placing.lookup;
    op = before;
    renamed.place_remote(op, "s3://new/chk-1");
    CHECK(Placing::handles_of(op) == Texts{"2 hdfs:/chk-1/a -1", "2 s3://x/b -1", "2 s3://old/c -1"});
}

// ---- Relocations ---------------------------------------------------------------------------------------------------

TEST_CASE("relocations change prefixes of absolute URIs, and nothing is read") {
    Placing placing(relocating({{"s3://old/", "s3://new/"},
                                {"s3://old/deep", "s3://deeper"},
                                {"file:///data/x", "hdfs:/x/"},
                                {"/data", "oss://data"}}));
    placing.write("chk-1/a", "aaaa");
    CHECK(placing.placed({absolute("s3://old/a", 1), absolute("s3://old/deep/a", 2), absolute("s3://old/deeper/a"),
                          absolute("s3://older/a"), absolute("file:/data/x/a"), absolute("/data/xy"),
                          segment("file:/data/y", 1, 2), relative("a"), absolute("s3://old/a", 1),
                          absolute("s3://older/a"), absolute("gs://b/a")}) ==
          Texts{"2 s3://new/a 1", "2 s3://deeper/a 2", "2 s3://new/deeper/a -1", "2 s3://older/a -1", "2 hdfs:/x/a -1",
                "2 oss://data/xy -1", "15 oss://data/y 2", "6 a 4", "2 s3://new/a 1", "2 s3://older/a -1",
                "2 gs://b/a -1"});
    CHECK(placing.counts().relocated == 6);
    CHECK(placing.counts().not_relocated == Texts{"gs://b/a", "s3://older/a"});
    CHECK(placing.counts().copied == 1);
    CHECK(placing.files_made() == 1);
}

TEST_CASE("the deepest relocation is taken, however it is written") {
    Placing placing(
        relocating({{"file://localhost/data/", "s3://shallow"}, {"/data/x", "s3://deep"}, {"s3://", "oss://"}}));
    CHECK(placing.placed({absolute("file:/data/x/a"), absolute("/data/y"), absolute("s3://b/k")}) ==
          Texts{"2 s3://deep/a -1", "2 s3://shallow/y -1", "2 oss://b/k -1"});
    const auto folder = open_output_folder("", false);
    CHECK_THROWS_AS(FilePlacer(*folder, relocating({{"", "s3://new"}})), UsageError);
    CHECK_THROWS_AS(FilePlacer(*folder, relocating({{"s3://old", ""}})), UsageError);
}

TEST_CASE("relocations with references leave relative handles to these") {
    Placing placing(relocating({{"s3://old", "s3://new"}}, FilePlacement::kReference));
    placing.write("chk-1/a", "aaaa");
    CHECK(placing.placed({relative("a"), absolute("s3://old/b"), absolute("s3://x/b")}) ==
          Texts{"2 file:" + placing.canonical("chk-1/a") + " -1", "2 s3://new/b -1", "2 s3://x/b -1"});
    CHECK(placing.counts().referenced == 1);
    CHECK(placing.counts().relocated == 1);
    CHECK(placing.counts().not_relocated == Texts{"s3://x/b"});
}

// ---- Real snapshots ------------------------------------------------------------------------------------------------

namespace {

/// The bytes of every stream that has some, sorted: copies of handles move within their lists.
std::vector<std::string> bytes_of(const Snapshot& snapshot) {
    std::vector<std::string> all;
    for (const OperatorState& op : snapshot.metadata.operators) {
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace& place) {
            const ByteSource source = open_stream(handle, snapshot.files, place.recorded_size());
            std::string text(source.size(), '\0');
            source.read_at(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
            if (!text.empty()) {
                all.push_back(op.id.hex() + std::string(name_of(place.part)) + std::string(place.local_path) + text);
            }
        });
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// Every operator of the snapshot in a new one.
PlacedFiles rewrite(const std::string& from, const std::string& to, const PlacementOptions& options) {
    const Snapshot snapshot = open_snapshot(from);
    const auto output = open_output_folder(to, false);
    FilePlacer placer(*output, options);
    SavepointMetadata metadata = snapshot.metadata;
    for (OperatorState& op : metadata.operators) {
        placer.place(snapshot, op);
    }
    StateFile file = output->create(std::string(metadata_format::kFileName));
    const ByteVector bytes = write_metadata(metadata);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file.close();
    output->commit();
    return placer.placed();
}

}  // namespace

TEST_CASE("snapshots of real Flink are complete in a new folder") {
    for (const char* const name :
         {"1.20.3-timers-windows.r-chkinc", "1.20.3-uids-mix.r-chkinc-p3", "2.3.0-forst.f-chkinc",
          "1.20.3-operator-state.h-chk-merge", "1.20.3-timers-windows.h-chk-changelog",
          "1.20.3-unaligned.h-chk-unaligned", "1.20.3-uids-mix.r-native-p2-m32768", "1.14.6-timers-windows.r-chk",
          "1.20.3-operator-state.h-canon-inline", "2.3.0-timers-windows.h-canon"}) {
        for (const FilePlacement placement : {FilePlacement::kCopy, FilePlacement::kLink}) {
            INFO(name << " " << static_cast<int>(placement));
            const TempDir temp;
            const fs::path origin = fs::path(SP_FIXTURES) / "savepoints" / name;
            fs::copy(origin, temp.path("case"), fs::copy_options::recursive);
            const std::string from = temp.path("case") / fs::relative(test::fixture(name), origin);
            const std::vector<std::string> entries = lines_of(from);
            const std::vector<std::string> bytes = bytes_of(open_snapshot(from));
            REQUIRE_FALSE(bytes.empty());
            // Entries behind a changelog are not read, only its bytes.
            CHECK(entries.empty() == (std::string_view(name).find("changelog") != std::string_view::npos));

            const PlacedFiles placed = rewrite(from, temp.path("new"), with(placement));
            fs::remove_all(temp.path("case"));
            CHECK((lines_of(temp.path("new")) == entries));
            const Snapshot made = open_snapshot(temp.path("new"));
            CHECK((bytes_of(made) == bytes));
            for (const OperatorState& op : made.metadata.operators) {
                for_each_stream(op, [](const StreamStateHandle& handle, const StreamPlace&) {
                    CHECK_FALSE((handle.tag == HandleTag::kFile || handle.tag == HandleTag::kSegmentFile));
                });
            }
            std::uint64_t size = 0;
            std::uint64_t files = 0;
            for (const auto& entry : fs::directory_iterator(temp.path("new"))) {
                const bool is_state = entry.path().filename() != "_metadata";
                files += is_state ? 1 : 0;
                size += is_state ? entry.file_size() : 0;
            }
            CHECK(placed.copied + placed.linked == files);
            CHECK(placed.copied_bytes + placed.linked_bytes == size);
        }
    }
}

TEST_CASE("snapshots of real Flink are read by references to them") {
    for (const char* const name : {"1.20.3-timers-windows.r-chkinc", "1.20.3-operator-state.h-chk-merge",
                                   "1.20.3-timers-windows.h-chk-changelog", "1.20.3-unaligned.h-chk-unaligned"}) {
        INFO(name);
        const TempDir temp;
        const std::string from = test::fixture(name).string();
        const PlacedFiles placed = rewrite(from, temp.path("new"), with(FilePlacement::kReference));
        CHECK(placed.referenced > 0);
        CHECK((lines_of(temp.path("new")) == lines_of(from)));
        CHECK((bytes_of(open_snapshot(temp.path("new"))) == bytes_of(open_snapshot(from))));
        CHECK(std::distance(fs::directory_iterator(temp.path("new")), {}) == 1);
    }
}
