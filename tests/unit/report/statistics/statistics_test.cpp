#include "sp/statistics.hpp"

#include <set>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "fixture.hpp"
#include "report/statistics/state_statistics.hpp"
#include "sp/error.hpp"

using namespace sp;

namespace {

std::string print(const std::string& fixture, const StatisticsOptions& options) {
    StringSink sink;
    print_statistics(test::fixture(fixture).string(), options, sink);
    return sink.text();
}

StatisticsOptions json_options() {
    StatisticsOptions options;
    options.json = true;
    options.read.with_timers = true;
    return options;
}

std::string usage_error(const std::string& fixture, const StatisticsOptions& options) {
    try {
        static_cast<void>(print(fixture, options));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a value expires as Flink has it") {
    using statistics::Expiry;
    CHECK(Expiry{10, 30}.is_expired(20));
    CHECK_FALSE(Expiry{10, 29}.is_expired(20));
    CHECK_FALSE(Expiry{INT64_MAX, INT64_MAX - 1}.is_expired(20));  // no overflow
    CHECK(Expiry{INT64_MAX, INT64_MAX}.is_expired(20));
    CHECK(Expiry{INT64_MAX, 0}.is_expired(-INT64_MAX));
}

TEST_CASE("statistics do not depend on threads, on parts, or on memory") {
    for (const char* const fixture :
         {"2.3.0-timers-windows.h-chk", "1.20.3-timers-windows.r-chkinc", "2.3.0-ttl.r-canon",
          "1.20.3-operator-state.h-canon", "1.20.3-uids-mix.r-native-p2-m32768"}) {
        CAPTURE(fixture);
        StatisticsOptions options = json_options();
        const std::string one = print(fixture, options);
        options.part_size = 1;
        options.read.memory = 0;
        for (const unsigned threads : {2U, 5U}) {
            options.threads = threads;
            CHECK((print(fixture, options) == one));
        }
    }
}

TEST_CASE("the HashMap and the RocksDB backend have the same statistics of one job") {
    const auto lines = [](const std::string& text) {  // operators are in another order
        std::multiset<std::string> all;
        for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
            all.insert(text.substr(at, end - at));
        }
        return all;
    };
    CHECK((lines(print("2.3.0-timers-windows.h-canon", json_options())) ==
           lines(print("2.3.0-timers-windows.r-canon", json_options()))));
}

TEST_CASE("states that are empty have statistics too") {
    const std::string text = print("2.3.0-timers-windows.h-canon", json_options());
    const auto begin = text.find("{\"uid\":\"w-slide-agg\",\"timer\":\"processing-time\"");
    REQUIRE(begin != std::string::npos);
    const auto json = nlohmann::json::parse(text.substr(begin, text.find('\n', begin) - begin));
    CHECK(json["entries"] == 0);
    CHECK(json["keys"] == 0);
    CHECK(json["times"].empty());
    CHECK(json["keyGroups"]["used"] == 0);
    CHECK(json["largestByBytes"].empty());
}

TEST_CASE("a time to live must be that of a state with TTL") {
    StatisticsOptions options;
    options.times_to_live = {{"ttl", "v_plain", 1000}};
    CHECK(usage_error("2.3.0-ttl.r-canon", options).find("has no TTL") != std::string::npos);
    options.times_to_live = {{"ttl", "nothing", 1000}};
    CHECK(usage_error("2.3.0-ttl.r-canon", options).find("no keyed state that is counted is ttl/nothing") !=
          std::string::npos);
    options.times_to_live = {{"759fa9f1f4c4cba733f7d0f7fad927e8", "v_ttl", 1000}};
    CHECK(usage_error("2.3.0-ttl.r-canon", options).empty());
}

TEST_CASE("what is not supported is told at the end, and nothing of it is called empty") {
    StringSink sink;
    CHECK_THROWS_AS(
        print_statistics(test::fixture("1.20.3-timers-windows.h-chk-changelog").string(), json_options(), sink),
        UnsupportedError);
    CHECK(sink.text().find("\"entries\":0,") == std::string::npos);
}
