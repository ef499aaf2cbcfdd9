// Elements of operator lists: dealt to subtasks, or placed by index; broadcast entries, which all subtasks get.

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using namespace sp_test;

namespace {

/// Broadcast states stand in the middle, and last in headers.
std::string operator_of(int parallelism) {
    return R"({"uid":"u","parallelism":)" + std::to_string(parallelism) + R"(,"states":[
        {"name":"list","kind":"operator-list","type":"byte"},
        {"name":"rules","kind":"broadcast","mapKey":"byte","type":"byte"},
        {"name":"union","kind":"operator-union","type":"byte"},
        {"name":"more","kind":"operator-list","type":"byte"}]})";
}
constexpr std::uint64_t kFirst = kBaseSequence + 1;  // what is below is of the base

enum State : std::size_t { kList, kRules, kUnion, kMore };

WriteOptions checked(unsigned threads = 1, std::uint64_t memory = std::uint64_t{1} << 20) {
    WriteOptions options;
    options.threads = threads;
    options.memory = memory;
    options.verify = true;
    options.origin = [](std::uint64_t sequence) { return "row " + std::to_string(sequence - kFirst); };
    return options;
}

template <class Add>
std::vector<std::string> written(int parallelism, Add&& add, const std::vector<DuplicatePolicy>& policies = {}) {
    const TempDir folder;
    OperatorPlan plan = plan_of(operator_of(parallelism));
    plan.on_operator_duplicate = policies;
    SavepointWriter writer(folder.path("made"), checked());
    writer.add_operator(plan);
    EntryAdder adder = writer.adder(0);
    add(adder);
    writer.commit();
    return lines_of(folder.path("made"));
}

std::string line(const std::string& state, int subtask, int index, int value) {
    return "u " + state + " subtask " + std::to_string(subtask) + " [" + std::to_string(index) +
           "] = " + hex(big_endian(value, 1));
}

void add(EntryAdder& adder, State state, std::optional<std::int32_t> subtask, std::optional<std::int64_t> index,
         int value, std::uint64_t sequence) {
    adder.element(0, state, subtask, index, big_endian(value, 1), kFirst + sequence);
}

void add_rule(EntryAdder& adder, int key, int value, std::uint64_t sequence, bool may_repeat = false) {
    const OwnEntry entry{.key = {}, .name_space = {}, .map_key = big_endian(key, 1), .value = big_endian(value, 1)};
    adder.broadcast(0, kRules, entry.view(), kFirst + sequence, may_repeat);
}

}  // namespace

TEST_CASE("elements without a subtask are dealt in contiguous runs, in the order of their rows") {
    std::mt19937 random(10);
    for (const int parallelism : {1, 3, 7}) {
        for (const int count : {1, 6, 7, 100}) {
            for (const unsigned threads : {1U, 3U}) {
                CAPTURE(parallelism, count, threads);
                const TempDir folder;
                SavepointWriter writer(folder.path("made"), checked(threads, 500));
                writer.add_operator(plan_of(operator_of(parallelism)));
                std::vector<EntryAdder> adders;
                for (unsigned i = 0; i < threads; ++i) {
                    adders.push_back(writer.adder(i));
                }
                std::vector<int> order(static_cast<std::size_t>(count));
                for (int i = 0; i < count; ++i) {
                    order[static_cast<std::size_t>(i)] = i;
                }
                std::shuffle(order.begin(), order.end(), random);
                for (const int i : order) {
                    EntryAdder& adder = adders[random() % threads];
                    add(adder, kList, std::nullopt, std::nullopt, i, static_cast<std::uint64_t>(i));
                    add(adder, kMore, std::nullopt, 99, i,
                        static_cast<std::uint64_t>(i));  // an index alone says nothing
                }
                writer.commit();
                std::vector<std::string> expected;
                for (const char* const state : {"list", "more"}) {
                    int before = -1;
                    int index = 0;
                    for (int i = 0; i < count; ++i) {
                        const int subtask = i * parallelism / count;
                        index = subtask == before ? index + 1 : 0;
                        before = subtask;
                        expected.push_back(line(state, subtask, index, i));
                    }
                }
                std::vector<std::string> found = lines_of(folder.path("made"));
                std::sort(expected.begin(), expected.end());
                std::sort(found.begin(), found.end());
                CHECK((found == expected));
            }
        }
    }
}

TEST_CASE("elements of a subtask come by their index, those without behind them, dealt ones last by their rows") {
    const std::vector<std::string> found = written(2, [](EntryAdder& adder) {
        add(adder, kList, 1, std::nullopt, 1, 0);
        add(adder, kList, 1, 5, 2, 1);
        add(adder, kList, 1, 0, 3, 2);
        add(adder, kList, 1, std::nullopt, 4, 3);
        add(adder, kList, std::nullopt, std::nullopt, 5, 4);  // the only one: to subtask 0
        add(adder, kList, 0, std::nullopt, 6, 5);
    });
    CHECK(found == std::vector<std::string>{line("list", 0, 0, 5), line("list", 0, 1, 6), line("list", 1, 0, 3),
                                            line("list", 1, 1, 2), line("list", 1, 2, 1), line("list", 1, 3, 4)});
}

TEST_CASE("elements of unions stay where they are, and are the first subtask's without one") {
    const std::vector<std::string> found = written(3, [](EntryAdder& adder) {
        for (int i = 0; i < 4; ++i) {
            add(adder, kUnion, std::nullopt, std::nullopt, i, static_cast<std::uint64_t>(9 - i));
        }
        add(adder, kUnion, 2, 0, 9, 0);
    });
    CHECK(found == std::vector<std::string>{line("union", 0, 0, 3), line("union", 0, 1, 2), line("union", 0, 2, 1),
                                            line("union", 0, 3, 0), line("union", 2, 0, 9)});
}

TEST_CASE("elements of one subtask and index are refused without a policy") {
    const auto twice = [](State state) {
        return [state](EntryAdder& adder) {
            add(adder, state, 1, 4, 7, 20);
            add(adder, state, 1, 4, 8, 10);
            add(adder, state, 0, 4, 9, 30);
        };
    };
    CHECK(message_of<InputError>([&] { written(2, twice(kMore)); }) ==
          "operator u: state 'more': two elements have the same subtask and index: row 10 and row 20");
    // The policies are by the position in the plan, not by that in the header.
    const DuplicatePolicy error = DuplicatePolicy::kError;
    CHECK(written(2, twice(kUnion), {error, error, DuplicatePolicy::kFirst}) ==
          std::vector<std::string>{line("union", 0, 0, 9), line("union", 1, 0, 8)});
    CHECK(written(2, twice(kMore), {error, error, error, DuplicatePolicy::kLast}) ==
          std::vector<std::string>{line("more", 0, 0, 9), line("more", 1, 0, 7)});
    CHECK_THROWS_AS(written(2, twice(kList), {error, DuplicatePolicy::kFirst, DuplicatePolicy::kFirst}), InputError);
    CHECK_THROWS_AS(written(2, twice(kList), {DuplicatePolicy::kAppend}), UsageError);
}

TEST_CASE("every subtask gets all entries of broadcast state") {
    const auto add_rules = [](EntryAdder& adder) {
        for (int i = 5; i > 0; --i) {
            add_rule(adder, i, 10 * i, static_cast<std::uint64_t>(i));
        }
        add(adder, kMore, 2, 0, 1, 7);  // an element of one subtask only
    };
    std::vector<std::string> expected;
    for (int subtask = 0; subtask < 3; ++subtask) {
        for (int i = 1; i <= 5; ++i) {
            expected.push_back("u rules subtask " + std::to_string(subtask) + " " + hex(big_endian(i, 1)) + " = " +
                               hex(big_endian(10 * i, 1)));
        }
    }
    std::vector<std::string> found = written(3, add_rules);
    CHECK(std::count(found.begin(), found.end(), line("more", 2, 0, 1)) == 1);
    std::erase(found, line("more", 2, 0, 1));
    CHECK(found == expected);
}

TEST_CASE("copies of broadcast entries are one, and others of one map key are not") {
    const auto rule = [](int value, bool may_repeat) {
        return [=](EntryAdder& adder) {
            add_rule(adder, 1, 3, 0, true);
            add_rule(adder, 1, value, 1, may_repeat);
        };
    };
    CHECK(written(1, rule(3, true)) == std::vector<std::string>{"u rules subtask 0 01 = 03"});
    CHECK(message_of<InputError>([&] { written(1, rule(4, true)); }) ==
          "operator u: state 'rules': two entries have the same key, namespace and map key: row 0 and row 1");
    CHECK(written(1, rule(4, true), {DuplicatePolicy::kError, DuplicatePolicy::kSum}) ==
          std::vector<std::string>{"u rules subtask 0 01 = 07"});
    CHECK(written(1, rule(3, false)).size() == 1);
}

TEST_CASE("a broadcast state whose entries cannot be told apart is not written") {
    OperatorPlan plan = plan_of(operator_of(1));
    plan.operator_states.at(kRules).map_key = nullptr;
    SavepointWriter writer("", {});
    CHECK_THROWS_AS(writer.add_operator(plan), UnsupportedError);
}
