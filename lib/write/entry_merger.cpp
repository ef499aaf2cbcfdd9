#include "write/entry_merger.hpp"

#include <algorithm>
#include <utility>

#include "io/sort_key.hpp"
#include "sp/error.hpp"
#include "types/codecs/stored_value.hpp"
#include "write/entry_adder.hpp"

namespace sp {
namespace {

std::int64_t index_of(Bytes key) { return load_number(key.data() + key.size() - kIndexSize); }

bool is_of_base(std::uint64_t sequence) { return plain_sequence(sequence) == kBaseSequence; }
bool is_nothing(std::uint64_t sequence) { return (sequence & kIsNothing) != 0; }

}  // namespace

EntryMerger::EntryMerger(const std::vector<PlannedOperator>& operators, MergedSort& sort, PlaceOf place_of)
    : operators_(operators), sort_(sort), place_of_(std::move(place_of)) {
    has_next_ = sort_.next(next_);
    advance();
}

void EntryMerger::advance() {
    do {
        if (!has_next_) {
            is_at_end_ = true;
            return;
        }
        load_first();
        while ((has_next_ = sort_.next(next_)) && is_same(next_.key)) {
            join(next_);
        }
        if (is_nothing(sequence_) && value_origin_ == Origin::kReplacing) {
            ++removed_[{key_.op, key_.state}];
        }
    } while (is_nothing(sequence_));
    if (value_origin_ != Origin::kBase) {
        inherit_stamps();
    }
}

const TtlStamps* EntryMerger::stamps() const {
    if (key_.section != WriteSection::kKeyed) {
        return nullptr;
    }
    const std::optional<TtlStamps>& stamps = operators_[key_.op].stamps[key_.state];
    return stamps ? &*stamps : nullptr;
}

/// Rows without a time stamp have that of the entry which they replace.
void EntryMerger::inherit_stamps() {
    const TtlStamps* const all = stamps();
    if (all == nullptr) {
        return;
    }
    own_value();
    if (!all->has_missing(value_)) {
        return;
    }
    if (value_origin_ == Origin::kReplacing) {
        all->inherit(value_, base_value_);
    }
    if (all->has_missing(value_)) {
        throw InputError(describe("the state has time to live, and an entry that is new has no \"ttl_timestamp\"") +
                         (place_of_ ? ": " + place_of_(plain_sequence(row_sequence_)) : ""));
    }
}

void EntryMerger::load_first() {
    first_key_size_ = next_.key.size();
    first_size_ = first_key_size_ + next_.payload.size();
    if (first_.size() < first_size_) {
        first_ = ByteVector(first_size_ + first_size_ / 8);
    }
    std::copy_n(next_.key.data(), first_size_, first_.data());  // the payload is behind the key
    has_own_value_ = false;
    sequence_ = next_.sequence;
    row_sequence_ = sequence_;
    key_ = WriteSortKey::parse(first_key());
    const bool has_index = key_.section == WriteSection::kElements ||
                           (key_.section == WriteSection::kKeyed && operators_[key_.op].has_index[key_.state]);
    index_size_ = has_index ? kIndexSize : 0;
    index_ = has_index ? index_of(first_key()) : 0;
    key_.rest = key_.rest.first(key_.rest.size() - index_size_);
    value_origin_ = is_of_base(sequence_) ? Origin::kBase : Origin::kNew;
    if (value_origin_ == Origin::kNew && operators_[key_.op].plan.must_exist) {
        throw InputError(describe("the savepoint has no such entry") +
                         (place_of_ ? ": " + place_of_(plain_sequence(sequence_)) : ""));
    }
}

void EntryMerger::own_value() {
    if (!has_own_value_) {
        value_.assign(first_value().begin(), first_value().end());
        has_own_value_ = true;
    }
}

/// Elements of operator lists are entries of their own as long as their indices differ, or they have none.
bool EntryMerger::is_same(Bytes key) const {
    if (key_.section == WriteSection::kElements) {
        return index_ != kNoIndex && std::ranges::equal(key, first_key());
    }
    return key.size() == first_key_size_ &&
           std::equal(key.begin(), key.end() - static_cast<std::ptrdiff_t>(index_size_), first_.begin());
}

const DuplicateJoiner& EntryMerger::joiner() const {
    const PlannedOperator& op = operators_[key_.op];
    return key_.section == WriteSection::kKeyed ? op.joiners[key_.state] : op.operator_joiners[key_.state];
}

/// Whether an element that may repeat stands in the list already: at its index, or somewhere in a list that came whole.
bool EntryMerger::is_in_list(const ExternalSorter::Record& element) const {
    if (key_.section != WriteSection::kKeyed || index_size_ == 0) {
        return false;
    }
    const Bytes value = element.payload;
    return index_ == kWholeList || (index_ == index_of(element.key) && value_.size() >= value.size() &&
                                    std::equal(value.rbegin(), value.rend(), value_.rbegin()));
}

BasePolicy EntryMerger::base_policy() const {
    const PlannedOperator& op = operators_[key_.op];
    return key_.section == WriteSection::kKeyed ? op.base_policies[key_.state] : op.operator_base_policies[key_.state];
}

/// What becomes of an entry of the base; false if it is what becomes of two that are not.
bool EntryMerger::join_base(const ExternalSorter::Record& second) {
    if (is_of_base(second.sequence)) {  // copies of broadcast state, or timers in two places
        if (!std::ranges::equal(second.payload, value_)) {
            fail(sequence_, second.sequence, "the savepoint holds two entries of one identity that differ");
        }
        return true;
    }
    const BasePolicy policy = base_policy();
    if (policy == BasePolicy::kKeep) {
        return true;
    }
    row_sequence_ = second.sequence;
    if (stamps() != nullptr) {
        base_value_ = value_;
    }
    value_origin_ = Origin::kReplacing;
    if (policy == BasePolicy::kJoin) {
        return false;
    }
    value_.assign(second.payload.begin(), second.payload.end());
    sequence_ = second.sequence;
    index_ = index_size_ == 0 ? 0 : index_of(second.key);
    return true;
}

void EntryMerger::join(const ExternalSorter::Record& second) {
    own_value();
    if (value_origin_ == Origin::kBase && join_base(second)) {
        return;
    }
    if ((second.sequence & kMayRepeat) != 0 && std::ranges::equal(second.payload, value_)) {
        return;
    }
    if ((second.sequence & kMayRepeat) != 0 && is_in_list(second)) {
        return;
    }
    const DuplicateJoiner& policy = joiner();
    if (!policy.is_error() && is_nothing(second.sequence)) {
        return;
    }
    if (!policy.is_error() && is_nothing(sequence_)) {
        value_.assign(second.payload.begin(), second.payload.end());
        sequence_ = second.sequence;
        index_ = index_size_ == 0 ? 0 : index_of(second.key);
        return;
    }
    const bool is_list = key_.section == WriteSection::kKeyed && index_size_ != 0;
    if (is_list) {
        const std::int64_t index = index_of(second.key);
        const bool is_next_element = index_ != kWholeList && index != index_;
        const std::int64_t before = std::exchange(index_, index);
        if (is_next_element) {
            value_.push_back(kListDelimiter);
            value_.insert(value_.end(), second.payload.begin(), second.payload.end());
            return;
        }
        if (before == kWholeList && index != kWholeList && !policy.is_append()) {
            fail(sequence_, second.sequence, "a whole list and an element of it have the same key and namespace");
        }
        if (index != kWholeList && !policy.is_error() && !policy.is_append()) {
            fail(sequence_, second.sequence, "two elements of a list have the same index");
        }
    }
    if (policy.is_error()) {
        fail(sequence_, second.sequence,
             key_.section == WriteSection::kElements ? "two elements have the same subtask and index"
             : is_list && index_ != kWholeList       ? "two elements have the same key, namespace and index"
                                                     : "two entries have the same key, namespace and map key");
    }
    try {
        policy.join(value_, second.payload);
    } catch (const InputError& error) {
        fail(sequence_, second.sequence, error.what());
    }
}

std::string EntryMerger::describe(const std::string& what) const {
    const PlannedOperator& op = operators_[key_.op];
    const bool is_keyed_state = key_.section == WriteSection::kKeyed;
    const StateDescriptor& state =
        is_keyed_state ? op.plan.keyed_states[key_.state] : op.plan.operator_states[key_.state];
    return "operator " + op.label() + ": " +
           (state.kind == StateKind::kTimer
                ? "timers '" + state.timer_service + "' (" + std::string(name_of(state.timer_domain)) + ")"
                : "state '" + state.name + "'") +
           (is_keyed_state ? " in key group " + std::to_string(key_.place) : "") + ": " + what;
}

void EntryMerger::fail(std::uint64_t first, std::uint64_t second, const std::string& what) const {
    const auto place_of = [&](std::uint64_t sequence) {
        return is_of_base(sequence) ? std::string("the savepoint") : place_of_(plain_sequence(sequence));
    };
    throw InputError(describe(what) + (place_of_ ? ": " + place_of(first) + " and " + place_of(second) : ""));
}

}  // namespace sp
