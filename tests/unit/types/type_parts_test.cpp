#include "types/type_parts.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp {
namespace {

constexpr const char* kLong = "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot";
constexpr const char* kInt = "org.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot";
constexpr const char* kList = "org.apache.flink.api.common.typeutils.base.ListSerializerSnapshot";
constexpr const char* kPojo = "org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot";

TypePtr simple(TypeKind kind, const char* snapshot_class) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->snapshot_class = snapshot_class;
    type->snapshot_version = 3;
    return type;
}

TypePtr number() { return simple(TypeKind::kLong, kLong); }

std::shared_ptr<Type> pojo(const std::string& name, const TypePtr& field) {
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kPojo;
    type->snapshot_class = kPojo;
    type->snapshot_version = 2;
    type->class_name = name;
    type->fields = {{"n", name, true, field}};
    return type;
}

/// Of com.acme.Base, with unregistered subclasses of these names.
TypePtr base(std::initializer_list<const char*> subclasses, const TypePtr& field = number()) {
    auto type = pojo("com.acme.Base", field);
    for (const char* const name : subclasses) {
        type->other_subclasses.push_back({name, true, pojo(name, number())});
    }
    return type;
}

TypePtr list_of(const TypePtr& element) {
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kList;
    type->snapshot_class = kList;
    type->snapshot_version = 3;
    type->outer_version = 1;
    type->nested = {element};
    return type;
}

std::vector<std::string> names_of(const TypePtr& type) {
    std::vector<std::string> names;
    for (const PojoSubclass& subclass : type->other_subclasses) {
        names.push_back(subclass.class_name);
    }
    return names;
}

using Names = std::vector<std::string>;

TEST_CASE("subclasses that only another POJO has met stand behind one's own") {
    const TypePtr merged = with_subclasses_of(base({"com.acme.B", "com.acme.A"}), base({"com.acme.C", "com.acme.A"}));
    REQUIRE(merged != nullptr);
    CHECK(names_of(merged) == Names{"com.acme.B", "com.acme.A", "com.acme.C"});
    ByteWriter out;
    write_snapshot(out, *merged);  // it can be written
    CHECK(out.size() > 0);
}

TEST_CASE("the same types are that one") {
    const TypePtr type = base({"com.acme.A"});
    CHECK(with_subclasses_of(type, base({"com.acme.A"})) == type);
    CHECK(with_subclasses_of(nullptr, nullptr) == nullptr);
    CHECK(with_subclasses_of(type, nullptr) == nullptr);
}

TEST_CASE("subclasses are found in lists, in fields and in subclasses") {
    const TypePtr in_list = with_subclasses_of(list_of(base({"com.acme.A"})), list_of(base({"com.acme.B"})));
    REQUIRE(in_list != nullptr);
    CHECK(names_of(in_list->nested.at(0)) == Names{"com.acme.A", "com.acme.B"});

    const TypePtr in_field = with_subclasses_of(base({}, base({})), base({}, base({"com.acme.B"})));
    REQUIRE(in_field != nullptr);
    CHECK(names_of(in_field->fields.at(0).type) == Names{"com.acme.B"});

    auto outer = std::make_shared<Type>(*base({"com.acme.A"}));
    auto other = std::make_shared<Type>(*outer);
    outer->other_subclasses[0].type = base({"com.acme.X"});
    other->other_subclasses[0].type = base({"com.acme.Y"});
    const TypePtr in_subclass = with_subclasses_of(outer, other);
    REQUIRE(in_subclass != nullptr);
    CHECK(names_of(in_subclass->other_subclasses.at(0).type) == Names{"com.acme.X", "com.acme.Y"});
}

TEST_CASE("types that differ in more are not merged") {
    const TypePtr integer = simple(TypeKind::kInt, kInt);
    CHECK(with_subclasses_of(base({"com.acme.A"}), base({"com.acme.A"}, integer)) == nullptr);
    CHECK(with_subclasses_of(number(), integer) == nullptr);
    CHECK(with_subclasses_of(base({}), list_of(base({}))) == nullptr);
    auto registered = std::make_shared<Type>(*base({}));
    registered->registered_subclasses.push_back({"com.acme.A", true, pojo("com.acme.A", number())});
    CHECK(with_subclasses_of(registered, base({"com.acme.A"})) == nullptr);
    auto other_field = std::make_shared<Type>(*base({"com.acme.A"}));
    other_field->other_subclasses[0].type = pojo("com.acme.A", integer);
    CHECK(with_subclasses_of(other_field, base({"com.acme.A"})) == nullptr);
}

TEST_CASE("a part of a tree is replaced by its address") {
    const TypePtr element = number();
    const TypePtr list = list_of(element);
    const TypePtr replacement = simple(TypeKind::kInt, kInt);
    CHECK(with_part(list, number(), replacement) == list);
    CHECK(with_part(list, element, replacement)->nested.at(0) == replacement);
    CHECK(with_part(element, element, replacement) == replacement);
    CHECK(with_part(nullptr, element, replacement) == nullptr);
}

}  // namespace
}  // namespace sp
