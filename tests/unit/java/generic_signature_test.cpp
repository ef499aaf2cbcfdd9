#include "java/generic_signature.hpp"

#include "catch.hpp"
#include "sp/error.hpp"

using namespace sp;
using java::FieldType;
using java::parse_class_signature;
using java::parse_field_signature;

namespace {

/// A type as Java writes it, with type variables in quotes.
std::string text_of(const FieldType& type) {
    std::string text = type.wildcard == FieldType::Wildcard::kAny       ? "?:"
                       : type.wildcard == FieldType::Wildcard::kExtends ? "?+"
                       : type.wildcard == FieldType::Wildcard::kSuper   ? "?-"
                                                                        : "";
    text += type.variable.empty()
                ? type.is_primitive() || type.class_name().empty() ? type.descriptor : type.class_name()
                : "'" + type.variable + "'";
    std::string separator = "<";
    for (const FieldType& argument : type.arguments) {
        text += separator + text_of(argument);
        separator = ",";
    }
    text += type.arguments.empty() ? "" : ">";
    for (std::size_t i = 0; i < type.dimensions() && !type.class_name().empty(); ++i) {
        text += "[]";
    }
    return text;
}

std::string parsed(std::string_view descriptor, std::string_view signature = "") {
    return text_of(parse_field_signature(descriptor, signature));
}

}  // namespace

TEST_CASE("a field without a signature is its descriptor") {
    CHECK(parse_field_signature("I", "").is_primitive());
    CHECK(parse_field_signature("[[J", "").dimensions() == 2);
    CHECK(parse_field_signature("[[J", "").class_name().empty());
    CHECK(parsed("Ljava/util/List;") == "java.util.List");
    CHECK(parsed("[[Ljava/lang/String;") == "java.lang.String[][]");
}

TEST_CASE("a field's signature gives its type arguments") {
    CHECK(parsed("Ljava/util/Map;", "Ljava/util/Map<Ljava/lang/String;Ljava/util/List<Ljava/lang/Long;>;>;") ==
          "java.util.Map<java.lang.String,java.util.List<java.lang.Long>>");
    CHECK(parsed("[Ljava/util/List;", "[Ljava/util/List<[I>;") == "java.util.List<[I>[]");
    CHECK(parsed("La/List;", "La/List<*>;") == "a.List<?:java.lang.Object>");
    CHECK(parsed("La/Map;", "La/Map<-Ljava/lang/Integer;+[Ljava/lang/Number;>;") ==
          "a.Map<?-java.lang.Integer,?+java.lang.Number[]>");
}

TEST_CASE("type variables keep their names, and fields their erased types") {
    const FieldType type = parse_field_signature("Ljava/lang/Comparable;", "TK;");
    CHECK(type.variable == "K");
    CHECK(type.class_name() == "java.lang.Comparable");
    CHECK(parsed("[Ljava/lang/Number;", "[TN;") == "'N'[]");
    CHECK(parse_field_signature("[Ljava/lang/Number;", "[TN;").descriptor == "[Ljava/lang/Number;");
    CHECK(parsed("La/B;", "La/B<TK;[TV;>;") == "a.B<'K','V'[]>");
}

TEST_CASE("a nested class has its own arguments") {
    CHECK(parsed("La/B$C$D;", "La/B<TT;>.C.D<TU;>;") == "a.B$C$D<'U'>");
    CHECK(parsed("La/L;", "La/L<La/B<TT;>.C;>;") == "a.L<a.B$C>");
}

TEST_CASE("a class's signature has parameters, bounds and supertypes") {
    const auto of = parse_class_signature(
        "<K:Ljava/lang/Object;N:Ljava/lang/Number;:Ljava/lang/Comparable<TN;>;C::Ljava/util/List<TK;>;>La/Base<TK;>;La/"
        "I;"
        "Ljava/util/Comparator<TN;>;");
    REQUIRE(of.parameters.size() == 3);
    CHECK(of.parameters[0].name == "K");
    CHECK(text_of(of.parameters[0].bounds.at(0)) == "java.lang.Object");
    CHECK(of.parameters[1].bounds.size() == 2);
    CHECK(text_of(of.parameters[1].bounds.at(1)) == "java.lang.Comparable<'N'>");
    CHECK(of.parameters[2].name == "C");
    CHECK(text_of(of.parameters[2].bounds.at(0)) == "java.util.List<'K'>");
    CHECK(text_of(of.superclass) == "a.Base<'K'>");
    REQUIRE(of.interfaces.size() == 2);
    CHECK(text_of(of.interfaces[1]) == "java.util.Comparator<'N'>");
    CHECK(parse_class_signature("La/B;").parameters.empty());
}

TEST_CASE("descriptors are told from other texts") {
    for (const char* text : {"I", "[Z", "La;", "[[La/b$C;"}) {
        CHECK(java::is_field_descriptor(text));
    }
    for (const char* text : {"", "[", "V", "II", "L;", "La", "La;b", "La.b;", "La;;", "a"}) {
        CHECK_FALSE(java::is_field_descriptor(text));
    }
    CHECK(java::is_field_descriptor(std::string(255, '[') + "I"));
    CHECK_FALSE(java::is_field_descriptor(std::string(256, '[') + "I"));
}

TEST_CASE("damaged signatures are refused") {
    for (const char* text :
         {"L", "La", "La<", "La<>", "La<I>;", "La<La;;", "T;", "[", "V", "La;x", "La/;", "La<*", "X"}) {
        CHECK_THROWS_AS(parse_field_signature("La;", text), InputError);
    }
    for (const char* text : {"", "<", "<T>La;", "<T:La;", "<T:>", "I", "La;TT;"}) {
        CHECK_THROWS_AS(parse_class_signature(text), InputError);
    }
    CHECK_THROWS_AS(parse_field_signature("V", ""), InputError);
}

TEST_CASE("signatures are nested within bounds") {
    const auto nested = [](int depth) {
        std::string text;
        for (int i = 0; i < depth; ++i) {
            text += "La<";
        }
        text += "*";
        for (int i = 0; i < depth; ++i) {
            text += ">;";
        }
        return text;
    };
    CHECK(parse_field_signature("La;", nested(60)).arguments.size() == 1);
    CHECK_THROWS_AS(parse_field_signature("La;", nested(20000)), InputError);
}
