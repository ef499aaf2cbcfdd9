#include "metadata/file_fetcher.hpp"

#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "sp/error.hpp"
#include "temp_folder.hpp"

using namespace sp;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const fs::path& path) {
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string problem_of(FileFetcher& fetcher, const std::string& uri) {
    try {
        return "none: " + fetcher.fetch(uri);
    } catch (const InputError& error) {
        return error.what();
    }
}

/// A fetcher whose copies lie in the folder "copies".
FileLookup lookup_of(const test::TempFolder& temp, const std::string& command) {
    fs::create_directories(temp.path() / "copies");
    return {.fetch_command = command, .temporary_folder = (temp.path() / "copies").string()};
}

std::size_t copies_in(const test::TempFolder& temp) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(temp.path() / "copies"), {}));
}

}  // namespace

TEST_CASE("a file is fetched once, whoever asks for it") {
    const test::TempFolder temp;
    const fs::path log = temp.path() / "log";
    {
        FileFetcher fetcher(lookup_of(temp, "echo {uri} >> " + log.string() + "; sleep 0.05; echo {uri} > {file}"));
        CHECK(copies_in(temp) == 0);  // the folder comes with the first file
        constexpr int kThreads = 8;
        std::vector<std::thread> threads;
        std::atomic<int> right{0};
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&] {
                for (const std::string uri : {"x://a", "x://b"}) {
                    right += lines_of(fetcher.fetch(uri)) == std::vector<std::string>{uri} ? 1 : 0;
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        CHECK(right == 2 * kThreads);
        CHECK(lines_of(log).size() == 2);
        CHECK(fetcher.fetch("x://a") != fetcher.fetch("x://b"));
        CHECK(copies_in(temp) == 1);
    }
    CHECK(copies_in(temp) == 0);
}

TEST_CASE("different files are fetched at the same time") {
    const test::TempFolder temp;
    const std::string marks = temp.path().string();
    // Each command waits for the other to have begun.
    FileFetcher fetcher(lookup_of(temp, "n=$(basename {uri}); touch " + marks +
                                            "/$n; for i in $(seq 100); do test -e " + marks + "/a && test -e " + marks +
                                            "/b && exec touch {file}; sleep 0.1; done"));
    std::thread other([&] { static_cast<void>(problem_of(fetcher, "x://h/a")); });
    CHECK(problem_of(fetcher, "x://h/b").starts_with("none: "));
    other.join();
    CHECK(problem_of(fetcher, "x://h/a").starts_with("none: "));
}

TEST_CASE("commands that fail are problems of the file, and leave no part of it") {
    const test::TempFolder temp;
    const std::string log = (temp.path() / "log").string();
    SECTION("by their status, once") {
        FileFetcher fetcher(lookup_of(temp, "echo part > {file}; echo x >> " + log + "; exit 7"));
        const std::string problem = problem_of(fetcher, "x://a");
        CHECK(problem.starts_with("x://a: could not be fetched: the command 'echo part > {file}; "));
        CHECK(problem.ends_with("' ended with status 7"));
        CHECK(problem_of(fetcher, "x://a") == problem);
        CHECK(lines_of(log).size() == 1);
        CHECK(fs::is_empty(fs::directory_iterator(temp.path() / "copies")->path()));  // no part is left
    }
    SECTION("by a signal") {
        FileFetcher fetcher(lookup_of(temp, "kill -9 $$; {file}"));
        CHECK(problem_of(fetcher, "x://a").ends_with("was ended by signal 9 (Killed)"));
    }
    SECTION("leaving no file, or a folder") {
        FileFetcher nothing(lookup_of(temp, ": {file}"));
        CHECK(problem_of(nothing, "x://a").ends_with("the command ': {file}' left no file"));
        FileFetcher folder(lookup_of(temp, "mkdir {file}"));
        CHECK(problem_of(folder, "x://a").ends_with("left no file"));
    }
    SECTION("no place for copies") {
        FileFetcher fetcher({.fetch_command = "touch {file}", .temporary_folder = (temp.path() / "absent").string()});
        CHECK_THROWS_AS(fetcher.fetch("x://a"), OutputError);
    }
}

TEST_CASE("only URIs and absolute paths are given to a command") {
    CHECK(FileFetcher::is_fetchable("s3://bucket/key"));
    CHECK(FileFetcher::is_fetchable("file:/x"));
    CHECK(FileFetcher::is_fetchable("/x"));
    CHECK_FALSE(FileFetcher::is_fetchable(""));
    CHECK_FALSE(FileFetcher::is_fetchable("x"));
    CHECK_FALSE(FileFetcher::is_fetchable("-oProxyCommand=x"));
    CHECK_FALSE(FileFetcher::is_fetchable("-x://y"));
    CHECK_FALSE(FileFetcher::is_fetchable(std::string_view("s3://a\0b", 8)));
}
