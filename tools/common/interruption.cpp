#include "common/interruption.hpp"

#include <unistd.h>

#include <csignal>

#include "common/exit_code.hpp"
#include "sp/signal_cleanup.hpp"

namespace sp::cli {

namespace {

extern "C" void end_by_signal(int signal) {
    clean_up_after_signal();
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
    handle(SIGCHLD, SIG_DFL);  // ignored by whoever started us, it would hide how commands end
    handle(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` fails with EFBIG instead
}

}  // namespace sp::cli
