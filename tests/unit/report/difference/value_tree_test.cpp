// What two values differ in: by their parts, without the order of hash tables, whatever form wrote them.

#include "report/difference/value_tree.hpp"

#include "catch.hpp"
#include "report/difference/tree_comparison.hpp"
#include "report/difference/type_likeness.hpp"
#include "rows/json_visitor.hpp"
#include "rows/value_bytes.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/random_values.hpp"
#include "types/codecs/value_encoder.hpp"

using namespace sp;
using namespace sp::difference;
using namespace sp::test;
using enum sp::TypeKind;

namespace {

/// A decoded value with all that it refers to.
class Value {
public:
    Value(const TypePtr& type, Bytes bytes) : bytes_(bytes), program_(codec::compile_events(type)) {
        REQUIRE(tree_.add(program_, bytes_.begin(), bytes_.end()) == bytes_.end());
    }
    Value(const TypePtr& type, std::string_view json) : Value(type, rows::encode_json(type, json)) {}

    [[nodiscard]] const ValueTree& tree() const { return tree_; }
    [[nodiscard]] std::string json() const { return tree_.json(0); }
    [[nodiscard]] ByteVector canonical() const {
        ByteVector bytes;
        tree_.append_canonical(0, bytes);
        return bytes;
    }

private:
    PaddedBytes bytes_;
    codec::Program program_;
    ValueTree tree_;
};

/// The paths, or "same"; "whole" where there is a difference without one.
std::string paths_of(const Value& a, const Value& b, const std::vector<std::string>& ignored = {}) {
    std::vector<PathPattern> patterns;
    for (const std::string& text : ignored) {
        patterns.emplace_back(text);
    }
    ValueDifference found;
    TreeComparison(a.tree(), b.tree(), patterns, found).run();
    if (ignored.empty() && a.canonical() == b.canonical()) {
        REQUIRE_FALSE(found.is_different);
    }
    std::string text;
    for (const std::string& path : found.paths) {
        text += (text.empty() ? "" : " ") + path;
    }
    return !found.is_different ? "same" : text.empty() ? "whole" : text;
}

std::string paths_of(const TypePtr& type, std::string_view a, std::string_view b,
                     const std::vector<std::string>& ignored = {}) {
    return paths_of(Value(type, a), Value(type, b), ignored);
}

TypePtr order() {
    return pojo_of(
        "com.acme.Order",
        {{"id", type_of(kLong)},
         {"items",
          type_of(kList, {pojo_of("com.acme.Item", {{"name", type_of(kString)}, {"price", type_of(kDouble)}})})},
         {"labels", type_of(kMap, {type_of(kString), type_of(kInt)})},
         {"tags", type_of(kSet, {type_of(kString)})}});
}

constexpr const char* kOrder = R"({"id":1,"items":[{"name":"a","price":1.5},{"name":"b","price":2.0}],
                                   "labels":{"x":1,"y":2,"z":3},"tags":["p","q"]})";

}  // namespace

TEST_CASE("differences have the paths of the parts that differ", "[difference]") {
    CHECK(paths_of(order(), kOrder, kOrder) == "same");
    CHECK(paths_of(order(), kOrder, R"({"id":2,"items":[{"name":"a","price":1.5},{"name":"c","price":2.5}],
                                          "labels":{"x":1,"y":2,"z":3},"tags":["p","q"]})") ==
          "id items[1].name items[1].price");
    CHECK(paths_of(order(), kOrder, R"({"id":1,"items":[{"name":"a","price":1.5}],
                                          "labels":{"x":1,"w":2,"z":4},"tags":["p"]})") ==
          R"(items[1] labels["w"] labels["y"] labels["z"] tags)");
    CHECK(paths_of(order(), kOrder, "null") == "whole");
    CHECK(paths_of(type_of(kInt), "1", "2") == "whole");
    CHECK(paths_of(type_of(kTuple, {type_of(kInt), type_of(kString)}), R"({"f0":1,"f1":null})",
                   R"({"f0":1,"f1":""})") == "f1");
    CHECK(paths_of(type_of(kEither, {type_of(kInt), type_of(kString)}), R"({"left":1})", R"({"left":2})") == "left");
    CHECK(paths_of(type_of(kEither, {type_of(kInt), type_of(kString)}), R"({"left":1})", R"({"right":"1"})") ==
          "whole");
}

TEST_CASE("maps and sets have no order, lists have one", "[difference]") {
    CHECK(paths_of(order(), kOrder, R"({"id":1,"items":[{"name":"a","price":1.5},{"name":"b","price":2.0}],
                                          "labels":{"z":3,"x":1,"y":2},"tags":["q","p"]})") == "same");
    CHECK(paths_of(order(), kOrder, R"({"id":1,"items":[{"name":"b","price":2.0},{"name":"a","price":1.5}],
                                          "labels":{"x":1,"y":2,"z":3},"tags":["p","q"]})") ==
          "items[0].name items[0].price items[1].name items[1].price");
    const TypePtr by_number = type_of(kMap, {type_of(kInt), type_of(kSet, {type_of(kInt)})});
    CHECK(paths_of(by_number, R"([{"key":1,"value":[1,2]},{"key":2,"value":[]}])",
                   R"([{"key":2,"value":[]},{"key":1,"value":[2,1]}])") == "same");
    CHECK(paths_of(by_number, R"([{"key":1,"value":[1,2]}])", R"([{"key":1,"value":[1,3]}])") == "[1]");
}

TEST_CASE("floating-point numbers are compared by their bits", "[difference]") {
    CHECK(paths_of(type_of(kDouble), R"("NaN")", R"("NaN")") == "same");
    CHECK(paths_of(type_of(kDouble), "0.0", "-0.0") == "whole");
    CHECK(paths_of(type_of(kList, {type_of(kFloat)}), R"([1.5,"NaN"])", R"([1.5,"Infinity"])") == "[1]");
}

TEST_CASE("paths can be left out of the comparison, with all below them", "[difference]") {
    const char* other = R"({"id":2,"items":[{"name":"a","price":1.5},{"name":"b","price":2.5}],
                            "labels":{"x":9,"y":2,"z":3},"tags":["p","q"]})";
    CHECK(paths_of(order(), kOrder, other, {".id"}) == R"(items[1].price labels["x"])");
    CHECK(paths_of(order(), kOrder, other, {".items[].price", ".labels[\"x\"]"}) == "id");
    CHECK(paths_of(order(), kOrder, other, {".items[0]", ".labels"}) == "id items[1].price");
    CHECK(paths_of(order(), kOrder, other, {".id", ".items", ".labels[]"}) == "same");
    CHECK(paths_of(type_of(kList, {type_of(kInt)}), "[1]", "[2]", {".[0]"}) == "same");
    for (const char* text : {"", ".", "a", "..a", ".a.", ".a[", ".a[\"]", ".a]b["}) {
        CAPTURE(text);
        CHECK_THROWS(PathPattern(text));
    }
}

TEST_CASE("values of other forms are compared by what they mean", "[difference]") {
    const TypePtr more = pojo_of("com.acme.P", {{"b", type_of(kLong)}, {"c", type_of(kString)}, {"a", type_of(kInt)}});
    const TypePtr less = pojo_of("com.acme.P", {{"a", type_of(kInt)}, {"b", type_of(kInt)}});
    CHECK(paths_of(Value(less, R"({"a":1,"b":2})"), Value(more, R"({"b":2,"c":"x","a":1})")) == "c");
    CHECK(paths_of(Value(more, R"({"b":3,"c":"x","a":1})"), Value(less, R"({"a":1,"b":2})")) == "b c");
    CHECK(paths_of(Value(type_of(kInt), "7"), Value(type_of(kLong), "7")) == "same");
    CHECK(paths_of(Value(type_of(kInt), "7"), Value(type_of(kString), R"("7")")) == "whole");
    CHECK(paths_of(Value(type_of(kStringArray), R"(["a"])"), Value(type_of(kList, {type_of(kString)}), R"(["a"])")) ==
          "same");
}

TEST_CASE("no more paths than people read", "[difference]") {
    std::string ones = "[1";
    std::string twos = "[2";
    for (int i = 0; i < 200; ++i) {
        ones += ",1";
        twos += ",2";
    }
    const TypePtr type = type_of(kList, {type_of(kInt)});
    const Value a(type, ones + "]");
    const Value b(type, twos + "]");
    ValueDifference found;
    TreeComparison(a.tree(), b.tree(), {}, found).run();
    CHECK(found.is_different);
    CHECK(found.paths.size() == ValueDifference::kMostPaths);
    CHECK(found.has_more_paths);
}

TEST_CASE("trees of random values print as the values do, and equal themselves", "[difference]") {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const TypePtr type = random_type(random, 3);
        const codec::EventDecoder decoder(type);
        for (int i = 0; i < 5; ++i) {
            ByteVector bytes;
            codec::ValueEncoder encoder(type, bytes);
            RandomValues(random, encoder).value(*type);
            encoder.finish();
            const Value value(type, Bytes(bytes));
            const PaddedBytes padded(bytes);
            std::string text;
            rows::JsonVisitor visitor(text);
            REQUIRE(decoder.decode(padded.begin(), padded.end(), visitor) == padded.end());
            REQUIRE(value.json() == text);
            REQUIRE(paths_of(value, Value(type, Bytes(bytes))) == "same");
        }
        REQUIRE(encodes_alike(type, std::make_shared<const Type>(*type)));
    }
}

TEST_CASE("types are alike if they decode alike", "[difference]") {
    CHECK(encodes_alike(nullptr, nullptr));
    CHECK_FALSE(encodes_alike(nullptr, type_of(kInt)));
    CHECK(encodes_alike(order(), order()));
    CHECK_FALSE(encodes_alike(type_of(kInt), type_of(kFloat)));
    CHECK_FALSE(encodes_alike(type_of(kInt), type_of(kLong)));
    CHECK(encodes_alike(enum_of({"A", "B"}), enum_of({"A", "B"})));
    CHECK_FALSE(encodes_alike(enum_of({"A", "B"}), enum_of({"B", "A"})));
    CHECK_FALSE(encodes_alike(row_of({type_of(kInt)}, 4, false), row_of({type_of(kInt)}, 4, true)));
    CHECK_FALSE(encodes_alike(pojo_of("P", {{"a", type_of(kInt)}}), pojo_of("P", {{"b", type_of(kInt)}})));
    const TypePtr a = pojo_of("Q", {{"a", type_of(kInt)}});
    const TypePtr b = pojo_of("Q", {{"b", type_of(kInt)}});
    CHECK_FALSE(encodes_alike(pojo_of("P", {}, {subclass_of("Q", a)}), pojo_of("P", {}, {subclass_of("Q", b)})));
    CHECK_FALSE(encodes_alike(pojo_of("P", {}, {subclass_of("Q", a)}), pojo_of("P", {}, {subclass_of("R", a)})));
}
