#include "types/compatibility.hpp"

#include <algorithm>
#include <sstream>

#include "catch.hpp"
#include "readable_bytes.hpp"
#include "types/declared_types.hpp"
#include "types/schema/parser.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_samples.hpp"
#include "types/snapshots/snapshot_table.hpp"

using namespace sp;
using Json = nlohmann::ordered_json;

namespace {

constexpr FlinkVersion kFlink = {2, 3};

TypePtr type_of(const std::string& schema) {
    const bool is_json = schema.starts_with('{');
    return parse_type(is_json ? Json::parse(schema) : Json(schema), {kFlink});
}

/// "migratable .f1", "as is ".
std::string verdict_of(const std::string& stored, const std::string& expected) {
    const TypeVerdict verdict = judge_type(*type_of(stored), *type_of(expected), kFlink);
    CHECK((verdict.compatibility == Compatibility::kAsIs) == verdict.reason.empty());
    return std::string(name_of(verdict.compatibility)) + " " + verdict.path;
}

std::string reason_of(const std::string& stored, const std::string& expected) {
    return judge_type(*type_of(stored), *type_of(expected), kFlink).reason;
}

}  // namespace

TEST_CASE("simple serializers fit only themselves") {
    CHECK(verdict_of("long", "long") == "as is ");
    CHECK(verdict_of("int", "long") == "incompatible ");
    CHECK(verdict_of("int", "int-value") == "incompatible ");
    CHECK(verdict_of("global-window", R"({"type":"global-window"})") == "as is ");
    CHECK(reason_of("int", "string?") == "stored int, expected string?");
    auto other_class = std::make_shared<Type>(*type_of("global-window"));
    other_class->snapshot_class =
        "org.apache.flink.table.runtime.operators.window.GlobalWindow$Serializer$GlobalWindowSerializerSnapshot";
    CHECK(judge_type(*other_class, *type_of("global-window"), kFlink).compatibility == Compatibility::kIncompatible);
}

TEST_CASE("composites are as good as their worst part, and the first of these is named") {
    CHECK(verdict_of("list<int>", "list<long>") == "incompatible []");
    CHECK(verdict_of("map<string,list<int>>", "map<string,list<long>>") == "incompatible .value[]");
    CHECK(verdict_of("map<int,int>", "map<long,long>") == "incompatible .key");
    CHECK(verdict_of("tuple<string,int,int>", "tuple<string,long,long>") == "incompatible .f1");
    CHECK(verdict_of("tuple<a.B{x:int},int>", "tuple<a.B{y:int},long>") == "incompatible .f1");
    CHECK(verdict_of("tuple<a.B{x:int},int>", "tuple<a.B{y:int},int>") == "migratable .f0.x");
    CHECK(verdict_of("either<string,int>", "either<string,long>") == "incompatible .right");
    CHECK(verdict_of("int?", "long?") == "incompatible ");
    CHECK(verdict_of("nullable<int,4>", "int?") == "incompatible ");
    CHECK(verdict_of("row<string,int>", "row<string,int,int>") == "incompatible ");
    CHECK(reason_of("row<string,int>", "row<string,int,int>") ==
          "stored 2 fields, expected 3: Flink migrates no other number of them");
    CHECK(verdict_of(R"({"row":["string"],"kinds":false})", "row<string>") == "migratable ");
    CHECK(verdict_of("array<int>", "array<long>") == "incompatible ");
    CHECK(verdict_of("a.B{x:int}[]", "a.B{x:int,y:int}[]") == "migratable [].y");
}

TEST_CASE("other kinds of composites are never taken for each other, but for lists") {
    CHECK(verdict_of("list<int>", "array-list<int>") == "as is ");
    CHECK(verdict_of("set<int>", "list<long>") == "incompatible []");
    CHECK(verdict_of("tuple<string,int>", "row<string,int>") == "incompatible ");
    CHECK(reason_of("tuple<string,int>", "row<string,int>") == "stored tuple<string,int>, expected row<string,int>");
    CHECK(reason_of("map<string,int>", "tuple<string,int>") ==
          "stored map<string,int>, expected tuple<string,int>; Flink does not notice, and misreads it");
    CHECK(judge_type(*type_of("list<int>"), *type_of("array-list<int>"), {1, 18}).compatibility ==
          Compatibility::kIncompatible);
    CHECK(reason_of("map<string,int>", "tuple<string,long>") == "stored map<string,int>, expected tuple<string,long>");
}

TEST_CASE("fields of POJOs come and go, but keep their types") {
    CHECK(verdict_of("a.B{x:int,y:string}", "a.B{y:string,x:int}") == "as is ");
    CHECK(verdict_of("a.B{x:int}", "a.B{x:int,y:string}") == "migratable .y");
    CHECK(verdict_of("a.B{x:int,y:string}", "a.B{x:int}") == "migratable .y");
    CHECK(verdict_of("a.B{x:int,y:string}", "a.B{x:long}") == "incompatible .x");
    CHECK(verdict_of("a.B{x:int}", "a.C{x:int}") == "incompatible ");
    CHECK(verdict_of("a.B{c:a.C{d:int}}", "a.B{c:a.C{d:int,e:int}}") == "migratable .c.e");
    CHECK(verdict_of("a.B{c:a.C{d:int}}", "a.B{c:a.C{d:long}}") == "incompatible .c.d");
    // In another class it is another field.
    CHECK(verdict_of(R"({"pojo":"a.B","fields":{"x":"int"},"declaring":{"x":"a.A"}})", "a.B{x:int}") ==
          "migratable .x");
}

TEST_CASE("registered subclasses that both have are compared") {
    const auto with = [](const std::string& fields, const std::string& registered = "true") {
        return R"({"pojo":"a.B","fields":{"x":"int"},"subclasses":[{"class":"a.S","registered":)" + registered +
               R"(,"fields":{)" + fields + "}}]}";
    };
    CHECK(verdict_of(with(R"("y":"int")"), with(R"("y":"int")")) == "as is ");
    CHECK(verdict_of(with(R"("y":"int")"), with(R"("y":"long")")) == "incompatible (a.S).y");
    CHECK(verdict_of(with(R"("y":"int")"), with(R"("z":"int")")) == "migratable (a.S).y");
    CHECK(verdict_of(with(R"("y":"int")"), "a.B{x:int}") == "as is ");
    CHECK(verdict_of(with(R"("y":"int")", "false"), with(R"("y":"long")", "false")) == "as is ");
    auto lost = std::make_shared<Type>(*type_of(with(R"("y":"int")")));
    lost->registered_subclasses[0].type = nullptr;
    CHECK(judge_type(*lost, *type_of("a.B{x:int}"), kFlink).compatibility == Compatibility::kIncompatible);
}

TEST_CASE("enums keep the constants that they had") {
    CHECK(verdict_of("enum a.E{A,B}", "enum a.E{A,B,C}") == "as is ");
    CHECK(verdict_of("enum a.E{A,B}", "enum a.E{B,A}") == "as is ");
    CHECK(verdict_of("enum a.E{A,B}", "enum a.E{A}") == "incompatible ");
    CHECK(reason_of("enum a.E{A,B}", "enum a.E{A}") == "the constant B of a.E is not expected");
    CHECK(verdict_of("enum a.E{A}", "enum a.F{A}") == "incompatible ");
}

TEST_CASE("SQL types are the same or not") {
    CHECK(verdict_of("sql<INT, VARCHAR(20)>", "sql<INT, VARCHAR(20)>") == "as is ");
    CHECK(verdict_of("sql<INT, VARCHAR(20)>", "sql<INT, VARCHAR(30)>") == "incompatible .f1");
    CHECK(verdict_of("sql<INT NOT NULL>", "sql<INT>") == "incompatible .f0");
    CHECK(verdict_of("sql<INT>", "sql<INT, INT>") == "incompatible ");
    CHECK(verdict_of("sql<ARRAY<INT>>", "sql<ARRAY<BIGINT>>") == "incompatible .f0");
    CHECK(verdict_of("decimal<10,2>", "decimal<12,2>") == "incompatible ");
    CHECK(verdict_of("timestamp-data<3>", "timestamp-data<6>") == "incompatible ");
    CHECK(verdict_of(R"({"linked-list":"int","nulls":false})", "linked-list<int>") == "migratable ");
}

TEST_CASE("Kryo goes by the class, and needs registrations back that were lost") {
    CHECK(verdict_of("kryo<a.B>", "kryo<a.C>") == "incompatible ");
    const std::string more = R"({"kryo":"a.B","registrations":["a.B","a.C"]})";
    CHECK(verdict_of("kryo<a.B>", more) == "as is ");
    CHECK(verdict_of(more, "kryo<a.B>") == "as is ");
    auto lost = std::make_shared<Type>(*type_of(more));
    lost->kryo_registrations.back().has_value = false;
    CHECK(judge_type(*lost, *type_of("kryo<a.B>"), kFlink).compatibility == Compatibility::kIncompatible);
    CHECK(judge_type(*lost, *type_of(more), kFlink).compatibility == Compatibility::kAsIs);
}

TEST_CASE("what is not decided is unknown, and worse parts count more") {
    const auto own = [](const char* name) {
        auto type = std::make_shared<Type>();
        type->kind = TypeKind::kUnknown;
        type->snapshot_class = name;
        type->snapshot_version = 1;
        type->snapshot = ByteVector(type->snapshot_class.begin(), type->snapshot_class.end());
        return type;
    };
    CHECK(judge_type(*own("a.S"), *own("a.S"), kFlink).compatibility == Compatibility::kAsIs);
    CHECK(judge_type(*own("a.S"), *own("a.T"), kFlink).compatibility == Compatibility::kUnknown);
    CHECK(judge_type(*own("a.S"), *type_of("int"), kFlink).compatibility == Compatibility::kUnknown);
    auto stored = std::make_shared<Type>(*type_of("tuple<int,int>"));
    auto expected = std::make_shared<Type>(*type_of("tuple<int,long>"));
    stored->nested[0] = own("a.S");
    expected->nested[0] = own("a.T");
    const TypeVerdict verdict = judge_type(*stored, *expected, kFlink);
    CHECK(verdict.compatibility == Compatibility::kIncompatible);
    CHECK(verdict.path == ".f1");
}

TEST_CASE("every type fits itself, and no other kind of type") {
    std::vector<TypePtr> types;
    for (const SnapshotSample& sample : kSnapshotSamples) {
        const ByteVector bytes = readable_bytes(sample.bytes);
        BoundedReader in(bytes, "sample");
        types.push_back(read_snapshot(in));
    }
    const auto is_list = [](TypeKind kind) {
        return kind == TypeKind::kList || kind == TypeKind::kSet || kind == TypeKind::kArrayList;
    };
    for (const TypePtr& stored : types) {
        for (const TypePtr& expected : types) {
            const Compatibility verdict = judge_type(*stored, *expected, kFlink).compatibility;
            if (stored == expected) {
                CHECK(verdict == Compatibility::kAsIs);
            } else if (stored->kind != expected->kind && !(is_list(stored->kind) && is_list(expected->kind))) {
                CHECK(verdict == Compatibility::kIncompatible);
            }
        }
    }
}

TEST_CASE("releases of Flink take over what others wrote") {
    const auto read = [](const ByteVector& bytes) {
        BoundedReader in(bytes, "fixture");
        return read_snapshot(in);
    };
    // Flink 2 has other serializers for Java's collections, and another package for the sink's snapshot.
    const auto is_other = [](const std::string& schema) {
        return schema.find("java<") != std::string::npos || schema.find("two-phase-commit") != std::string::npos;
    };
    std::size_t judged = 0;
    for (const DeclaredType& type : declared_types()) {
        for (const auto& [older, stored] : type.snapshots) {
            for (const auto& [newer, expected] : type.snapshots) {
                if (older == newer || !is_other(type.schemas[0])) {
                    CAPTURE(type.schemas, older, newer);
                    CHECK(judge_type(*read(stored), *read(expected), kFlink).compatibility == Compatibility::kAsIs);
                    ++judged;
                }
            }
        }
    }
    CHECK(judged > 1000);
}

TEST_CASE("every class of snapshots with a body of its own has a rule of its own") {
    for (const SnapshotClass& line : snapshot_classes()) {
        if (line.form == SnapshotForm::kOwn) {
            CAPTURE(std::string(line.name));
            CHECK(has_compatibility_rule(line.kind));
        }
    }
}

TEST_CASE("Avro's schemas are judged by its rules for readers") {
    const std::string old = R"({"avro":{"type":"record","name":"R","fields":[{"name":"a","type":"int"}]}})";
    CHECK(verdict_of(old, old) == "as is ");
    CHECK(verdict_of(old,
                     R"({"avro":{"type":"record","name":"R","fields":[{"name":"a","type":"long"}]},"class":"a.R"})") ==
          "migratable ");
    CHECK(verdict_of(old, R"({"avro":{"type":"record","name":"R","fields":[{"name":"a","type":"string"}]}})") ==
          "incompatible ");
    CHECK(reason_of(old, R"({"avro":{"type":"record","name":"R","fields":[{"name":"b","type":"int"}]}})") ==
          "Avro's readers refuse it: .b: it was not written and has no default");
    CHECK(verdict_of("list<" + std::string("int>"), old) == "incompatible ");
}
