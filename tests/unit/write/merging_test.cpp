// What becomes of entries of one identity, on their way through a SavepointWriter: compared with a map that holds all
// of them.

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using namespace sp_test;

namespace {

constexpr char kOperator[] = R"({"uid":"u","key":"long","parallelism":2,"maxParallelism":8,"states":[
    {"name":"value","kind":"value","type":"int"},
    {"name":"list","kind":"list","type":"int"},
    {"name":"map","kind":"map","mapKey":"byte","type":"int"}],"timers":[{"service":"t"}]})";
enum State : std::size_t { kValue, kList, kMap, kEventTimers };

constexpr std::uint64_t kFirst = kBaseSequence + 1;  // what is below is of the base

struct Added {
    std::size_t state = kValue;
    OwnEntry entry;
    bool is_element = false;
    bool may_repeat = false;
    std::uint64_t sequence = 0;
};

std::int32_t group_of(const OwnEntry& entry) { return entry.key.back() % 8; }

/// Adds all, by one of several threads each, and commits.
void write(const std::string& folder, const std::vector<DuplicatePolicy>& policies, const std::vector<Added>& all,
           unsigned threads = 1, std::uint64_t memory = std::uint64_t{1} << 20) {
    OperatorPlan plan = plan_of(kOperator);
    plan.on_duplicate = policies;
    WriteOptions options;
    options.threads = threads;
    options.memory = memory;
    options.verify = true;
    options.origin = [](std::uint64_t sequence) { return "row " + std::to_string(sequence - kFirst); };
    SavepointWriter writer(folder, options);
    writer.add_operator(plan);
    std::vector<EntryAdder> adders;
    for (unsigned i = 0; i < threads; ++i) {
        adders.push_back(writer.adder(i));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Added& added = all[i];
        EntryAdder& adder = adders[i * 7 % threads];
        added.is_element ? adder.keyed_element(0, added.state, group_of(added.entry), added.entry.view(),
                                               kFirst + added.sequence, added.may_repeat)
                         : adder.keyed(0, added.state, group_of(added.entry), added.entry.view(),
                                       kFirst + added.sequence, added.may_repeat);
    }
    writer.commit();
}

std::vector<std::string> written(const std::vector<DuplicatePolicy>& policies, const std::vector<Added>& all) {
    const TempDir folder;
    write(folder.path("made"), policies, all);
    return lines_of(folder.path("made"));
}

std::string refusal(const std::vector<DuplicatePolicy>& policies, const std::vector<Added>& all) {
    const TempDir folder;
    const std::string message = message_of<InputError>([&] { write(folder.path("made"), policies, all); });
    CHECK(folder.entries() == 0);
    return message;
}

Added number(std::int64_t key, std::int32_t value, std::uint64_t sequence, bool may_repeat = false) {
    return {kValue, {.key = big_endian(key, 8), .value = big_endian(value, 4)}, false, may_repeat, sequence};
}

/// One-byte elements would do, but ints show that no delimiter is looked for inside of them: 0x2C2C2C2C.
ByteVector list_of(const std::vector<std::int32_t>& elements) {
    ByteVector bytes;
    for (const std::int32_t element : elements) {
        if (!bytes.empty()) {
            bytes.push_back(',');
        }
        const ByteVector one = big_endian(element, 4);
        bytes.insert(bytes.end(), one.begin(), one.end());
    }
    return bytes;
}

Added whole(std::int64_t key, const std::vector<std::int32_t>& elements, std::uint64_t sequence,
            bool may_repeat = false) {
    return {kList, {.key = big_endian(key, 8), .value = list_of(elements)}, false, may_repeat, sequence};
}

Added element(std::int64_t key, std::int64_t index, std::int32_t value, std::uint64_t sequence,
              bool may_repeat = false) {
    return {kList, {.key = big_endian(key, 8), .value = list_of({value}), .index = index}, true, may_repeat, sequence};
}

std::string list_line(std::int64_t key, const std::vector<std::int32_t>& elements) {
    return "u list group " + std::to_string(key % 8) + " " + hex(big_endian(key, 8)) +
           " 00 = " + hex(list_of(elements));
}

std::vector<DuplicatePolicy> of_lists(DuplicatePolicy policy) { return {DuplicatePolicy::kError, policy}; }

}  // namespace

TEST_CASE("values of one identity are joined in the order of their sequences") {
    std::mt19937 random(8);
    for (const DuplicatePolicy policy : {DuplicatePolicy::kFirst, DuplicatePolicy::kLast, DuplicatePolicy::kSum,
                                         DuplicatePolicy::kMin, DuplicatePolicy::kMax}) {
        CAPTURE(static_cast<int>(policy));
        std::vector<Added> all;
        for (std::uint64_t i = 0; i < 600; ++i) {
            Added added;
            added.state = random() % 2 == 0 ? kValue : kMap;
            added.entry.key = big_endian(random() % 20, 8);
            added.entry.map_key = added.state == kMap ? big_endian(random() % 3, 1) : ByteVector();
            added.entry.value = big_endian(static_cast<std::int32_t>(random() % 2001) - 1000, 4);
            added.sequence = i;
            all.push_back(added);
        }
        std::map<std::tuple<ByteVector, std::size_t, ByteVector>, std::int32_t>
            expected;  // a group has a key in the front
        for (const Added& added : all) {
            std::int32_t value = 0;
            for (const std::uint8_t byte : added.entry.value) {
                value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value) << 8U | byte);
            }
            const auto [slot, is_new] =
                expected.try_emplace({added.entry.key, added.state, added.entry.map_key}, value);
            std::int32_t& known = slot->second;
            if (!is_new) {
                known = policy == DuplicatePolicy::kFirst  ? known
                        : policy == DuplicatePolicy::kLast ? value
                        : policy == DuplicatePolicy::kSum  ? known + value
                        : policy == DuplicatePolicy::kMin  ? std::min(known, value)
                                                           : std::max(known, value);
            }
        }
        std::vector<std::string> lines;
        for (const auto& [identity, value] : expected) {
            const auto& [key, state, map_key] = identity;
            lines.push_back("u " + std::string(state == kMap ? "map" : "value") + " group " +
                            std::to_string(key.back() % 8) + " " + hex(key) + " 00" +
                            (state == kMap ? " " + hex(map_key) : "") + " = " + hex(big_endian(value, 4)));
        }
        std::sort(lines.begin(), lines.end());
        for (const unsigned threads : {1U, 3U}) {
            for (const std::uint64_t memory : {std::uint64_t{1} << 20, std::uint64_t{3000}}) {
                std::shuffle(all.begin(), all.end(), random);
                const TempDir folder;
                write(folder.path("made"), {policy, DuplicatePolicy::kError, policy}, all, threads, memory);
                std::vector<std::string> found = lines_of(folder.path("made"));
                std::sort(found.begin(), found.end());
                CHECK((found == lines));
            }
        }
    }
}

TEST_CASE("whole lists and elements of one list are appended: lists first, elements by their index") {
    std::mt19937 random(9);
    for (int round = 0; round < 20; ++round) {
        std::vector<Added> all;
        std::map<std::int64_t,
                 std::vector<std::pair<std::pair<std::int64_t, std::uint64_t>, std::vector<std::int32_t>>>>
            lists;
        for (std::uint64_t i = 0; i < 60; ++i) {
            const std::int64_t key = random() % 6;
            const auto value = static_cast<std::int32_t>(random() % 3 == 0 ? 0x2C2C2C2C : random());
            const std::int64_t index =
                random() % 3 == 0 ? -1 : static_cast<std::int64_t>(random() % 5) << (random() % 2 * 40);
            const std::vector<std::int32_t> values =
                index >= 0 ? std::vector{value} : std::vector<std::int32_t>(random() % 3 + 1, value);
            all.push_back(index >= 0 ? element(key, index, value, i) : whole(key, values, i));
            lists[key].push_back({{index, i}, values});
        }
        std::vector<std::string> expected;
        for (auto& [key, parts] : lists) {
            std::sort(parts.begin(), parts.end());
            std::vector<std::int32_t> list;
            for (const auto& [place, values] : parts) {
                list.insert(list.end(), values.begin(), values.end());
            }
            expected.push_back(list_line(key, list));
        }
        std::shuffle(all.begin(), all.end(), random);
        CHECK(written(of_lists(DuplicatePolicy::kAppend), all) == expected);
    }
}

TEST_CASE("elements come by their index without a policy, and gaps are closed") {
    const std::vector<Added> all = {element(1, 7, 70, 0), element(1, 0, 1, 1), element(1, std::int64_t{1} << 40, 9, 2),
                                    element(2, 3, 3, 3), element(1, 2, 20, 4)};
    CHECK(written({}, all) == std::vector{list_line(1, {1, 20, 70, 9}), list_line(2, {3})});
    CHECK(written(of_lists(DuplicatePolicy::kLast), all) ==
          std::vector{list_line(1, {1, 20, 70, 9}), list_line(2, {3})});
}

TEST_CASE("whole lists of one identity follow the state's policy") {
    const std::vector<Added> all = {whole(1, {1, 2}, 5), whole(1, {3}, 4)};
    CHECK(written(of_lists(DuplicatePolicy::kFirst), all) == std::vector{list_line(1, {3})});
    CHECK(written(of_lists(DuplicatePolicy::kLast), all) == std::vector{list_line(1, {1, 2})});
    CHECK(written(of_lists(DuplicatePolicy::kAppend), all) == std::vector{list_line(1, {3, 1, 2})});
    CHECK(refusal({}, all) ==
          "operator u: state 'list' in key group 1: two entries have the same key, namespace and map "
          "key: row 4 and row 5");
}

TEST_CASE("lists that contradict one another are refused, with the rows that do") {
    const std::string place = "operator u: state 'list' in key group 1: ";
    const std::vector<Added> mixed = {element(1, 0, 5, 3), whole(1, {1}, 8)};
    const std::vector<Added> twice = {element(1, 0, 5, 1), element(1, 4, 5, 2), element(1, 4, 6, 9)};
    for (const DuplicatePolicy policy : {DuplicatePolicy::kError, DuplicatePolicy::kFirst, DuplicatePolicy::kLast}) {
        CHECK(refusal(of_lists(policy), mixed) ==
              place + "a whole list and an element of it have the same key and namespace: row 8 and row 3");
    }
    for (const DuplicatePolicy policy : {DuplicatePolicy::kFirst, DuplicatePolicy::kLast}) {
        CHECK(refusal(of_lists(policy), twice).starts_with(place + "two elements of a list have the same index: "));
    }
    CHECK(refusal({}, twice).starts_with(place + "two elements have the same key, namespace and index: "));
    CHECK(refusal({}, twice).ends_with(" and row 9"));
    CHECK(written(of_lists(DuplicatePolicy::kAppend), twice) == std::vector{list_line(1, {5, 5, 6})});
}

TEST_CASE("entries of one identity are refused without a policy, with the rows and what they are of") {
    CHECK(refusal({}, {number(9, 1, 30), number(9, 1, 20)}) ==
          "operator u: state 'value' in key group 1: two entries have the same key, namespace and map key: row 20 and "
          "row 30");
    Added timer{kEventTimers, {.key = big_endian(3, 8), .timestamp = 77}, false, false, 5};
    Added again = timer;
    again.sequence = 6;
    CHECK(refusal({}, {timer, again}).starts_with("operator u: timers 't' (event-time) in key group 3: "));
    CHECK(written({DuplicatePolicy::kError, DuplicatePolicy::kError, DuplicatePolicy::kError, DuplicatePolicy::kFirst},
                  {timer, again})
              .size() == 1);
    CHECK(refusal({DuplicatePolicy::kSum}, {number(1, INT32_MAX, 0), number(1, 1, 1)}) ==
          "operator u: state 'value' in key group 1: the sum of 2147483647 and 1 is out of range: row 0 and row 1");
}

TEST_CASE("what may repeat is dropped where it repeats, and only there") {
    CHECK(written({}, {number(1, 5, 0), number(1, 5, 1, true), number(1, 5, 2, true)}).size() == 1);
    CHECK(written({DuplicatePolicy::kSum}, {number(1, 5, 7), number(1, 5, 1, true)}) ==
          std::vector<std::string>{"u value group 1 0000000000000001 00 = 00000005"});
    CHECK(refusal({}, {number(1, 5, 0), number(1, 6, 1, true)}).ends_with(": row 0 and row 1"));
    CHECK(refusal({}, {number(1, 5, 0), number(1, 5, 1), number(1, 5, 2, true)}).ends_with(": row 0 and row 1"));
    // Elements that a whole list or an element at the same place has already.
    CHECK(written({}, {whole(1, {4, 5}, 0), element(1, 0, 4, 1, true)}) == std::vector{list_line(1, {4, 5})});
    CHECK(written({}, {element(1, 0, 4, 0), element(1, 3, 5, 1), element(1, 3, 5, 2, true)}) ==
          std::vector{list_line(1, {4, 5})});
    CHECK(written({}, {element(1, 0, 4, 0, true), element(1, 1, 5, 1, true), element(1, 0, 4, 2, true)}) ==
          std::vector{list_line(1, {4, 5})});
    CHECK(refusal({}, {element(1, 0, 4, 0), element(1, 0, 5, 1, true)}).ends_with(": row 0 and row 1"));
}

TEST_CASE("null and numbers in a map are kept apart") {
    Added null{kMap, {.key = big_endian(1, 8), .map_key = {1}}, false, false, 0};
    Added one{kMap, {.key = big_endian(1, 8), .map_key = {1}, .value = big_endian(1, 4)}, false, false, 1};
    const auto add = [&](std::vector<DuplicatePolicy> policies) {
        const TempDir folder;
        OperatorPlan plan = plan_of(kOperator);
        plan.on_duplicate = std::move(policies);
        SavepointWriter writer(folder.path("made"), {});
        writer.add_operator(plan);
        Entry entry = null.entry.view();
        entry.is_null_value = true;
        writer.add_keyed(0, kMap, 1, entry);
        writer.add_keyed(0, kMap, 1, one.entry.view());
        writer.commit();
        return lines_of(folder.path("made")).at(0);
    };
    const DuplicatePolicy error = DuplicatePolicy::kError;
    CHECK(add({error, error, DuplicatePolicy::kFirst}) == "u map group 1 0000000000000001 00 01 = null");
    CHECK(add({error, error, DuplicatePolicy::kLast}) == "u map group 1 0000000000000001 00 01 = 00000001");
    CHECK_THROWS_AS(add({error, error, DuplicatePolicy::kMax}), InputError);
    CHECK_THROWS_AS(add({}), InputError);
}
