#pragma once

// A folder for files that have to have names, because another program writes them. It is removed with all it holds at the
// end, also by a signal (sp/signal_cleanup.hpp). Data of our own goes into a TempFile, which never has a name.

#include <string>

#include "io/registered_name.hpp"

namespace sp {

class TempFolder {
public:
    /// Below `parent`, or below the system's folder for such things if that is empty. Only this user can look into it.
    /// Throws an OutputError if it cannot be made.
    explicit TempFolder(const std::string& parent);
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    /// Absolute, so that no program takes it for an option.
    [[nodiscard]] const std::string& path() const { return name_.path; }

private:
    RegisteredName name_;
};

}  // namespace sp
