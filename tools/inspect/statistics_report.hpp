#pragma once

// --stats: options of the statistics of entries.

#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "sp/statistics.hpp"

namespace sp::cli {

struct StatisticsReportOptions {
    bool is_wanted = false;
    bool by_key_group = false;
    std::vector<StateTimeToLive> times_to_live;
    std::optional<std::int64_t> ttl_at;
};

inline constexpr std::size_t kStatisticsOptionCount = 4;
extern const OptionRow<StatisticsReportOptions> kStatisticsOptions[kStatisticsOptionCount];

/// Of the options that not all reports obey, those that this one does.
inline constexpr std::string_view kObeyedByStatistics[] = {
    "--uid",     "--operator-id", "--state", "--kind", "--key",    "--keys",    "--key-group",
    "--threads", "--memory",      "--by",    "--ttl",  "--ttl-at", "--columns", "--sql-schema"};

}  // namespace sp::cli
