#pragma once

// The exit codes of all tools: the only place where they are numbers. Man pages and tests name them in these words.

namespace sp::cli {

enum class ExitCode : int {
    kDone = 0,
    kFound = 1,        ///< done and complete, and something was found or set aside; never "nothing written"
    kUsage = 2,        ///< wrong usage, also names that do not exist in the savepoint
    kInput = 3,        ///< input missing, unreadable or corrupt, or a row that does not fit
    kUnsupported = 4,  ///< understood but not supported
    kOutput = 5,       ///< output could not be written
    kBug = 70,         ///< a bug of ours (sysexits' EX_SOFTWARE)
    kInterrupted = 130,
    kClosedPipe = 141,
    kTerminated = 143,
};

}  // namespace sp::cli
