#include "metadata/file_resolver.hpp"

#include "catch.hpp"
#include "metadata/open_stream.hpp"
#include "metadata/path_text.hpp"
#include "sp/error.hpp"
#include "temp_folder.hpp"

using namespace sp;
using namespace sp::test;
namespace fs = std::filesystem;

namespace {

using Status = ResolvedFile::Status;

const std::string kJob(32, 'a');

StreamStateHandle handle_of(HandleTag tag, const std::string& path, std::int64_t size) {
    StreamStateHandle handle;
    handle.tag = tag;
    handle.path = path;
    handle.state_size = size;
    return handle;
}

StreamStateHandle file(const std::string& path, std::int64_t size = 3) {
    return handle_of(HandleTag::kFile, path, size);
}

StreamStateHandle relative(const std::string& path, std::int64_t size = 3) {
    return handle_of(HandleTag::kRelativeFile, path, size);
}

}  // namespace

TEST_CASE("path texts have a scheme, a local path and a prefix") {
    CHECK(scheme_of("s3://bucket/key") == "s3");
    CHECK(scheme_of("/a:b/c") == "");
    CHECK(scheme_of("a/b:c") == "");
    CHECK(local_path_of("file:/x/y") == std::optional<std::string>("/x/y"));
    CHECK(local_path_of("file:///x/y") == std::optional<std::string>("/x/y"));
    CHECK(local_path_of("file://localhost/x") == std::optional<std::string>("/x"));
    CHECK(local_path_of("/x") == std::optional<std::string>("/x"));
    CHECK_FALSE(local_path_of("file://host/x").has_value());
    CHECK_FALSE(local_path_of("hdfs://n/x").has_value());
    CHECK(percent_decoded("/a%20b%2fc") == std::optional<std::string>("/a b/c"));
    CHECK_FALSE(percent_decoded("/ab").has_value());
    CHECK_FALSE(percent_decoded("/a%2").has_value());
    CHECK_FALSE(percent_decoded("/a%zz").has_value());
    CHECK(without_prefix("s3://b/c/d", "s3://b/c/") == std::optional<std::string_view>("d"));
    CHECK(without_prefix("s3://b/c/d", "s3://b/c") == std::optional<std::string_view>("d"));
    CHECK_FALSE(without_prefix("s3://b/cd", "s3://b/c").has_value());
}

TEST_CASE("relative handles are looked for beside _metadata, and nowhere else") {
    const TempFolder temp;
    temp.make("sp/a", "abc");
    temp.make("outside", "abc");
    const FileResolver resolver(temp.path() / "sp");
    SECTION("beside _metadata") {
        const ResolvedFile found = resolver.resolve(relative("a"));
        CHECK(found.status == Status::kFound);
        CHECK(found.path == (temp.path() / "sp/a").string());
        CHECK(found.size == 3);
    }
    SECTION("a trailing slash of the folder does not matter") {
        CHECK(FileResolver(temp.path() / "sp" / "").resolve(relative("a")).status == Status::kFound);
    }
    SECTION("missing") { CHECK(resolver.resolve(relative("b")).status == Status::kMissing); }
    SECTION("wrong size") {
        const ResolvedFile found = resolver.resolve(relative("a", 4));
        CHECK(found.status == Status::kWrongSize);
        CHECK(found.problem.find("has 3 bytes, but the snapshot recorded 4") != std::string::npos);
    }
    SECTION("size not known by the writer") { CHECK(resolver.resolve(relative("a", -1)).status == Status::kFound); }
    SECTION("size of the content only") {
        CHECK(resolver.resolve(relative("a", 2), RecordedSize::kOfContent).status == Status::kFound);
    }
    SECTION("out of the folder") {
        CHECK(resolver.resolve(relative("../outside")).status == Status::kRefused);
        CHECK(resolver.resolve(relative("x/../../outside")).status == Status::kRefused);
        CHECK(resolver.resolve(relative((temp.path() / "outside").string())).status == Status::kRefused);
        CHECK(resolver.resolve(relative("")).status == Status::kRefused);
    }
    SECTION("through a link") {
        fs::create_symlink(temp.path() / "outside", temp.path() / "sp/link");
        fs::create_symlink("a", temp.path() / "sp/inner");
        CHECK(resolver.resolve(relative("link")).status == Status::kRefused);
        CHECK(resolver.resolve(relative("inner")).status == Status::kFound);
    }
    SECTION("the folder itself may be reached through a link") {
        fs::create_directory_symlink(temp.path() / "sp", temp.path() / "alias");
        CHECK(FileResolver(temp.path() / "alias").resolve(relative("a")).status == Status::kFound);
    }
    SECTION("a folder is no file") {
        fs::create_directory(temp.path() / "sp/folder");
        CHECK(resolver.resolve(relative("folder")).status == Status::kMissing);
    }
}

TEST_CASE("absolute handles: the first place counts") {
    const TempFolder temp;
    const std::string base = temp.path().string();
    temp.make("job/chk-4/_metadata", "");
    const FileResolver resolver(temp.path() / "job/chk-4");
    SECTION("as it is") {
        temp.make("somewhere/x", "abc");
        temp.make("job/chk-4/x", "abc");
        const std::string path = base + "/somewhere/x";
        CHECK(resolver.resolve(file("file:" + path)).path == path);
        CHECK(resolver.resolve(file("file://" + path)).path == path);
        CHECK(resolver.resolve(file(path)).path == path);
    }
    SECTION("a wrong size is an error, not a miss") {
        temp.make("somewhere/x", "abcd");
        temp.make("job/chk-4/x", "abc");
        CHECK(resolver.resolve(file("file:" + base + "/somewhere/x")).status == Status::kWrongSize);
    }
    SECTION("beside _metadata") {
        temp.make("job/chk-4/x", "abc");
        CHECK(resolver.resolve(file("s3://bucket/flink/sp/x")).path == base + "/job/chk-4/x");
    }
    SECTION("the same place in the checkpoint folder") {
        temp.make("job/shared/x", "abc");
        temp.make("job/taskowned/y", "abc");
        temp.make("job/chk-3/z", "abc");
        temp.make("job/shared/op_1/db/w", "abc");
        const std::string root = "hdfs://name/shared/flink/" + kJob;
        CHECK(resolver.resolve(file(root + "/shared/x")).path == base + "/job/shared/x");
        CHECK(resolver.resolve(file(root + "/taskowned/y")).path == base + "/job/taskowned/y");
        CHECK(resolver.resolve(file(root + "/chk-3/z")).path == base + "/job/chk-3/z");
        CHECK(resolver.resolve(file(root + "/shared/op_1/db/w")).path == base + "/job/shared/op_1/db/w");
        CHECK(resolver.resolve(file(root + "/elsewhere/x")).status == Status::kMissing);
    }
    SECTION("files of an earlier job and of the changelog lie beside the job's folder") {
        temp.make(kJob + "/shared/x", "abc");
        temp.make("changelog/" + kJob + "/dstl/y", "abc");
        CHECK(resolver.resolve(file("file:/gone/" + kJob + "/shared/x")).path == base + "/" + kJob + "/shared/x");
        CHECK(resolver.resolve(file("file:/gone/changelog/" + kJob + "/dstl/y")).status == Status::kFound);
    }
    SECTION("missing: the message names the path of the snapshot") {
        const ResolvedFile missing = resolver.resolve(file("file:/gone/x"));
        CHECK(missing.status == Status::kMissing);
        CHECK(missing.problem.starts_with("file:/gone/x: not found"));
    }
}

TEST_CASE("of path maps the longest prefix of whole components counts") {
    const TempFolder temp;
    const std::string base = temp.path().string();
    temp.make("sp/_metadata", "");
    temp.make("one/d/x", "abc");
    temp.make("two/x", "abc");
    const auto path_with = [&](std::vector<PathMap> maps, const std::string& path) {
        return FileResolver(temp.path() / "sp", {.path_maps = std::move(maps)}).resolve(file(path)).path;
    };
    SECTION("longest prefix first") {
        CHECK(path_with({{"s3://b", base + "/one"}, {"s3://b/d", base + "/two"}}, "s3://b/d/x") == base + "/two/x");
        CHECK(path_with({{"s3://b/d/", base + "/nowhere"}, {"s3://b/", base + "/one/"}}, "s3://b/d/x") ==
              base + "/one/d/x");
    }
    SECTION("only whole components") { CHECK(path_with({{"s3://b/d", base + "/two"}}, "s3://b/dd/x").empty()); }
    SECTION("local paths in all spellings, and a target as URI") {
        CHECK(path_with({{"/gone", base + "/two"}}, "file:/gone/x") == base + "/two/x");
        CHECK(path_with({{"file:///gone", "file://" + base + "/two"}}, "file:/gone/x") == base + "/two/x");
    }
    SECTION("the path as it is comes first") {
        CHECK(path_with({{base + "/two", base + "/one/d"}}, "file:" + base + "/two/x") == base + "/two/x");
    }
}

TEST_CASE("a segment of a merged file is its window only") {
    const TempFolder temp;
    temp.make("sp/seg", "0123456789");
    const FileResolver resolver(temp.path() / "sp");
    StreamStateHandle segment = handle_of(HandleTag::kSegmentFile, "file:/gone/seg", 4);
    segment.start_position = 6;
    SECTION("the window") {
        const ResolvedFile found = resolver.resolve(segment);
        CHECK(found.status == Status::kFound);
        CHECK(found.start == 6);
        CHECK(found.size == 4);
        const ByteSource stream = open_stream(segment, resolver);
        CHECK(stream.size() == 4);
        std::array<std::uint8_t, 2> two{};
        stream.read_at(2, two);
        CHECK(two == std::array<std::uint8_t, 2>{'8', '9'});
        CHECK_THROWS_AS(stream.read_at(3, two), InputError);
    }
    SECTION("past the end of the file, and overflow") {
        segment.start_position = 7;
        CHECK(resolver.resolve(segment).status == Status::kWrongSize);
        segment.start_position = std::numeric_limits<std::int64_t>::max();
        CHECK(resolver.resolve(segment).status == Status::kWrongSize);
        segment.start_position = 0;
        segment.state_size = -1;
        CHECK(resolver.resolve(segment).status == Status::kWrongSize);
    }
}

TEST_CASE("state streams give the bytes that their handles name") {
    const TempFolder temp;
    temp.make("sp/a", "abc");
    const FileResolver resolver(temp.path() / "sp");
    SECTION("file") {
        const ByteSource stream = open_stream(relative("a"), resolver);
        std::array<std::uint8_t, 3> bytes{};
        stream.read_at(0, bytes);
        CHECK(bytes[2] == 'c');
        CHECK(stream.name() == (temp.path() / "sp/a").string());
    }
    SECTION("inline") {
        StreamStateHandle handle;
        handle.tag = HandleTag::kByteStream;
        handle.bytes = SharedBytes(ByteVector{1, 2, 3});
        const ByteSource stream = open_stream(handle, resolver);
        std::array<std::uint8_t, 2> bytes{};
        stream.read_at(1, bytes);
        CHECK(bytes[1] == 3);
        CHECK_THROWS_AS(stream.read_at(2, bytes), InputError);
        CHECK(stream.size() == 3);
    }
    SECTION("nothing") {
        CHECK(open_stream(StreamStateHandle{}, resolver).size() == 0);
        CHECK(open_stream(handle_of(HandleTag::kEmptySegmentFile, "", 0), resolver).size() == 0);
    }
    SECTION("missing") { CHECK_THROWS_AS(open_stream(relative("b"), resolver), InputError); }
}

TEST_CASE("all missing files are named at once") {
    const TempFolder temp;
    temp.make("sp/a", "abc");
    const FileResolver resolver(temp.path() / "sp");
    std::vector<OperatorState> operators(2);
    for (OperatorState& op : operators) {
        op.subtasks.resize(2);
        for (SubtaskState& subtask : op.subtasks) {
            subtask.managed_operator_state.emplace().delegate = relative("a");
        }
    }
    require_files(resolver, operators);
    operators[0].subtasks[1].managed_operator_state->delegate = relative("b");
    operators[1].subtasks[0].managed_operator_state->delegate = relative("b");
    operators[1].subtasks[1].managed_operator_state->delegate = file("s3://b/c");
    try {
        require_files(resolver, operators);
        FAIL("nothing thrown");
    } catch (const InputError& error) {
        const std::string text = error.what();
        CHECK(text.starts_with("2 of the snapshot's files cannot be used:\n  b: missing in "));
        CHECK(text.find("\n  s3://b/c: not found") != std::string::npos);
    }
}

TEST_CASE("files that can be fetched") {
    const TempFolder temp;
    temp.make("sp/a", "abc");
    temp.make("there/b", "abc");
    const auto resolver_with = [&](std::vector<PathMap> maps) {
        return FileResolver(
            temp.path() / "sp",
            {std::move(maps), "cp " + (temp.path() / "there").string() + "/$(basename {uri}) {file}", ""});
    };
    const FileResolver resolver = resolver_with({});
    const std::string folder = (temp.path() / "sp").string();
    SECTION("what is here is not fetched") {
        CHECK(resolver.resolve(relative("a")).status == Status::kFound);
        CHECK(resolver.resolve(relative("a", 4)).status == Status::kWrongSize);
        CHECK(resolver.resolve(relative("../b")).status == Status::kRefused);
    }
    SECTION("relative") {
        const ResolvedFile wanted = resolver.resolve(relative("b"));
        CHECK(wanted.status == Status::kToFetch);
        CHECK(wanted.is_usable());
        CHECK(wanted.name == folder + "/b");
        CHECK(wanted.path.empty());
        CHECK(wanted.size == 3);
        const ResolvedFile fetched = resolver.require(relative("b"));
        CHECK(fetched.status == Status::kFound);
        CHECK(fetched.name == folder + "/b");
        CHECK(fetched.size == 3);
        CHECK(fs::file_size(fetched.path) == 3);
        CHECK(open_stream(relative("b"), resolver).name() == folder + "/b");
    }
    SECTION("absolute, through path maps to URIs") {
        CHECK(resolver.resolve(file("s3://b/d/x")).name == "s3://b/d/x");
        CHECK(resolver_with({{"s3://b", "gs://c"}}).resolve(file("s3://b/d/x")).name == "gs://c/d/x");
        CHECK(resolver_with({{"s3://b", "gs://c"}, {"s3://b/d", "hdfs://e/"}}).resolve(file("s3://b/d/x")).name ==
              "hdfs://e/x");
        CHECK(resolver_with({{"s3://b", folder + "/none"}}).resolve(file("s3://b/d/x")).name == "s3://b/d/x");
        CHECK(resolver_with({{"/gone", "gs://c"}}).resolve(file("file:/gone/x")).name == "gs://c/x");
    }
    SECTION("names that no command gets") {
        CHECK(resolver.resolve(file("-option")).status == Status::kMissing);
        CHECK(resolver.resolve(file(std::string("s3://q\0b", 8))).status == Status::kMissing);
        CHECK(resolver.resolve(relative("")).status == Status::kRefused);
    }
    SECTION("the size is checked as for a file that is here") {
        try {
            static_cast<void>(resolver.require(file("s3://x/b", 4)));
            FAIL("nothing thrown");
        } catch (const InputError& error) {
            CHECK(std::string(error.what()) == "s3://x/b: has 3 bytes, but the snapshot recorded 4");
        }
        CHECK(resolver.require(file("s3://x/b", 4), RecordedSize::kOfContent).size == 3);
        StreamStateHandle segment = handle_of(HandleTag::kSegmentFile, "s3://x/b", 2);
        segment.start_position = 1;
        CHECK(resolver.require(segment).start == 1);
        segment.start_position = 2;
        CHECK_THROWS_AS(resolver.require(segment), InputError);
    }
    SECTION("a recorded size is enough to know the size") {
        CHECK(resolver.size_of(file("s3://x/nowhere", 7)) == 7);
        CHECK(resolver.size_of(file("s3://x/b", -1)) == 3);
        CHECK(resolver.size_of(relative("a")) == 3);
        CHECK_THROWS_AS(resolver.size_of(file("s3://x/nowhere", -1)), InputError);
    }
    SECTION("none of them is missing at the start") {
        std::vector<OperatorState> operators(1);
        operators[0].subtasks.resize(1);
        operators[0].subtasks[0].managed_operator_state.emplace().delegate = relative("b");
        require_files(resolver, operators);
    }
    SECTION("a snapshot elsewhere has nothing beside it here") {
        const FileResolver remote = FileResolver::of_remote("s3://x/sp", {{}, "false {file}", ""});
        CHECK(remote.resolve(relative("a")).name == "s3://x/sp/a");
        CHECK(remote.resolve(relative("../a")).status == Status::kRefused);
        CHECK(remote.resolve(file("s3://x/sp/a")).name == "s3://x/sp/a");
        CHECK(remote.resolve(file(folder + "/a")).status == Status::kFound);
    }
    CHECK_THROWS_AS(FileResolver(temp.path() / "sp", {{}, "cp {uri} x", ""}), UsageError);
}
