#include "io/output.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "catch.hpp"
#include "error_text.hpp"
#include "temp_dir.hpp"

using namespace sp;
using sp_test::contains;
using sp_test::message_of;

namespace {

class RecordingSink : public ByteSink {
public:
    void write(std::string_view text) override { writes.emplace_back(text); }
    void close() override { ++closed; }

    std::vector<std::string> writes;
    int closed = 0;
};

}  // namespace

TEST_CASE("rows leave by few large writes") {
    RecordingSink sink;
    OutputBuffer out(sink, 100);
    std::string expected;
    for (int i = 0; i < 50; ++i) {
        char* const at = out.reserve(20);
        const std::string row = "row " + std::to_string(i) + "\n";
        std::memcpy(at, row.data(), row.size());
        out.commit(at + row.size());
        expected += row;
    }
    CHECK(out.bytes_written() == expected.size());
    out.close();
    CHECK(sink.closed == 1);
    CHECK(sink.writes.size() <= 5);
    std::string all;
    for (const std::string& text : sink.writes) {
        all += text;
    }
    CHECK(all == expected);
}

TEST_CASE("a large row gets a larger buffer, which is given back") {
    RecordingSink sink;
    OutputBuffer out(sink, 100);
    out.append("small");
    char* const at = out.reserve(1000);
    CHECK(sink.writes == std::vector<std::string>{"small"});
    std::memset(at, 'x', 900);
    out.commit(at + 900);
    out.flush();
    CHECK(sink.writes.back() == std::string(900, 'x'));
    out.append(std::string(100, 'y'));
    CHECK(sink.writes.size() == 2);
    out.append("z");
    CHECK(sink.writes.size() == 3);
    CHECK(out.bytes_written() == 5 + 900 + 100 + 1);
}

TEST_CASE("a full disk is an output error with the system's words") {
    const int fd = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    REQUIRE(fd >= 0);
    FdSink sink(fd, "/dev/full", FdSink::Ownership::kOwned);
    OutputBuffer out(sink);
    out.append("text");
    CHECK(message_of<OutputError>([&] { out.close(); }) == "/dev/full: cannot be written: No space left on device");
}

TEST_CASE("a closed pipe is told from other errors") {
    ::signal(SIGPIPE, SIG_IGN);
    int ends[2] = {};
    REQUIRE(::pipe(ends) == 0);
    ::close(ends[0]);
    FdSink sink(ends[1], "stdout", FdSink::Ownership::kOwned);
    CHECK_THROWS_AS(sink.write("text"), BrokenPipe);
}

TEST_CASE("closing is checked") {
    const int fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    FdSink sink(fd, "output", FdSink::Ownership::kOwned);
    ::close(fd);
    CHECK(contains(message_of<OutputError>([&] { sink.close(); }), "output: cannot be closed"));
    sink.close();
}

TEST_CASE("a file appears when it is complete") {
    const sp_test::TempDir dir;
    const std::string path = dir.path("rows.ndjson");
    {
        AtomicFile file(path, false);
        OutputBuffer out(file.sink());
        out.append("rows");
        out.flush();
        CHECK(!std::filesystem::exists(path));
        CHECK(std::filesystem::exists(file.temporary_path()));
        file.commit();
    }
    CHECK(sp_test::TempDir::read(path) == "rows");
    CHECK(dir.entries() == 1);
}

TEST_CASE("a file that was not committed leaves nothing") {
    const sp_test::TempDir dir;
    const std::string path = dir.write("rows", "old");
    {
        AtomicFile file(path, true);
        file.sink().write("new");
        CHECK(dir.entries() == 2);
    }
    CHECK(dir.entries() == 1);
    CHECK(sp_test::TempDir::read(path) == "old");
}

TEST_CASE("an existing file is replaced only with --overwrite") {
    const sp_test::TempDir dir;
    const std::string path = dir.write("rows", "old");
    CHECK(message_of<UsageError>([&] { AtomicFile(path, false); }) == path + ": already exists; use --overwrite");
    CHECK_THROWS_AS(AtomicFile(dir.path(), true), UsageError);
    CHECK_THROWS_AS(AtomicFile(dir.path("no/folder"), true), OutputError);
    AtomicFile file(path, true);
    file.sink().write("new");
    file.commit();
    CHECK(sp_test::TempDir::read(path) == "new");
}

TEST_CASE("a file that another program made meanwhile is kept") {
    const sp_test::TempDir dir;
    AtomicFile file(dir.path("rows"), false);
    file.sink().write("ours");
    dir.write("rows", "theirs");
    CHECK_THROWS_AS(file.commit(), UsageError);
    CHECK(sp_test::TempDir::read(dir.path("rows")) == "theirs");
}

TEST_CASE("a link is kept and its target replaced") {
    const sp_test::TempDir dir;
    const std::string path = dir.write("rows", "old");
    std::filesystem::create_symlink("rows", dir.path("link"));
    AtomicFile file(dir.path("link"), true);
    file.sink().write("new");
    file.commit();
    CHECK(std::filesystem::is_symlink(dir.path("link")));
    CHECK(sp_test::TempDir::read(path) == "new");
}

TEST_CASE("a device is written in place") {
    AtomicFile file("/dev/null", false);
    CHECK(file.temporary_path().empty());
    file.sink().write("text");
    file.commit();
    CHECK(std::filesystem::is_character_file("/dev/null"));
}
