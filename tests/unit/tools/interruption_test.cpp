#include "common/interruption.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "sp/signal_cleanup.hpp"

namespace {

/// What a child ends with that registers a folder and a file in it, forgets another file, and gets the signal.
int status_after(int signal, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const pid_t child = ::fork();
    if (child == 0) {
        sp::cli::set_up_signals();
        const sp::RemoveOnSignal remove_folder(folder);
        std::ofstream(folder / "temporary") << "x";
        const sp::RemoveOnSignal remove_file(folder / "temporary");
        { const sp::RemoveOnSignal forgotten(folder.string() + ".kept"); }
        ::raise(signal);
        ::_exit(99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("signals remove the temporary files and end with their status") {
    const std::filesystem::path folder = std::filesystem::path(SP_TEST_BINARY_DIR) / "interruption";
    const std::filesystem::path kept = folder.string() + ".kept";
    std::ofstream(kept) << "x";
    CHECK(status_after(SIGTERM, folder) == 143);
    CHECK_FALSE(std::filesystem::exists(folder));
    CHECK(status_after(SIGINT, folder) == 130);
    CHECK_FALSE(std::filesystem::exists(folder));
    CHECK(std::filesystem::exists(kept));
}

TEST_CASE("writing to a closed pipe is an error, not a signal") {
    const pid_t child = ::fork();
    if (child == 0) {
        sp::cli::set_up_signals();
        int ends[2];
        ::_exit(::pipe(ends) == 0 && ::close(ends[0]) == 0 && ::write(ends[1], "x", 1) == -1 && errno == EPIPE ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
}
