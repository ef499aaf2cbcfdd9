#include "report/findings.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "sp/metadata.hpp"

using namespace sp;

namespace {

Finding finding(std::string_view code, const std::string& op, const std::string& state = "",
                std::optional<std::uint64_t> offset = std::nullopt) {
    Finding made = make_finding(code, "message");
    made.operator_label = op;
    made.has_uid = true;
    made.state = state;
    made.offset = offset;
    return made;
}

std::vector<std::string> codes(const FindingList& list) {
    std::vector<std::string> all;
    for (const Finding& found : list.sorted()) {
        all.push_back(found.code + "@" + found.operator_label + "/" + found.state);
    }
    return all;
}

}  // namespace

TEST_CASE("findings stand by operator, state, severity") {
    FindingList list({});
    list.set_operators({"z", "a"});
    list.add(finding("SP-KRYO", "a", "s"));
    list.add(finding("SP-VALUE-CORRUPT", "a", "s"));
    list.add(finding("SP-UID-MISSING", "b"));
    list.add(finding("SP-KEY-GROUP-GAP", "z"));
    list.add(finding("SP-METADATA-CORRUPT", ""));
    CHECK(codes(list) == std::vector<std::string>{"SP-METADATA-CORRUPT@/", "SP-KEY-GROUP-GAP@z/",
                                                  "SP-VALUE-CORRUPT@a/s", "SP-KRYO@a/s", "SP-UID-MISSING@b/"});
}

TEST_CASE("what is found again counts, and the first is told, whoever met it first") {
    for (const bool is_first_last : {false, true}) {
        FindingList list({});
        FindingList other({});
        FindingList& early = is_first_last ? other : list;
        FindingList& late = is_first_last ? list : other;
        early.add(finding("SP-VALUE-CORRUPT", "a", "s", 10));
        early.add(finding("SP-VALUE-CORRUPT", "a", "s", 20));
        late.add(finding("SP-VALUE-CORRUPT", "a", "s", 30));
        late.add(finding("SP-VALUE-CORRUPT", "a", "s"));
        list.absorb(std::move(other));
        REQUIRE(list.sorted().size() == 1);
        CHECK(list.sorted()[0].offset == 10U);
        CHECK(list.sorted()[0].count == 4);
        CHECK(findings_text(list.sorted()) == "SP-VALUE-CORRUPT\terror\ta\ts\t-\t10\tmessage (and 3 more)\n");
    }
}

TEST_CASE("notes alone do not fail, unless they are asked for") {
    FindingList notes({});
    notes.add(finding("SP-KRYO", "a"));
    CHECK_FALSE(notes.fails());
    notes.add(finding("SP-NOT-CHECKED", "a"));
    CHECK(notes.fails());

    const auto fails = [](std::vector<std::string> fail_on) {
        FindingList list({{}, std::move(fail_on)});
        list.add(finding("SP-HEADER-DIFFERS", "a", "s"));
        return list.fails();
    };
    CHECK(fails({"note"}));
    CHECK(fails({"warning"}));
    CHECK_FALSE(fails({"error"}));
    CHECK(fails({"error", "SP-HEADER-DIFFERS"}));
    CHECK(fails({"SP-HEADER-DIFFERS@a/s"}));
    CHECK_FALSE(fails({"SP-HEADER-DIFFERS@a/t"}));
}

TEST_CASE("what is ignored is not there") {
    const auto shown = [](const std::string& ignored) {
        FindingList list({{ignored}, {}});
        list.add(finding("SP-HEADER-DIFFERS", "a/b", "s"));
        return !list.sorted().empty() || list.fails();
    };
    CHECK_FALSE(shown("SP-HEADER-DIFFERS"));
    CHECK_FALSE(shown("warning"));
    CHECK_FALSE(shown("SP-HEADER-DIFFERS@a\\/b"));
    CHECK_FALSE(shown("SP-HEADER-DIFFERS@a\\/b/s"));
    CHECK_FALSE(shown("SP-HEADER-DIFFERS@" + hash_of_uid("a/b").hex()));
    CHECK(shown("SP-HEADER-DIFFERS@a/b"));
    CHECK(shown("note"));
    CHECK(shown("error"));
    CHECK(shown("SP-KRYO"));
}

TEST_CASE("a word that is no finding is told with those near to it") {
    CHECK_THROWS_AS(FindingList({{"SP-FILE-MISING"}, {}}), UsageError);
    CHECK_THROWS_AS(FindingList({{}, {"errors"}}), UsageError);
    CHECK_THROWS_AS(FindingList({{"SP-KRYO@"}, {}}), UsageError);
    CHECK_THROWS_AS(FindingList({{"error@a"}, {}}), UsageError);
}

TEST_CASE("JSON has only the members that are there") {
    Finding full = finding("SP-VALUE-CORRUPT", "a", "s", 7);
    full.subtask = 2;
    full.file = "/f";
    full.path = "value.f0";
    full.count = 3;
    CHECK(findings_json({full, make_finding("SP-PATH-ABSOLUTE", "m\n")}) ==
          R"({"code":"SP-VALUE-CORRUPT","severity":"error","uid":"a","state":"s","subtask":2,"file":"/f","offset":7,)"
          R"("path":"value.f0","message":"message","count":3})"
          "\n"
          R"({"code":"SP-PATH-ABSOLUTE","severity":"note","message":"m\n"})"
          "\n");
    CHECK(findings_text({make_finding("SP-PATH-ABSOLUTE", "a\tb\n")}) ==
          "SP-PATH-ABSOLUTE\tnote\t-\t-\t-\t-\ta\\tb\\n\n");
}

TEST_CASE("all codes are told, sorted by name") {
    CHECK(std::ranges::is_sorted(finding_codes(), {}, &FindingCode::name));
}
