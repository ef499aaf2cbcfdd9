#pragma once

// The exceptions of the library, one for each thing that a user can do about a failure. The tools turn them into the
// exit codes named here (design: 2 usage, 3 input, 4 unsupported, 5 output); anything else that escapes is a bug of ours.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sp {

class Error : public std::exception {
public:
    explicit Error(std::string message) : message_(std::move(message)) {}
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

    /// Puts "<context>: " in front of the message; called on the way up by code that knows where the failure happened.
    void add_context(std::string_view context) { message_.insert(0, std::string(context) + ": "); }

private:
    std::string message_;
};

/// Wrong arguments, also names that do not exist in the savepoint (exit 2).
class UsageError : public Error {
    using Error::Error;
};

/// Input missing, unreadable or corrupt, or a row that does not fit (exit 3). Names file and offset where there are any.
class InputError : public Error {
public:
    using Error::Error;
    InputError(std::string message, std::uint64_t offset) : Error(std::move(message)), offset_(offset) {}

    /// Where in the file, if it is one place.
    [[nodiscard]] std::optional<std::uint64_t> offset() const { return offset_; }

private:
    std::optional<std::uint64_t> offset_;
};

/// Understood but not supported: names the serializer, handle or version (exit 4).
class UnsupportedError : public Error {
    using Error::Error;
};

/// Output could not be written (exit 5).
class OutputError : public Error {
    using Error::Error;
};

/// The reader of a pipe or socket is gone (EPIPE): nothing to report, a tool just ends (status 141).
class BrokenPipe : public OutputError {
    using OutputError::OutputError;
};

/// Runs `work`; an sp::Error that leaves it gets `context()` put in front. `context` is called only then.
template <class Context, class Work>
decltype(auto) with_context(Context&& context, Work&& work) {
    try {
        return work();
    } catch (Error& error) {
        error.add_context(context());
        throw;
    }
}

}  // namespace sp
