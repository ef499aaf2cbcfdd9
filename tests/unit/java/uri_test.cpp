// URIs are one and the same where the JDK says so (tests/fixtures/text/uris.tsv).

#include "java/uri.hpp"

#include <map>

#include "catch.hpp"
#include "types/text_tables.hpp"

using namespace sp;

TEST_CASE("the JDK's judgement of which URIs are equal, and which are none") {
    std::map<std::string, std::string> number_of;  // by identity, those of the first that has it
    std::size_t equal = 0;
    for (const sp_test::Fields& fields : sp_test::read_table("uris.tsv")) {
        INFO(fields.at(0));
        std::string identity;
        const bool is_uri = java::append_uri_identity(identity, fields.at(0));
        REQUIRE(is_uri == (fields.at(1) != "refused"));
        if (!is_uri) {
            continue;
        }
        const auto [known, is_first] = number_of.emplace(identity, fields.at(1));
        REQUIRE(known->second == fields.at(1));
        REQUIRE((!is_first || known->second == std::to_string(number_of.size() - 1)));
        equal += is_first ? 0 : 1;
    }
    CHECK(equal > 400);
}
