// Entries over those of a base: which value stays, which time stamp, what is counted.

#include <algorithm>

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "sp/error.hpp"
#include "write/savepoint_frame.hpp"
#include "write/ttl_stamps.hpp"
#include "write/writing.hpp"

using namespace sp;
using namespace sp_test;

namespace {

constexpr char kOperator[] = R"({"uid":"u","key":"long","parallelism":2,"maxParallelism":8,"states":[
    {"name":"value","kind":"value","type":"int"},
    {"name":"list","kind":"list","type":"int"},
    {"name":"map","kind":"map","mapKey":"byte","type":"int"},
    {"name":"fresh","kind":"value","type":"int","ttl":true},
    {"name":"fresh list","kind":"list","type":"int","ttl":true},
    {"name":"elements","kind":"operator-list","type":"int"},
    {"name":"rules","kind":"broadcast","mapKey":"byte","type":"int"}],"timers":[{"service":"t"}]})";
enum State : std::size_t { kValue, kList, kMap, kFresh, kFreshList, kTimers };
enum OperatorState : std::size_t { kElements, kRules };

ByteVector operator+(ByteVector a, const ByteVector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

ByteVector number(std::int32_t value) { return big_endian(value, 4); }
ByteVector stamped(std::int64_t stamp, std::int32_t value) { return big_endian(stamp, 8) + number(value); }
const ByteVector kComma = {','};

OwnEntry of_key(std::int64_t key, ByteVector value) { return {.key = big_endian(key, 8), .value = std::move(value)}; }
OwnEntry of_map(std::int64_t key, int map_key, std::int32_t value) {
    return {.key = big_endian(key, 8), .map_key = big_endian(map_key, 1), .value = number(value)};
}

/// A savepoint of entries of a base and of rows, which have the sequences 1, 2, …
class Merging {
public:
    explicit Merging(BasePolicy policy = BasePolicy::kReplace, DuplicatePolicy duplicates = DuplicatePolicy::kError) {
        plan_ = plan_of(kOperator);
        plan_.on_base.assign(plan_.keyed_states.size(), policy);
        plan_.on_operator_base.assign(plan_.operator_states.size(), policy);
        if (duplicates != DuplicatePolicy::kError) {
            plan_.on_duplicate = {duplicates};
        }
    }

    OperatorPlan& plan() { return plan_; }

    Merging& base(std::size_t state, const OwnEntry& entry) {
        return then([=](EntryAdder& adder) { adder.keyed(0, state, group_of(entry), entry.view(), kBaseSequence); });
    }
    Merging& row(std::size_t state, const OwnEntry& entry) {
        return then([=, sequence = ++rows_](EntryAdder& adder) {
            adder.keyed(0, state, group_of(entry), entry.view(), sequence);
        });
    }
    Merging& row_element(std::size_t state, OwnEntry entry, std::int64_t index) {
        entry.index = index;
        return then([=, sequence = ++rows_](EntryAdder& adder) {
            adder.keyed_element(0, state, group_of(entry), entry.view(), sequence);
        });
    }
    Merging& element(std::int32_t subtask, std::int64_t index, std::int32_t value, bool is_base) {
        return then([=, sequence = is_base ? kBaseSequence : ++rows_](EntryAdder& adder) {
            adder.element(0, kElements, subtask, index, number(value), sequence);
        });
    }
    Merging& rule(int key, std::int32_t value, bool is_base) {
        return then([=, sequence = is_base ? kBaseSequence : ++rows_](EntryAdder& adder) {
            const OwnEntry entry{.key = {}, .name_space = {}, .map_key = big_endian(key, 1), .value = number(value)};
            adder.broadcast(0, kRules, entry.view(), sequence);
        });
    }

    /// What was written, a line each without the operator: the order in which it was added does not matter.
    std::vector<std::string> written() {
        std::vector<std::string> lines = written_in_order();
        std::reverse(work_.begin(), work_.end());
        CHECK(written_in_order() == lines);
        return lines;
    }
    std::string refusal() {
        return message_of<InputError>([&] { static_cast<void>(written_in_order()); });
    }

    std::uint64_t replaced = 0;
    std::uint64_t added = 0;

private:
    using Work = std::function<void(EntryAdder&)>;

    static std::int32_t group_of(const OwnEntry& entry) { return entry.key.back() % 8; }

    Merging& then(Work work) {
        work_.push_back(std::move(work));
        return *this;
    }

    std::vector<std::string> written_in_order() {
        const TempDir folder;
        WriteOptions options;
        options.verify = true;
        options.origin = [](std::uint64_t sequence) { return "row " + std::to_string(sequence); };
        SavepointWriter writer(folder.path("made"), options);
        writer.add_operator(plan_);
        const auto frame = std::make_shared<SavepointFrame>();  // with a base what is replaced and added counts
        writer.set_frame(frame);
        EntryAdder adder = writer.adder(0);
        for (const Work& work : work_) {
            work(adder);
        }
        replaced = added = 0;
        writer.commit([&](const std::vector<WrittenState>& states) {
            for (const WrittenState& state : states) {
                replaced += state.replaced;
                added += state.added;
            }
        });
        std::vector<std::string> lines = lines_of(folder.path("made"));
        for (std::string& line : lines) {
            line.erase(0, 2);
        }
        return lines;
    }

    OperatorPlan plan_;
    std::vector<Work> work_;
    std::uint64_t rows_ = 0;
};

std::string line(const std::string& state, std::int64_t key, const ByteVector& value, const std::string& map_key = "") {
    return state + " group " + std::to_string(key % 8) + " " + hex(big_endian(key, 8)) + " 00" +
           (map_key.empty() ? "" : " " + map_key) + " = " + hex(value);
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("what only the base or only a row has stays, whatever the policy") {
    for (const BasePolicy policy : {BasePolicy::kReplace, BasePolicy::kKeep, BasePolicy::kJoin}) {
        Merging merging(policy);
        merging.base(kValue, of_key(1, number(10))).row(kValue, of_key(2, number(20)));
        CHECK(merging.written() == Lines{line("value", 1, number(10)), line("value", 2, number(20))});
        CHECK(merging.added == 1);
        CHECK(merging.replaced == 0);
    }
}

TEST_CASE("a row replaces the base's value, or does not, or is joined with it") {
    const auto merge = [](BasePolicy policy, DuplicatePolicy duplicates = DuplicatePolicy::kError) {
        Merging merging(policy, duplicates);
        merging.base(kValue, of_key(1, number(10))).row(kValue, of_key(1, number(7)));
        return merging;
    };
    Merging replacing = merge(BasePolicy::kReplace);
    CHECK(replacing.written() == Lines{line("value", 1, number(7))});
    CHECK(replacing.replaced == 1);
    CHECK(replacing.added == 0);
    Merging keeping = merge(BasePolicy::kKeep);
    CHECK(keeping.written() == Lines{line("value", 1, number(10))});
    CHECK(keeping.replaced == 0);
    CHECK(merge(BasePolicy::kJoin, DuplicatePolicy::kSum).written() == Lines{line("value", 1, number(17))});
    CHECK(merge(BasePolicy::kJoin, DuplicatePolicy::kMin).written() == Lines{line("value", 1, number(7))});
    CHECK(merge(BasePolicy::kJoin, DuplicatePolicy::kFirst).written() == Lines{line("value", 1, number(10))});
    CHECK(
        merge(BasePolicy::kJoin).refusal() ==
        "operator u: state 'value' in key group 1: two entries have the same key, namespace and map key: the savepoint "
        "and row 1");
}

TEST_CASE("two rows over a base's entry are two rows") {
    Merging merging;
    merging.base(kValue, of_key(1, number(10))).row(kValue, of_key(1, number(7))).row(kValue, of_key(1, number(8)));
    CHECK(merging.refusal() ==
          "operator u: state 'value' in key group 1: two entries have the same key, namespace and map key: row 1 and "
          "row 2");
    Merging last(BasePolicy::kReplace, DuplicatePolicy::kSum);
    last.base(kValue, of_key(1, number(10))).row(kValue, of_key(1, number(7))).row(kValue, of_key(1, number(8)));
    CHECK(last.written() == Lines{line("value", 1, number(15))});  // without the base's
}

TEST_CASE("a map is replaced entry by entry") {
    Merging merging;
    merging.base(kMap, of_map(1, 5, 50))
        .base(kMap, of_map(1, 6, 60))
        .row(kMap, of_map(1, 6, 61))
        .row(kMap, of_map(1, 7, 70));
    CHECK(merging.written() ==
          Lines{line("map", 1, number(50), "05"), line("map", 1, number(61), "06"), line("map", 1, number(70), "07")});
    CHECK(merging.replaced == 1);
    CHECK(merging.added == 1);
}

TEST_CASE("a list is replaced as a whole, or kept, or lengthened") {
    const ByteVector two = number(1) + kComma + number(2);
    const auto merge = [&](BasePolicy policy) {
        Merging merging(policy);
        merging.base(kList, of_key(1, two))
            .row_element(kList, of_key(1, number(8)), 1)
            .row_element(kList, of_key(1, number(9)), 0);
        return merging;
    };
    CHECK(merge(BasePolicy::kReplace).written() == Lines{line("list", 1, number(9) + kComma + number(8))});
    CHECK(merge(BasePolicy::kKeep).written() == Lines{line("list", 1, two)});
    Merging appending = merge(BasePolicy::kJoin);
    appending.plan().on_duplicate = {DuplicatePolicy::kError, DuplicatePolicy::kAppend};
    CHECK(appending.written() == Lines{line("list", 1, two + kComma + number(9) + kComma + number(8))});
}

TEST_CASE("a time stamp that a row does not have is that of the entry which it replaces") {
    Merging merging;
    merging.plan().inherits_ttl = true;
    merging.base(kFresh, of_key(1, stamped(1000, 1)))
        .base(kFresh, of_key(2, stamped(2000, 2)))
        .row(kFresh, of_key(1, stamped(kNoStamp, 11)))
        .row(kFresh, of_key(2, stamped(77, 22)));
    CHECK(merging.written() == Lines{line("fresh", 1, stamped(1000, 11)), line("fresh", 2, stamped(77, 22))});
}

TEST_CASE("elements of lists without a time stamp have that of the element in their place, or the latest") {
    Merging merging;
    merging.plan().inherits_ttl = true;
    merging.base(kFreshList, of_key(1, stamped(500, 1) + kComma + stamped(400, 2)))
        .row(kFreshList,
             of_key(1, stamped(kNoStamp, 7) + kComma + stamped(kNoStamp, 8) + kComma + stamped(kNoStamp, 9)));
    CHECK(merging.written() ==
          Lines{line("fresh list", 1, stamped(500, 7) + kComma + stamped(400, 8) + kComma + stamped(500, 9))});
}

TEST_CASE("where rows are joined with the entry of the base, time stamps that they lack are its too") {
    Merging merging;
    merging.plan().inherits_ttl = true;
    merging.plan().on_base = {BasePolicy::kReplace, BasePolicy::kReplace, BasePolicy::kReplace, BasePolicy::kJoin,
                              BasePolicy::kJoin,    BasePolicy::kReplace, BasePolicy::kReplace};
    merging.plan().on_duplicate = {DuplicatePolicy::kError, DuplicatePolicy::kError, DuplicatePolicy::kError,
                                   DuplicatePolicy::kLast, DuplicatePolicy::kAppend};
    merging.base(kFresh, of_key(1, stamped(1000, 1)))
        .row(kFresh, of_key(1, stamped(kNoStamp, 11)))
        .base(kFreshList, of_key(1, stamped(500, 1) + kComma + stamped(400, 2)))
        .row(kFreshList, of_key(1, stamped(kNoStamp, 7) + kComma + stamped(77, 8)));
    CHECK(merging.written() ==
          Lines{line("fresh", 1, stamped(1000, 11)),
                line("fresh list", 1,
                     stamped(500, 1) + kComma + stamped(400, 2) + kComma + stamped(500, 7) + kComma + stamped(77, 8))});
}

TEST_CASE("a new entry of a state with time to live needs its time stamp") {
    Merging merging;
    merging.plan().inherits_ttl = true;
    merging.base(kFresh, of_key(1, stamped(1000, 1))).row(kFresh, of_key(2, stamped(kNoStamp, 2)));
    CHECK(merging.refusal() ==
          "operator u: state 'fresh' in key group 2: the state has time to live, and an entry that is "
          "new has no \"ttl_timestamp\": row 1");
}

TEST_CASE("rows that must replace something") {
    Merging merging;
    merging.plan().must_exist = true;
    merging.base(kValue, of_key(1, number(10))).row(kValue, of_key(1, number(7)));
    CHECK(merging.written() == Lines{line("value", 1, number(7))});
    merging.row(kValue, of_key(2, number(7)));
    CHECK(merging.refusal() == "operator u: state 'value' in key group 2: the savepoint has no such entry: row 2");
}

TEST_CASE("timers have no value: the same timer is there once") {
    for (const BasePolicy policy : {BasePolicy::kReplace, BasePolicy::kKeep}) {
        Merging merging(policy);
        const OwnEntry timer{.key = big_endian(1, 8), .timestamp = 99};
        merging.base(kTimers, timer).base(kTimers, timer).row(kTimers, timer);
        CHECK(merging.written().size() == 1);
        CHECK(merging.added == 0);
    }
}

TEST_CASE("elements of operator lists are replaced by subtask and index, and added") {
    Merging merging;
    merging.element(0, 0, 10, true).element(1, 0, 20, true).element(1, 0, 21, false).element(1, 1, 22, false);
    CHECK(merging.written() == Lines{"elements subtask 0 [0] = " + hex(number(10)),
                                     "elements subtask 1 [0] = " + hex(number(21)),
                                     "elements subtask 1 [1] = " + hex(number(22))});
    CHECK(merging.replaced == 1);
    CHECK(merging.added == 1);
}

TEST_CASE("the copies of broadcast state are one, if they are equal") {
    Merging merging;
    merging.rule(1, 10, true).rule(1, 10, true).rule(2, 20, true).rule(2, 21, false);
    CHECK(merging.written() ==
          Lines{"rules subtask 0 01 = " + hex(number(10)), "rules subtask 0 02 = " + hex(number(21)),
                "rules subtask 1 01 = " + hex(number(10)), "rules subtask 1 02 = " + hex(number(21))});
    merging.rule(1, 11, true);
    CHECK(merging.refusal() ==
          "operator u: state 'rules': the savepoint holds two entries of one identity that differ: the "
          "savepoint and the savepoint");
}
