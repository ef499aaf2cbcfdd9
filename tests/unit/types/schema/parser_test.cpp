#include "types/schema/parser.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/schema/expression.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;
using Json = nlohmann::ordered_json;

namespace {

const SchemaTarget kNewest = {FlinkVersion{2, 3}};
const SchemaTarget kOld = {FlinkVersion{1, 20}};

TypePtr parse(const std::string& text, const SchemaTarget& target = kNewest) {
    return parse_type(text.starts_with('{') ? Json::parse(text) : Json(text), target);
}

/// What is read prints as `words`, and reading these gives the same snapshot.
std::string words_of(const std::string& text, const SchemaTarget& target = kNewest) {
    const TypePtr type = parse(text, target);
    ByteWriter once;
    write_snapshot(once, *type);
    ByteWriter twice;
    write_snapshot(twice, *parse_type(type_json(*type), target));
    CHECK(once.take() == twice.take());
    return type_words(*type);
}

std::string error_of(const std::string& text, const SchemaTarget& target = kNewest) {
    try {
        parse(text, target);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

bool fails_with(const std::string& text, const std::string& part, const SchemaTarget& target = kNewest) {
    const std::string error = error_of(text, target);
    CAPTURE(error);
    CHECK(error.find(part) != std::string::npos);
    return error.find(part) != std::string::npos;
}

std::string base64(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    const ByteVector bytes = out.take();
    std::string text(text::base64_size(bytes.size()), '\0');
    text::write_base64(text.data(), bytes);
    return text;
}

}  // namespace

TEST_CASE("string expressions are read as they are printed") {
    for (const char* const words : {
             "long",
             "string?",
             "list<string>",
             "map<string,long>",
             "tuple<string,long>",
             "tuple<int>",
             "tuple0",
             "com.acme.P{age:int,name:string}",
             "row<string,bigdecimal>",
             "row<int>",
             "row<>",
             "either<string,int>",
             "enum com.acme.Color{RED,BLUE}",
             "double[]",
             "bytes",
             "list<string?>?",
             "nullable<long,8>",
             "set<int>",
             "array<com.acme.P{a:int}>",
             "array<bytes>",
             "array-list<int>",
             "ttl<string>",
             "ttl-aware<ttl<string>>",
             "timer<string,time-window>",
             "void-namespace",
             "stream-element<int>",
             "tagged-union<int,string>",
             "buffer-entry<int>",
             "two-phase-commit<int,string>",
             "decimal<10,2>",
             "timestamp-data<3>",
             "raw-data<int>",
             "linked-list<int>",
             "window-key<int>",
             "list-view<int>",
             "map-view<int,string>",
             "map-view<null-aware-map<int,string>>",
             "null-aware-map<int,string>",
             "sql-null",
             "sorted-long",
             "event-id",
             "node-id",
             "shared-buffer-edge",
             "shared-buffer-node<2>",
             "lockable<int>",
             "nfa-state<1>",
             "nfa-state<2>",
             "P{}",
             "a.B$C{`o:dd`:int,plain_1$:int,`tick``ed`:int}",
             "enum a.E{`od d`,B}",
         }) {
        CAPTURE(words);
        CHECK(words_of(words) == words);
    }
    for (const char* const words :
         {"option<int>", "scala-either<int,string>", "unit", "nothing", "case-class<a.B,int,string>",
          "shared-buffer-node<1>", "sql<>", "sql<INT, STRING NOT NULL>", "sql<`id` INT, `a ``b``` STRING NOT NULL>",
          "sql<`f1` INT, `f0` INT>", "kryo<a.B>"}) {
        CHECK(words_of(words, kOld) == words);
    }
}

TEST_CASE("expressions have other spellings") {
    CHECK(words_of("byte[]") == "bytes");
    CHECK(words_of("int[]") == "int[]");
    CHECK(words_of(" map< string , list <long ? > > ") == "map<string,list<long?>>");
    CHECK(words_of("string[][]") == "array<string[]>");
    CHECK(words_of("com.acme.P{b:int, a:enum com.acme.E{X}}[]") == "array<com.acme.P{a:enum com.acme.E{X},b:int}>");
    CHECK(words_of(R"({"list":"map<int,string>"})") == "list<map<int,string>>");
    CHECK(words_of(R"({"map":["int",{"list":"long"}]})") == "map<int,list<long>>");
    CHECK(words_of(R"({"type":"long"})") == "long");
    CHECK(words_of(R"({"row":{"a":"int","list":"string"}})") == "row<int,string>");
    CHECK(words_of(R"({"case-class":"a.B","fields":{"x":"int"}})", kOld) == "case-class<a.B,int>");
    CHECK(words_of(R"({"class":"java.lang.Integer","array":"int"})") == "array<int>");  // members in any order
}

TEST_CASE("the class of an array follows from its elements") {
    const auto class_of = [](const std::string& text) { return parse(text)->class_name; };
    CHECK(class_of("array<int>") == "java.lang.Integer");
    CHECK(class_of("array<string?>") == "java.lang.String");
    CHECK(class_of("int[][]") == "[I");
    CHECK(class_of("string[][]") == "[Ljava.lang.String;");
    CHECK(class_of("a.P{x:int}[][]") == "[La.P;");
    CHECK(class_of("a.P{x:int}[][][]") == "[[La.P;");
    CHECK(class_of("tuple<int,long>[]") == "org.apache.flink.api.java.tuple.Tuple2");
    CHECK(class_of(R"({"array":"a.P{x:int}","class":"a.Base"})") == "a.Base");
    CHECK(fails_with("event-id[]", R"({"array":T,"class":"a.b.C"})"));
}

TEST_CASE("fields of a POJO are in Flink's order") {
    // By UTF-16 units a surrogate pair stands before U+FF5E.
    const TypePtr type = parse("a.B{b:int,～:int,a:int,𝒜:int,B:int}");
    std::vector<std::string> names;
    for (const PojoField& field : type->fields) {
        names.push_back(field.name);
        CHECK(field.declaring_class == "a.B");
    }
    CHECK(names == std::vector<std::string>{"B", "a", "b", "𝒜", "～"});
}

TEST_CASE("POJOs with superclasses and subclasses") {
    const TypePtr type = parse(R"({"pojo":"a.B","fields":{"y":"int","x":"string"},"declaring":{"x":"a.Base"},
        "subclasses":[{"class":"a.C","registered":true,"fields":{"z":"int","x":"string"},"declaring":{"x":"a.Base"}},
                      {"class":"a.D","registered":false,"type":"long"}]})");
    CHECK(type->fields[0].declaring_class == "a.Base");
    CHECK(type->fields[1].declaring_class == "a.B");
    REQUIRE(type->registered_subclasses.size() == 1);
    CHECK(type_words(*type->registered_subclasses[0].type) == "a.C{x:string,z:int}");
    CHECK(type->registered_subclasses[0].type->fields[0].declaring_class == "a.Base");
    REQUIRE(type->other_subclasses.size() == 1);
    CHECK(type->other_subclasses[0].type->kind == TypeKind::kLong);
}

TEST_CASE("forms are those of the version of Flink") {
    const auto row_version = [](const SchemaTarget& target) { return parse("row<int>", target)->outer_version; };
    CHECK(row_version({FlinkVersion{1, 10}}) == 2);
    CHECK(row_version({FlinkVersion{1, 14}}) == 3);
    CHECK(row_version({FlinkVersion{1, 15}}) == 4);
    CHECK(row_version({FlinkVersion{2, 3}}) == 4);
    CHECK(row_version({}) == 3);  // what 1.13 reads too
    CHECK(parse("row<int>", {})->flag);
    CHECK_FALSE(parse("row<int>", {FlinkVersion{1, 10}})->flag);
    CHECK(parse(R"({"row":["int"],"v":2})")->outer_version == 2);
    CHECK_FALSE(parse(R"({"row":["int"],"kinds":false})")->flag);
    CHECK(fails_with(R"({"row":["int"],"v":2,"kinds":true})", "not possible in version 2"));
    CHECK(fails_with(R"({"row":["int"],"v":5})", "from 2 to 4"));
    CHECK(parse("linked-list<int>", {FlinkVersion{1, 14}})->outer_version == 2);
    CHECK(parse(R"({"linked-list":"int","nulls":false})")->flag == false);
    CHECK(parse("two-phase-commit<int,int>", kOld)->snapshot_class.find(".legacy.") == std::string::npos);
    CHECK(parse("two-phase-commit<int,int>")->snapshot_class.find(".legacy.") != std::string::npos);
    CHECK(parse(R"({"two-phase-commit":["int","int"],"legacy":true})", kOld)->snapshot_class.find(".legacy.") !=
          std::string::npos);
    CHECK(fails_with("two-phase-commit<int,int>", "say which one", {}));
    CHECK(fails_with("set<int>", "came with 2.0", kOld));
    CHECK(fails_with("list<set<int>>", "say which one", {}));
    CHECK(fails_with("unit", "went with", {FlinkVersion{2, 1}}));
}

TEST_CASE("every kind that the schema suffices for is made in its newest form") {
    for (const SnapshotClass& line : snapshot_classes()) {
        const SchemaWord& word = schema_word(line.kind);
        if (line.form != SnapshotForm::kSimple || word.access != TypeAccess::kFromSchema) {
            continue;
        }
        if (line.kind == TypeKind::kSortedLong) {
            continue;  // came with 2.3, where those of Scala are gone
        }
        const TypePtr type = parse(std::string(word.head), {FlinkVersion{2, 0}});
        CHECK(type->kind == line.kind);
        CHECK(type->snapshot_class == find_snapshot_class(line.kind)->name);
        CHECK(type->snapshot_version == 3);
    }
}

TEST_CASE("errors name the place and the nearest words") {
    CHECK(error_of("map<strng,long>")
              .starts_with("\"map<strng,long>\", position 5: there is no type 'strng'; the nearest are:\n  string\n"));
    CHECK(fails_with("bigint", "there is no type 'bigint'; the nearest are:\n"));
    CHECK(fails_with("com.acme.P", "com.acme.P{name:T,…}"));
    CHECK(fails_with("list<int", "position 9: expected '>' behind the types of list, found 'the end'"));
    CHECK(fails_with("list<int>>", "position 10: nothing more"));
    CHECK(fails_with("map<int>", "map has 2 types in it, not 1"));
    CHECK(fails_with("list", "list needs types"));
    CHECK(fails_with("long<int>", "long has nothing in it"));
    CHECK(fails_with("", "is empty"));
    CHECK(fails_with("list<>", "list has 1 type in it, not 0"));
    CHECK(fails_with("a.B{x:int,x:long}", "the field x stands twice"));
    CHECK(fails_with("a.B{x:?}", "the serializer of the field x is lost"));
    CHECK(fails_with("a.B{x}", "expected ':' behind the field x"));
    CHECK(fails_with("a.B{`x:int}", "position 5: the backquote is not closed"));
    CHECK(fails_with("enum a.E{A,A}", "the constant A stands twice"));
    CHECK(fails_with("int[3]", "expected ']'"));
    CHECK(fails_with("nullable<int,x>", "the padding has to be an integer"));
    CHECK(fails_with("decimal<2,3>", "the scale has to be an integer from 0 to 2"));
    CHECK(fails_with("tuple<>", "a tuple has 1 to 25 types"));
    CHECK(fails_with("case-class<scala.Tuple2$mcII$sp,int>", "has 2 types in it, not 1", kOld));
    CHECK(fails_with("日本<int>", "position 1: there is no type '日本'"));
    CHECK(fails_with("list<\xFF>", "UTF-8"));
    CHECK(fails_with(R"({"list":"int","v":2})", "v: list has no member \"v\"; there are:\n  list"));
    CHECK(fails_with(R"({"enum":"a.E"})", "constants of the enum are missing"));
    CHECK(fails_with(R"({"pojo":"a.B","fields":{"aa":"int"},"declaring":{"ab":"a.C"}})",
                     "declaring.ab: there is no field ab; there are:\n  aa"));
    CHECK(fails_with(R"({"list":"int","set":"int"})", "either list or set"));
    CHECK(fails_with(R"({"map":["int",5]})", "map[1]: is no type"));
    CHECK(fails_with(R"({"lst":"int"})", "there is no type 'lst'; the nearest are:\n  list"));
    CHECK(fails_with(R"({"map":["int","list<x>"]})", "map[1]: \"list<x>\", position 6: there is no type 'x'"));
}

TEST_CASE("depth and length are limited") {
    const auto nested = [](std::size_t depth) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i) {
            text += "list<";
        }
        return text + "int" + std::string(depth, '>');
    };
    CHECK(words_of(nested(150)) == nested(150));
    CHECK(fails_with(nested(100'000), "more than 200 deep"));
    CHECK(fails_with("int" + std::string(100'000, '?'), "more than 200 deep"));
    CHECK(fails_with(std::string(100'000, '<'), "expected a type"));
    CHECK(fails_with(std::string(2'000'000, 'x'), "longer than"));
    Json deep = "int";
    for (int i = 0; i < 5000; ++i) {
        Json outer = Json::object();
        outer["list"] = std::move(deep);
        deep = std::move(outer);
    }
    CHECK_THROWS_AS(parse_type(deep, kNewest), UsageError);
}

TEST_CASE("kinds that words do not suffice for need their snapshot") {
    for (const char* const text :
         {"variant", "java-object", "value<a.B>", "sql<ARRAY<ARRAY<INT>>>", "sql<MAP<INT, ROW<>>>",
          "array-data<MULTISET<INT>>", "try<int>", "sorted-map<int,int>", "legacy-nfa<int,int>", "serializer<a.B>"}) {
        CHECK(fails_with(text, "needs the \"snapshot\""));
    }
    Type kryo;
    kryo.kind = TypeKind::kKryo;
    kryo.snapshot_class = find_snapshot_class(TypeKind::kKryo)->name;
    kryo.snapshot_version = 2;
    kryo.class_name = "a.B";
    const std::string snapshot = base64(kryo);
    CHECK(parse(R"({"kryo":"a.B","snapshot":")" + snapshot + R"("})")->kind == TypeKind::kKryo);
    CHECK(parse(R"({"type":"kryo<a.B>","snapshot":")" + snapshot + R"("})")->class_name == "a.B");
    CHECK(fails_with(R"({"kryo":"a.C","snapshot":")" + snapshot + R"("})", "kryo: contradicts the snapshot beside it"));
    CHECK(fails_with(R"({"type":"kryo<a.b>","snapshot":")" + snapshot + R"("})", "contradicts"));
    CHECK(fails_with(R"({"type":"long","snapshot":")" + snapshot + R"("})",
                     "type: \"long\", position 1: contradicts the snapshot beside it, which has: "
                     "{\"kryo\":\"a.B\",\"registrations\":[]}"));
    CHECK(fails_with(R"({"kryo":"a.B","snapshot":"?"})", "base64"));
    CHECK(fails_with(R"({"kryo":"a.B","snapshot":"AAAA"})", "snapshot:"));
}

TEST_CASE("the names of a case class's fields are those of the schema, also beside a snapshot") {
    using Names = std::vector<std::string>;
    const TypePtr inner = parse(R"({"case-class":"a.Inner","fields":{"snapshot":"int","type":"string"}})", kOld);
    CHECK(inner->field_names == Names{"snapshot", "type"});
    CHECK(parse("case-class<a.Inner,int>", kOld)->field_names.empty());

    const std::string fields = R"("fields":{"list":{"option":)" + type_json(*inner).dump() + R"(},"avro":"int"})";
    const TypePtr outer = parse(R"({"case-class":"a.Outer",)" + fields + "}", kOld);
    const std::string snapshot = R"(,"snapshot":")" + base64(*outer) + R"("})";
    for (const TypePtr& type : {outer, parse(R"({"case-class":"a.Outer",)" + fields + snapshot, kOld)}) {
        CHECK(type->field_names == Names{"list", "avro"});
        CHECK(type->nested[0]->nested[0]->field_names == inner->field_names);
        CHECK(type_json(*type).dump() == R"({"case-class":"a.Outer",)" + fields + "}");
    }
    const TypePtr unnamed = parse(
        R"({"case-class":"a.Outer","fields":[{"option":"case-class<a.Inner,int,string>"},"int"])" + snapshot, kOld);
    CHECK(unnamed->field_names.empty());
    CHECK(fails_with(R"({"case-class":"a.Outer","fields":{"x":"int"})" + snapshot, "contradicts the snapshot", kOld));
    CHECK(fails_with(R"({"case-class":"a.Outer","fields":{"x":"int","avro":"int"})" + snapshot,
                     "contradicts the snapshot", kOld));
}

TEST_CASE("the names of a row's columns are those of the schema, also beside a snapshot") {
    const std::string row = R"({"rowdata":{"id":"INT","snapshot":"STRING NOT NULL"}})";
    const TypePtr named = parse(row, kOld);
    CHECK(type_words(*named) == "sql<`id` INT, `snapshot` STRING NOT NULL>");
    CHECK(type_words(*parse(R"({"rowdata":{"f0":"INT","f1":"INT"}})", kOld)) == "sql<INT, INT>");
    CHECK(fails_with("sql<`f1` INT, INT>", "two columns are called 'f1'", kOld));
    CHECK(fails_with("sql<`` INT>", "the name of a column", kOld));
    CHECK(fails_with("array-data<`a` INT>", "a SQL type", kOld));

    const auto beside = [](const std::string& words, const TypePtr& type) {
        return words.substr(0, words.size() - 1) + R"(,"snapshot":")" + base64(*type) + R"("})";
    };
    CHECK(type_words(*parse(beside(row, named), kOld)) == type_words(*named));
    const std::string map = R"({"map":[{"rowdata":["BIGINT"]},{"array-list":)" + row + R"(}]})";
    const TypePtr outer = parse(map, kOld);
    const std::string words = "map<sql<BIGINT>,array-list<sql<`id` INT, `snapshot` STRING NOT NULL>>>";
    CHECK(type_words(*outer) == words);
    CHECK(type_words(*parse(beside(map, outer), kOld)) == words);
}

TEST_CASE("words are checked against the snapshot beside them, but may say less") {
    const TypePtr type =
        parse(R"({"pojo":"a.B","fields":{"x":"map<string,int[]>","y":"row<int,long>","z":{"array":"int"}},
        "declaring":{"x":"a.Base"},"subclasses":[{"class":"a.C","fields":{"x":"int"}}]})");
    const std::string snapshot = R"(,"snapshot":")" + base64(*type) + "\"}";
    const auto check = [&](const std::string& words) {
        ByteWriter out;
        ByteWriter expected;
        write_snapshot(out, *parse(words + snapshot));
        write_snapshot(expected, *type);
        CHECK(out.take() == expected.take());
    };
    check(R"({"type":"a.B{x:map<string,int[]>,y:row<int,long>,z:array<int>}")");
    check(
        R"({"pojo":"a.B","fields":{"z":"array<int>","x":{"map":["string","int[]"]},"y":{"row":{"a":"int","b":"long"}}})");
    check(R"({"pojo":"a.B","fields":{"x":"map<string,int[]>","y":{"row":["int","long"],"v":4,"kinds":true},
        "z":"array<int>"},"subclasses":[{"class":"a.C","registered":true}])");
    CHECK(fails_with(R"({"type":"a.B{x:map<string,int[]>,y:row<int,long>}")" + snapshot, "contradicts"));
    CHECK(fails_with(R"({"type":"a.B{x:map<string,int[]>,y:row<int,int>,z:array<int>}")" + snapshot,
                     "contradicts the snapshot beside it, which has: long"));
    CHECK(fails_with(R"({"type":"a.B{x:map<string,int[]>,w:row<int,long>,z:array<int>}")" + snapshot, "contradicts"));
    CHECK(fails_with(R"({"pojo":"a.B","subclasses":[])" + snapshot, "contradicts"));
    CHECK(fails_with(R"({"pojo":"a.B","declaring":{"x":"a.Other"})" + snapshot, "declaring.x: contradicts"));
    CHECK(fails_with(R"({"pojo":"a.B","fields":{"x":"map<string,int[]>","y":{"row":["int","long"],"v":3},
        "z":"array<int>"})" +
                         snapshot,
                     "contradicts"));
}

TEST_CASE("a class that is not known is kept as its bytes") {
    ByteWriter bytes;
    java::write_utf(bytes, "a.OwnSerializer$OwnSnapshot");
    bytes.i32(1);
    bytes.i32(42);
    const ByteVector snapshot = bytes.take();
    std::string base(text::base64_size(snapshot.size()), '\0');
    text::write_base64(base.data(), snapshot);
    const TypePtr type = parse(R"({"serializer":"a.OwnSerializer","snapshot":")" + base + R"("})");
    CHECK(type->kind == TypeKind::kUnknown);
    CHECK(type->snapshot == snapshot);
    CHECK(fails_with(R"({"serializer":"a.Other","snapshot":")" + base + R"("})", "contradicts"));
}
