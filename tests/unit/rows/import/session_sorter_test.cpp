// Session windows of random rows, compared with sessions that are grown one element at a time.

#include "rows/import/session_sorter.hpp"

#include <map>
#include <random>
#include <set>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "rows/import/importing.hpp"

using namespace sp;
using sp_test::Import;
using Json = nlohmann::json;

namespace {

struct Element {
    std::int64_t key;
    std::int64_t time;
    std::int64_t value;
};

using Window = std::pair<std::int64_t, std::int64_t>;

/// A key's sessions: the elements, as positions among all, by the session that Flink would have merged them to.
std::map<Window, std::vector<std::size_t>> sessions_of(const std::vector<Element>& elements, std::int64_t key,
                                                       std::int64_t gap) {
    std::map<Window, std::vector<std::size_t>> sessions;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i].key != key) {
            continue;
        }
        Window window = {elements[i].time, elements[i].time + gap};
        std::vector<std::size_t> members = {i};
        for (auto other = sessions.begin(); other != sessions.end();) {
            if (other->first.first <= window.second && other->first.second >= window.first) {  // touching is enough
                window = {std::min(window.first, other->first.first), std::max(window.second, other->first.second)};
                members.insert(members.end(), other->second.begin(), other->second.end());
                other = sessions.erase(other);
            } else {
                ++other;
            }
        }
        std::sort(members.begin(), members.end());
        sessions[window] = members;
    }
    return sessions;
}

std::string schema(std::int64_t gap, const std::string& kind, std::int64_t lateness) {
    return R"({"uid":"w","key":"long","window":{"assigner":"session","size":)" + std::to_string(gap) +
           (lateness > 0 ? ",\"lateness\":" + std::to_string(lateness) : "") +
           R"(},"states":[{"name":"window-contents","kind":")" + kind +
           R"(","namespace":"time-window","type":"long"}]})";
}

std::vector<Element> random_elements(std::mt19937_64& random, std::size_t count) {
    std::vector<Element> elements;
    for (std::size_t i = 0; i < count; ++i) {
        elements.push_back({static_cast<std::int64_t>(random() % 7) - 3,
                            static_cast<std::int64_t>(random() % 3000) - 1500,
                            static_cast<std::int64_t>(random() % 100)});
    }
    return elements;
}

std::string row_of(const Element& element, bool is_list) {
    const std::string value = std::to_string(element.value);
    return R"({"state":"window-contents","key":)" + std::to_string(element.key) +
           ",\"event_timestamp\":" + std::to_string(element.time) +
           ",\"value\":" + (is_list ? "[" + value + "]" : value) + "}";
}

/// What was read of one key: windows of the contents by the state window, sessions of the set, timers.
struct Found {
    std::map<Window, Json> contents;
    std::map<Window, Window> set;
    std::set<std::pair<Window, std::int64_t>> timers;
};

Window window_of(const Json& json) {
    return {json.at("start").get<std::int64_t>(), json.at("end").get<std::int64_t>()};
}

std::map<std::int64_t, Found> found_in(const Import& import) {
    std::map<std::int64_t, Found> found;
    for (const std::string& line : import.dumped()) {
        const Json row = Json::parse(line);
        Found& of_key = found[row.at("key").get<std::int64_t>()];
        if (row.contains("timer")) {
            CHECK(row.at("timer") == "event-time");
            CHECK(row.at("service") == "window-timers");
            CHECK(
                of_key.timers.emplace(window_of(row.at("namespace")), row.at("timestamp").get<std::int64_t>()).second);
        } else if (row.at("state") == "merging-window-set") {
            CHECK(!row.contains("namespace"));
            for (const Json& pair : row.at("value")) {
                CHECK(of_key.set.emplace(window_of(pair.at("f0")), window_of(pair.at("f1"))).second);
            }
        } else {
            CHECK(of_key.contents.emplace(window_of(row.at("namespace")), row.at("value")).second);
        }
    }
    return found;
}

void check_sessions(const Import& import, const std::vector<Element>& elements, std::int64_t gap, bool is_list,
                    std::int64_t lateness) {
    const std::map<std::int64_t, Found> found = found_in(import);
    std::set<std::int64_t> keys;
    for (const Element& element : elements) {
        keys.insert(element.key);
    }
    CHECK(found.size() == keys.size());
    for (const std::int64_t key : keys) {
        const Found& of_key = found.at(key);
        const auto sessions = sessions_of(elements, key, gap);
        CHECK(of_key.set.size() == sessions.size());
        CHECK(of_key.contents.size() == sessions.size());
        CHECK(of_key.timers.size() == sessions.size() * (lateness > 0 ? 2 : 1));
        for (const auto& [session, members] : sessions) {
            CAPTURE(key, session.first, session.second);
            REQUIRE(of_key.set.count(session) == 1);
            const Window state_window = of_key.set.at(session);
            Json values = Json::array();
            std::int64_t sum = 0;
            for (const std::size_t member : members) {
                values.push_back(elements[member].value);
                sum += elements[member].value;
            }
            REQUIRE(of_key.contents.count(state_window) == 1);
            CHECK(of_key.contents.at(state_window) == (is_list ? values : Json(sum)));
            CHECK(of_key.timers.count({session, session.second - 1}) == 1);
            CHECK((lateness == 0 || of_key.timers.count({session, session.second - 1 + lateness}) == 1));
        }
    }
}

}  // namespace

TEST_CASE("elements are merged to the sessions that Flink would have") {
    std::mt19937_64 random(17);
    for (const std::int64_t gap : {1, 7, 30, 5000}) {
        for (const bool is_list : {true, false}) {
            const std::vector<Element> elements = random_elements(random, 400);
            const std::int64_t lateness = gap == 7 ? 50 : 0;
            std::vector<std::vector<std::pair<std::string, std::string>>> files;
            for (const unsigned threads : {1U, 3U}) {
                CAPTURE(gap, is_list, threads);
                Import import(schema(gap, is_list ? "list" : "reducing", lateness));
                import.options.threads = threads;
                import.options.memory = threads == 1 ? 1 << 22 : 3000;
                import.options.on_duplicate = {{ "", "", DuplicatePolicy::kSum }};
                for (std::size_t i = 0; i < elements.size(); i += 40) {
                    std::string text;
                    for (std::size_t k = i; k < i + 40; ++k) {
                        text += row_of(elements[k], is_list) + "\n";
                    }
                    import.rows("rows" + std::to_string(i), text);
                }
                import.run();
                check_sessions(import, elements, gap, is_list, lateness);
                files.push_back(import.files());
            }
            CHECK((files[0] == files[1]));
        }
    }
}

TEST_CASE("sessions of several states of one operator are the same") {
    Import import(R"({"uid":"w","key":"string","window":{"assigner":"session","size":10},"states":[
        {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"},
        {"name":"pairs","kind":"map","namespace":"time-window","mapKey":"string","type":"long"}]})");
    import.options.on_duplicate = {{ "w", "sum", DuplicatePolicy::kSum }};
    import
        .lines({R"({"state":"sum","key":"k","event_timestamp":20,"value":1})",
                R"({"state":"pairs","key":"k","map_key":"a","event_timestamp":5,"value":null})",
                R"({"state":"pairs","key":"k","map_key":"b","event_timestamp":12,"value":2})",
                R"({"state":"sum","key":"k","event_timestamp":40,"value":2})",
                R"({"state":"sum","key":"k2","event_timestamp":12,"value":3})"})
        .run();
    CHECK(
        import.dumped() ==
        std::vector<std::string>{
            R"({"uid":"w","state":"merging-window-set","kind":"list","key":"k2","value":[{"f0":{"start":12,"end":22},"f1":{"start":12,"end":22}}]})",
            R"({"uid":"w","state":"sum","kind":"reducing","key":"k2","namespace":{"start":12,"end":22},"value":3})",
            R"({"uid":"w","state":"merging-window-set","kind":"list","key":"k","value":[{"f0":{"start":5,"end":30},"f1":{"start":5,"end":15}},{"f0":{"start":40,"end":50},"f1":{"start":40,"end":50}}]})",
            R"({"uid":"w","state":"pairs","kind":"map","key":"k","namespace":{"start":5,"end":15},"map_key":"a","value":null})",
            R"({"uid":"w","state":"pairs","kind":"map","key":"k","namespace":{"start":5,"end":15},"map_key":"b","value":2})",
            R"({"uid":"w","state":"sum","kind":"reducing","key":"k","namespace":{"start":5,"end":15},"value":1})",
            R"({"uid":"w","state":"sum","kind":"reducing","key":"k","namespace":{"start":40,"end":50},"value":2})",
            R"({"uid":"w","timer":"event-time","service":"window-timers","key":"k2","namespace":{"start":12,"end":22},"timestamp":21})",
            R"({"uid":"w","timer":"event-time","service":"window-timers","key":"k","namespace":{"start":5,"end":30},"timestamp":29})",
            R"({"uid":"w","timer":"event-time","service":"window-timers","key":"k","namespace":{"start":40,"end":50},"timestamp":49})"});
}

TEST_CASE("keys that begin alike, and with zeros, have sessions of their own") {
    Import import(R"({"uid":"w","key":"byte[]","window":{"assigner":"session","size":10},"states":[
        {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"}]})");
    CHECK_THROWS_AS(import.run(), UnsupportedError);  // arrays have no hash
    Import texts(R"({"uid":"w","key":"string","window":{"assigner":"session","size":10},"states":[
        {"name":"sum","kind":"reducing","namespace":"time-window","type":"long"}]})");
    std::vector<std::string> rows;
    const std::vector<std::string> keys = {"", "a", "aa", R"(\u0000)", R"(\u0000\u0000)", R"(a\u0000)", R"(\u00ff)"};
    for (const std::string& key : keys) {
        rows.push_back(R"({"state":"sum","key":")" + key + R"(","event_timestamp":0,"value":1})");
    }
    texts.lines(rows).run();
    std::size_t sessions = 0;
    for (const std::string& line : texts.dumped()) {
        sessions += Json::parse(line).value("state", "") == "merging-window-set" ? 1 : 0;
    }
    CHECK(sessions == keys.size());
}
