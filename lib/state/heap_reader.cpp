#include "state/heap_reader.hpp"

#include <algorithm>
#include <array>

#include "io/snappy_frames.hpp"
#include "state/value_end.hpp"

namespace sp {
namespace {

constexpr std::size_t kBatchSize = 256;
constexpr std::size_t kKeyGroupIdSize = 4;
constexpr std::size_t kCountSize = 4;
constexpr std::size_t kTimestampSize = 8;
constexpr std::uint32_t kMaxCount = 0x7FFFFFFF;     // Java's int
constexpr std::uint64_t kMaxEmptyElements = 65536;  // of no bytes: nothing else bounds what a count can ask for
constexpr std::uint8_t kDelimiter = 0x2C;           // ListDelimitedSerializer

}  // namespace

struct HeapReader::Codec {
    explicit Codec(const StateInStream& in_stream)
        : state(in_stream.state), use(in_stream.use), key(state->key), name_space(state->name_space) {
        if (state->map_key) {
            map_key.emplace(state->map_key);
        }
        if (state->value) {
            value.emplace(stored_value_type(*state));
        }
        if (key.fixed_size() >= 0 && name_space.fixed_size() >= 0) {
            if (state->kind == StateKind::kTimer) {
                element_size = static_cast<std::int64_t>(kTimestampSize) + key.fixed_size() + name_space.fixed_size();
            } else if (state->kind != StateKind::kMap && state->kind != StateKind::kList && value->fixed_size() >= 0) {
                element_size = name_space.fixed_size() + key.fixed_size() + value->fixed_size();
            }
        }
    }

    const StateDescriptor* state;
    StateUse use;
    codec::Skipper key;
    codec::Skipper name_space;
    std::optional<codec::Skipper> map_key;
    std::optional<codec::Skipper> value;  ///< with its TTL; of lists the element, of maps the map's value
    std::int64_t element_size = -1;       ///< of all elements, or -1 where they vary
};

HeapReader::HeapReader(KeyedStream stream) : source_(std::move(stream.source)), is_compressed_(stream.is_compressed) {
    for (const StateInStream& state : stream.states) {
        codecs_.push_back(state.state == nullptr ? nullptr : std::make_unique<Codec>(state));
    }
}

HeapReader::~HeapReader() = default;

void HeapReader::skip_state(const StateDescriptor& state) {
    for (const auto& codec : codecs_) {
        if (codec && codec->state == &state) {
            codec->use = StateUse::kPassOver;
        }
    }
}

void HeapReader::open_range(std::uint64_t offset, std::uint64_t end) {
    if (window_) {
        window_->restart(offset, end);
    } else if (is_compressed_) {
        window_ = std::make_unique<WindowedReader>(make_snappy_source(source_, offset, end));
    } else {
        window_ = std::make_unique<WindowedReader>(source_, offset, end);
    }
    range_offset_ = offset;
}

void HeapReader::open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    key_group_ = key_group;
    group_end_ = std::min(end, source_.size());
    std::array<std::uint8_t, kKeyGroupIdSize> id{};
    source_.read_at(offset, id);
    if (codec::detail::load32(id.data()) != static_cast<std::uint32_t>(key_group)) {
        throw InputError(source_.name() + ": key group id at offset " + std::to_string(source_.absolute(offset)) +
                         ": found " + std::to_string(static_cast<std::int32_t>(codec::detail::load32(id.data()))) +
                         ", expected " + std::to_string(key_group));
    }
    block_end_ = offset + kKeyGroupIdSize;
    if (!is_compressed_) {
        if (!window_ || range_offset_ + window_->offset() != offset) {
            open_range(offset, source_.size());  // to the end: the groups that follow lie in the same window
        }
        static_cast<void>(window_->take(kKeyGroupIdSize, "key group id"));
    }
    blocks_left_ = codecs_.size();
    is_in_group_ = true;
    is_in_block_ = false;
    is_in_map_ = false;
}

/// Each state of the header has a block in each key group, in the order of a Java hash map.
void HeapReader::begin_block() {
    if (blocks_left_ == 0) {
        return end_key_group();
    }
    --blocks_left_;
    if (is_compressed_) {  // each block is a framed stream of its own
        const std::uint64_t begin = block_end_;
        block_end_ = find_snappy_stream_end(source_, begin, group_end_);
        open_range(begin, block_end_);
    }
    const std::uint16_t id = codec::detail::load16(window_->need(2, "state id"));
    if (id >= codecs_.size()) {
        window_->fail("state id", "found " + std::to_string(id) + ", but the header has " +
                                      std::to_string(codecs_.size()) + " states");
    }
    window_->consume(2);
    count_ = codec::detail::load32(window_->need(kCountSize, "number of elements"));
    if (count_ > kMaxCount) {
        window_->fail("number of elements", "found " + std::to_string(static_cast<std::int32_t>(count_)));
    }
    window_->consume(kCountSize);
    left_ = count_;
    codec_ = codecs_[id].get();
    is_in_block_ = true;
}

void HeapReader::end_block() {
    is_in_block_ = false;
    if (is_compressed_ && !window_->at_end()) {
        window_->fail(where("end"),
                      "bytes follow where the last of " + std::to_string(count_) + " elements should have ended");
    }
}

void HeapReader::end_key_group() {
    is_in_group_ = false;
    const std::uint64_t at = is_compressed_ ? block_end_ : range_offset_ + window_->offset();
    if (at != group_end_) {
        throw InputError(source_.name() + ": end of key group " + std::to_string(key_group_) + " at offset " +
                         std::to_string(source_.absolute(at)) + ": the group should have ended at offset " +
                         std::to_string(source_.absolute(group_end_)));
    }
}

bool HeapReader::next(EntryBatch& batch) {
    batch.entries.clear();
    while (is_in_group_) {
        if (!is_in_block_) {
            begin_block();
        } else if (is_compressed_ && (codec_ == nullptr || codec_->use == StateUse::kPassOver)) {
            is_in_block_ = false;
            is_in_map_ = false;
        } else if (left_ == 0) {
            end_block();
        } else if (codec_ == nullptr || codec_->use != StateUse::kRead) {
            walk_elements();
        } else {
            batch.state = codec_->state;
            read_elements(batch);
            if (!batch.entries.empty()) {
                batch.key_group = key_group_;
                batch.subtask = -1;
                batch.source = source_.name();
                return true;
            }
        }
    }
    return false;
}

// ---- Walking -------------------------------------------------------------------------------------------------------

void HeapReader::walk_elements() {
    if (codec_ == nullptr) {
        throw UnsupportedError(source_.name() + ": a state whose serializers are not known lies in the way");
    }
    if (codec_->element_size > 0) {
        window_->skip(static_cast<std::uint64_t>(left_) * static_cast<std::uint64_t>(codec_->element_size),
                      where("elements"));
        left_ = 0;
        return;
    }
    while (left_ > 0) {
        const std::uint64_t begin = window_->offset();
        const bool is_begun = is_in_map_;
        if (codec_->state->kind == StateKind::kTimer) {
            window_->skip(kTimestampSize, "timestamp of a timer");
            skip(codec_->key, "key");
            skip(codec_->name_space, "namespace");
        } else {
            if (!is_begun) {
                skip(codec_->name_space, "namespace");
                skip(codec_->key, "key");
            }
            walk_value();
        }
        check_progress(is_begun ? 1 : window_->offset() - begin, count_, "element");
        --left_;
    }
}

void HeapReader::walk_value() {
    const StateKind kind = codec_->state->kind;
    if (kind == StateKind::kMap) {
        if (!is_in_map_) {
            static_cast<void>(window_->need(kCountSize, "size of a map"));
            map_left_ = count_at(0, "size of a map");
            window_->consume(kCountSize);
        }
        is_in_map_ = false;
        for (; map_left_ > 0; --map_left_) {
            skip(*codec_->map_key, "map key");
            const std::uint8_t is_null = *window_->need(1, "null mark");
            if (is_null > 1) {
                window_->fail(where("null mark"), "found " + std::to_string(is_null) + ", expected 0 or 1");
            }
            window_->consume(1);
            if (is_null == 0) {
                skip(*codec_->value, "map value");
            }
        }
    } else if (kind == StateKind::kList) {
        static_cast<void>(window_->need(kCountSize, "size of a list"));
        const std::uint32_t count = count_at(0, "size of a list");
        window_->consume(kCountSize);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t begin = window_->offset();
            skip(*codec_->value, "element");
            check_progress(window_->offset() - begin, count, "element");
        }
    } else {
        skip(*codec_->value, "value");
    }
}

void HeapReader::skip(const codec::Skipper& skipper, std::string_view what) {
    window_->consume(*find_end(skipper, what, 0, true));
}

// ---- Reading -------------------------------------------------------------------------------------------------------

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
    std::uint64_t offset = range_offset_ + window_->offset();
    for (Entry& entry : batch.entries) {
        entry.name_space = {p, key_at};
        entry.key = {p + key_at, value_at - key_at};
        entry.value = {p + value_at, size - value_at};
        entry.offset = is_compressed_ ? range_offset_ : offset;
        p += size;
        offset += size;
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
    entry.offset = is_compressed_ ? range_offset_ : range_offset_ + window_->offset();
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
    if (!has(kTimestampSize, "timestamp", may_move)) {
        return false;
    }
    const auto name_space_at = find_end(codec_->key, "key", kTimestampSize, may_move);
    const auto end = name_space_at ? find_end(codec_->name_space, "namespace", *name_space_at, may_move) : std::nullopt;
    if (!end) {
        return false;
    }
    const std::uint8_t* const p = window_->position();
    Entry& entry = add_entry(batch);
    entry.timestamp = static_cast<std::int64_t>(codec::detail::load64(p) ^ std::uint64_t{1} << 63);
    entry.key = {p + kTimestampSize, *name_space_at - kTimestampSize};
    entry.name_space = {p + *name_space_at, *end - *name_space_at};
    window_->consume(*end);
    --left_;
    return true;
}

bool HeapReader::add_list(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    const auto key_at = find_end(codec_->name_space, "namespace", 0, may_move);
    const auto size_at = key_at ? find_end(codec_->key, "key", *key_at, may_move) : std::nullopt;
    if (!size_at || !has(*size_at + kCountSize, "size of a list", may_move)) {
        return false;
    }
    const std::uint32_t count = count_at(*size_at, "size of a list");
    const std::size_t value_at = *size_at + kCountSize;
    const auto end = find_list_end(value_at, count, may_move);
    if (!end) {
        return false;
    }
    if (count > 0) {  // canonical savepoints have no entry for an empty list
        const std::uint8_t* const p = window_->position();
        Entry& entry = add_entry(batch);
        entry.name_space = {p, *key_at};
        entry.key = {p + *key_at, *size_at - *key_at};
        starts_.push_back(joined_.size());
        join_elements({p + value_at, *end - value_at}, count);
    }
    window_->consume(*end);
    --left_;
    return true;
}

/// Where the list ends whose first of `count` elements starts `from` bytes behind the window's position.
std::optional<std::size_t> HeapReader::find_list_end(std::size_t from, std::uint32_t count, bool may_move) {
    if (codec_->value->fixed_size() > 0) {
        const std::size_t end = from + count * static_cast<std::size_t>(codec_->value->fixed_size());
        return has(end, "list", may_move) ? std::optional(end) : std::nullopt;
    }
    std::optional<std::size_t> end = from;
    for (std::uint32_t i = 0; i < count && end; ++i) {
        const std::size_t begin = *end;
        end = find_end(*codec_->value, "element", begin, may_move);
        check_progress(end ? *end - begin : 1, count, "element");
    }
    return end;
}

/// Appends the list in canonical form to joined_: a delimiter between elements instead of a count in front.
void HeapReader::join_elements(Bytes elements, std::uint32_t count) {
    const std::size_t needed = joined_.size() + elements.size() + count + WindowedReader::kPadding;
    if (joined_.empty()) {
        joined_.reserve(needed);
    }
    const std::uint8_t* p = elements.data();
    const std::uint8_t* const end = p + elements.size();
    const std::int64_t fixed = codec_->value->fixed_size();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint8_t* const next = i + 1 == count ? end : fixed > 0 ? p + fixed : codec_->value->skip(p, end);
        joined_.insert(joined_.end(), p, next);
        if (i + 1 < count) {
            joined_.push_back(kDelimiter);
        }
        p = next;
    }
}

bool HeapReader::begin_map(bool may_move) {
    const auto key_at = find_end(codec_->name_space, "namespace", 0, may_move);
    const auto size_at = key_at ? find_end(codec_->key, "key", *key_at, may_move) : std::nullopt;
    if (!size_at || !has(*size_at + kCountSize, "size of a map", may_move)) {
        return false;
    }
    map_left_ = count_at(*size_at, "size of a map");
    const std::uint8_t* const p = window_->position();
    map_name_space_ = {p, *key_at};
    map_key_ = {p + *key_at, *size_at - *key_at};
    window_->consume(*size_at + kCountSize);
    is_in_map_ = true;
    is_map_held_ = false;
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
            window_->fail(where("null mark"), "found " + std::to_string(is_null) + ", expected 0 or 1");
        }
        return is_null == 1 ? std::optional(flag_at + 1) : find_end(*codec_->value, "map value", flag_at + 1, may_move);
    };
    std::size_t flag_at = 0;
    auto end = find_entry_end(false, flag_at);
    if (!end && batch.entries.empty()) {
        hold_map();
        end = find_entry_end(true, flag_at);
    }
    if (!end) {
        return false;
    }
    const std::uint8_t* const p = window_->position();
    Entry& entry = add_entry(batch);
    entry.name_space = map_name_space_;
    entry.key = map_key_;
    entry.map_key = {p, flag_at};
    entry.is_null_value = p[flag_at] == 1;
    entry.value = {p + flag_at + 1, *end - flag_at - 1};
    window_->consume(*end);
    --map_left_;
    return true;
}

/// Copies the map's key and namespace out of the window, which is about to move.
void HeapReader::hold_map() {
    if (is_map_held_) {
        return;
    }
    held_.clear();
    held_.insert(held_.end(), map_key_.begin(), map_key_.end());
    held_.insert(held_.end(), map_name_space_.begin(), map_name_space_.end());
    held_.resize(held_.size() + WindowedReader::kPadding);
    map_key_ = {held_.data(), map_key_.size()};
    map_name_space_ = {held_.data() + map_key_.size(), map_name_space_.size()};
    is_map_held_ = true;
}

// ---- Parts ---------------------------------------------------------------------------------------------------------

std::optional<std::size_t> HeapReader::find_end(const codec::Skipper& skipper, std::string_view what, std::size_t from,
                                                bool may_move) {
    try {
        return find_value_end(*window_, skipper, from, may_move);
    } catch (const codec::DecodeFault& fault) {
        fail(fault, what, from);
    }
}

bool HeapReader::has(std::size_t n, std::string_view what, bool may_move) {
    if (n <= window_->available()) {
        return true;
    }
    if (may_move) {
        static_cast<void>(window_->need(n, where(what)));
    }
    return may_move;
}

std::uint32_t HeapReader::count_at(std::size_t from, std::string_view what) const {
    const std::uint32_t count = codec::detail::load32(window_->position() + from);
    if (count > kMaxCount) {
        window_->fail(where(what), "found " + std::to_string(static_cast<std::int32_t>(count)));
    }
    return count;
}

void HeapReader::check_progress(std::size_t size, std::uint64_t count, std::string_view what) const {
    if (size == 0 && count > kMaxEmptyElements) {
        window_->fail(where(what), "it takes no bytes, and there should be " + std::to_string(count) + " of it");
    }
}

std::string HeapReader::where(std::string_view what) const {
    return std::string(what) + " of state '" + codec_->state->name + "' in key group " + std::to_string(key_group_);
}

void HeapReader::fail(const codec::DecodeFault& fault, std::string_view what, std::size_t from) const {
    const std::string why = describe_fault(fault, window_->position() + from);
    if (fault.reason == codec::DecodeFault::Reason::kOpaque) {
        throw UndecodableValue(where("cannot decode the " + std::string(what)) + ": " + why, *codec_->state);
    }
    window_->fail_at(window_->offset() + from, where(what), why);
}

}  // namespace sp
