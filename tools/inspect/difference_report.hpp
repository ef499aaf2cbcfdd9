#pragma once

// --diff: options of the comparison with an older snapshot.

#include <string>
#include <string_view>
#include <vector>

#include "common/command_line.hpp"

namespace sp::cli {

struct DifferenceReportOptions {
    std::string old_savepoint;  ///< empty: not wanted
    bool summary = false;
};

inline constexpr std::size_t kDifferenceOptionCount = 2;
extern const OptionRow<DifferenceReportOptions> kDifferenceOptions[kDifferenceOptionCount];

/// Of the options that not all reports obey, those that this one does.
inline constexpr std::string_view kObeyedByDifference[] = {
    "--uid",     "--operator-id", "--state",   "--kind",   "--key",     "--keys",      "--key-group",
    "--threads", "--memory",      "--summary", "--ignore", "--columns", "--sql-schema"};

}  // namespace sp::cli
