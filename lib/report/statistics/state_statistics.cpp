#include "report/statistics/state_statistics.hpp"

#include <algorithm>

namespace sp::statistics {
namespace {

int rank_of(StateKind kind) {
    return is_keyed(kind) && kind != StateKind::kTimer
               ? 0
               : static_cast<int>(kind) - static_cast<int>(StateKind::kTimer) + 1;
}

}  // namespace

StateIdentity::StateIdentity(const StateDescriptor& state)
    : operator_index(state.operator_index),
      rank(rank_of(state.kind)),
      name(state.kind == StateKind::kTimer ? state.timer_service : state.name),
      domain(state.timer_domain),
      kind(state.kind) {}

GroupStatistics& GroupStatistics::operator+=(const GroupStatistics& other) {
    entries += other.entries;
    keys += other.keys;
    key_bytes += other.key_bytes;
    name_space_bytes += other.name_space_bytes;
    map_key_bytes += other.map_key_bytes;
    value_bytes += other.value_bytes;
    return *this;
}

GroupStatistics StateStatistics::total() const {
    GroupStatistics total;
    for (const auto& [index, group] : groups) {
        total += group;
    }
    return total;
}

void StateStatistics::absorb(StateStatistics&& other) {
    has_ttl = has_ttl || other.has_ttl;
    groups.merge(other.groups);  // with very many key groups a copy would take as much again
    for (const auto& [index, group] : other.groups) {
        groups[index] += group;
    }
    value_sizes.absorb(other.value_sizes);
    nulls += other.nulls;
    elements += other.elements;
    stamps.count += other.stamps.count;
    stamps.oldest = std::min(stamps.oldest, other.stamps.oldest);
    stamps.newest = std::max(stamps.newest, other.stamps.newest);
    stamps.expired += other.stamps.expired;
    largest_keys.absorb(other.largest_keys);
    times.absorb(other.times);
}

}  // namespace sp::statistics
