#include "io/shell_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "io/signal_registry.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

constexpr const char* kShell = "/bin/sh";

[[noreturn]] void fail(const char* doing, int error) {
    throw InputError(std::string(kShell) + ": " + doing + ": " + std::generic_category().message(error));
}

/// Our environment with these variables in it.
std::vector<std::string> environment_with(std::span<const std::pair<std::string, std::string>> variables) {
    std::vector<std::string> all;
    for (char** inherited = environ; inherited != nullptr && *inherited != nullptr; ++inherited) {
        const std::string_view text = *inherited;
        bool is_replaced = false;
        for (const auto& [name, value] : variables) {
            is_replaced |= text.starts_with(name) && text.substr(name.size()).starts_with('=');
        }
        if (!is_replaced) {
            all.emplace_back(text);
        }
    }
    for (const auto& [name, value] : variables) {
        all.push_back(name + "=" + value);
    }
    return all;
}

/// What differs from us in the child: standard files, process group, signals.
class SpawnSettings {
public:
    SpawnSettings() {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_adddup2(&files_, STDERR_FILENO, STDOUT_FILENO);

        ::posix_spawnattr_init(&attributes_);
        ::posix_spawnattr_setflags(&attributes_,
                                   POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::sigaddset(&signals, SIGPIPE);  // what a tool ignores its children would ignore too
        ::sigaddset(&signals, SIGXFSZ);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    }
    ~SpawnSettings() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* files() const { return &files_; }
    [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

pid_t start(const std::string& command, std::span<const std::pair<std::string, std::string>> variables) {
    std::vector<std::string> environment = environment_with(variables);
    std::vector<char*> pointers;
    for (std::string& variable : environment) {
        pointers.push_back(variable.data());
    }
    pointers.push_back(nullptr);
    std::string name = "sh";
    std::string option = "-c";
    std::string line = command;
    char* const arguments[] = {name.data(), option.data(), line.data(), nullptr};
    const SpawnSettings settings;
    pid_t child = 0;
    const int error =
        ::posix_spawn(&child, kShell, settings.files(), settings.attributes(), arguments, pointers.data());
    if (error != 0) {
        fail("cannot be started", error);
    }
    return child;
}

/// Waits for the end and leaves the process to be reaped.
void wait_for(pid_t child) {
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0) {
        if (errno != EINTR) {
            fail("cannot be waited for", errno);
        }
    }
}

}  // namespace

std::string ShellResult::words() const {
    if (signal == 0) {
        return "ended with status " + std::to_string(status);
    }
    const char* const name = ::sigdescr_np(signal);
    return "was ended by signal " + std::to_string(signal) + (name == nullptr ? "" : " (" + std::string(name) + ")");
}

ShellResult run_shell(const std::string& command, std::span<const std::pair<std::string, std::string>> variables) {
    stand_still_if_ending();
    const pid_t child = start(command, variables);
    {
        const EndOnSignal end_on_signal(child);
        wait_for(child);
        stand_still_if_ending();
    }
    int state = 0;
    while (::waitpid(child, &state, 0) < 0) {
        if (errno != EINTR) {
            fail("cannot be waited for", errno);
        }
    }
    return {WIFEXITED(state) ? WEXITSTATUS(state) : 0, WIFSIGNALED(state) ? WTERMSIG(state) : 0};
}

}  // namespace sp
