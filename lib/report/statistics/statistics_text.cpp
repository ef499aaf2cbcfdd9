#include "report/statistics/statistics_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <vector>

#include "io/short_text.hpp"
#include "report/text_table.hpp"
#include "restore/key_group_assignment.hpp"
#include "types/codecs/text/times.hpp"

namespace sp::statistics {
namespace {

constexpr std::string_view kIndent = "  ";
constexpr std::string_view kDeepIndent = "    ";

std::string fixed_text(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string time_text(std::int64_t millis) {
    constexpr std::int64_t kSecond = 1000;
    constexpr std::int32_t kNanosPerMilli = 1000000;
    std::int64_t seconds = millis / kSecond;
    std::int64_t rest = millis % kSecond;
    if (rest < 0) {
        --seconds;
        rest += kSecond;
    }
    std::array<char, text::kMaxTime + 8> out{};
    const char* const end = text::write_instant(out.data(), seconds, static_cast<std::int32_t>(rest) * kNanosPerMilli);
    return end == nullptr ? std::to_string(millis) + " ms" : std::string(static_cast<const char*>(out.data()), end);
}

/// "10m": as options have it.
std::string duration_text(std::int64_t millis) {
    constexpr std::pair<std::int64_t, std::string_view> kUnits[] = {
        {86400000, "d"}, {3600000, "h"}, {60000, "m"}, {1000, "s"}};
    for (const auto& [size, unit] : kUnits) {
        if (millis != 0 && millis % size == 0) {
            return std::to_string(millis / size) + std::string(unit);
        }
    }
    return std::to_string(millis) + "ms";
}

std::string kind_text(const StateIdentity& state) {
    return state.kind == StateKind::kTimer ? std::string(name_of(state.domain)) + " timers"
                                           : std::string(name_of(state.kind));
}

std::string skew_text(const Places& places, const Spread& spread) {
    return places.count > 1 && spread.mean > 0 ? fixed_text(spread.skew(), 2) : "";
}

/// Of the values, and how evenly bytes are spread.
std::vector<std::string> overview_row(const StateIdentity& state, const StateStatistics& statistics,
                                      const OperatorShape& shape) {
    const GroupStatistics total = statistics.total();
    const ValueSizes& sizes = statistics.value_sizes;
    std::vector<std::string> row = {printable(state.name), kind_text(state), std::to_string(total.entries),
                                    is_keyed(state.kind) ? std::to_string(total.keys) : "",
                                    std::to_string(total.bytes())};
    if (sizes.count() == 0) {
        row.resize(row.size() + 5);
    } else {
        const std::string about = sizes.is_approximate() ? "~" : "";
        row.push_back(std::to_string(sizes.min()));
        row.push_back(fixed_text(sizes.mean(), 1));
        row.push_back(about + std::to_string(sizes.percentile(50)));
        row.push_back(about + std::to_string(sizes.percentile(99)));
        row.push_back(std::to_string(sizes.max()));
    }
    for (const Places& places : {key_groups_of(state, statistics, shape), subtasks_of(state, statistics, shape)}) {
        row.push_back(skew_text(places, places.spread_of_bytes()));
    }
    return row;
}

/// "keys 80, namespaces 10, values 300".
std::string parts_text(const StateIdentity& state, const GroupStatistics& total) {
    std::string text;
    const auto add = [&](std::string_view name, std::uint64_t bytes, bool is_there) {
        if (is_there) {
            text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(bytes);
        }
    };
    add("keys", total.key_bytes, is_keyed(state.kind));
    add("namespaces", total.name_space_bytes, is_keyed(state.kind));
    add("map keys", total.map_key_bytes, state.kind == StateKind::kMap || state.kind == StateKind::kBroadcast);
    add("values", total.value_bytes, state.kind != StateKind::kTimer);
    return text;
}

std::string ttl_text(const StateStatistics& statistics) {
    const StampStatistics& stamps = statistics.stamps;
    std::string text = count_words(static_cast<std::int64_t>(stamps.count), "time stamp");
    if (stamps.count == 0) {
        return text;
    }
    text += " from " + time_text(stamps.oldest) + " to " + time_text(stamps.newest);
    if (statistics.expiry) {
        constexpr double kPercent = 100;
        const double share = static_cast<double>(stamps.expired) / static_cast<double>(stamps.count);
        text += "; " + std::to_string(stamps.expired) + " expired (" + fixed_text(share * kPercent, 1) + " %) with " +
                duration_text(statistics.expiry->duration) + " at " + time_text(statistics.expiry->at);
    }
    return text;
}

/// "45 of 128 used; most entries in 77 (5, 3.21 times the mean), most bytes in 12 (130, 2.80 times the mean)".
std::string places_text(const Places& places) {
    std::string text = std::to_string(places.used.size()) + " of " + std::to_string(places.count) + " used";
    const auto add = [&](std::string_view what, const Spread& spread) {
        if (places.count > 1 && spread.mean > 0) {
            text += std::string(what) + std::to_string(spread.largest) + " (" + std::to_string(spread.max) + ", " +
                    fixed_text(spread.skew(), 2) + " times the mean)";
        }
    };
    add("; most entries in ", places.spread_of_entries());
    add(", most bytes in ", places.spread_of_bytes());
    return text;
}

std::string details_text(const StateIdentity& state, const StateStatistics& statistics, const OperatorShape& shape) {
    TextTable table;
    table.add({"bytes", parts_text(state, statistics.total())});
    if (state.kind == StateKind::kList) {
        table.add({"elements", std::to_string(statistics.elements)});
    }
    if (statistics.nulls != 0) {
        table.add({"null values", std::to_string(statistics.nulls)});
    }
    if (statistics.has_ttl) {
        table.add({"ttl", ttl_text(statistics)});
    }
    if (const Places places = key_groups_of(state, statistics, shape); places.count > 0) {
        table.add({"key groups", places_text(places)});
    }
    if (const Places places = subtasks_of(state, statistics, shape); places.count > 1) {
        table.add({"subtasks", places_text(places)});
    }
    return table.text(kDeepIndent);
}

std::string subtasks_text(const StateIdentity& state, const StateStatistics& statistics, const OperatorShape& shape) {
    constexpr std::int64_t kMostShown = 16;
    const Places places = subtasks_of(state, statistics, shape);
    if (places.count < 2 || places.count > kMostShown) {
        return "";
    }
    TextTable table({"SUBTASK", "ENTRIES", "KEYS", "BYTES"});
    for (const auto& [subtask, group] : places.used) {
        table.add({std::to_string(subtask), std::to_string(group.entries),
                   is_keyed(state.kind) ? std::to_string(group.keys) : "", std::to_string(group.bytes())});
    }
    return table.empty() ? "" : table.text(kDeepIndent);
}

/// Cut where it would fill the line.
std::string short_text(std::string_view text) {
    constexpr std::size_t kMost = 60;
    return shortened(text, kMost);
}

std::string keys_text(std::string_view heading, const std::vector<LargeKey>& largest, KeyText& keys) {
    TextTable table({std::string(heading), "KEY GROUP", "ENTRIES", "BYTES"});
    for (const LargeKey& key : largest) {
        table.add({short_text(printable(keys.json(key))), std::to_string(key.key_group),
                   std::to_string(key.totals.entries), std::to_string(key.totals.bytes)});
    }
    return table.text(kDeepIndent);
}

/// The keys with most entries only where these are not one each.
std::string largest_keys_text(const LargestKeys& largest, KeyText& keys) {
    std::string text;
    if (!largest.by_bytes().empty()) {
        text += keys_text("LARGEST KEYS BY BYTES", largest.by_bytes(), keys);
    }
    if (!largest.by_entries().empty() && largest.by_entries().front().totals.entries > 1) {
        text += keys_text("LARGEST KEYS BY ENTRIES", largest.by_entries(), keys);
    }
    return text;
}

std::string times_text(const TimeBuckets& times) {
    TextTable table({"TIMERS FROM", "TO BEFORE", "TIMERS"});
    for (const TimeBucket& bucket : times.buckets()) {
        table.add({time_text(bucket.from), time_text(bucket.to), std::to_string(bucket.count)});
    }
    std::string text = table.empty() ? "" : table.text(kDeepIndent);
    if (times.never() != 0) {
        text += std::string(kDeepIndent) + "timers of the last possible time: " + std::to_string(times.never()) + "\n";
    }
    return text;
}

/// Value sizes by powers of two, each with a bar.
std::string histogram_text(const ValueSizes& sizes, HistogramBars bars) {
    constexpr std::uint64_t kLongest = 40;
    if (bars == HistogramBars::kNone || sizes.count() == 0) {
        return "";
    }
    std::vector<std::uint64_t> counts;
    for (const auto& [size, count] : sizes.counts()) {
        const auto power = static_cast<std::size_t>(std::bit_width(size));
        counts.resize(std::max(counts.size(), power + 1));
        counts[power] += count;
    }
    const std::uint64_t most = *std::max_element(counts.begin(), counts.end());
    TextTable table({"VALUE BYTES", "VALUES"});
    for (auto power = static_cast<std::size_t>(std::bit_width(sizes.min())); power < counts.size(); ++power) {
        const std::uint64_t first = power == 0 ? 0 : std::uint64_t{1} << (power - 1);
        const std::uint64_t last = power < 2 ? power : 2 * first - 1;
        const double share = static_cast<double>(counts[power]) / static_cast<double>(most);
        auto length = static_cast<std::size_t>(share * kLongest);
        length = counts[power] == 0 ? 0 : std::max<std::size_t>(length, 1);
        std::string bar;
        for (std::size_t i = 0; i < length; ++i) {
            bar += bars == HistogramBars::kUnicode ? "█" : "#";
        }
        table.add({first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last),
                   std::to_string(counts[power]), bar});
    }
    return table.text(kDeepIndent);
}

}  // namespace

std::string operator_text(const rows::OperatorName& name, const OperatorShape& shape,
                          const std::vector<const AllStatistics::value_type*>& states, HistogramBars bars,
                          KeyText& keys) {
    std::string text = "operator " + printable(name.label) + "\n";
    TextTable overview({"STATE", "KIND", "ENTRIES", "KEYS", "BYTES", "MIN", "MEAN", "P50", "P99", "MAX", "GROUP SKEW",
                        "SUBTASK SKEW"});
    for (const auto* one : states) {
        overview.add(overview_row(one->first, one->second, shape));
    }
    text += overview.text(kIndent);
    for (const auto* one : states) {
        const auto& [state, statistics] = *one;
        if (statistics.groups.empty()) {
            continue;  // the table says all
        }
        text += "\n" + std::string(kIndent) + printable(state.name) + (state.name.empty() ? "" : ", ") +
                kind_text(state) + "\n";
        text += details_text(state, statistics, shape);
        text += histogram_text(statistics.value_sizes, bars);
        text += subtasks_text(state, statistics, shape);
        text += largest_keys_text(statistics.largest_keys, keys);
        text += times_text(statistics.times);
    }
    return text;
}

std::string key_groups_text(const rows::OperatorName& name, const OperatorShape& shape,
                            const std::vector<const AllStatistics::value_type*>& states) {
    TextTable table({"STATE", "KIND", "KEY GROUP", "SUBTASK", "ENTRIES", "KEYS", "BYTES", "KEY BYTES",
                     "NAMESPACE BYTES", "MAP KEY BYTES", "VALUE BYTES"});
    for (const auto* one : states) {
        const auto& [state, statistics] = *one;
        const bool has_subtasks = shape.parallelism > 0 && shape.max_parallelism > 0;
        for (const auto& [key_group, group] : key_groups_of(state, statistics, shape).used) {
            const std::int32_t subtask =
                has_subtasks ? subtask_of_key_group(key_group, shape.parallelism, shape.max_parallelism) : -1;
            table.add({printable(state.name), kind_text(state), std::to_string(key_group),
                       has_subtasks ? std::to_string(subtask) : "", std::to_string(group.entries),
                       std::to_string(group.keys), std::to_string(group.bytes()), std::to_string(group.key_bytes),
                       std::to_string(group.name_space_bytes),
                       state.kind == StateKind::kMap ? std::to_string(group.map_key_bytes) : "",
                       state.kind == StateKind::kTimer ? "" : std::to_string(group.value_bytes)});
        }
    }
    return table.empty() ? "" : "operator " + printable(name.label) + "\n" + table.text(kIndent);
}

}  // namespace sp::statistics
