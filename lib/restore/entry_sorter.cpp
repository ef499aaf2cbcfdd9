#include "restore/entry_sorter.hpp"

#include <algorithm>
#include <cstring>

#include "io/sort_key.hpp"

namespace sp {
namespace {

/// What a record carries beside the bytes of its parts.
struct RecordHead {
    std::uint32_t state;  // position in states_
    std::int32_t key_group;
    std::int32_t subtask;
    std::uint32_t is_null_value;
    std::int64_t timestamp;
    std::int64_t index;
    std::uint64_t offset;
    std::uint64_t key_size;
    std::uint64_t name_space_size;
    std::uint64_t map_key_size;
    std::uint64_t value_size;
};

constexpr std::size_t kPadding = 32;  // entries promise so much readable behind their slices

void make_key_of_timer(ByteVector& key, const EntryBatch& batch, const Entry& entry) {
    key.clear();
    append_part(key, as_bytes(batch.state->timer_service));
    append_part(key, entry.key);
    append_part(key, entry.name_space);
    key.push_back(static_cast<std::uint8_t>(batch.state->timer_domain));
    append_number(key, entry.timestamp);
}

void make_key(ByteVector& key, const EntryBatch& batch, const Entry& entry) {
    key.clear();
    append_part(key, as_bytes(batch.state->name));
    switch (batch.state->kind) {
        case StateKind::kOperatorList:
        case StateKind::kOperatorUnion:
            append_number(key, batch.subtask);
            append_number(key, entry.index);
            break;
        case StateKind::kBroadcast:
            append_part(key, entry.map_key);
            append_number(key, batch.subtask);
            break;
        case StateKind::kTimer: append_number(key, entry.timestamp); [[fallthrough]];
        default:
            append_part(key, entry.key);
            append_part(key, entry.name_space);
            append_part(key, entry.map_key);
    }
}

}  // namespace

void EntrySorter::add(const EntryBatch& batch) {
    if (!sorter_) {
        sorter_ = std::make_unique<ExternalSorter>(
            ExternalSorter::Options{.temp_dir = temporary_folder_, .memory = static_cast<std::size_t>(memory_)});
        states_.clear();
    }
    auto state = std::find(states_.begin(), states_.end(), batch.state);
    if (state == states_.end()) {
        state = states_.insert(states_.end(), batch.state);
    }
    for (const Entry& entry : batch.entries) {
        order_ == EntryOrder::kTimersByKey ? make_key_of_timer(key_, batch, entry) : make_key(key_, batch, entry);
        const RecordHead head{static_cast<std::uint32_t>(state - states_.begin()),
                              batch.key_group,
                              batch.subtask,
                              entry.is_null_value ? 1U : 0U,
                              entry.timestamp,
                              entry.index,
                              entry.offset,
                              entry.key.size(),
                              entry.name_space.size(),
                              entry.map_key.size(),
                              entry.value.size()};
        payload_.resize(sizeof head);
        std::memcpy(payload_.data(), &head, sizeof head);
        for (const Bytes part : {entry.key, entry.name_space, entry.map_key, entry.value}) {
            payload_.insert(payload_.end(), part.begin(), part.end());
        }
        payload_.insert(payload_.end(), kPadding, 0);
        sorter_->add(key_, payload_);
    }
}

void EntrySorter::finish() {
    if (sorter_) {
        sorter_->finish();
    }
}

bool EntrySorter::next(EntryBatch& batch) {
    Bytes key;
    Bytes payload;
    if (!sorter_ || !sorter_->next(key, payload)) {
        sorter_.reset();
        return false;
    }
    RecordHead head;
    std::memcpy(&head, payload.data(), sizeof head);
    batch.state = states_[head.state];
    batch.key_group = head.key_group;
    batch.subtask = head.subtask;
    batch.source = "sorted entries";
    batch.entries.resize(1);
    Entry& entry = batch.entries.front();
    entry.is_null_value = head.is_null_value != 0;
    entry.timestamp = head.timestamp;
    entry.index = head.index;
    entry.offset = head.offset;
    std::size_t at = sizeof head;
    const auto slice = [&](std::uint64_t size) {
        const Bytes part = payload.subspan(at, static_cast<std::size_t>(size));
        at += part.size();
        return part;
    };
    entry.key = slice(head.key_size);
    entry.name_space = slice(head.name_space_size);
    entry.map_key = slice(head.map_key_size);
    entry.value = slice(head.value_size);
    return true;
}

}  // namespace sp
