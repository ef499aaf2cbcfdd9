// HeapReader, the part that hands elements out as entries.

#include <algorithm>

#include "io/sort_key.hpp"
#include "state/heap_codec.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp {
namespace {

constexpr std::size_t kBatchSize = 256;

}  // namespace

/// Reads the elements that the window holds, at least one. Only for the first may the window move.
void HeapReader::read_elements(EntryBatch& batch) {
    if (codec_->element_size > 0 && codec_->state->kind != StateKind::kTimer) {
        return read_fixed_values(batch);
    }
    joined_.clear();
    starts_.clear();
    while (left_ > 0 && batch.entries.size() < kBatchSize) {
        if (!add_element(batch)) {
            break;
        }
    }
    if (codec_->state->kind == StateKind::kList) {
        // Only now does joined_ stay where it is.
        joined_.resize(joined_.size() + WindowedReader::kPadding);
        starts_.push_back(joined_.size() - WindowedReader::kPadding);
        for (std::size_t i = 0; i < batch.entries.size(); ++i) {
            batch.entries[i].value = {joined_.data() + starts_[i], starts_[i + 1] - starts_[i]};
        }
    }
}

/// Elements of one size are cut without a look at them.
void HeapReader::read_fixed_values(EntryBatch& batch) {
    const auto size = static_cast<std::size_t>(codec_->element_size);
    const auto key_at = static_cast<std::size_t>(codec_->name_space.fixed_size());
    const std::size_t value_at = key_at + static_cast<std::size_t>(codec_->key.fixed_size());
    static_cast<void>(has(size, "element", true));
    const std::size_t count = std::min({kBatchSize, std::size_t{left_}, window_->available() / size});
    batch.entries.resize(count);
    const std::uint8_t* p = window_->position();
    std::uint64_t offset = window_.source_offset();
    for (Entry& entry : batch.entries) {
        entry.name_space = {p, key_at};
        entry.key = {p + key_at, value_at - key_at};
        entry.value = {p + value_at, size - value_at};
        entry.offset = offset;
        p += size;
        offset += window_.is_compressed() ? 0 : size;
    }
    window_->consume_to(p);
    left_ -= static_cast<std::uint32_t>(count);
}

/// False if the window would have to move while the batch points into it.
bool HeapReader::add_element(EntryBatch& batch) {
    switch (codec_->state->kind) {
        case StateKind::kMap: return add_map_entry(batch);
        case StateKind::kList: return add_list(batch);
        case StateKind::kTimer: return add_timer(batch);
        default: return add_value(batch);
    }
}

Entry& HeapReader::add_entry(EntryBatch& batch) {
    Entry& entry = batch.entries.emplace_back();
    entry.offset = window_.source_offset();
    return entry;
}

bool HeapReader::add_value(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    const auto key_at = find_end(codec_->name_space, "namespace", 0, may_move);
    const auto value_at = key_at ? find_end(codec_->key, "key", *key_at, may_move) : std::nullopt;
    const auto end = value_at ? find_end(*codec_->value, "value", *value_at, may_move) : std::nullopt;
    if (!end) {
        return false;
    }
    check_progress(*end, count_, "element");
    const std::uint8_t* const p = window_->position();
    Entry& entry = add_entry(batch);
    entry.name_space = {p, *key_at};
    entry.key = {p + *key_at, *value_at - *key_at};
    entry.value = {p + *value_at, *end - *value_at};
    window_->consume(*end);
    --left_;
    return true;
}

bool HeapReader::add_timer(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    if (!has(kHeapTimestampSize, "timestamp", may_move)) {
        return false;
    }
    const auto name_space_at = find_end(codec_->key, "key", kHeapTimestampSize, may_move);
    const auto end = name_space_at ? find_end(codec_->name_space, "namespace", *name_space_at, may_move) : std::nullopt;
    if (!end) {
        return false;
    }
    const std::uint8_t* const p = window_->position();
    Entry& entry = add_entry(batch);
    entry.timestamp = load_number(p);  // with its sign flipped, as in composite keys
    entry.key = {p + kHeapTimestampSize, *name_space_at - kHeapTimestampSize};
    entry.name_space = {p + *name_space_at, *end - *name_space_at};
    window_->consume(*end);
    --left_;
    return true;
}

bool HeapReader::add_list(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    const auto key_at = find_end(codec_->name_space, "namespace", 0, may_move);
    const auto size_at = key_at ? find_end(codec_->key, "key", *key_at, may_move) : std::nullopt;
    if (!size_at || !has(*size_at + kHeapCountSize, "size of a list", may_move)) {
        return false;
    }
    const std::uint32_t count = count_at(*size_at, "size of a list");
    const std::size_t value_at = *size_at + kHeapCountSize;
    const auto end = find_list_end(value_at, count);
    if (!end && !may_move) {
        return false;
    }
    if (count > 0) {  // canonical savepoints have no entry for an empty list
        Entry& entry = add_entry(batch);
        const std::uint8_t* const p = window_->position();
        key_ = {p + *key_at, *size_at - *key_at};
        name_space_ = {p, *key_at};
        is_key_held_ = false;
        starts_.push_back(joined_.size());
        if (end) {
            join_elements({p + value_at, *end - value_at}, count);
        } else {
            hold_key();
            window_->consume(value_at);
            join_long_list(count);
        }
        entry.key = key_;
        entry.name_space = name_space_;
    }
    if (end) {
        window_->consume(*end);
    }
    --left_;
    return true;
}

/// Where the list ends whose first of `count` elements starts `from` bytes behind the window's position; nothing if the
/// window ends before.
std::optional<std::size_t> HeapReader::find_list_end(std::size_t from, std::uint32_t count) {
    if (codec_->value->fixed_size() > 0) {
        const std::size_t end = from + count * static_cast<std::size_t>(codec_->value->fixed_size());
        return end <= window_->available() ? std::optional(end) : std::nullopt;
    }
    std::optional<std::size_t> end = from;
    for (std::uint32_t i = 0; i < count && end; ++i) {
        const std::size_t begin = *end;
        end = find_end(*codec_->value, "element", begin, false);
        check_progress(end ? *end - begin : 1, count, "element");
    }
    return end;
}

/// Appends a list in canonical form to joined_: a delimiter between elements instead of a count in front.
void HeapReader::join_elements(Bytes elements, std::uint32_t count) {
    const std::uint8_t* p = elements.data();
    const std::uint8_t* const end = p + elements.size();
    const std::int64_t fixed = codec_->value->fixed_size();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint8_t* const next = i + 1 == count ? end : fixed > 0 ? p + fixed : codec_->value->skip(p, end);
        joined_.insert(joined_.end(), p, next);
        if (i + 1 < count) {
            joined_.push_back(kListDelimiter);
        }
        p = next;
    }
}

/// The same for a list beyond the window, which moves along, so that the list is in memory once.
void HeapReader::join_long_list(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t size = *find_end(*codec_->value, "element", 0, true);
        check_progress(size, count, "element");
        joined_.insert(joined_.end(), window_->position(), window_->position() + size);
        if (i + 1 < count) {
            joined_.push_back(kListDelimiter);
        }
        window_->consume(size);
    }
}

bool HeapReader::begin_map(bool may_move) {
    const auto key_at = find_end(codec_->name_space, "namespace", 0, may_move);
    const auto size_at = key_at ? find_end(codec_->key, "key", *key_at, may_move) : std::nullopt;
    if (!size_at || !has(*size_at + kHeapCountSize, "size of a map", may_move)) {
        return false;
    }
    map_left_ = count_at(*size_at, "size of a map");
    const std::uint8_t* const p = window_->position();
    name_space_ = {p, *key_at};
    key_ = {p + *key_at, *size_at - *key_at};
    is_key_held_ = false;
    window_->consume(*size_at + kHeapCountSize);
    is_in_map_ = true;
    return true;
}

bool HeapReader::add_map_entry(EntryBatch& batch) {
    if (!is_in_map_ && !begin_map(batch.entries.empty())) {
        return false;
    }
    if (map_left_ == 0) {
        is_in_map_ = false;
        --left_;
        return true;
    }
    const auto find_entry_end = [&](bool may_move, std::size_t& flag_at) -> std::optional<std::size_t> {
        const auto key_end = find_end(*codec_->map_key, "map key", 0, may_move);
        if (!key_end || !has(*key_end + 1, "null mark", may_move)) {
            return std::nullopt;
        }
        flag_at = *key_end;
        const std::uint8_t is_null = window_->position()[flag_at];
        if (is_null > 1) {
            fail_value("null mark", "found " + std::to_string(is_null) + ", expected 0 or 1");
        }
        return is_null == 1 ? std::optional(flag_at + 1) : find_end(*codec_->value, "map value", flag_at + 1, may_move);
    };
    std::size_t flag_at = 0;
    auto end = find_entry_end(false, flag_at);
    if (!end && batch.entries.empty()) {
        hold_key();
        end = find_entry_end(true, flag_at);
    }
    if (!end) {
        return false;
    }
    const std::uint8_t* const p = window_->position();
    Entry& entry = add_entry(batch);
    entry.name_space = name_space_;
    entry.key = key_;
    entry.map_key = {p, flag_at};
    entry.is_null_value = p[flag_at] == 1;
    entry.value = {p + flag_at + 1, *end - flag_at - 1};
    window_->consume(*end);
    --map_left_;
    return true;
}

/// Copies the key and namespace of a map or list out of the window, which is about to move.
void HeapReader::hold_key() {
    if (is_key_held_) {
        return;
    }
    held_.clear();
    held_.insert(held_.end(), key_.begin(), key_.end());
    held_.insert(held_.end(), name_space_.begin(), name_space_.end());
    held_.resize(held_.size() + WindowedReader::kPadding);
    key_ = {held_.data(), key_.size()};
    name_space_ = {held_.data() + key_.size(), name_space_.size()};
    is_key_held_ = true;
}

}  // namespace sp
