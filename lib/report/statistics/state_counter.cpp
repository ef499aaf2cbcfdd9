#include "report/statistics/state_counter.hpp"

#include <algorithm>
#include <cstring>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::statistics {
namespace {

bool is_same(Bytes a, const ByteVector& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace

void StateCounter::add(const EntryBatch& batch) {
    const bool is_of_group = is_keyed(batch.state->kind);
    const std::int32_t index = is_of_group ? batch.key_group : batch.subtask;
    if (group_ == nullptr || index != index_ || batch.state != state_) {
        end_group();
        begin_group(batch);
        index_ = index;
        group_ = &statistics_.groups[index];
    }
    is_of_group ? add_keyed(batch) : add_unkeyed(batch);
}

void StateCounter::begin_group(const EntryBatch& batch) {
    const StateDescriptor& state = *batch.state;
    state_ = &state;
    key_type_ = state.key;
    // Backends keep the entries of a key and namespace together, all but RocksDB no more than that.
    is_scattered_ =
        state.kind == StateKind::kTimer || (is_keyed(state.kind) && state.name_space->kind != TypeKind::kVoidNamespace);
    if (state.kind == StateKind::kList && (!element_ || element_type_ != state.value)) {
        element_type_ = state.value;
        element_ = std::make_unique<codec::Skipper>(state.value);
    }
}

void StateCounter::end_group() {
    if (group_ == nullptr) {
        return;
    }
    end_key();
    if (is_scattered_) {
        scattered_.finish([&](Bytes key, KeyTotals totals) { end_key(key, totals); });
    }
    group_ = nullptr;
    state_ = nullptr;
}

void StateCounter::add_keyed(const EntryBatch& batch) {
    const StateKind kind = batch.state->kind;
    GroupStatistics sum;
    sum.entries = batch.entries.size();
    for (const Entry& entry : batch.entries) {
        if (totals_.entries == 0 || !is_same(entry.key, key_)) {
            end_key();
            key_.assign(entry.key.begin(), entry.key.end());
        }
        ++totals_.entries;
        totals_.bytes += entry.key.size() + entry.name_space.size() + entry.map_key.size() + entry.value.size();
        sum.key_bytes += entry.key.size();
        sum.name_space_bytes += entry.name_space.size();
        sum.map_key_bytes += entry.map_key.size();
        sum.value_bytes += entry.value.size();
        if (kind == StateKind::kTimer) {
            statistics_.times.add(entry.timestamp);
        } else {
            add_value(batch, entry);
        }
    }
    *group_ += sum;
}

void StateCounter::add_unkeyed(const EntryBatch& batch) {
    GroupStatistics sum;
    sum.entries = batch.entries.size();
    for (const Entry& entry : batch.entries) {
        sum.map_key_bytes += entry.map_key.size();
        sum.value_bytes += entry.value.size();
        add_value(batch, entry);
    }
    *group_ += sum;
}

void StateCounter::end_key() {
    if (totals_.entries == 0) {
        return;
    }
    is_scattered_ ? scattered_.add(key_, totals_) : end_key(key_, totals_);
    totals_ = {};
}

void StateCounter::end_key(Bytes key, KeyTotals totals) {
    ++group_->keys;
    statistics_.largest_keys.add(key, key_type_, index_, totals);
}

void StateCounter::add_value(const EntryBatch& batch, const Entry& entry) {
    if (entry.is_null_value) {
        ++statistics_.nulls;
        return;
    }
    statistics_.value_sizes.add(entry.value.size());
    if (batch.state->kind == StateKind::kList) {
        add_elements(batch, entry);
    } else if (batch.state->has_ttl) {
        add_stamp(batch, entry, entry.value);
    }
}

/// Elements have no lengths: from one on that cannot be decoded, the rest counts as one.
void StateCounter::add_elements(const EntryBatch& batch, const Entry& entry) {
    const bool has_ttl = batch.state->has_ttl;
    const std::uint8_t* p = entry.value.data();
    const std::uint8_t* const end = p + entry.value.size();
    while (p != end) {
        if (has_ttl) {
            add_stamp(batch, entry, {p, end});
            p += kStampSize;
        }
        const std::uint8_t* stop = end;
        try {
            stop = element_->skip(p, end);
        } catch (const codec::DecodeFault&) {
            // sp-inspect --audit --deep tells of what no serializer writes.
        }
        ++statistics_.elements;
        p = stop == end ? end : stop + 1;  // a delimiter
    }
}

void StateCounter::add_stamp(const EntryBatch& batch, const Entry& entry, Bytes bytes) {
    if (bytes.size() < kStampSize) {
        throw InputError(std::string(batch.source) +
                         (entry.offset == Entry::kNoOffset ? "" : ": entry at offset " + std::to_string(entry.offset)) +
                         ": " + label_ + ": key group " + std::to_string(batch.key_group) + ": value: found " +
                         std::to_string(bytes.size()) + " bytes, expected a TTL time stamp of 8 bytes");
    }
    const auto stamp = static_cast<std::int64_t>(load_u64(bytes.data()));
    StampStatistics& stamps = statistics_.stamps;
    ++stamps.count;
    stamps.oldest = std::min(stamps.oldest, stamp);
    stamps.newest = std::max(stamps.newest, stamp);
    if (statistics_.expiry && statistics_.expiry->is_expired(stamp)) {
        ++stamps.expired;
    }
}

}  // namespace sp::statistics
