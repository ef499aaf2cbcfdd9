#pragma once

// Threads that share one piece of work.

#include <functional>

namespace sp {

/// Calls work(0) on this thread and work(1) … work(threads - 1) on threads of their own, and waits for all of them.
/// Where the system has no more threads to give, those with the highest numbers are left out, so that work has to be
/// taken from what all share. `work` must not throw.
void run_on_threads(unsigned threads, const std::function<void(unsigned number)>& work);

}  // namespace sp
