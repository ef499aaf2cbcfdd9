// What happens to batches of entries on their way: other key groups, other time stamps.

#include "rewrite/entry_changes.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using rewriting::Regroup;
using rewriting::ShiftTtl;
using sp_test::big_endian;
using sp_test::hex;
using sp_test::message_of;
using sp_test::OwnEntry;
using sp_test::plan_of;

namespace {

constexpr std::size_t kReadableBehind = 32;
using Groups = std::vector<std::int32_t>;

/// Entries of one state whose bytes stay where they are.
class Batch {
public:
    explicit Batch(StateDescriptor state, std::int32_t key_group = 0, std::size_t position = 0)
        : state_(std::move(state)), key_group_(key_group), position_(position) {}

    Batch& add(OwnEntry entry) {
        for (ByteVector* const part : {&entry.key, &entry.value}) {
            part->reserve(part->size() + kReadableBehind);
        }
        own_.push_back(std::make_unique<OwnEntry>(std::move(entry)));
        entries_.push_back(own_.back()->view());
        return *this;
    }

    Batch& change(EntryChange& change) {
        new_key_groups_.clear();
        BaseBatch batch = {state_, position_, key_group_, 0, entries_, new_key_groups_};
        change.change(batch);
        return *this;
    }

    [[nodiscard]] const Groups& new_key_groups() const { return new_key_groups_; }
    [[nodiscard]] std::string value(std::size_t index) const { return hex(entries_[index].value); }

private:
    StateDescriptor state_;
    std::int32_t key_group_;
    std::size_t position_;
    std::vector<std::unique_ptr<OwnEntry>> own_;
    std::vector<Entry> entries_;
    Groups new_key_groups_;
};

StateDescriptor state_of(const std::string& state, const std::string& key = "long") {
    const OperatorPlan plan = plan_of(R"({"uid":"u","key":")" + key + R"(","states":[)" + state + "]}");
    return plan.keyed_states.empty() ? plan.operator_states.at(0) : plan.keyed_states.at(0);
}

const std::string kCount = R"({"name":"count","kind":"value","type":"int"})";

OwnEntry of_key(std::int64_t key) { return {.key = big_endian(key, 8), .value = big_endian(key, 4)}; }

std::shared_ptr<const HashInference> hashes_of_longs() {
    return std::make_shared<HashInference>(plan_of(R"({"uid":"u","key":"long","states":[)" + kCount + "]}").key,
                                           std::nullopt, FlinkVersion{1, 20});
}

/// KeyGroupRangeAssignment of a long, step by step as formats/metadata.md, section 5, has it.
std::int32_t group_of_long(std::int64_t key, std::int32_t max_parallelism) {
    const auto rotl = [](std::uint32_t bits, int by) { return (bits << by) | (bits >> (32 - by)); };
    std::uint32_t code =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) ^ (static_cast<std::uint64_t>(key) >> 32U));
    code *= 0xcc9e2d51U;
    code = rotl(code, 15) * 0x1b873593U;
    code = rotl(code, 13) * 5 + 0xe6546b64U;
    code ^= 4;
    code ^= code >> 16U;
    code *= 0x85ebca6bU;
    code ^= code >> 13U;
    code *= 0xc2b2ae35U;
    code ^= code >> 16U;
    const auto hash = static_cast<std::int32_t>(code);
    return (hash >= 0 ? hash : hash == INT32_MIN ? 0 : -hash) % max_parallelism;
}

}  // namespace

TEST_CASE("keys get the key groups that Flink gives them under another max parallelism") {
    const auto hashes = hashes_of_longs();
    for (const auto& [before, after] :
         {std::pair(128, 720), {720, 32768}, {32768, 100}, {4, 3}, {1, 128}, {128, 127}}) {
        Regroup regroup(hashes, before, after, "u");
        for (std::int64_t key = -50; key < 50; ++key) {
            Batch batch(state_of(kCount), group_of_long(key, before));
            batch.add(of_key(key)).add(of_key(key));
            CHECK(batch.change(regroup).new_key_groups() == Groups(2, group_of_long(key, after)));
        }
    }
}

TEST_CASE("where the new max parallelism divides the old, no hash is needed") {
    for (const auto& [before, after] : {std::pair(128, 64), {300, 100}, {720, 1}, {32768, 128}}) {
        Regroup regroup(nullptr, before, after, "u");
        for (std::int64_t key = 0; key < 50; ++key) {
            Batch batch(state_of(kCount), group_of_long(key, before));
            CHECK(batch.add(of_key(key)).change(regroup).new_key_groups() == Groups{group_of_long(key, after)});
        }
    }
}

TEST_CASE("one key may stand in two batches, of two states") {
    Regroup regroup(hashes_of_longs(), 128, 720, "u");
    Batch first(state_of(kCount), group_of_long(7, 128));
    first.add(of_key(7)).change(regroup);
    Batch second(state_of(R"({"name":"seen","kind":"list","type":"int"})"), group_of_long(7, 128));
    CHECK(second.add(of_key(7)).change(regroup).new_key_groups() == first.new_key_groups());
}

TEST_CASE("a key that is not in its group is refused, even after the same key in its group") {
    Regroup regroup(hashes_of_longs(), 128, 720, "u");
    Batch right(state_of(kCount), group_of_long(7, 128));
    right.add(of_key(7)).change(regroup);
    Batch wrong(state_of(kCount), (group_of_long(7, 128) + 1) % 128);
    wrong.add(of_key(7));
    const std::string message = message_of<InputError>([&] { wrong.change(regroup); });
    CHECK(message.find("operator u: state '") == 0);
    CHECK(message.find("key group " + std::to_string((group_of_long(7, 128) + 1) % 128)) != std::string::npos);
}

TEST_CASE("operator state has no key groups") {
    Regroup regroup(nullptr, 128, 64, "u");
    Batch batch(state_of(R"({"name":"offsets","kind":"operator-list","type":"int"})"));
    CHECK(batch.add({.value = big_endian(1, 4)}).change(regroup).new_key_groups().empty());
}

TEST_CASE("time stamps move, values stay") {
    const std::vector<StateDescriptor> states = {state_of(R"({"name":"fresh","kind":"value","type":"int","ttl":true})"),
                                                 state_of(kCount)};
    ShiftTtl shift(states, -1000, "u");
    const auto stamped = [](std::int64_t stamp, std::int32_t value) {
        ByteVector bytes = big_endian(stamp, 8);
        const ByteVector content = big_endian(value, 4);
        bytes.insert(bytes.end(), content.begin(), content.end());
        return bytes;
    };
    Batch with_ttl(states[0], 0, 0);
    with_ttl.add({.value = stamped(5000, 7)}).add({.value = stamped(500, -1)}).change(shift);
    CHECK(with_ttl.value(0) == hex(stamped(4000, 7)));
    CHECK(with_ttl.value(1) == hex(stamped(-500, -1)));
    Batch without(states[1], 0, 1);
    CHECK(without.add({.value = big_endian(5000, 4)}).change(shift).value(0) == hex(big_endian(5000, 4)));
    Batch too_far(states[0], 0, 0);
    too_far.add({.value = stamped(INT64_MIN + 999, 0)});
    CHECK(message_of<InputError>([&] { too_far.change(shift); }).find("operator u: state 'fresh': ") == 0);
}
