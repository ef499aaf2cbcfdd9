#include "state/hash_inference.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "state/hash_candidates.hpp"
#include "test_types.hpp"
#include "types/schema/parser.hpp"

using namespace sp;

namespace {

constexpr FlinkVersion kFlink{1, 20};

TypePtr parsed(const std::string& words) { return parse_type(nlohmann::ordered_json(words), {}); }

/// The i-th key of a POJO of ints (a, b, …) and, at the end, booleans (x, y, …).
ByteVector key(std::uint32_t i, int ints, int booleans) {
    ByteWriter out;
    out.u8(2);
    for (int field = 0; field < ints; ++field) {
        out.u8(0);
        out.u32((i + 1) * 0x9E3779B9U + static_cast<std::uint32_t>(field) * 0x85EBCA6BU * (i + 3));
    }
    for (int field = 0; field < booleans; ++field) {
        out.u8(0);
        out.u8(i >> field & 1U);
    }
    return out.take();
}

struct Class {
    const char* words;
    int ints;
    int booleans;
    SchemaHash hash;
};

/// Keys as a job with this class stores them.
void feed(HashInference& inference, const Class& user, std::uint32_t count, std::int32_t max_parallelism) {
    const KeyHasher truth(parsed(user.words), user.hash, kFlink);
    for (std::uint32_t i = 0; i < count; ++i) {
        const ByteVector bytes = key(i, user.ints, user.booleans);
        inference.add(bytes, java::key_group_of_hash(truth.hash(bytes), max_parallelism), max_parallelism);
    }
}

template <class Work>
std::string input_error(Work&& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

bool holds(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("every recipe is found from keys and their groups") {
    const Class classes[] = {
        {"P{a:int,b:int,c:int,x:boolean}", 3, 1, {HashRecipe::kObjectsHash, {"c", "a", "x", "b"}, {}}},
        {"P{a:int,b:int,c:int,x:boolean}", 3, 1, {HashRecipe::k31Chain, {"b", "x", "c", "a"}, {}}},
        {"P{a:int,b:int,c:int,x:boolean}", 3, 1, {HashRecipe::kKotlin, {"x", "c", "b", "a"}, {}}},
        {"P{a:int,b:int,x:boolean,y:boolean}", 2, 2, {HashRecipe::kLombok, {"x", "a", "b", "y"}, {"y"}}},
        {"P{a:int,b:int,x:boolean,y:boolean}", 2, 2, {HashRecipe::kLombok, {"y", "x", "b", "a"}, {}}},
        {"P{a:int,b:int,c:int,x:boolean}", 3, 1, {HashRecipe::kAutoValue, {"b", "a", "c", "x"}, {}}},
        {"P{a:int,b:int,c:int}", 3, 0, {HashRecipe::kScalaProduct, {"c", "b", "a"}, {}}},
        {"P{a:int,b:int,c:int}", 3, 0, {HashRecipe::kObjectsHash, {"b"}, {}}},  // the others do not count
        {"P{a:int,b:int,c:int,d:int,e:int,f:int}", 6, 0, {HashRecipe::kLombok, {"f", "b", "d", "a", "c", "e"}, {}}},
    };
    for (const Class& user : classes) {
        CAPTURE(recipe_text(user.hash));
        HashInference inference(parsed(user.words), std::nullopt, kFlink);
        feed(inference, user, 40, 128);
        CHECK(inference.is_settled());
        REQUIRE(!inference.candidates().empty());
        CHECK(recipe_text(inference.candidates().front()) == recipe_text(user.hash));
        const KeyHasher truth(parsed(user.words), user.hash, kFlink);
        for (std::uint32_t i = 1000; i < 1100; ++i) {
            const ByteVector bytes = key(i, user.ints, user.booleans);
            REQUIRE(inference.group_of(bytes, 32768) == java::key_group_of_hash(truth.hash(bytes), 32768));
        }
    }
}

TEST_CASE("32 bits of evidence are needed") {
    const Class user{"P{a:int,b:int}", 2, 0, {HashRecipe::kObjectsHash, {"a", "b"}, {}}};
    const auto settled = [&](std::uint32_t keys, std::int32_t max_parallelism) {
        HashInference inference(parsed(user.words), std::nullopt, kFlink);
        feed(inference, user, keys, max_parallelism);
        feed(inference, user, keys, max_parallelism);  // the same keys say nothing new
        return inference.is_settled();
    };
    CHECK(!settled(4, 128));
    CHECK(settled(5, 128));
    CHECK(!settled(7, 16));
    CHECK(settled(8, 16));
    CHECK(!settled(2, 32768));
    CHECK(settled(3, 32768));
    CHECK(!settled(1000, 1));
}

TEST_CASE("the one key group of max parallelism 1 is known without a recipe, and tells nothing of others") {
    const Class user{"P{a:int,b:int}", 2, 0, {HashRecipe::kObjectsHash, {"a", "b"}, {}}};
    HashInference inference(parsed(user.words), std::nullopt, kFlink);
    feed(inference, user, 3, 1);
    CHECK(inference.group_of(key(2, 2, 0), 1) == 0);
    CHECK(inference.group_of(key(9, 2, 0), 1) == 0);  // a new one
    CHECK(inference.regrouped(key(2, 2, 0), 0, 1, 1) == 0);
    CHECK(holds(input_error([&] { static_cast<void>(inference.group_of(key(2, 2, 0), 128)); }), "from the 0 keys"));
}

TEST_CASE("before that a key is known in its own group only") {
    const Class user{"P{a:int,b:int}", 2, 0, {HashRecipe::kObjectsHash, {"a", "b"}, {}}};
    HashInference inference(parsed(user.words), std::nullopt, kFlink);
    feed(inference, user, 3, 128);
    const KeyHasher truth(parsed(user.words), user.hash, kFlink);
    const ByteVector known = key(2, 2, 0);
    CHECK(inference.group_of(known, 128) == java::key_group_of_hash(truth.hash(known), 128));
    const std::string error = input_error([&] { static_cast<void>(inference.group_of(known, 256)); });
    CAPTURE(error);
    CHECK(
        holds(error, "P{a:int,b:int}, cannot be told from the 3 keys that are there (21 of 32 bits that are needed)"));
    CHECK(holds(error, R"({"recipe":"objects-hash","order":["a","b"]})"));
    CHECK(holds(input_error([&] { static_cast<void>(inference.group_of(key(9, 2, 0), 128)); }), "from the 3 keys"));
}

TEST_CASE("recipes that remain must agree") {
    // With b always 0 nothing tells a chain from 1 over a and b from one over b and a … but a key with another b does.
    const TypePtr type = parsed("P{a:int,b:int}");
    const auto key_of = [](std::uint32_t a, std::uint32_t b) {
        ByteWriter out;
        out.u8(2);
        out.u8(0);
        out.u32(a);
        out.u8(0);
        out.u32(b);
        return out.take();
    };
    HashInference inference(type, std::nullopt, kFlink);
    for (std::uint32_t i = 0; i < 40; ++i) {  // kotlin over b, a: 31 * 0 + a; the same as over a alone
        const ByteVector bytes = key_of(i * 7919, 0);
        inference.add(bytes, java::key_group_of_hash(static_cast<std::int32_t>(i * 7919), 128), 128);
    }
    CHECK(inference.candidates().size() > 1);
    CHECK(inference.group_of(key_of(77, 0), 4096) == java::key_group_of_hash(77, 4096));
    const std::string error = input_error([&] { static_cast<void>(inference.group_of(key_of(77, 1), 4096)); });
    CAPTURE(error);
    CHECK(holds(error, "differ for a new one"));
    CHECK(holds(error, R"({"recipe":"kotlin","order":["b","a"]}, {"recipe":"kotlin","order":["a"]})"));
}

TEST_CASE("keys that no recipe explains, and keys beside a declared one") {
    const TypePtr type = parsed("P{a:int,b:int}");
    HashInference inference(type, std::nullopt, kFlink);
    const std::string unknown = input_error([&] {
        for (std::uint32_t i = 0; i < 40; ++i) {
            inference.add(key(i, 2, 0), static_cast<std::int32_t>(i), 128);
        }
    });
    CHECK(holds(unknown, "no known way to generate a hashCode gives the key groups that are stored"));

    HashInference declared(type, SchemaHash{HashRecipe::kObjectsHash, {"a", "b"}, {}}, kFlink);
    CHECK(declared.is_settled());
    const std::string wrong = input_error([&] {
        for (std::uint32_t i = 0; i < 2; ++i) {
            declared.add(key(i, 2, 0), 5, 128);
        }
    });
    CHECK(holds(wrong, R"(a key is stored in key group 5, but its hashCode by the recipe {"recipe":"objects-hash")"));

    HashInference built_in(parsed("long"), std::nullopt, kFlink);
    CHECK(built_in.group_of(test::from_hex("0000000000000001"), 128) == 86);
    CHECK(holds(input_error([&] { built_in.add(test::from_hex("0000000000000001"), 85, 128); }),
                "a key is stored in key group 85, but its hashCode gives 86 of 128"));
    CHECK(built_in.candidates().empty());
}

TEST_CASE("one key in two groups is damage") {
    HashInference inference(parsed("P{a:int,b:int}"), std::nullopt, kFlink);
    inference.add(key(0, 2, 0), 5, 128);
    CHECK(holds(input_error([&] { inference.add(key(0, 2, 0), 6, 128); }), "stored in key group 5 and in 6"));
}

TEST_CASE("what cannot be hashed by any recipe is refused before any key") {
    CHECK_THROWS_AS(HashInference(parsed("tuple<P{a:int},int[]>"), std::nullopt, kFlink), UnsupportedError);
    CHECK_THROWS_AS(HashInference(parsed("long[]"), std::nullopt, kFlink), UnsupportedError);
    CHECK_THROWS_AS(HashInference(parsed("P{c:enum C{RED}}"), std::nullopt, kFlink), UnsupportedError);
}

TEST_CASE("classes with many fields are tried in the order of their names, and errors say so") {
    const Class user{"P{a:int,b:int,c:int,d:int,e:int,f:int,g:int}", 7, 0, {HashRecipe::kLombok, {}, {}}};
    HashInference inference(parsed(user.words), std::nullopt, kFlink);
    feed(inference, user, 10, 128);
    CHECK(recipe_text(inference.candidates().front()) == R"({"recipe":"lombok"})");

    HashInference mixed(parsed(user.words), std::nullopt, kFlink);
    const Class other{user.words, 7, 0, {HashRecipe::kLombok, {"b", "a", "c", "d", "e", "f", "g"}, {}}};
    CHECK(holds(input_error([&] { feed(mixed, other, 10, 128); }),
                "Of the 7 fields of P only the order by name was tried."));
}

TEST_CASE("a class in a class is searched too") {
    const TypePtr type = parsed("tuple<P{a:int,b:int},int>");
    const SchemaHash hash{HashRecipe::kAutoValue, {"f0.b", "f0.a"}, {}};
    const KeyHasher truth(type, hash, kFlink);
    HashInference inference(type, std::nullopt, kFlink);
    for (std::uint32_t i = 0; i < 10; ++i) {
        ByteVector bytes = key(i, 2, 0);
        bytes.insert(bytes.end(), {0, 0, 1, static_cast<std::uint8_t>(i)});
        inference.add(bytes, java::key_group_of_hash(truth.hash(bytes), 128), 128);
    }
    CHECK(recipe_text(inference.candidates().front()) == R"({"recipe":"autovalue","order":["f0.b","f0.a"]})");
}
