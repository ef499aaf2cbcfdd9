// Names of fields from classes that scalac 2.12 compiled (tests/fixtures/scala).

#include "types/case_class_names.hpp"

#include "catch.hpp"
#include "types/codecs/value_fixtures.hpp"

using namespace sp;
using namespace sp::test;
using enum sp::TypeKind;
using Names = std::vector<std::string>;

namespace {

Names names_in(const char* jar, const char* class_name, const std::vector<TypeKind>& fields) {
    static const std::string folder = std::string(SP_FIXTURES) + "/scala/";
    const java::ClassPath classes(folder + jar);
    std::vector<TypePtr> nested;
    for (const TypeKind kind : fields) {
        nested.push_back(type_of(kind));
    }
    return case_class_names(classes, *case_class_of(class_name, std::move(nested)));
}

Names names_of(const char* class_name, const std::vector<TypeKind>& fields) {
    return names_in("classes.jar", class_name, fields);
}

}  // namespace

TEST_CASE("fields of case classes have the names of their parameters") {
    CHECK(names_of("corpus.Key", {kInt, kString}) == Names{"a", "b"});
    CHECK(names_of("corpus.Item", {kLong, kString, kOption, kTraversable, kTraversable, kCaseClass, kScalaEither}) ==
          Names{"id", "name", "opt", "tags", "marks", "inner", "e"});
    CHECK(names_of("shapes.Busy", {kInt, kString, kDouble, kLong}) == Names{"first", "second", "third", "user-id"});
    CHECK(names_of("shapes.Lists", {kInt}) == Names{"a"});
    CHECK(names_of("shapes.Generic", {kDouble, kTraversable, kUnit, kChar}) == Names{"value", "more", "nothing",
                                                                                     "gr\xC3\xB6\xC3\x9F"
                                                                                     "e"});
    CHECK(names_of("shapes.Meter", {kDouble}) == Names{"value"});
    CHECK(names_of("shapes.Holder", {kCaseClass, kOption}) == Names{"meter", "other"});
    CHECK(names_of("shapes.Outer$In", {kInt, kInt}) == Names{"a", "b"});
    CHECK(names_of("shapes.Tree$Leaf", {kKryo, kInt}) == Names{"tree", "n"});
    CHECK(names_of("shapes.Empty", {}).empty());
}

TEST_CASE("a class that does not fit the snapshot gives no names") {
    CHECK(names_of("corpus.Key", {kInt, kString, kInt}).empty());
    CHECK(names_of("corpus.Key", {kString, kInt}).empty());
    CHECK(names_of("corpus.Key", {kLong, kString}).empty());
    CHECK(names_of("corpus.Key", {kInt, kLong}).empty());
    CHECK(names_of("corpus.Absent", {kInt}).empty());
    CHECK(names_of("scala.Tuple2", {kInt, kInt}).empty());
}

TEST_CASE("where parameters have no names the fields give them, if there are no others") {
    CHECK(names_in("old.jar", "shapes.Lists", {kInt}) == Names{"a"});
    CHECK(names_in("old.jar", "shapes.Outer$In", {kInt, kInt}) == Names{"a", "b"});
    CHECK(names_in("old.jar", "shapes.Tree$Leaf", {kKryo, kInt}) == Names{"tree", "n"});
    CHECK(names_in("old.jar", "shapes.Busy", {kInt, kString, kDouble, kLong}).empty());
    CHECK(names_in("old.jar", "shapes.Generic", {kDouble, kTraversable, kUnit, kChar}).empty());
}
