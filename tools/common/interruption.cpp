#include "common/interruption.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "common/exit_code.hpp"

namespace sp::cli {

namespace {

constexpr int kSlots = 64;
// The handler reads these without a lock; a name lives as long as the slot points to it, and handlers never return.
std::array<std::atomic<const char*>, kSlots> names{};
static_assert(std::atomic<const char*>::is_always_lock_free);

extern "C" void end_by_signal(int signal) {
    for (int slot = kSlots - 1; slot >= 0; --slot) {  // a folder is registered before its files
        const char* const name = names[static_cast<std::size_t>(slot)].load();
        if (name != nullptr && ::unlink(name) != 0) {
            ::rmdir(name);
        }
    }
    ::_exit(static_cast<int>(signal == SIGINT ? ExitCode::kInterrupted : ExitCode::kTerminated));
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigemptyset(&action.sa_mask);
    ::sigaddset(&action.sa_mask, SIGINT);
    ::sigaddset(&action.sa_mask, SIGTERM);
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

void set_up_signals() {
    struct sigaction inherited {};
    ::sigaction(SIGINT, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) {  // a shell starts background jobs with SIGINT ignored: leave it so
        handle(SIGINT, end_by_signal);
    }
    handle(SIGTERM, end_by_signal);
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails with EFBIG instead
}

RemoveOnSignal::RemoveOnSignal(std::string path) : path_(std::move(path)) {
    for (int slot = 0; slot < kSlots; ++slot) {
        const char* expected = nullptr;
        if (names[static_cast<std::size_t>(slot)].compare_exchange_strong(expected, path_.c_str())) {
            slot_ = slot;
            return;
        }
    }
    throw std::logic_error("too many temporary files");
}

RemoveOnSignal::~RemoveOnSignal() { names[static_cast<std::size_t>(slot_)].store(nullptr); }

}  // namespace sp::cli
