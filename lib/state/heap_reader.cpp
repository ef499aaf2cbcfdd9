#include "state/heap_reader.hpp"

#include <algorithm>
#include <array>

#include "io/big_endian.hpp"
#include "io/snappy_frames.hpp"
#include "state/heap_codec.hpp"
#include "state/stream_faults.hpp"
#include "state/value_end.hpp"

namespace sp {
namespace {

constexpr std::size_t kKeyGroupIdSize = 4;
constexpr std::uint32_t kMaxCount = 0x7FFFFFFF;  // Java's int

/// By the words of messages.
EntryPart part_named(std::string_view what) {
    return what == "key"         ? EntryPart::kKey
           : what == "namespace" ? EntryPart::kNameSpace
           : what == "map key"   ? EntryPart::kMapKey
                                 : EntryPart::kValue;
}

}  // namespace

HeapReader::HeapReader(KeyedStream stream) : window_(std::move(stream.source), stream.is_compressed) {
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

void HeapReader::open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    key_group_ = key_group;
    const ByteSource& source = window_.source();
    group_end_ = std::min(end, source.size());
    std::array<std::uint8_t, kKeyGroupIdSize> id{};
    source.read_at(offset, id);
    if (load_u32(id.data()) != static_cast<std::uint32_t>(key_group)) {
        throw InputError(source.name() + ": key group id at offset " + std::to_string(source.absolute(offset)) +
                             ": found " + std::to_string(static_cast<std::int32_t>(load_u32(id.data()))) +
                             ", expected " + std::to_string(key_group),
                         source.absolute(offset));
    }
    block_end_ = offset + kKeyGroupIdSize;
    if (!window_.is_compressed()) {
        if (!window_.is_at(offset)) {
            window_.open(offset, source.size());  // to the end: the groups that follow lie in the same window
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
    if (window_.is_compressed()) {  // each block is a framed stream of its own
        const std::uint64_t begin = block_end_;
        block_end_ = find_snappy_stream_end(window_.source(), begin, group_end_);
        window_.open(begin, block_end_);
    }
    const std::uint16_t id = load_u16(window_->need(2, "state id"));
    if (id >= codecs_.size()) {
        window_->fail("state id", "found " + std::to_string(id) + ", but the header has " +
                                      std::to_string(codecs_.size()) + " states");
    }
    window_->consume(2);
    count_ = load_u32(window_->need(kHeapCountSize, "number of elements"));
    if (count_ > kMaxCount) {
        window_->fail("number of elements", "found " + std::to_string(static_cast<std::int32_t>(count_)));
    }
    window_->consume(kHeapCountSize);
    left_ = count_;
    codec_ = codecs_[id].get();
    is_in_block_ = true;
}

void HeapReader::end_block() {
    is_in_block_ = false;
    if (window_.is_compressed() && !window_->at_end()) {
        const InputError error = window_->error_at(
            window_->offset(), where("end"),
            "bytes follow where the last of " + std::to_string(count_) + " elements should have ended");
        if (codec_->use == StateUse::kWalk) {  // nothing but the elements can be wrong
            throw EntryFault(error, EntryPart::kValue, *codec_->state);
        }
        throw error;
    }
}

void HeapReader::end_key_group() {
    is_in_group_ = false;
    const ByteSource& source = window_.source();
    const std::uint64_t at = window_.is_compressed() ? block_end_ : window_.source_offset();
    if (at != group_end_) {
        const InputError error(source.name() + ": end of key group " + std::to_string(key_group_) + " at offset " +
                                   std::to_string(source.absolute(at)) + ": the group should have ended at offset " +
                                   std::to_string(source.absolute(group_end_)),
                               source.absolute(at));
        throw EndFault(error, at, group_end_, source.size());
    }
}

bool HeapReader::next(EntryBatch& batch) {
    batch.entries.clear();
    while (is_in_group_) {
        if (!is_in_block_) {
            begin_block();
        } else if (window_.is_compressed() && (codec_ == nullptr || codec_->use == StateUse::kPassOver)) {
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
                batch.source = window_.source().name();
                return true;
            }
        }
    }
    return false;
}

// ---- Walking -------------------------------------------------------------------------------------------------------

void HeapReader::walk_elements() {
    if (codec_ == nullptr) {
        throw UnsupportedError(window_.source().name() + ": a state whose serializers are not known lies in the way");
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
            window_->skip(kHeapTimestampSize, "timestamp of a timer");
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
            reach(kHeapCountSize, "size of a map");
            map_left_ = count_at(0, "size of a map");
            window_->consume(kHeapCountSize);
        }
        is_in_map_ = false;
        for (; map_left_ > 0; --map_left_) {
            skip(*codec_->map_key, "map key");
            reach(1, "null mark");
            const std::uint8_t is_null = *window_->position();
            if (is_null > 1) {
                fail_value("null mark", "found " + std::to_string(is_null) + ", expected 0 or 1");
            }
            window_->consume(1);
            if (is_null == 0) {
                skip(*codec_->value, "map value");
            }
        }
    } else if (kind == StateKind::kList) {
        reach(kHeapCountSize, "size of a list");
        const std::uint32_t count = count_at(0, "size of a list");
        window_->consume(kHeapCountSize);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t begin = window_->offset();
            skip(*codec_->value, "element");
            check_progress(window_->offset() - begin, count, "element");
        }
    } else {
        skip(*codec_->value, "value");
    }
}

/// As need(), inside an element.
void HeapReader::reach(std::size_t n, std::string_view what) {
    while (n > window_->available()) {
        if (window_->more()) {
            continue;
        }
        try {
            static_cast<void>(window_->need(n, what));
        } catch (const InputError& error) {
            throw EntryFault(error, EntryPart::kValue, *codec_->state);
        }
    }
}

void HeapReader::skip(const codec::Skipper& skipper, std::string_view what) {
    window_->consume(*find_end(skipper, what, 0, true));
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
    const std::uint32_t count = load_u32(window_->position() + from);
    if (count > kMaxCount) {
        fail_value(what, "found " + std::to_string(static_cast<std::int32_t>(count)));
    }
    return count;
}

void HeapReader::check_progress(std::size_t size, std::uint64_t count, std::string_view what) const {
    if (size == 0 && count > kMaxEmptyValues) {
        fail_value(what, "it takes no bytes, and there should be " + std::to_string(count) + " of it");
    }
}

void HeapReader::fail_value(std::string_view what, std::string_view why) const {
    throw EntryFault(window_->error_at(window_->offset(), where(what), why), EntryPart::kValue, *codec_->state);
}

std::string HeapReader::where(std::string_view what) const {
    return std::string(what) + " of state '" + codec_->state->name + "' in key group " + std::to_string(key_group_);
}

void HeapReader::fail(const codec::DecodeFault& fault, std::string_view what, std::size_t from) const {
    const std::string why = describe_fault(fault, window_->position() + from);
    if (fault.reason == codec::DecodeFault::Reason::kOpaque) {
        throw UndecodableValue(where("cannot decode the " + std::string(what)) + ": " + why, *codec_->state);
    }
    throw EntryFault(window_->error_at(window_->offset() + from, where(what), why), part_named(what), *codec_->state);
}

}  // namespace sp
