#include "io/shell_command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <vector>

#include "catch.hpp"
#include "temp_dir.hpp"

using namespace sp;
using sp_test::TempDir;

namespace {

using Variables = std::vector<std::pair<std::string, std::string>>;

ShellResult run(const std::string& command, const Variables& variables = {}) { return run_shell(command, variables); }

/// Runs `work` with one of our standard files led into a file, and gives back what came.
template <class Work>
std::string captured(int fd, const std::string& path, Work&& work) {
    const int kept = ::dup(fd);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, fd);
    work();
    ::dup2(kept, fd);
    ::close(file);
    ::close(kept);
    return TempDir::read(path);
}

}  // namespace

TEST_CASE("how a command ended is told in words") {
    CHECK(run("true").is_success());
    CHECK(run("exit 3").status == 3);
    CHECK(run("exit 3").words() == "ended with status 3");
    CHECK(run("no-such-command-anywhere 2>/dev/null").status == 127);
    const ShellResult killed = run("kill -KILL $$");
    CHECK_FALSE(killed.is_success());
    CHECK(killed.words() == "was ended by signal 9 (Killed)");
}

TEST_CASE("a command has the variables it is given, no stdin, and stderr as its stdout") {
    const TempDir temp;
    const std::string out = temp.path("out");
    SECTION("variables, also in place of inherited ones") {
        ::setenv("SP_TEST_VARIABLE", "inherited", 1);
        const Variables variables = {{"SP_TEST_VARIABLE", "a 'b' $c\nd"}, {"SP_TEST_OUT", out}};
        CHECK(run("printf %s \"$SP_TEST_VARIABLE\" > \"$SP_TEST_OUT\"; env | grep -c ^SP_TEST_VARIABLE > /dev/null",
                  variables)
                  .is_success());
        CHECK(TempDir::read(out) == "a 'b' $c\nd");
    }
    SECTION("nothing on stdin") { CHECK(run("read -r line").status == 1); }
    SECTION("stdout is stderr") {
        CHECK(captured(STDERR_FILENO, out, [] { CHECK(run("echo one; echo two >&2").is_success()); }) == "one\ntwo\n");
        CHECK(captured(STDOUT_FILENO, temp.path("stdout"), [&] {
                  CHECK(captured(STDERR_FILENO, out, [] { CHECK(run("echo one").is_success()); }) == "one\n");
              }).empty());
    }
    SECTION("a signal that we ignore is not ignored there") {
        void (*const before)(int) = ::signal(SIGPIPE, SIG_IGN);
        CHECK(run("kill -PIPE $$").signal == SIGPIPE);
        ::signal(SIGPIPE, before);
    }
    SECTION("a process group of its own") {
        const Variables variables = {{"SP_TEST_OUT", out}};
        CHECK(run("ps -o pgid= -p $$ | tr -d ' \\n' > \"$SP_TEST_OUT\"", variables).is_success());
        CHECK(TempDir::read(out) != std::to_string(::getpgrp()));
    }
}
