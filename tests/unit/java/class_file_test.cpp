#include "java/class_file.hpp"

#include <algorithm>

#include "catch.hpp"
#include "java/class_fixtures.hpp"
#include "java/class_path.hpp"
#include "readable_bytes.hpp"
#include "sp/error.hpp"

using namespace sp;
using java::ClassField;
using java::ClassFile;
using Names = std::vector<std::string>;

namespace {

/// Readable bytes, with blanks between those of fields.
ByteVector bytes_of(std::string_view text) {
    std::string dense(text);
    std::erase(dense, ' ');
    return readable_bytes(dense);
}

ClassFile read(const std::string& name) { return java::read_class_file(test::class_bytes(name), name + ".class"); }

const ClassField& field_of(const ClassFile& file, std::string_view name) {
    const auto found = std::ranges::find(file.fields, name, &ClassField::name);
    REQUIRE(found != file.fields.end());
    return *found;
}

Names field_names(const ClassFile& file) {
    Names names;
    std::ranges::transform(file.fields, std::back_inserter(names), &ClassField::name);
    return names;
}

template <class Failure>
std::string message_of(const ByteVector& bytes) {
    try {
        static_cast<void>(java::read_class_file(bytes, "A.class"));
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "nothing thrown";
}

std::string message_of(std::string_view bytes) { return message_of<InputError>(bytes_of(bytes)); }

void append_u16(ByteVector& bytes, std::size_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value >> 8U));
    bytes.push_back(static_cast<std::uint8_t>(value));
}

void append(ByteVector& bytes, std::string_view readable) {
    const ByteVector more = bytes_of(readable);
    bytes.insert(bytes.end(), more.begin(), more.end());
}

/// A class A with these bytes behind its access flags, name and superclass: interfaces, fields, methods, attributes. Its
/// constants: 1 "A", 2 class A, 3 "I", 4 "RuntimeVisibleAnnotations", 5 "LB;".
ByteVector class_with(std::string_view rest) {
    ByteVector bytes;
    append(bytes,
           "<CAFEBABE 0000003D 0006 010001>A<07 0001 01 0001>I<01 0019>RuntimeVisibleAnnotations<01 0003>LB;<0021 0002 "
           "0000>");
    append(bytes, rest);
    return bytes;
}

}  // namespace

TEST_CASE("a class file has its class and all fields in order") {
    const ClassFile file = read("Derived");
    CHECK(file.name == "shapes.Derived");
    CHECK(file.superclass == "shapes.Base");
    CHECK(file.interfaces == Names{"java.io.Serializable", "java.lang.Cloneable"});
    CHECK(file.signature ==
          "Lshapes/Base<Ljava/lang/String;Ljava/lang/Integer;>;Ljava/io/Serializable;Ljava/lang/Cloneable;");
    CHECK(file.is_final());
    CHECK_FALSE(file.is_interface());
    CHECK_FALSE(file.is_enum());
    CHECK_FALSE(file.is_record);
    CHECK(file.components.empty());
    CHECK(file.enum_constants.empty());
    CHECK(field_names(file) ==
          Names{"serialVersionUID", "RATIO",     "HALF",    "flag",  "small", "letter", "shorter", "number", "longer",
                "single",           "twice",     "passing", "boxed", "grid",  "maps",   "entry",   "deeper", "optional",
                "gr\u00f6\u00dfe",  "\U0001D535"});
}

TEST_CASE("a field has its descriptor, signature and flags") {
    const ClassFile file = read("Derived");
    CHECK(field_of(file, "serialVersionUID").is_static());
    CHECK(field_of(file, "passing").is_transient());
    CHECK(field_of(file, "boxed").access == 0x0040);
    CHECK(field_of(file, "flag").access == (0x0002 | java::kAccFinal));
    CHECK(field_of(file, "grid").descriptor == "[[I");
    CHECK(field_of(file, "grid").signature.empty());
    CHECK(field_of(file, "maps").descriptor == "[Ljava/util/Map;");
    CHECK(field_of(file, "maps").signature == "[Ljava/util/Map<Ljava/lang/String;Ljava/util/List<Ljava/lang/Long;>;>;");
    CHECK(field_of(read("Derived$Inner"), "this$0").is_synthetic());
}

TEST_CASE("methods have names, descriptors and flags") {
    const ClassFile file = read("Derived");
    CHECK(file.methods == std::vector<java::ClassMethod>{{"<init>", "()V", java::kAccPublic},
                                                         {"text", "()Ljava/util/function/Supplier;", 0},
                                                         {"lambda$text$0", "()Ljava/lang/String;", 0x1002}});
    CHECK(read("Marker$Inner").methods.size() == 1);
}

TEST_CASE("a nested class is as public as it is declared") {
    CHECK(read("Derived").is_public());
    CHECK(read("Marker$Inner").is_public());
    CHECK_FALSE(read("Derived$Nested").is_public());
    const java::ClassPath classes(std::string(SP_FIXTURES) + "/kryo/subclasses.jar");
    const ClassFile* const hidden = classes.find("Subclasses$Protected");
    REQUIRE(hidden != nullptr);
    CHECK((hidden->access & java::kAccPublic) != 0);  // what is protected is public to the virtual machine
    CHECK_FALSE(hidden->is_public());
    CHECK(classes.find("Subclasses$Plain")->is_public());
}

TEST_CASE("Kryo's Optional and a class's annotations are seen") {
    const ClassFile file = read("Derived");
    for (const ClassField& field : file.fields) {
        CHECK(field.has_optional_annotation == (field.name == "optional"));
    }
    CHECK(file.annotations == Names{"Lshapes/Marker;", "Ljava/lang/Deprecated;"});
    CHECK(file.has_annotation("shapes.Marker"));
    CHECK(file.has_annotation("java.lang.Deprecated"));
    CHECK_FALSE(file.has_annotation("shapes.Marke"));
    CHECK_FALSE(file.has_annotation(""));
}

TEST_CASE("an enum has its constants by ordinal, and only those") {
    const ClassFile file = read("Color");
    CHECK(file.is_enum());
    CHECK_FALSE(file.is_final());  // GREEN has a body
    CHECK(file.enum_constants == Names{"RED", "GREEN", "BLUE"});
    CHECK(field_names(file) == Names{"RED", "GREEN", "BLUE", "FIRST", "$VALUES"});
    const ClassFile body = read("Color$1");
    CHECK(body.superclass == "shapes.Color");
    CHECK_FALSE(body.is_enum());
    CHECK(body.is_final());
}

TEST_CASE("a record has its components in order") {
    const ClassFile file = read("Point");
    CHECK(file.is_record);
    CHECK(file.components ==
          std::vector<java::RecordComponent>{{"x", "I", ""},
                                             {"y", "Ljava/lang/Number;", "TN;"},
                                             {"names", "Ljava/util/List;", "Ljava/util/List<Ljava/lang/String;>;"}});
    CHECK(field_names(file) == Names{"x", "y", "names", "made"});
}

TEST_CASE("the first constructor has its parameters, with names where the compiler has written them") {
    using Parameters = std::vector<java::ConstructorParameter>;
    CHECK(read("Point").constructor_parameters ==
          Parameters{{"x", "I"}, {"y", "Ljava/lang/Number;"}, {"names", "Ljava/util/List;"}});
    CHECK(read("Derived$Inner").constructor_parameters == Parameters{{"", "Lshapes/Derived;"}});
    CHECK(read("Derived").constructor_parameters.empty());
    CHECK(read("Marker").constructor_parameters.empty());
}

TEST_CASE("interfaces, annotations and modules are class files too") {
    CHECK(read("Marker").is_interface());
    CHECK(read("Marker").interfaces == Names{"java.lang.annotation.Annotation"});
    const ClassFile module = read("../module-info");
    CHECK(module.name == "module-info");
    CHECK(module.superclass.empty());
}

TEST_CASE("a class of a newer Java is read as long as its constants are known") {
    ByteVector bytes = test::class_bytes("Derived");
    bytes[7] = 99;
    CHECK(java::read_class_file(bytes, "Derived.class") == read("Derived"));
    ByteVector strange = class_with("<0000 0000 0000 0000>");
    strange[7] = 99;
    strange[14] = 21;  // the tag of constant 2
    CHECK(message_of<UnsupportedError>(strange) ==
          "A.class: tag of a constant at offset 14: found 21, expected one of Java 1 to 23; the class is of Java 55");
    strange[7] = 61;
    CHECK(message_of<InputError>(strange) ==
          "A.class: tag of a constant at offset 14: found 21, expected one of Java 1 to 23");
}

TEST_CASE("what is no class file says where and why") {
    CHECK(message_of("") == "A.class: magic number at offset 0: needs 4 bytes, but only 0 are left");
    CHECK(message_of("PK<03040000>") == "A.class: magic number at offset 0: this is no Java class file");
    CHECK(message_of("<CAFEBABE 0000002C 0001>") == "A.class: version at offset 6: found 44, expected at least 45");
    CHECK(message_of("<CAFEBABE 0000003D 0000>") ==
          "A.class: size of the constant pool at offset 10: found 0, expected at least 1");
    CHECK(message_of("<CAFEBABE 0000003D FFFF 07 0001>") ==
          "A.class: constant pool at offset 10: 65534 constants do not fit into what is left");
    CHECK(message_of("<CAFEBABE 0000003D 0001 0021 0002 0000>") ==
          "A.class: name of the class at offset 12: constant 2 is not there, expected one of tag 7");
    const auto message = [](std::string_view rest) { return message_of<InputError>(class_with(rest)); };
    CHECK(message("<0001 0001>") == "A.class: interface at offset 63: constant 1 has tag 1, expected one of tag 7");
    CHECK(message("<0000 0001 0000 0001 0001 0000>") == "A.class: descriptor at offset 69: 'A' of field A is no type");
    CHECK(message("<0000 0000 0000 0000 00>") ==
          "A.class: class file at offset 69: 1 bytes follow where the end was expected");
}

TEST_CASE("annotations are nested within bounds") {
    const auto with_annotation = [](const std::string& value) {
        const std::size_t length = 2 + 2 + 2 + 2 + bytes_of(value).size();
        ByteVector bytes = class_with("<0000 0000 0000 0001 0004>");
        append_u16(bytes, 0);
        append_u16(bytes, length);
        append(bytes, "<0001 0005 0001 0001>" + value);
        return bytes;
    };
    std::string arrays;
    for (int i = 0; i < 30; ++i) {
        arrays += "[<0001>";
    }
    CHECK(java::read_class_file(with_annotation(arrays + "I<0001>"), "A.class").annotations == Names{"LB;"});
    CHECK(message_of<InputError>(with_annotation(arrays + "[<0001>[<0001>[<0001>I<0001>"))
              .find("nested more than 32 deep") != std::string::npos);
    CHECK(message_of<InputError>(with_annotation("x<0001>")).find("tag of an annotation's value at offset") !=
          std::string::npos);
}

// 65,535 interfaces that share one long name: the file has 197 KB, its names would take 4 GB.
TEST_CASE("names that a file repeats are bounded") {
    ByteVector bytes = bytes_of("<CAFEBABE 0000003D 0003 01 FFFF>");
    bytes.insert(bytes.end(), 0xFFFF, 'a');
    append(bytes, "<07 0001 0021 0002 0000 FFFF>");
    for (int i = 0; i < 0xFFFF; ++i) {
        append_u16(bytes, 2);
    }
    append(bytes, "<0000 0000 0000>");
    CHECK(message_of<UnsupportedError>(bytes) == "A.class: its names take more than 16 MB");
}

TEST_CASE("a class file beyond the limit is refused") {
    const ByteVector bytes(java::kMostClassBytes + 1);
    CHECK(message_of<UnsupportedError>(bytes) ==
          "A.class: a class file of 16777217 bytes; the largest that is read has 16777216");
}
