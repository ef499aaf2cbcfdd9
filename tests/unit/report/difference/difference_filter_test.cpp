// The words of --ignore.

#include "report/difference/difference_filter.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "sp/metadata.hpp"

using namespace sp;
using namespace sp::difference;

namespace {

OperatorKey op(const std::string& uid) { return {uid, hash_of_uid(uid).hex()}; }

/// What of the state is ignored: a letter each.
std::string ignored(const std::vector<std::string>& words, const OperatorKey& of, const std::string& state) {
    const IgnoredParts parts = DifferenceFilter(words).of_state(of, state);
    return std::string(parts.everything ? "e" : "") + (parts.ttl ? "t" : "") + (parts.schema ? "s" : "") +
           std::string(parts.paths.size(), 'p');
}

std::string refusal(const std::string& word) {
    try {
        static_cast<void>(DifferenceFilter({word}));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "taken";
}

}  // namespace

TEST_CASE("operators and states are left out by name", "[difference]") {
    CHECK(ignored({"u"}, op("u"), "s") == "e");
    CHECK(ignored({"u"}, op("v"), "s").empty());
    CHECK(ignored({"@u"}, op("u"), "s") == "e");
    CHECK(ignored({"u/s"}, op("u"), "s") == "e");
    CHECK(ignored({"u/s"}, op("u"), "t").empty());
    CHECK(ignored({"@u/s"}, op("u"), "s") == "e");
    CHECK(DifferenceFilter({"u"}).ignores(op("u")));
    CHECK_FALSE(DifferenceFilter({"u/s"}).ignores(op("u")));
    CHECK(DifferenceFilter({op("u").id}).ignores(op("u")));
    CHECK(DifferenceFilter({"u"}).ignores({"", op("u").id}));
}

TEST_CASE("words are of all operators, of one, or of a state", "[difference]") {
    CHECK(ignored({"ttl"}, op("u"), "s") == "t");
    CHECK(ignored({"schema@u", "ttl@v"}, op("u"), "s") == "s");
    CHECK(ignored({"ttl@u/s"}, op("u"), "s") == "t");
    CHECK(ignored({"ttl@u/s"}, op("u"), "t").empty());
    CHECK(ignored({".f1", ".a[\"x@y\"].b@u/s", ".c@v"}, op("u"), "s") == "pp");
    CHECK(ignored({"@ttl"}, op("ttl"), "s") == "e");
    CHECK(ignored({"\\ttl"}, op("ttl"), "s") == "e");
}

TEST_CASE("timers are left out by service", "[difference]") {
    CHECK(DifferenceFilter({"timers"}).of_timers(op("u"), "user-timers").everything);
    CHECK(DifferenceFilter({"timers@u/user-timers"}).of_timers(op("u"), "user-timers").everything);
    CHECK_FALSE(DifferenceFilter({"timers@u/window-timers"}).of_timers(op("u"), "user-timers").everything);
    CHECK_FALSE(DifferenceFilter({"u/user-timers"}).of_timers(op("u"), "user-timers").everything);
    CHECK(DifferenceFilter({"u"}).of_timers(op("u"), "user-timers").everything);
    CHECK(ignored({"timers"}, op("u"), "s").empty());
}

TEST_CASE("a backslash takes the meaning of separators away", "[difference]") {
    CHECK(ignored({"a\\/b"}, op("a/b"), "s") == "e");
    CHECK(ignored({"a\\@b/c\\\\d"}, op("a@b"), "c\\d") == "e");
    CHECK(ignored({"ttl@a\\/b/s/t"}, op("a/b"), "s/t") == "t");
    CHECK(ignored({"\\.f1"}, op(".f1"), "s") == "e");
}

TEST_CASE("what is no word is refused", "[difference]") {
    CHECK(refusal("timer@u") == "'timer' in 'timer@u' is neither timers, ttl, schema nor a path such as .f1");
    CHECK(refusal("") == "'' names no operator");
    CHECK(refusal("ttl@") == "'ttl@' names no operator");
    CHECK(refusal("/s") == "'/s' names no operator");
    CHECK(refusal(".a..b") == R"('.a..b' is not a path such as .f1, .items[].price or .labels["a"])");
    CHECK(refusal("ttl") == "taken");
}

TEST_CASE("operators have to be in one of the snapshots", "[difference]") {
    DifferenceFilter({"ttl", "u/s", ".f1@v"}).check_operators({op("u"), op("v")});
    try {
        DifferenceFilter({"uu/s"}).check_operators({op("u"), op("v")});
        FAIL("taken");
    } catch (const UsageError& error) {
        CHECK(std::string(error.what()) == "neither savepoint has an operator 'uu'; there are:\n  u\n  v");
    }
}
