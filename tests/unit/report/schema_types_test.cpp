#include "report/schema_types.hpp"

#include "catch.hpp"
#include "types/snapshots/snapshot_table.hpp"

using namespace sp;

namespace {

/// A type in the form that its kind's first class has in the newest version.
std::shared_ptr<Type> newest(TypeKind kind, std::vector<TypePtr> nested = {}) {
    const SnapshotClass* line = find_snapshot_class(kind);
    REQUIRE(line != nullptr);
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->snapshot_class = line->name;
    type->snapshot_version = line->form == SnapshotForm::kComposite ? 3 : line->last_version;
    type->outer_version = line->last_version;
    type->nested = std::move(nested);
    return type;
}

std::shared_ptr<Type> pojo(std::vector<PojoField> fields) {
    auto type = newest(TypeKind::kPojo);
    type->class_name = "a.B";
    type->fields = std::move(fields);
    return type;
}

PojoField field(const char* name, TypePtr type) { return {name, "a.B", true, std::move(type)}; }

std::string text_of(const Type& type) { return schema_type(type).dump(); }

}  // namespace

TEST_CASE("types that words say whole are printed in words") {
    const TypePtr text = newest(TypeKind::kString);
    CHECK(text_of(*text) == R"("string")");
    CHECK(text_of(*newest(TypeKind::kMap, {text, newest(TypeKind::kList, {newest(TypeKind::kLong)})})) ==
          R"("map<string,list<long>>")");
    CHECK(text_of(*pojo({field("a", text), field("b", newest(TypeKind::kNullable, {text}))})) ==
          R"("a.B{a:string,b:string?}")");
}

TEST_CASE("what words leave out is JSON") {
    auto array = newest(TypeKind::kGenericArray, {newest(TypeKind::kInt)});
    array->class_name = "java.lang.Integer";
    CHECK(text_of(*array) == R"({"array":"int","class":"java.lang.Integer"})");
    auto of_pojos = newest(TypeKind::kGenericArray, {pojo({field("a", newest(TypeKind::kInt))})});
    of_pojos->class_name = "a.B";
    CHECK(text_of(*of_pojos) == R"("array<a.B{a:int}>")");
    of_pojos->class_name = "a.Base";
    CHECK(schema_type(*of_pojos).is_object());
    auto tuple = newest(TypeKind::kTuple, {newest(TypeKind::kInt)});
    tuple->class_name = "a.MyTuple";
    CHECK(text_of(*tuple) == R"({"tuple":["int"],"class":"a.MyTuple"})");
}

TEST_CASE("snapshots that a writer would not make are kept") {
    const auto has_snapshot = [](const Type& type) { return schema_type(type).contains("snapshot"); };
    const TypePtr number = newest(TypeKind::kInt);

    auto old_form = newest(TypeKind::kLong);
    old_form->snapshot_version = 2;
    old_form->class_name = "org.apache.flink.api.common.typeutils.base.LongSerializer";
    CHECK(has_snapshot(*old_form));
    CHECK(schema_type(*old_form)["type"] == "long");
    CHECK(schema_type(*newest(TypeKind::kList, {old_form})).dump().find("snapshot") != std::string::npos);

    auto row = newest(TypeKind::kRow, {number});
    row->flag = true;
    CHECK_FALSE(has_snapshot(*row));
    row->outer_version = 3;
    CHECK(has_snapshot(*row));

    auto second_home = newest(TypeKind::kTtl, {newest(TypeKind::kLong), number});
    CHECK_FALSE(has_snapshot(*second_home));
    second_home->snapshot_class = "org.apache.flink.runtime.state.v2.ttl.TtlStateFactory$TtlSerializerSnapshot";
    CHECK(has_snapshot(*second_home));
    CHECK(has_snapshot(*newest(TypeKind::kTtl, {old_form, number})));

    CHECK_FALSE(has_snapshot(*newest(TypeKind::kListView, {newest(TypeKind::kList, {number})})));
    CHECK(has_snapshot(*newest(TypeKind::kListView, {newest(TypeKind::kArrayList, {number})})));
    const TypePtr count = newest(TypeKind::kLong);
    CHECK_FALSE(has_snapshot(*newest(TypeKind::kRowSqnInfo, {count, count})));
    CHECK(has_snapshot(*newest(TypeKind::kRowSqnInfo, {count, number})));
    CHECK(has_snapshot(*newest(TypeKind::kMetaSqnInfo, {old_form, count})));
    auto neighbour = newest(TypeKind::kNullable, {count});
    const auto node = newest(TypeKind::kSequencedMultisetNode, {number, count, neighbour, neighbour, neighbour, count});
    CHECK(has_snapshot(*node));
    neighbour->padding = 8;
    CHECK(text_of(*node) == R"("sms-node<int>")");
    CHECK(has_snapshot(*newest(TypeKind::kSequencedMultisetNode, {number, count, count, neighbour, neighbour, count})));
    CHECK(has_snapshot(*newest(TypeKind::kKryo)));
    CHECK(has_snapshot(*newest(TypeKind::kVariant)));
}

TEST_CASE("a POJO with something of its own keeps its snapshot, once for all inside") {
    const TypePtr number = newest(TypeKind::kInt);
    CHECK(schema_type(*pojo({field("b", number), field("a", number)})).contains("snapshot"));
    auto lost = pojo({field("a", number), {"b", "", false, nullptr}});
    CHECK(schema_type(*lost).contains("snapshot"));
    auto parent = pojo({field("a", newest(TypeKind::kKryo))});
    parent->other_subclasses = {{"a.C", true, number}};
    const std::string text = schema_type(*parent).dump();
    CHECK(schema_type(*parent).contains("snapshot"));
    CHECK(text.find("snapshot") == text.rfind("snapshot"));
}
