#include "write/duplicates.hpp"

#include <bit>
#include <limits>
#include <random>

#include "catch.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using sp_test::big_endian;
using sp_test::message_of;
using sp_test::state_of;

namespace {

constexpr DuplicatePolicy kAll[] = {DuplicatePolicy::kError,  DuplicatePolicy::kFirst, DuplicatePolicy::kLast,
                                    DuplicatePolicy::kAppend, DuplicatePolicy::kSum,   DuplicatePolicy::kMin,
                                    DuplicatePolicy::kMax};

StateDescriptor value_of(const std::string& type, bool has_ttl = false) {
    return state_of(R"({"name":"s","kind":"value","type":")" + type + "\"" + (has_ttl ? R"(,"ttl":true})" : "}"));
}

ByteVector joined(DuplicatePolicy policy, const StateDescriptor& state, ByteVector first, const ByteVector& second) {
    DuplicateJoiner(policy, state).join(first, second);
    return first;
}

ByteVector operator+(ByteVector a, const ByteVector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

ByteVector bytes_of(float value) { return big_endian(std::bit_cast<std::int32_t>(value), 4); }
ByteVector bytes_of(double value) { return big_endian(std::bit_cast<std::int64_t>(value), 8); }

struct Integer {
    const char* type;
    int size;
};
constexpr Integer kIntegers[] = {{"byte", 1},       {"short", 2},       {"int", 4},       {"long", 8},
                                 {"byte-value", 1}, {"short-value", 2}, {"int-value", 4}, {"long-value", 8}};

}  // namespace

TEST_CASE("only lists are appended to, and only numbers are added and compared") {
    struct Case {
        StateDescriptor state;
        bool is_list;
        bool is_number;
    };
    std::vector<Case> cases;
    for (const char* const type : {"byte", "short", "int", "long", "float", "double", "int-value", "double-value"}) {
        cases.push_back({value_of(type), false, true});
        cases.push_back({value_of(type, true), false, true});
    }
    for (const char* const type : {"string", "boolean", "char", "biginteger", "date", "tuple<int>", "int?"}) {
        cases.push_back({value_of(type), false, false});
    }
    cases.push_back({state_of(R"({"name":"s","kind":"reducing","type":"long"})"), false, true});
    cases.push_back({state_of(R"({"name":"s","kind":"aggregating","type":"double"})"), false, true});
    cases.push_back({state_of(R"({"name":"s","kind":"map","mapKey":"string","type":"long"})"), false, true});
    cases.push_back({state_of(R"({"name":"s","kind":"map","mapKey":"long","type":"string"})"), false, false});
    cases.push_back({state_of(R"({"name":"s","kind":"list","type":"long"})"), true, false});
    cases.push_back({state_of(R"({"name":"s","kind":"broadcast","mapKey":"long","type":"int"})"), false, true});
    StateDescriptor timers;
    timers.kind = StateKind::kTimer;
    cases.push_back({timers, false, false});
    for (const Case& item : cases) {
        CAPTURE(static_cast<int>(item.state.kind), item.state.value ? static_cast<int>(item.state.value->kind) : -1);
        for (const DuplicatePolicy policy : kAll) {
            const bool is_possible = policy == DuplicatePolicy::kAppend  ? item.is_list
                                     : policy > DuplicatePolicy::kAppend ? item.is_number
                                                                         : true;
            CAPTURE(static_cast<int>(policy));
            CHECK(DuplicateJoiner::is_possible(policy, item.state) == is_possible);
            if (is_possible) {
                CHECK(DuplicateJoiner(policy, item.state).is_error() == (policy == DuplicatePolicy::kError));
                CHECK(DuplicateJoiner(policy, item.state).is_append() == (policy == DuplicatePolicy::kAppend));
            } else {
                CHECK_THROWS_AS(DuplicateJoiner(policy, item.state), UsageError);
            }
        }
    }
    const std::string message =
        message_of<UsageError>([] { DuplicateJoiner(DuplicatePolicy::kSum, value_of("tuple<int,string>")); });
    CHECK(message.starts_with("state 's': only byte, short, int, long, float and double can be added and compared"));
    CHECK(message.find("a state of kind value of ") != std::string::npos);
}

TEST_CASE("integers are added and compared with their sign") {
    std::mt19937_64 random(7);
    for (const auto& [type, size] : kIntegers) {
        const StateDescriptor state = value_of(type);
        const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * size);
        for (int i = 0; i < 200; ++i) {
            // Half of the range, so that no sum leaves it.
            const std::int64_t a = static_cast<std::int64_t>(random()) >> (65 - 8 * size);
            const std::int64_t b = static_cast<std::int64_t>(random()) >> (65 - 8 * size);
            CAPTURE(type, a, b);
            const ByteVector first = big_endian(a, size);
            const ByteVector second = big_endian(b, size);
            CHECK(joined(DuplicatePolicy::kSum, state, first, second) == big_endian(a + b, size));
            CHECK(joined(DuplicatePolicy::kMin, state, first, second) == big_endian(std::min(a, b), size));
            CHECK(joined(DuplicatePolicy::kMax, state, first, second) == big_endian(std::max(a, b), size));
        }
        const auto sum = [&, size = size](std::int64_t a, std::int64_t b) {
            return joined(DuplicatePolicy::kSum, state, big_endian(a, size), big_endian(b, size));
        };
        CAPTURE(type);
        CHECK(sum(most - 1, 1) == big_endian(most, size));
        CHECK(sum(-most, -1) == big_endian(-most - 1, size));
        CHECK(sum(most, -most - 1) == big_endian(-1, size));
        CHECK_THROWS_AS(sum(most, 1), InputError);
        CHECK_THROWS_AS(sum(-most - 1, -1), InputError);
        CHECK(message_of<InputError>([&] { sum(most, most); }) ==
              "the sum of " + std::to_string(most) + " and " + std::to_string(most) + " is out of range");
    }
}

TEST_CASE("fractions are added and compared") {
    for (const auto& [a, b] : {std::pair(1.5, -2.25), {0.0, 3.0}, {-1e30, 1e30}, {-1.0, -2.0}}) {
        CAPTURE(a, b);
        const auto x = static_cast<float>(a);
        const auto y = static_cast<float>(b);
        for (const char* const type : {"double", "double-value"}) {
            CHECK(joined(DuplicatePolicy::kSum, value_of(type), bytes_of(a), bytes_of(b)) == bytes_of(a + b));
            CHECK(joined(DuplicatePolicy::kMin, value_of(type), bytes_of(a), bytes_of(b)) == bytes_of(std::min(a, b)));
            CHECK(joined(DuplicatePolicy::kMax, value_of(type), bytes_of(a), bytes_of(b)) == bytes_of(std::max(a, b)));
        }
        for (const char* const type : {"float", "float-value"}) {
            CHECK(joined(DuplicatePolicy::kSum, value_of(type), bytes_of(x), bytes_of(y)) == bytes_of(x + y));
            CHECK(joined(DuplicatePolicy::kMin, value_of(type), bytes_of(x), bytes_of(y)) == bytes_of(std::min(x, y)));
            CHECK(joined(DuplicatePolicy::kMax, value_of(type), bytes_of(x), bytes_of(y)) == bytes_of(std::max(x, y)));
        }
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [a, b] : {std::pair(nan, 1.0), {1.0, nan}, {nan, nan}}) {  // as Math.min and Math.max have it
        for (const DuplicatePolicy policy : {DuplicatePolicy::kSum, DuplicatePolicy::kMin, DuplicatePolicy::kMax}) {
            CHECK(joined(policy, value_of("double"), bytes_of(a), bytes_of(b)) == bytes_of(nan));
        }
    }
    for (const auto& [a, b] : {std::pair(0.0F, -0.0F), {-0.0F, 0.0F}}) {
        CHECK(joined(DuplicatePolicy::kMin, value_of("float"), bytes_of(a), bytes_of(b)) == bytes_of(-0.0F));
        CHECK(joined(DuplicatePolicy::kMax, value_of("float"), bytes_of(a), bytes_of(b)) == bytes_of(0.0F));
    }
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(joined(DuplicatePolicy::kSum, value_of("double"), bytes_of(1e308), bytes_of(1e308)) == bytes_of(infinity));
}

TEST_CASE("numbers with time to live keep the later access") {
    const StateDescriptor state = value_of("int", true);
    const auto stored = [](std::int64_t stamp, std::int64_t value) {
        return big_endian(stamp, 8) + big_endian(value, 4);
    };
    CHECK(joined(DuplicatePolicy::kSum, state, stored(5, 1), stored(9, 2)) == stored(9, 3));
    CHECK(joined(DuplicatePolicy::kSum, state, stored(9, 1), stored(5, 2)) == stored(9, 3));
    CHECK(joined(DuplicatePolicy::kMin, state, stored(5, 1), stored(9, 2)) == stored(9, 1));
    CHECK(joined(DuplicatePolicy::kMax, state, stored(-5, 1), stored(-9, 2)) == stored(-5, 2));
    CHECK(joined(DuplicatePolicy::kFirst, state, stored(5, 1), stored(9, 2)) == stored(5, 1));
    CHECK(joined(DuplicatePolicy::kLast, state, stored(9, 1), stored(5, 2)) == stored(5, 2));
}

TEST_CASE("values of maps have the mark of null in front, and null is no number") {
    const ByteVector null = {1};
    for (const bool has_ttl : {false, true}) {
        const StateDescriptor state =
            state_of(std::string(R"({"name":"s","kind":"map","mapKey":"long","type":"short")") +
                     (has_ttl ? R"(,"ttl":true})" : "}"));
        const ByteVector stamp = has_ttl ? big_endian(7, 8) : ByteVector();
        const auto stored = [&](std::int64_t value) { return ByteVector{0} + stamp + big_endian(value, 2); };
        CHECK(joined(DuplicatePolicy::kSum, state, stored(300), stored(-1)) == stored(299));
        CHECK(joined(DuplicatePolicy::kMax, state, stored(300), stored(-1)) == stored(300));
        CHECK(joined(DuplicatePolicy::kLast, state, stored(3), null) == null);
        CHECK(joined(DuplicatePolicy::kFirst, state, null, stored(3)) == null);
        CHECK_THROWS_AS(joined(DuplicatePolicy::kSum, state, stored(3), null), InputError);
        CHECK_THROWS_AS(joined(DuplicatePolicy::kMin, state, null, stored(3)), InputError);
    }
}

TEST_CASE("what is too short or too long for a number is refused") {
    for (const bool has_ttl : {false, true}) {
        const StateDescriptor state = value_of("int", has_ttl);
        const ByteVector good(has_ttl ? 12 : 4, 0);
        for (const std::size_t size : {good.size() - 1, good.size() + 1, std::size_t{0}}) {
            CHECK_THROWS_AS(joined(DuplicatePolicy::kSum, state, good, ByteVector(size, 0)), InputError);
            CHECK_THROWS_AS(joined(DuplicatePolicy::kMin, state, ByteVector(size, 0), good), InputError);
        }
    }
}

TEST_CASE("lists are joined by the delimiter of elements, unless one is empty") {
    const StateDescriptor state = state_of(R"({"name":"s","kind":"list","type":"byte"})");
    const ByteVector a = {1, ',', 2};
    const ByteVector b = {3};
    CHECK(joined(DuplicatePolicy::kAppend, state, a, b) == ByteVector{1, ',', 2, ',', 3});
    CHECK(joined(DuplicatePolicy::kAppend, state, a, {}) == a);
    CHECK(joined(DuplicatePolicy::kAppend, state, {}, b) == b);
    CHECK(joined(DuplicatePolicy::kLast, state, a, b) == b);
    CHECK(joined(DuplicatePolicy::kFirst, state, a, b) == a);
}
