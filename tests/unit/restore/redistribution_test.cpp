#include "restore/redistribution.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <numeric>

#include "catch.hpp"
#include "restore/key_group_assignment.hpp"

using namespace sp;

namespace {

constexpr DistributionMode kModes[] = {DistributionMode::kSplitDistribute, DistributionMode::kUnion,
                                       DistributionMode::kBroadcast};

/// One case of tests/fixtures/redistribution (tests/interop/redistribution/README.md).
struct Case {
    int line = 0;
    OperatorState op;
    std::int32_t new_parallelism = 0;
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> answers;  ///< by new subtask
};

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = line.find('\t', begin);
        fields.push_back(line.substr(begin, end - begin));
    }
    return fields;
}

OperatorStateOffsets state_of(const std::string& field, const std::vector<std::string>& names) {
    const std::size_t letter = field.find_first_of("SUB");
    OperatorStateOffsets state;
    state.name = names.at(std::stoul(field.substr(0, letter)));
    state.mode = kModes[std::string_view("SUB").find(field.at(letter))];
    state.offsets.resize(std::stoul(field.substr(letter + 1)));
    std::iota(state.offsets.begin(), state.offsets.end(), 0);
    return state;
}

std::vector<Case> read_cases(const std::string& version) {
    std::ifstream in(std::string(SP_FIXTURES) + "/redistribution/" + version + ".txt");
    std::vector<Case> cases;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::vector<std::string> fields = fields_of(line);
        if (fields[0] == "case") {
            cases.emplace_back().line = number;
            cases.back().op.parallelism = std::stoi(fields[1]);
            cases.back().new_parallelism = std::stoi(fields[2]);
            cases.back().names.assign(fields.begin() + 3, fields.end());
        } else if (fields[0] == "old") {
            SubtaskState& subtask = cases.back().op.subtasks.emplace_back();
            subtask.index = std::stoi(fields[1]);
            subtask.managed_operator_state.emplace();
            for (std::size_t i = 2; i < fields.size(); ++i) {
                subtask.managed_operator_state->states.push_back(state_of(fields[i], cases.back().names));
            }
        } else {
            cases.back().answers.emplace_back(fields.begin() + 2, fields.end());
        }
    }
    return cases;
}

/// Our answer in the fixture's words.
std::vector<std::string> answer(const Case& test, std::int32_t new_subtask) {
    const Redistribution redistribution(test.op, test.new_parallelism);
    std::vector<std::string> runs;
    for (const DistributionMode mode : kModes) {
        for (const ElementRun& run : redistribution.share(new_subtask, mode)) {
            const SubtaskState& subtask = test.op.subtasks.at(run.subtask);
            const std::string& name = subtask.managed_operator_state->states.at(run.state).name;
            const auto position = std::find(test.names.begin(), test.names.end(), name) - test.names.begin();
            runs.push_back(std::to_string(subtask.index) + "." + std::to_string(position) +
                           "SUB"[static_cast<int>(mode)] + std::to_string(run.first) + "+" + std::to_string(run.count));
        }
    }
    std::sort(runs.begin(), runs.end());
    return runs;
}

void check_against(const std::string& version) {
    const std::vector<Case> cases = read_cases(version);
    REQUIRE(cases.size() > 150);
    for (const Case& test : cases) {
        REQUIRE(test.answers.size() == static_cast<std::size_t>(test.new_parallelism));
        for (std::int32_t i = 0; i < test.new_parallelism; ++i) {
            INFO(version << ".txt, case at line " << test.line << ", new subtask " << i);
            REQUIRE(answer(test, i) == test.answers[static_cast<std::size_t>(i)]);
        }
    }
}

}  // namespace

TEST_CASE("each new subtask gets what Flink 1.20.0 gives it") { check_against("1.20.0"); }

TEST_CASE("each new subtask gets what Flink 2.3.0 gives it") { check_against("2.3.0"); }

TEST_CASE("the order of subtasks in the file does not count") {
    for (Case& test : read_cases("2.3.0")) {
        std::vector<std::vector<std::string>> answers;
        std::reverse(test.op.subtasks.begin(), test.op.subtasks.end());
        for (std::int32_t i = 0; i < test.new_parallelism; ++i) {
            answers.push_back(answer(test, i));
        }
        REQUIRE(answers == test.answers);
    }
}

TEST_CASE("key groups go to subtasks by Flink's formula") {
    CHECK(key_groups_of_subtask(0, 3, 128) == KeyGroupRange{0, 43});
    CHECK(key_groups_of_subtask(1, 3, 128) == KeyGroupRange{43, 43});
    CHECK(key_groups_of_subtask(2, 3, 128) == KeyGroupRange{86, 42});
    CHECK(key_groups_of_subtask(0, 32768, 32768) == KeyGroupRange{0, 1});
    CHECK(key_groups_of_subtask(32767, 32768, 32768) == KeyGroupRange{32767, 1});
}

TEST_CASE("ranges of key groups are disjoint and complete, also for more subtasks than groups") {
    for (const std::int32_t most : {1, 2, 3, 100, 128, 300, 32768}) {
        for (const std::int32_t parallelism : {1, 2, 3, 7, 100, 128, 500, 40000}) {
            CAPTURE(most, parallelism);
            std::int32_t next = 0;
            for (std::int32_t subtask = 0; subtask < parallelism; ++subtask) {
                const KeyGroupRange range = key_groups_of_subtask(subtask, parallelism, most);
                REQUIRE(range.count >= 0);
                REQUIRE(range.first == next);
                next = range.first + range.count;
                if (!range.empty()) {
                    REQUIRE(subtask_of_key_group(range.first, parallelism, most) == subtask);
                    REQUIRE(subtask_of_key_group(range.last(), parallelism, most) == subtask);
                }
            }
            REQUIRE(next == most);
        }
    }
}

TEST_CASE("the default max parallelism is Flink's") {
    CHECK(default_max_parallelism(1) == 128);
    CHECK(default_max_parallelism(85) == 128);
    CHECK(default_max_parallelism(86) == 256);
    CHECK(default_max_parallelism(170) == 256);
    CHECK(default_max_parallelism(171) == 256);
    CHECK(default_max_parallelism(172) == 512);
    CHECK(default_max_parallelism(32768) == 32768);
}
