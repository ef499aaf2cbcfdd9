#pragma once

// What a program leaves behind that a signal ends: temporary files and folders, and commands that still run. The library
// registers its own; a program that wants nothing left behind calls clean_up_after_signal() from its handlers of SIGINT and
// SIGTERM. A handler may only make a few system calls, so names are kept where it can read them without a lock.

#include <string>

namespace sp {

/// Ends the commands that run, and removes what is registered. To be called from a handler, which then ends the process by
/// _exit(): readers in other threads stand still from here on.
void clean_up_after_signal() noexcept;

/// Registers a file, or a folder with all it holds, for removal by a signal while this object lives.
class RemoveOnSignal {
public:
    explicit RemoveOnSignal(std::string path);
    ~RemoveOnSignal();
    RemoveOnSignal(const RemoveOnSignal&) = delete;
    RemoveOnSignal& operator=(const RemoveOnSignal&) = delete;

private:
    std::string path_;
    std::size_t slot_ = 0;
};

}  // namespace sp
