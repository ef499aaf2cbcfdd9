#include "report/statistics/statistics_json.hpp"

#include "report/json_text.hpp"
#include "restore/key_group_assignment.hpp"

namespace sp::statistics {
namespace {

using Json = nlohmann::ordered_json;

Json head_json(const rows::OperatorName& name, const StateIdentity& state) {
    Json json = name.uid.empty() ? Json{{"operator", name.id}} : Json{{"uid", name.uid}};
    if (state.kind == StateKind::kTimer) {
        json["timer"] = name_of(state.domain);
        json["service"] = state.name;
        return json;
    }
    if (state.kind != StateKind::kCoordinator) {
        json["state"] = state.name;
    }
    json["kind"] = name_of(state.kind);
    return json;
}

/// Those that the kind of state has.
void add_counts(Json& json, StateKind kind, const GroupStatistics& group) {
    json["entries"] = group.entries;
    if (is_keyed(kind)) {
        json["keys"] = group.keys;
    }
    json["bytes"] = group.bytes();
    if (is_keyed(kind)) {
        json["keyBytes"] = group.key_bytes;
        json["namespaceBytes"] = group.name_space_bytes;
    }
    if (kind == StateKind::kMap || kind == StateKind::kBroadcast) {
        json["mapKeyBytes"] = group.map_key_bytes;
    }
    if (kind != StateKind::kTimer) {
        json["valueBytes"] = group.value_bytes;
    }
}

Json values_json(const StateStatistics& statistics) {
    const ValueSizes& sizes = statistics.value_sizes;
    Json json{{"count", sizes.count()}};
    if (statistics.nulls != 0) {
        json["nulls"] = statistics.nulls;
    }
    if (sizes.count() != 0) {
        json["min"] = sizes.min();
        json["mean"] = sizes.mean();
        json["p50"] = sizes.percentile(50);
        json["p99"] = sizes.percentile(99);
        json["max"] = sizes.max();
    }
    if (sizes.is_approximate()) {
        json["approximate"] = true;
    }
    return json;
}

Json ttl_json(const StateStatistics& statistics) {
    const StampStatistics& stamps = statistics.stamps;
    Json json{{"stamps", stamps.count}};
    if (stamps.count != 0) {
        json["oldest"] = stamps.oldest;
        json["newest"] = stamps.newest;
    }
    if (statistics.expiry) {
        json["ttl"] = statistics.expiry->duration;
        json["at"] = statistics.expiry->at;
        json["expired"] = stamps.expired;
        if (stamps.count != 0) {
            json["expiredShare"] = static_cast<double>(stamps.expired) / static_cast<double>(stamps.count);
        }
    }
    return json;
}

Json times_json(const TimeBuckets& times) {
    Json json = Json::object();
    if (times.count() != 0) {
        json = {{"first", times.first()}, {"last", times.last()}, {"bucketWidth", times.width()}};
        for (const TimeBucket& bucket : times.buckets()) {
            json["buckets"].push_back({{"from", bucket.from}, {"to", bucket.to}, {"timers", bucket.count}});
        }
    }
    if (times.never() != 0) {
        json["never"] = times.never();
    }
    return json;
}

Json spread_json(const Spread& spread) {
    Json json{{"max", spread.max}, {"mean", spread.mean}};
    if (spread.mean > 0) {
        json["largest"] = spread.largest;
        json["skew"] = spread.skew();
    }
    return json;
}

Json places_json(const Places& places) {
    return {{"count", places.count},
            {"used", places.used.size()},
            {"entries", spread_json(places.spread_of_entries())},
            {"bytes", spread_json(places.spread_of_bytes())}};
}

Json subtasks_json(const Places& places, StateKind kind) {
    Json json = places_json(places);
    json["list"] = Json::array();
    for (const auto& [subtask, group] : places.used) {
        Json one{{"subtask", subtask}, {"entries", group.entries}};
        if (is_keyed(kind)) {
            one["keys"] = group.keys;
        }
        one["bytes"] = group.bytes();
        json["list"].push_back(std::move(one));
    }
    return json;
}

/// By hand, since the texts of keys are JSON already, whose numbers must stay as they are.
std::string keys_json(std::string_view name, const std::vector<LargeKey>& largest, KeyText& keys) {
    std::string text = ",\"" + std::string(name) + "\":[";
    for (const LargeKey& key : largest) {
        text += (text.back() == '[' ? "" : ",") + ("{\"key\":" + keys.json(key));
        text += ",\"keyGroup\":" + std::to_string(key.key_group) + ",\"entries\":" + std::to_string(key.totals.entries);
        text += ",\"bytes\":" + std::to_string(key.totals.bytes) + "}";
    }
    return text + "]";
}

}  // namespace

std::string state_json(const rows::OperatorName& name, const StateIdentity& state, const StateStatistics& statistics,
                       const OperatorShape& shape, KeyText& keys) {
    Json json = head_json(name, state);
    add_counts(json, state.kind, statistics.total());
    if (state.kind == StateKind::kList) {
        json["elements"] = statistics.elements;
    }
    if (state.kind == StateKind::kTimer) {
        json["times"] = times_json(statistics.times);
    } else {
        json["values"] = values_json(statistics);
    }
    if (statistics.has_ttl) {
        json["ttl"] = ttl_json(statistics);
    }
    if (const Places places = key_groups_of(state, statistics, shape); places.count > 0) {
        json["keyGroups"] = places_json(places);
    }
    if (const Places places = subtasks_of(state, statistics, shape); places.count > 0) {
        json["subtasks"] = subtasks_json(places, state.kind);
    }
    std::string text = line_text(json);
    if (is_keyed(state.kind)) {
        text.resize(text.size() - 2);  // the brace and the line end
        text += keys_json("largestByBytes", statistics.largest_keys.by_bytes(), keys);
        text += keys_json("largestByEntries", statistics.largest_keys.by_entries(), keys) + "}\n";
    }
    return text;
}

std::string key_groups_json(const rows::OperatorName& name, const StateIdentity& state,
                            const StateStatistics& statistics, const OperatorShape& shape) {
    std::string text;
    for (const auto& [key_group, group] : key_groups_of(state, statistics, shape).used) {
        Json json = head_json(name, state);
        json["keyGroup"] = key_group;
        if (shape.parallelism > 0 && shape.max_parallelism > 0) {
            json["subtask"] = subtask_of_key_group(key_group, shape.parallelism, shape.max_parallelism);
        }
        add_counts(json, state.kind, group);
        text += line_text(json);
    }
    return text;
}

}  // namespace sp::statistics
