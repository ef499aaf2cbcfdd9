#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

#include "catch.hpp"
#include "common/log.hpp"
#include "common/progress.hpp"

namespace {

/// What a child prints on its stderr, which is a terminal or a pipe.
std::string stderr_of(bool is_terminal, const std::function<void()>& work) {
    int ends[2] = {-1, -1};
    REQUIRE((is_terminal ? ::openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) : ::pipe(ends)) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDERR_FILENO);
        work();
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string text;
    char buffer[512];
    for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
        text.append(buffer, static_cast<std::size_t>(n));
    }
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return text;
}

void work_for_a_while(bool quiet) {
    sp::cli::set_up_log("tool", 0, quiet);
    sp::cli::Progress progress("reading");
    progress.update(10, 100);  // too early to be drawn
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    progress.update(50, 100);
}

}  // namespace

TEST_CASE("a progress bar is drawn on a terminal only, after a second, and wiped") {
    const std::string bar = stderr_of(true, [] { work_for_a_while(false); });
    CHECK(bar.find("reading [") != std::string::npos);
    CHECK(bar.find("50%") != std::string::npos);
    CHECK(bar.find("10%") == std::string::npos);
    CHECK(bar.find("\x1b[32m") != std::string::npos);
    CHECK(bar.substr(bar.size() - 4) == "\r\x1b[K");
    CHECK(stderr_of(false, [] { work_for_a_while(false); }).empty());
    CHECK(stderr_of(true, [] { work_for_a_while(true); }).empty());
    const std::string plain = stderr_of(true, [] {
        ::setenv("NO_COLOR", "1", 1);
        work_for_a_while(false);
    });
    CHECK(plain.find("50%") != std::string::npos);
    CHECK(plain.find("\x1b[32m") == std::string::npos);
}

TEST_CASE("messages bear the tool's name, and --quiet leaves errors only") {
    const auto talk = [] {
        sp::cli::log_error("first\n  continued\nsecond");
        sp::cli::warn("warning");
        sp::cli::inform("information");
        sp::cli::debug("detail");
    };
    const auto said = [&](int verbosity, bool quiet) {
        return stderr_of(false, [&] {
            sp::cli::set_up_log("tool", verbosity, quiet);
            talk();
        });
    };
    const std::string errors = "tool: first\n  continued\ntool: second\n";
    CHECK(said(0, true) == errors);
    CHECK(said(0, false) == errors + "tool: warning\n");
    CHECK(said(1, false) == errors + "tool: warning\ntool: information\n");
    CHECK(said(2, false) == errors + "tool: warning\ntool: information\ntool: detail\n");
}
