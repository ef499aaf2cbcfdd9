#pragma once

// A file for intermediate data, written once from begin to end and then read. Its name is removed as soon as it is open,
// so that a killed run leaves nothing behind.

#include <memory>
#include <string>

#include "io/file.hpp"
#include "io/output.hpp"

namespace sp {

class TempFile {
public:
    /// In `folder`, or if that is empty in the system's. Throws an OutputError if no file can be made there.
    explicit TempFile(const std::string& folder);

    [[nodiscard]] FdSink& sink() { return sink_; }

    /// What was written, for reading; flush any buffer in front of the sink before.
    [[nodiscard]] std::shared_ptr<const File> reopen() const;

private:
    std::string name_;
    FdSink sink_;
};

}  // namespace sp
