#pragma once

// The library's side of sp/signal_cleanup.hpp: commands that a signal has to end too.

#include <sys/types.h>

#include <cstddef>

namespace sp {

/// Registers a command, the leader of a process group of its own, to be ended by a signal while this object lives. To be
/// destroyed before the leader is reaped, so that its id cannot have become another process's.
class EndOnSignal {
public:
    explicit EndOnSignal(pid_t leader);
    ~EndOnSignal();
    EndOnSignal(const EndOnSignal&) = delete;
    EndOnSignal& operator=(const EndOnSignal&) = delete;

private:
    std::size_t slot_ = 0;
};

/// Does not return once a signal is ending the process: what its handler ends and removes must not look like a failure to
/// other threads, and nothing new may begin.
void stand_still_if_ending() noexcept;

}  // namespace sp
