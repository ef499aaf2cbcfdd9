#include "report/audit/keyed_work.hpp"

#include <algorithm>

#include "metadata/open_stream.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "state/composite_key.hpp"
#include "state/raw_timer_reader.hpp"

namespace sp::auditing {
namespace {

std::uint64_t database_size(const IncrementalStateHandle& handle) {
    std::uint64_t size = 0;
    for (const auto* files : {&handle.shared_state, &handle.private_state}) {
        for (const HandleAndLocalPath& file : *files) {
            size += static_cast<std::uint64_t>(std::max<std::int64_t>(file.handle.state_size, 0));
        }
    }
    return size;
}

std::vector<KeyGroupPlace> places_in_stream(const OperatorRun& op, const KeyedPart& part,
                                            const KeyGroupsStateHandle& handle) {
    std::vector<KeyGroupPlace> places;
    const std::uint64_t size = op.files().size_of(handle.delegate);
    const std::vector<std::uint64_t>& starts = op.starts.of(handle.delegate);
    for (std::size_t i = 0; i < handle.offsets.size(); ++i) {
        const std::int64_t offset = handle.offsets[i];
        if (offset < (part.is_raw ? 0 : 1) || static_cast<std::uint64_t>(offset) >= size) {
            continue;  // nothing there, or told as an offset that cannot be
        }
        const auto begin = static_cast<std::uint64_t>(offset);
        const auto behind = std::ranges::upper_bound(starts, begin);
        const std::uint64_t end = behind == starts.end() ? UINT64_MAX : *behind;
        places.push_back({handle.range.first + static_cast<std::int32_t>(i), begin, end, std::min(end, size) - begin});
    }
    return places;
}

}  // namespace

std::vector<KeyGroupPlace> places_of(const OperatorRun& op, const KeyedPart& part) {
    const KeyGroupRange range = part.handle->range();
    if (std::int64_t{range.first} + range.count > op.op.max_parallelism) {
        return {};  // told as a range that cannot be
    }
    if (const auto* groups = std::get_if<KeyGroupsStateHandle>(&part.handle->value)) {
        return places_in_stream(op, part, *groups);
    }
    std::vector<KeyGroupPlace> places;
    const std::uint64_t size = database_size(std::get<IncrementalStateHandle>(part.handle->value));
    for (std::int32_t i = 0; i < range.count; ++i) {
        places.push_back({range.first + i, 0, 0, size / static_cast<std::uint64_t>(range.count)});
    }
    return places;
}

KeyJudge& KeyJudges::of(const TypePtr& key) {
    const std::lock_guard lock(mutex_);
    return judges_.try_emplace(key->snapshot, key, max_parallelism_).first->second;
}

KeyedPartReader::KeyedPartReader(OperatorRun& op, const KeyedPart& part) : run_(op), part_(part) {
    const StreamStateHandle& stream = header_stream_of(*part.handle);
    source_ = open_stream(stream, op.files());
    if (part.is_raw) {
        return;
    }
    content_ = op.keyed_headers.at(part.handle);
    backend_ = &backend_of(*part.handle, *source_, op.op.max_parallelism);
    can_pass_over_ = !backend_->has_bare_entries || content_->header.is_compressed;
}

KeyedPartReader::~KeyedPartReader() = default;

EntryOrigin KeyedPartReader::origin() const {
    if (backend_ != nullptr && backend_->layout == KeyedLayout::kRocksDb) {
        return {part_.subtask, "RocksDB of subtask " + std::to_string(part_.subtask), "", std::nullopt};
    }
    return origin_of(run_, *source_, part_.subtask);
}

void KeyedPartReader::open(const KeyGroupPlace& place) {
    if (is_spoilt_) {
        reader_.reset();
        is_spoilt_ = false;
    }
    if (!reader_ && backend_ == nullptr) {
        const auto keep = [&](StateDescriptor state) {
            return StateInStream{&timers_.emplace_back(std::move(state)), StateUse::kRead};
        };
        reader_ = std::make_unique<RawTimerReader>(*source_, run_.index, keep, type_context(run_.run.snapshot));
    } else if (!reader_) {
        KeyedStream stream{*source_, content_->header.is_compressed, run_.op.max_parallelism, {}, nullptr};
        for (const StateDescriptor* state : content_->states) {
            const bool is_readable =
                state != nullptr &&
                (backend_->has_bare_entries ? !undecodable_part(*state) : CompositeKey(*state).unsupported().empty());
            stream.states.push_back(is_readable ? StateInStream{state, StateUse::kRead} : StateInStream{});
        }
        if (const auto* database = std::get_if<IncrementalStateHandle>(&part_.handle->value)) {
            stream.open_database = [this, database] { return run_.run.databases.open(*database, origin().source); };
        }
        reader_ = backend_->open(std::move(stream));
    }
    reader_->open_key_group(place.key_group, place.offset, place.end);
}

}  // namespace sp::auditing
