#include "write/entry_merger.hpp"

#include <algorithm>
#include <utility>

#include "sp/error.hpp"
#include "state/composite_key.hpp"
#include "write/entry_adder.hpp"

namespace sp {
namespace {

std::int64_t index_of(Bytes key) {
    return static_cast<std::int64_t>(load_u64(key.data() + key.size() - kIndexSize) ^ std::uint64_t{1} << 63);
}

}  // namespace

EntryMerger::EntryMerger(const std::vector<PlannedOperator>& operators, MergedSort& sort, Origin origin)
    : operators_(operators), sort_(sort), origin_(std::move(origin)) {
    has_next_ = sort_.next(next_);
    advance();
}

void EntryMerger::advance() {
    if (!has_next_) {
        is_at_end_ = true;
        return;
    }
    load_first();
    while ((has_next_ = sort_.next(next_)) && is_same(next_.key)) {
        join(next_);
    }
}

void EntryMerger::load_first() {
    bytes_.assign(next_.key.begin(), next_.key.end());
    value_.assign(next_.payload.begin(), next_.payload.end());
    sequence_ = next_.sequence;
    key_ = WriteSortKey::parse(bytes_);
    const bool has_index = key_.section == WriteSection::kElements ||
                           (key_.section == WriteSection::kKeyed && operators_[key_.op].has_index[key_.state]);
    index_size_ = has_index ? kIndexSize : 0;
    index_ = has_index ? index_of(bytes_) : 0;
    key_.rest = key_.rest.first(key_.rest.size() - index_size_);
}

/// Elements of operator lists are entries of their own as long as their indices differ, or they have none.
bool EntryMerger::is_same(Bytes key) const {
    if (key_.section == WriteSection::kElements) {
        return index_ != kNoIndex && std::ranges::equal(key, bytes_);
    }
    return key.size() == bytes_.size() &&
           std::equal(key.begin(), key.end() - static_cast<std::ptrdiff_t>(index_size_), bytes_.begin());
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

void EntryMerger::join(const ExternalSorter::Record& second) {
    if ((second.sequence & kMayRepeat) != 0 && std::ranges::equal(second.payload, value_)) {
        return;
    }
    if ((second.sequence & kMayRepeat) != 0 && is_in_list(second)) {
        return;
    }
    const DuplicateJoiner& policy = joiner();
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

void EntryMerger::fail(std::uint64_t first, std::uint64_t second, const std::string& what) const {
    const PlannedOperator& op = operators_[key_.op];
    const bool is_keyed_state = key_.section == WriteSection::kKeyed;
    const StateDescriptor& state =
        is_keyed_state ? op.plan.keyed_states[key_.state] : op.plan.operator_states[key_.state];
    std::string message = "operator " + op.label() + ": " +
                          (state.kind == StateKind::kTimer ? "timers '" + state.timer_service + "' (" +
                                                                 std::string(name_of(state.timer_domain)) + ")"
                                                           : "state '" + state.name + "'") +
                          (is_keyed_state ? " in key group " + std::to_string(key_.place) : "") + ": " + what;
    if (origin_) {
        message += ": " + origin_(first & ~kMayRepeat) + " and " + origin_(second & ~kMayRepeat);
    }
    throw InputError(message);
}

}  // namespace sp
