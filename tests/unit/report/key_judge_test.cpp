#include "report/audit/key_judge.hpp"

#include <random>

#include "catch.hpp"
#include "java/hash_codes.hpp"

using namespace sp;
using auditing::KeyJudge;

namespace {

TypePtr pojo_of_two_ints() {
    const auto of = [](TypeKind kind) {
        auto type = std::make_shared<Type>();
        type->kind = kind;
        return type;
    };
    auto pojo = of(TypeKind::kPojo);
    pojo->class_name = "org.example.Key";
    for (const char* name : {"a", "b"}) {
        pojo->fields.push_back({name, "org.example.Key", true, of(TypeKind::kInt)});
    }
    return pojo;
}

/// Flags, and for each field a null byte and the number.
ByteVector key_of(std::uint32_t a, std::uint32_t b) {
    ByteVector bytes = {2};
    for (const std::uint32_t field : {a, b}) {
        bytes.push_back(0);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.push_back(static_cast<std::uint8_t>(field >> shift));
        }
    }
    return bytes;
}

/// Of Objects.hash(a, b).
std::int32_t group_of(std::uint32_t a, std::uint32_t b) {
    return java::key_group_of_hash(static_cast<std::int32_t>(31U * (31U * 1U + a) + b), 128);
}

KeyJudge::Sample sample_of(std::size_t size, std::size_t wrong) {
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp)
    KeyJudge::Sample sample;
    for (std::size_t i = 0; i < size; ++i) {
        const auto a = static_cast<std::uint32_t>(random());
        const auto b = static_cast<std::uint32_t>(random());
        sample.emplace_back(key_of(a, b), i < wrong ? (group_of(a, b) + 1) % 128 : group_of(a, b));
    }
    return sample;
}

}  // namespace

TEST_CASE("how a class makes its hash is found, though some keys are in the wrong group") {
    for (const std::size_t wrong : {0, 1, 10}) {
        KeyJudge judge(pojo_of_two_ints(), 128);
        REQUIRE(judge.needs_sample());
        judge.learn(sample_of(100, wrong));
        CHECK(judge.refusal().empty());
        CHECK(judge.is_right(key_of(1, 2), group_of(1, 2)));
        CHECK_FALSE(judge.is_right(key_of(1, 2), (group_of(1, 2) + 1) % 128));
        CHECK(judge.group_of(key_of(1, 2)) == group_of(1, 2));
    }
}

TEST_CASE("nothing is called wrong where too little is known") {
    for (const auto& [size, wrong] : {std::pair(0, 0), std::pair(4, 0), std::pair(100, 60)}) {
        KeyJudge judge(pojo_of_two_ints(), 128);
        judge.learn(sample_of(static_cast<std::size_t>(size), static_cast<std::size_t>(wrong)));
        CHECK_FALSE(judge.refusal().empty());
        CHECK(judge.is_right(key_of(1, 2), 0));
        CHECK(judge.is_right(key_of(1, 2), 1));
    }
}
