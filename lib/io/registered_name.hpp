#pragma once

// Names for temporary files and folders that a signal removes, registered before they are made: at no moment is something
// there that nobody would remove.

#include <functional>
#include <memory>
#include <string>

#include "sp/signal_cleanup.hpp"

namespace sp {

struct RegisteredName {
    std::string path;
    std::unique_ptr<RemoveOnSignal> registration;
};

/// Calls `make` with names `prefix` + six random characters + `suffix` until it has made one: it returns false with errno set
/// otherwise, and EEXIST gets it another name. With any other errno the path of the result is empty.
[[nodiscard]] RegisteredName make_registered(const std::string& prefix, const std::string& suffix,
                                             const std::function<bool(const char* path)>& make);

}  // namespace sp
