#include "state/operator_state_reader.hpp"

#include <algorithm>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "state/keyed_stream.hpp"
#include "state/stream_faults.hpp"
#include "state/value_end.hpp"

namespace sp {
namespace {

using codec::DecodeFault;

constexpr std::size_t kBatchSize = 256;

}  // namespace

StateDescriptor as_readable(StateDescriptor state) {
    if (state.kind != StateKind::kBroadcast) {
        return state;
    }
    const Type* opaque = codec::opaque_part(state.map_key);
    opaque = opaque != nullptr ? opaque : codec::opaque_part(state.value);
    return opaque != nullptr ? as_whole(std::move(state), *opaque) : state;
}

StateDescriptor as_whole(StateDescriptor state, const Type& culprit) {
    auto whole = std::make_shared<Type>();
    whole->kind = TypeKind::kUnknown;
    whole->snapshot_class = culprit.snapshot_class;
    whole->class_name = culprit.class_name;
    state.value = std::move(whole);
    state.map_key = nullptr;
    return state;
}

std::vector<std::uint64_t> element_borders(const OperatorStateHandle& handle, const ByteSource& source,
                                           const std::vector<std::uint64_t>& starts) {
    std::vector<std::uint64_t> borders = starts;
    std::erase_if(borders, [&](std::uint64_t start) { return start > source.size(); });  // others' faults
    for (const OperatorStateOffsets& state : handle.states) {
        for (const std::int64_t offset : state.offsets) {
            if (offset < 0 || static_cast<std::uint64_t>(offset) > source.size()) {
                throw InputError(source.name() + ": an element of state '" + state.name + "' should start at offset " +
                                 std::to_string(offset) + ", but the stream has " + std::to_string(source.size()) +
                                 " bytes");
            }
            borders.push_back(static_cast<std::uint64_t>(offset));
        }
    }
    borders.push_back(source.size());
    std::sort(borders.begin(), borders.end());
    return borders;
}

OperatorStateReader::OperatorStateReader(ByteSource source, bool is_compressed, const StateDescriptor& state,
                                         std::int32_t subtask, const std::vector<std::int64_t>& offsets,
                                         const std::vector<std::uint64_t>& borders, std::size_t first, std::size_t end)
    : window_(std::move(source), is_compressed),
      state_(state),
      subtask_(subtask),
      offsets_(offsets),
      borders_(borders),
      value_(state.value),
      element_(first),
      end_(std::min(end, offsets.size())) {
    if (state.map_key) {
        map_key_.emplace(state.map_key);
    }
}

bool OperatorStateReader::next(EntryBatch& batch) {
    batch.entries.clear();
    batch.state = &state_;
    batch.key_group = -1;
    batch.subtask = subtask_;
    batch.source = window_.source().name();
    while (batch.entries.size() < kBatchSize && element_ < end_) {
        if (!(map_key_ ? add_map_entry(batch) : add_element(batch))) {
            break;
        }
    }
    return !batch.entries.empty();
}

bool OperatorStateReader::open_element(bool may_move) {
    const auto offset = static_cast<std::uint64_t>(offsets_[element_]);
    border_ = *std::upper_bound(borders_.begin(), borders_.end() - 1, offset);
    if (window_.is_at(offset)) {
        return true;
    }
    if (!may_move) {
        return false;
    }
    window_.open(offset, window_.is_compressed() ? border_ : window_.source().size());
    return true;
}

bool OperatorStateReader::add_element(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    if (!open_element(may_move)) {
        return false;
    }
    if (window_.is_compressed()) {
        while (window_->more()) {  // the range is this very element
        }
    }
    std::optional<std::size_t> size = measure(value_, 0, may_move);
    if (size && value_.has_kryo() && !ends_there(*size)) {  // it is shown as bytes
        size = may_move ? std::optional(opaque_size()) : std::nullopt;
    }
    if (!size) {
        return false;
    }
    Entry& entry = batch.entries.emplace_back();
    entry.value = {window_->position(), *size};
    entry.index = static_cast<std::int64_t>(element_);
    entry.offset = static_cast<std::uint64_t>(offsets_[element_]);
    window_->consume(*size);
    check_element_end();
    ++element_;
    return true;
}

bool OperatorStateReader::add_map_entry(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    if (!is_in_map_) {
        if (!may_move || !open_element(true)) {
            return false;
        }
        map_size_ = load_u32(window_->take(4, "size of a broadcast state").data());
        map_entries_left_ = map_size_;
        if (map_size_ > 0x7FFFFFFFU) {
            window_->fail("broadcast state '" + state_.name + "'",
                          "a size that is not negative was expected in front of it");
        }
        is_in_map_ = true;
    }
    if (map_entries_left_ == 0) {
        if (!may_move) {
            return false;  // looking for the end may move the window
        }
        check_element_end();
        is_in_map_ = false;
        ++element_;
        return true;
    }
    const std::optional<std::size_t> key_size = measure(*map_key_, 0, may_move);
    const std::optional<std::size_t> whole = key_size ? measure(value_, *key_size, may_move) : std::nullopt;
    if (!whole) {
        return false;
    }
    if (*whole == 0 && map_size_ > kMaxEmptyValues) {
        throw EntryFault(
            window_->error_at(window_->offset(), "entry of broadcast state '" + state_.name + "'",
                              "it takes no bytes, and there should be " + std::to_string(map_size_) + " of it"),
            EntryPart::kMapKey, state_);
    }
    Entry& entry = batch.entries.emplace_back();
    entry.map_key = {window_->position(), *key_size};
    entry.value = {window_->position() + *key_size, *whole - *key_size};
    entry.offset = window_.source_offset();
    window_->consume(*whole);
    --map_entries_left_;
    return true;
}

std::optional<std::size_t> OperatorStateReader::measure(const codec::Skipper& skipper, std::size_t from,
                                                        bool may_move) {
    try {
        return find_value_end(*window_, skipper, from, may_move);
    } catch (const DecodeFault& fault) {
        if (fault.reason == DecodeFault::Reason::kOpaque && !map_key_) {
            return may_move ? std::optional(opaque_size()) : std::nullopt;
        }
        if (fault.reason == DecodeFault::Reason::kOpaque) {
            throw UndecodableValue("state '" + state_.name + "': " + describe_fault(fault, window_->position()),
                                   state_);
        }
        const std::string what = "element " + std::to_string(element_) + " of state '" + state_.name + "' of subtask " +
                                 std::to_string(subtask_);
        throw EntryFault(window_->error_at(window_->offset(), what, describe_fault(fault, window_->position())),
                         &skipper == &value_ ? EntryPart::kValue : EntryPart::kMapKey, state_);
    }
}

/// An element that cannot be decoded reaches up to the next border.
std::size_t OperatorStateReader::opaque_size() {
    if (window_.is_compressed()) {
        return window_->available();
    }
    const auto size = static_cast<std::size_t>(border_ - window_.source_offset());
    static_cast<void>(window_->need(size, "element of state '" + state_.name + "'"));
    return size;
}

/// Whether an element of so many bytes fills the room that it has.
bool OperatorStateReader::ends_there(std::size_t size) const {
    return window_.is_compressed() ? window_->available() == size : window_.source_offset() + size == border_;
}

void OperatorStateReader::check_element_end() {
    // Elements of compressed states are in the window as a whole; of a map there may be more behind the window.
    const bool is_at_end = window_.is_compressed() ? window_->available() == 0 && (!map_key_ || window_->at_end())
                                                   : window_.source_offset() == border_;
    if (!is_at_end) {
        const InputError error = window_->error_at(
            window_->offset(),
            "end of element " + std::to_string(element_) + " of state '" + state_.name + "' of subtask " +
                std::to_string(subtask_),
            window_.is_compressed()
                ? "bytes follow where its end was expected"
                : "it should have ended at offset " + std::to_string(window_.source().absolute(border_)));
        throw EndFault(error, window_.is_compressed() ? border_ - 1 : window_.source_offset(), border_,
                       window_.source().size());
    }
}

}  // namespace sp
