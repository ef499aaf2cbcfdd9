#include "write/entry_adder.hpp"

#include <algorithm>

#include "io/sort_key.hpp"

namespace sp {

void EntryAdder::Impl::begin_key(std::size_t op, WriteSection section, std::int32_t place, std::size_t state) {
    key_.clear();
    has_operator_state_[op] = true;
    WriteSortKey{static_cast<std::uint16_t>(op),
                 section,
                 static_cast<std::uint16_t>(place),
                 static_cast<std::uint16_t>(state),
                 {}}
        .append_to(key_);
}

void EntryAdder::Impl::keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry,
                             std::int64_t index, std::uint64_t sequence) {
    const PlannedOperator& planned = operators_[op];
    has_keyed_[op] = true;
    const WriteSortKey head = {static_cast<std::uint16_t>(op),
                               WriteSection::kKeyed,
                               static_cast<std::uint16_t>(key_group),
                               static_cast<std::uint16_t>(state),
                               {}};
    constexpr std::size_t kNullMark = 1;
    std::uint8_t* const record = sorter_.reserve(WriteSortKey::kHeadSize + CompositeKeyWriter::bound(entry) +
                                                 kIndexSize + kNullMark + entry.value.size());
    std::uint8_t* at = planned.keys[state].write(head.write_head(record), entry);
    if (planned.has_index[state]) {
        at = store_number(at, index);
    }
    std::uint8_t* const payload = at;
    if (planned.plan.keyed_states[state].kind == StateKind::kMap) {
        *at++ = entry.is_null_value ? 1 : 0;
    }
    at = std::copy(entry.value.begin(), entry.value.end(), at);
    sorter_.add_reserved(static_cast<std::size_t>(payload - record), static_cast<std::size_t>(at - payload), sequence);
}

void EntryAdder::Impl::element(std::size_t op, std::size_t state, std::optional<std::int32_t> subtask,
                               std::optional<std::int64_t> index, Bytes value, std::uint64_t sequence) {
    const PlannedOperator& planned = operators_[op];
    const std::uint16_t place = planned.header_places[state];
    if (!subtask && planned.plan.operator_states[place].kind == StateKind::kOperatorList &&
        planned.plan.parallelism > 1) {
        begin_key(op, WriteSection::kElements, 0, place);
        undealt_.add(key_, value, sequence);
        return count_undealt(op, place);
    }
    begin_key(op, WriteSection::kElements, subtask.value_or(0), place);
    append_number(key_, subtask && index ? *index : kNoIndex);
    sorter_.add(key_, value, sequence);
}

void EntryAdder::Impl::count_undealt(std::size_t op, std::uint16_t state) {
    for (UndealtCount& known : undealt_counts_) {
        if (known.op == op && known.state == state) {
            ++known.count;
            return;
        }
    }
    undealt_counts_.push_back({op, state, 1});
}

void EntryAdder::Impl::broadcast(std::size_t op, std::size_t state, const Entry& entry, std::uint64_t sequence) {
    begin_key(op, WriteSection::kBroadcast, 0, operators_[op].header_places[state]);
    key_.insert(key_.end(), entry.map_key.begin(), entry.map_key.end());
    sorter_.add(key_, entry.value, sequence);
}

void EntryAdder::keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry,
                       std::uint64_t sequence, bool may_repeat) {
    impl_->keyed(op, state, key_group, entry, kWholeList, sequence | (may_repeat ? kMayRepeat : 0));
}

void EntryAdder::keyed_element(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry,
                               std::uint64_t sequence, bool may_repeat) {
    impl_->keyed(op, state, key_group, entry, entry.index, sequence | (may_repeat ? kMayRepeat : 0));
}

void EntryAdder::nothing(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry,
                         std::uint64_t sequence) {
    Entry identity = entry;
    identity.value = {};
    impl_->keyed(op, state, key_group, identity, kWholeList, sequence | kIsNothing);
}

void EntryAdder::element(std::size_t op, std::size_t state, std::optional<std::int32_t> subtask,
                         std::optional<std::int64_t> index, Bytes value, std::uint64_t sequence) {
    impl_->element(op, state, subtask, index, value, sequence);
}

void EntryAdder::broadcast(std::size_t op, std::size_t state, const Entry& entry, std::uint64_t sequence,
                           bool may_repeat) {
    impl_->broadcast(op, state, entry, sequence | (may_repeat ? kMayRepeat : 0));
}

}  // namespace sp
