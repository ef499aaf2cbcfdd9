// Which names the rules of --rename-class change, and where they may stand in bytes.

#include "java/class_renames.hpp"

#include "catch.hpp"
#include "readable_bytes.hpp"
#include "sp/error.hpp"

using namespace sp;
using java::ClassRenames;

namespace {

/// As readable_bytes, with blanks between the bytes.
ByteVector spaced_bytes(std::string_view text) {
    std::string without;
    bool is_hex = false;
    for (const char c : text) {
        is_hex = c == '<' || (is_hex && c != '>');
        without += is_hex && c == ' ' ? "" : std::string(1, c);
    }
    return readable_bytes(without);
}

using Rules = std::vector<std::pair<std::string, std::string>>;

std::string renamed(const ClassRenames& renames, std::string_view name) { return renames.renamed(name).value_or("-"); }

bool may_be_in(const ClassRenames& renames, std::string_view readable) {
    return renames.may_be_in(spaced_bytes(readable));
}

}  // namespace

TEST_CASE("a class moves with the classes inside it, and with arrays of it") {
    const ClassRenames renames(Rules{{"a.Order", "b.c.Sale"}});
    CHECK(renamed(renames, "a.Order") == "b.c.Sale");
    CHECK(renamed(renames, "a.Order$Line") == "b.c.Sale$Line");
    CHECK(renamed(renames, "a.Order$") == "b.c.Sale$");
    CHECK(renamed(renames, "[La.Order;") == "[Lb.c.Sale;");
    CHECK(renamed(renames, "[[La.Order$Line;") == "[[Lb.c.Sale$Line;");
    for (const char* const other :
         {"a.Orders", "a.Order.Line", "xa.Order", "Order", "a", "", "[I", "[", "[L", "[La.Orders;"}) {
        CHECK(renamed(renames, other) == "-");
    }
}

TEST_CASE("a package moves with all below it") {
    const ClassRenames renames(Rules{{"a.b.*", "c.*"}});
    CHECK(renamed(renames, "a.b.Order") == "c.Order");
    CHECK(renamed(renames, "a.b.d.Order$Line") == "c.d.Order$Line");
    CHECK(renamed(renames, "[La.b.Order;") == "[Lc.Order;");
    for (const char* const other : {"a.b", "a.b.", "a.bc.Order", "a.Order"}) {
        CHECK(renamed(renames, other) == "-");
    }
}

TEST_CASE("the longest rule counts, and all hold at once") {
    const ClassRenames renames(
        Rules{{"a.*", "b.*"}, {"a.Order", "c.Sale"}, {"a.Order$Line", "d.Line"}, {"b.Order", "a.Order"}});
    CHECK(renamed(renames, "a.Order") == "c.Sale");
    CHECK(renamed(renames, "a.Order$Line") == "d.Line");
    CHECK(renamed(renames, "a.Order$Other") == "c.Sale$Other");
    CHECK(renamed(renames, "a.Orders") == "b.Orders");
    CHECK(renamed(renames, "b.Order") == "a.Order");
}

TEST_CASE("signatures of fields have slashes") {
    const ClassRenames renames(Rules{{"a.Order", "b.Sale"}});
    CHECK(renames.renamed_signature("La/Order;") == "Lb/Sale;");
    CHECK(renames.renamed_signature("[[La/Order$Line;") == "[[Lb/Sale$Line;");
    CHECK(!renames.renamed_signature("La/Orders;"));
    CHECK(!renames.renamed_signature("I"));
    CHECK(!renames.renamed_signature("[B"));
}

TEST_CASE("in source code a class stands by itself") {
    const ClassRenames renames(Rules{{"a.Order", "b.Sale"}, {"p.*", "q.r.*"}});
    CHECK(renames.renamed_in_source("implicitly[CanBuildFrom[List[a.Order], p.X, a.Orders]]") ==
          "implicitly[CanBuildFrom[List[b.Sale], q.r.X, a.Orders]]");
    CHECK(renames.renamed_in_source("a.Order.Line, x.a.Order, a.Order.apply(1)") ==
          "b.Sale.Line, x.a.Order, b.Sale.apply(1)");
    CHECK(renames.renamed_in_source("nothing").empty() == false);
    CHECK(renames.renamed_in_source("") == "");
}

TEST_CASE("bytes that may hold a name are those in which it stands, whoever wrote it") {
    const ClassRenames renames(Rules{{"a.Order", "b.Sale"}});
    CHECK(may_be_in(renames, "<04 0007>a.Order<02>"));
    CHECK(may_be_in(renames, "<0100>a.Orde<f2>"));  // Kryo marks the last character
    CHECK(may_be_in(renames, "sr<000c>a.Order$Linex"));
    CHECK(may_be_in(renames, "t<0009>La/Order;"));
    CHECK(!may_be_in(renames, "<0007>b.Order"));
    CHECK(!may_be_in(renames, ""));
    CHECK(!renames.may_be_in(Bytes()));
    const ClassRenames package(Rules{{"a.*", "b.*"}});
    CHECK(may_be_in(package, "<0003>a.<c2>"));
    CHECK(may_be_in(package, "La/Order;"));
    CHECK(!may_be_in(package, "ab"));
}

TEST_CASE("rules that met no class are told") {
    const ClassRenames renames(Rules{{"a.*", "b.*"}, {"c.Order", "d.Order"}});
    CHECK(renames.unused() == std::vector<std::string>{"c.Order", "a.*"});
    static_cast<void>(renames.renamed("a.X"));
    CHECK(renames.unused() == std::vector<std::string>{"c.Order"});
}

TEST_CASE("what is no rule is refused") {
    for (const Rules& rules :
         {Rules{{"", "a"}}, Rules{{"a", ""}}, Rules{{"a.*", "b"}}, Rules{{"a", "b.*"}}, Rules{{"a.B", "a.B"}},
          Rules{{"a.B", "c"}, {"a.B", "d"}}, Rules{{"a/B", "c"}}, Rules{{"*", "c.*"}}, Rules{{".*", "c.*"}},
          Rules{{"a..B", "c"}}, Rules{{"a.", "c"}}, Rules{{".a", "c"}}, Rules{{"a.1B", "c"}}, Rules{{"a b", "c"}}}) {
        CHECK_THROWS_AS(ClassRenames(rules), UsageError);
    }
    CHECK_NOTHROW(ClassRenames(Rules{{"a.Ünïcode$1", "b.日本"}}));
}
