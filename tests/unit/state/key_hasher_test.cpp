#include "state/key_hasher.hpp"

#include "catch.hpp"
#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "test_types.hpp"
#include "types/schema/parser.hpp"

using namespace sp;
using test::from_hex;
using test::type_of;

namespace {

constexpr FlinkVersion kFlink{1, 20};

TypePtr parsed(const char* words) { return parse_type(nlohmann::ordered_json(words), {}); }

std::int32_t hash(const char* words, const char* hex, FlinkVersion version = kFlink) {
    return KeyHasher(parsed(words), std::nullopt, version).hash(from_hex(hex));
}

std::int32_t hash_by(HashRecipe recipe, const char* words, const char* hex, std::vector<std::string> order = {},
                     std::vector<std::string> boxed = {}) {
    const SchemaHash how{recipe, std::move(order), std::move(boxed)};
    return KeyHasher(parsed(words), how, kFlink).hash(from_hex(hex));
}

std::string refusal(const TypePtr& type, const std::optional<SchemaHash>& recipe = std::nullopt) {
    try {
        KeyHasher(type, recipe, kFlink);
    } catch (const UnsupportedError& error) {
        return error.what();
    }
    return "none";
}

bool holds(const std::string& text, const char* part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

std::string wrong_use(const char* words, const SchemaHash& recipe) {
    try {
        KeyHasher(parsed(words), recipe, kFlink);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "none";
}

}  // namespace

TEST_CASE("hashes of basic types are Java's") {
    CHECK(hash("int", "FFFFFFFF") == -1);
    CHECK(hash("long", "FFFFFFFF FFFFFFFB") == 4);
    CHECK(hash("boolean", "01") == 1231);
    CHECK(hash("string", "06 68656C6C6F") == 99162322);
    CHECK(hash("float", "80000000") == java::wrapped(0x80000000U));
    CHECK(hash("float", "FFC00001") == 0x7fc00000);
    CHECK(hash("double", "FFF8000000000001") == 0x7ff80000);
    CHECK(hash("long-value", "0000000000000001") == 44);
    CHECK(hash("null-value", "") == 53);
    CHECK(hash("void-namespace", "00") == 99);
    CHECK(hash("tuple<long>", "0000000000000001") == 1);
}

TEST_CASE("a java.sql.Timestamp hashes the milliseconds of its nanoseconds") {
    CHECK(hash("sql-timestamp", "00000000000003E8 00000000") == 1000);
    CHECK(hash("sql-timestamp", "00000000000003E8 004C4B40") == 1005);  // setNanos(5000000) after new Timestamp(1000)
    CHECK(hash("sql-timestamp", "FFFFFFFFFFFFFFFF 3B8B87C0") == 0);  // -1 ms: its nanoseconds are 999 ms of second -1
    CHECK(hash("sql-timestamp", "FFFFFFFFFFFFFFFF 00000000") == java::hash_of_long(-1000));
    CHECK(hash("sql-timestamp", "8000000000000001 00000000") == java::hash_of_long(0x7FFFFFFFFFFFFF40));  // wraps
}

TEST_CASE("rows hash as their version of Flink does") {  // formats/keyed-state.md: check values of 1.20
    const char* const row = "08 0261 0000000000000005";  // Row.of("a", 5L, null): mask 00 001
    CHECK(hash("row<string,long,string>", row) == 153915);
    CHECK(hash("row<bytes,int>", "00 00000002 0102 00000005") == 32772);
    // By hand from the formulas: elements 97, 5, null.
    CHECK(hash("row<string,long,string>", row, {1, 10}) == ((31 + 97) * 31 + 5) * 31);
    CHECK(hash("row<string,long,string>", row, {1, 12}) == ((31 + 97) * 31 + 36) * 31);
    const char* const deleted = "C8 0261 0000000000000005";
    CHECK(hash("row<string,long,string>", deleted, {1, 11}) == 3 * 31 + ((31 + 97) * 31 + 5) * 31);
    CHECK(hash("row<string,long,string>", deleted, {1, 12}) == ((3 * 31 + 31 + 97) * 31 + 36) * 31);
    CHECK(hash("row<string,long,string>", deleted, {1, 13}) == 3 * 31 + 153915);
}

TEST_CASE("binary data of SQL hash by their bytes") {  // formats/keyed-state.md: check values
    const KeyHasher rows(type_of(TypeKind::kRowData), std::nullopt, kFlink);
    CHECK(rows.hash(from_hex("00000018 00000000000000002a00000000000000f9ffffff00000000")) == -356422126);
    CHECK_THROWS_AS(rows.hash(from_hex("00000003 000000")), InputError);
    CHECK(hash("string-data", "00000005 68656c6c6f") == -1008564952);
}

TEST_CASE("UUIDs by Kryo of either generation") {  // formats/serializers.md: golden values of 1.20 and 2.3
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kKryo;
    type->class_name = "java.util.UUID";
    CHECK(KeyHasher(type, std::nullopt, {1, 20}).hash(from_hex("54010204")) == 3);
    CHECK(KeyHasher(type, std::nullopt, {2, 3}).hash(from_hex("540101000000000000000200000000000000")) == 3);
    CHECK_THROWS_AS(KeyHasher(type, std::nullopt, {2, 3}).hash(from_hex("54010204")), InputError);
    CHECK_THROWS_AS(KeyHasher(type, std::nullopt, {1, 20}).hash(from_hex("55010204")), InputError);
    type->class_name = "com.acme.Thing";
    CHECK(holds(refusal(type), "has a hashCode of its author's, which is not known here"));
}

TEST_CASE("where the snapshot tells enough of Flink's version") {
    const auto row_of = [](std::int32_t outer_version) {
        auto type = std::make_shared<Type>();
        type->kind = TypeKind::kRow;
        type->outer_version = outer_version;
        return type;
    };
    CHECK(version_of_hash(*parsed("tuple<int,string>")).has_value());
    CHECK(version_of_hash(*row_of(2)) == FlinkVersion{1, 10});
    CHECK(version_of_hash(*type_of(TypeKind::kTuple, {row_of(3)})) == std::nullopt);
    CHECK(version_of_hash(*row_of(4)) == FlinkVersion{1, 15});
    CHECK(version_of_hash(*type_of(TypeKind::kList, {row_of(2), row_of(4)})) == std::nullopt);
    CHECK(version_of_hash(*type_of(TypeKind::kKryo)) == std::nullopt);
}

TEST_CASE("each recipe hashes as the code that it names") {
    const char* const words = "com.acme.P{age:int,name:string,ok:boolean}";
    const char* const value = "02 00 00000005 00 0261 00 01";  // 5, "a", true
    CHECK(hash_by(HashRecipe::kObjectsHash, words, value) == ((31 + 5) * 31 + 97) * 31 + 1231);
    CHECK(hash_by(HashRecipe::kGuava, words, value) == ((31 + 5) * 31 + 97) * 31 + 1231);
    CHECK(hash_by(HashRecipe::k31Chain, words, value) == (5 * 31 + 97) * 31 + 1);
    CHECK(hash_by(HashRecipe::kKotlin, words, value) == (5 * 31 + 97) * 31 + 1231);
    CHECK(hash_by(HashRecipe::kRecord, words, value, {"name", "age"}) == 97 * 31 + 5);
    CHECK(hash_by(HashRecipe::kLombok, words, value) == ((59 + 5) * 59 + 79) * 59 + 97);
    CHECK(hash_by(HashRecipe::kLombok, words, value, {}, {"age", "ok"}) == ((59 + 5) * 59 + 1231) * 59 + 97);
    CHECK(hash_by(HashRecipe::kLombok, words, value, {}, {"age"}) == ((59 + 79) * 59 + 5) * 59 + 97);
    CHECK(hash_by(HashRecipe::kLombok, words, "02 01 00 0261 00 01", {"age", "name"}) == (59 + 43) * 59 + 97);
}

TEST_CASE("classes in a key hash by its recipe, under names with their path") {
    const char* const words = "com.acme.Outer{id:int,inner:com.acme.Inner{a:int,b:int}}";
    const char* const value = "02 00 00000007 00 02 00 00000001 00 00000002";
    CHECK(hash_by(HashRecipe::kObjectsHash, words, value) == (31 + 7) * 31 + (31 + 1) * 31 + 2);
    CHECK(hash_by(HashRecipe::kObjectsHash, words, value, {"inner.b", "inner.a"}) == (31 + 7) * 31 + (31 + 2) * 31 + 1);
    CHECK(hash_by(HashRecipe::kKotlin, "tuple<string,com.acme.P{a:int,b:int}>", "0261 02 00 00000001 00 00000002",
                  {"f1.b"}) == 97 * 31 + 2);
    CHECK(
        wrong_use(words, {HashRecipe::kObjectsHash, {"inner.c"}, {}}) ==
        "\"order\" in the key's \"hash\" names inner.c, which is no field of a class whose hash counts; there are id, "
        "inner, inner.a, inner.b");
    CHECK(wrong_use(words, {HashRecipe::kObjectsHash, {"id", "id"}, {}}) ==
          "the key's \"hash\" names the field id twice");
}

TEST_CASE("what has an identity hash is refused with its place") {
    CHECK(refusal(parsed("long[]")) ==
          "the hashCode of the key, and so its key group, cannot be computed: long[], has the identity hash of "
          "java.lang.Object, another one in each JVM");
    CHECK(holds(refusal(parsed("tuple<int,enum com.acme.Color{RED}>")),
                "its part f1, enum com.acme.Color{RED}, has the identity hash"));
    CHECK(holds(refusal(parsed("com.acme.P{c:enum com.acme.Color{RED}}"), SchemaHash{HashRecipe::kObjectsHash, {}, {}}),
                "its part c, enum com.acme.Color{RED}"));
    CHECK(holds(refusal(parsed("com.acme.P{a:int}")), "a recipe"));
    CHECK(holds(refusal(parsed("com.acme.P{a:int[]}"), SchemaHash{HashRecipe::kRecord, {}, {}}), "its part a, int[]"));
}

TEST_CASE("fields that do not count may be of any type") {
    CHECK(hash_by(HashRecipe::kObjectsHash, "com.acme.P{a:int,c:enum com.acme.Color{RED,BLUE},e:int}",
                  "02 00 00000001 00 00000001 00 00000005", {"e"}) == 31 + 5);
}

TEST_CASE("keys that are no values of their type are InputErrors") {
    CHECK_THROWS_AS(hash("string", "00"), InputError);
    CHECK_THROWS_AS(hash("string", "02"), InputError);
    CHECK_THROWS_AS(hash("string", "02 6161"), InputError);
    CHECK_THROWS_AS(hash("int", "0000"), InputError);
    CHECK_THROWS_AS(hash("list<null-value>", "7FFFFFFF"), InputError);
    CHECK_THROWS_AS(hash("list<int>", "7FFFFFFF 00000000"), InputError);
}
