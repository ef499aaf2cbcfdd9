#include "report/expectation/expectation.hpp"

#include "catch.hpp"
#include "report/expectation/state_counts.hpp"
#include "restore/operator_headers.hpp"
#include "rows/all_fixtures.hpp"
#include "sp/error.hpp"

using namespace sp;

namespace {

std::vector<std::string> counts_of(const std::string& savepoint, unsigned threads) {
    AuditOptions options;
    options.threads = threads;
    const Inspected inspected(locate_snapshot(savepoint), options.inspect);
    const StateCounts counts = StateCounts::count(savepoint, inspected, inspected.operators, options);
    std::vector<std::string> lines;
    for (const std::size_t index : inspected.operators) {
        InspectOutcome outcome;
        for (const DescribedState& described : read_headers(inspected.snapshot, index, outcome).states) {
            const StateCount count = counts.of(index, described.state);
            lines.push_back(inspected.names.label(index) + " " + name_in_group(described.state) + " " +
                            std::to_string(count.entries) + " " + std::to_string(count.bytes) +
                            (counts.is_counted(index) ? "" : " uncounted"));
        }
    }
    return lines;
}

/// The codes, with paths.
std::vector<std::string> judge(const std::string& savepoint, const std::string& document, FindingFilter filter = {}) {
    const Expectation expectation(document, "m");
    AuditOptions options;
    options.inspect.uid_list = expectation.uids();
    const Inspected inspected(locate_snapshot(savepoint), options.inspect);
    FindingList findings(filter);
    expectation.judge(savepoint, inspected, options, findings);
    std::vector<std::string> found;
    for (const Finding& finding : findings.sorted()) {
        found.push_back(finding.code + " " + finding.operator_label + " " + finding.state + " " + finding.path);
    }
    return found;
}

}  // namespace

TEST_CASE("counts do not depend on the number of threads") {
    std::size_t lines = 0;
    for (const std::string& savepoint : sp_test::all_fixtures()) {
        const std::vector<std::string> counts = counts_of(savepoint, 1);
        CHECK(counts == counts_of(savepoint, 4));
        lines += counts.size();
    }
    CHECK(lines > 100);
}

TEST_CASE("operators are found by the hash of their uid, and a document that is none is told with its name") {
    const std::string savepoint = std::string(SP_FIXTURES) + "/savepoints/1.17.2-uids-mix.h-canon-p4/savepoint";
    using List = std::vector<std::string>;
    CHECK(judge(savepoint, R"({"schema":1,"closed":false,"operators":[{"uid":"keyed-sum","key":"string","states":[
                {"name":"sum","kind":"value","type":"long"}]}]})") == List{});
    CHECK(judge(savepoint, R"({"schema":1,"closed":false,"operators":[
                {"operator":"124d6e7ca5c4bdde48b6979784eb5c15","key":"string","states":[
                {"name":"sum","kind":"value","type":"int"}]},{"uid":"gone"}]})") ==
          List{"SP-TYPE-INCOMPATIBLE 124d6e7ca5c4bdde48b6979784eb5c15 sum value", "SP-UID-MISSING gone  "});
    CHECK_THROWS_WITH(judge(savepoint, "{}"), "m: a schema document has no \"schema\"");
}
