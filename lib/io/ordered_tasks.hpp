#pragma once

// Tasks that run in parallel and write text as if they had run one after the other. The first unfinished task writes
// straight to the sink; those behind it fill buffers, of bounded size all together, and wait when these are full, so
// that memory does not depend on how much a task writes.

#include <functional>
#include <optional>

#include "io/output.hpp"

namespace sp {

/// What is to be done in the order of the tasks once a task and all before it have ended (warnings, counts); may be
/// empty.
using Epilogue = std::function<void()>;

/// Writes its text into the sink that it is given and returns its epilogue. Runs on any thread.
using OrderedTask = std::function<Epilogue(BufferSink&)>;

/// Runs the tasks that `next_task` gives (called by one thread at a time) on so many threads, or as many as the system
/// has to give. If tasks throw, the text of all tasks before the first of them and what that one had written reach the
/// sink, and its exception is thrown; no later task counts. `sink` is not closed.
void run_in_order(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task, ByteSink& sink);

/// The same for tasks that write nothing: what they do is in their epilogues.
void run_in_order(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task);

}  // namespace sp
