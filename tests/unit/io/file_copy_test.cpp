#include "io/file_copy.hpp"

#include <fcntl.h>

#include "catch.hpp"
#include "io/error_text.hpp"
#include "io/temp_dir.hpp"

using namespace sp;
using sp_test::message_of;
using sp_test::TempDir;

namespace {

std::string pattern(std::size_t size) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; ++i) {
        text[i] = static_cast<char>(i * 2654435761U >> 13U);
    }
    return text;
}

FdSink sink_of(const std::string& path) {
    return {::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), path, FdSink::Ownership::kOwned};
}

}  // namespace

TEST_CASE("bytes of a file are copied, by the kernel or in pieces") {
    const TempDir temp;
    const std::string content = pattern(1'000'003);  // some pieces
    const std::string from = temp.write("from", content);
    const std::pair<std::uint64_t, std::uint64_t> windows[] = {
        {0, content.size()}, {0, 0}, {content.size(), 0}, {17, 1}, {262'145, 600'000}};
    for (const auto& [start, size] : windows) {
        const std::string expected = content.substr(start, size);
        StringSink text;
        copy_bytes({from, from, start, size}, text);
        CHECK((text.text() == expected));
        {
            FdSink file = sink_of(temp.path("to"));
            copy_bytes({from, from, start, size}, file);
            file.close();
        }
        CHECK((TempDir::read(temp.path("to")) == expected));
    }
}

TEST_CASE("bytes that a file does not have are not copied") {
    const TempDir temp;
    const std::string from = temp.write("from", "0123456789");
    FdSink to = sink_of(temp.path("to"));
    for (const FileRange& range : {FileRange{from, "s3://b/from", 4, 7}, {from, "s3://b/from", 11, 1}}) {
        const std::string message = message_of<InputError>([&] { copy_bytes(range, to); });
        CHECK(message.starts_with("s3://b/from: truncated"));
    }
    CHECK_THROWS_AS(copy_bytes({temp.path("none"), "none", 0, 1}, to), InputError);
    CHECK_THROWS_AS(copy_bytes({temp.path(), "folder", 0, 1}, to), InputError);
}

TEST_CASE("a place that takes no bytes is an OutputError") {
    const TempDir temp;
    const std::string from = temp.write("from", "0123456789");
    FdSink full(::open("/dev/full", O_WRONLY | O_CLOEXEC), "there", FdSink::Ownership::kOwned);
    const std::string message = message_of<OutputError>([&] { copy_bytes({from, from, 0, 10}, full); });
    CHECK(message.starts_with("there: cannot be written"));
}
