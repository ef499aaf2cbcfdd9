#include "restore/keyed_entries.hpp"

#include <algorithm>

#include "metadata/open_stream.hpp"
#include "sp/error.hpp"
#include "state/raw_timer_reader.hpp"

namespace sp {
namespace {

/// Reads a key group to its end, whatever is in it.
void walk(KeyGroupReader& reader, std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    EntryBatch batch;
    reader.open_key_group(key_group, offset, end);
    while (reader.next(batch)) {
    }
}

}  // namespace

KeyedEntries::KeyedEntries(ReadingContext& context, std::size_t operator_index, std::string label, LookAhead look_ahead)
    : context_(context),
      operator_index_(operator_index),
      operator_(context.op(operator_index)),
      label_(std::move(label)),
      contents_(context, operator_index, label_) {
    plan();
    if (look_ahead == LookAhead::kDo) {
        with_context([&] { return "operator " + label_; }, [&] { this->look_ahead(); });
    }
}

std::vector<std::pair<std::int32_t, std::int32_t>> KeyedEntries::divide(std::uint64_t bytes) const {
    std::vector<std::pair<std::int32_t, std::int32_t>> ranges;
    if (has_lost_something_) {
        return ranges;
    }
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place& place = places_[i];
        const bool is_new_group = i == 0 || places_[i - 1].key_group != place.key_group;
        if (ranges.empty() || (is_new_group && size >= bytes)) {
            ranges.emplace_back(place.key_group, place.key_group);
            size = 0;
        }
        ranges.back().second = place.key_group;
        const std::int64_t stream_size = state_size(streams_[place.stream].handle->delegate);
        const std::uint64_t end =
            std::min(place.end, static_cast<std::uint64_t>(std::max<std::int64_t>(stream_size, 0)));
        size += end > place.offset ? end - place.offset : 0;
    }
    return ranges;
}

// ---- Planning ------------------------------------------------------------------------------------------------------

void KeyedEntries::plan() {
    for (std::size_t i = 0; i < operator_.subtasks.size(); ++i) {
        const KeyedStateHandle& handle = operator_.subtasks[i].managed_keyed_state;
        if (handle.is_null()) {
            continue;
        }
        if (is_supported(handle.tag())) {
            plan_stream(i, kManaged, std::get<KeyGroupsStateHandle>(handle.value));
        } else if (!context_.wants_only_timers() || may_hold_timers(i)) {
            const std::string_view what =
                context_.wants_only_timers() ? "keyed state, where timers can be," : "keyed state";
            context_.pass_over("operator " + label_ + ": its " + std::string(what) + " lies behind a " +
                               std::string(name_of(handle.tag())) +
                               ", which is not supported; a canonical savepoint can be read");
        }
    }
    if (context_.is_wanted(StateKind::kTimer)) {
        for (std::size_t i = 0; i < operator_.subtasks.size(); ++i) {
            if (const KeyGroupsStateHandle* const timers = raw_timers_of(i)) {
                plan_stream(i, kRaw, *timers);
            }
        }
    }
    std::stable_sort(places_.begin(), places_.end(), [&](const Place& a, const Place& b) {
        return std::pair(a.key_group, streams_[a.stream].slot) < std::pair(b.key_group, streams_[b.stream].slot);
    });
    check_places();
}

/// Of managed keyed state of a kind that is not supported. Where timers are raw, none are managed: a backend has either
/// its own queues or those of the heap. Else the states of RocksDB and ForSt are named in a file of their own.
bool KeyedEntries::may_hold_timers(std::size_t subtask) const {
    const auto* incremental =
        std::get_if<IncrementalStateHandle>(&operator_.subtasks[subtask].managed_keyed_state.value);
    if (raw_timers_of(subtask) != nullptr) {
        return false;
    }
    return incremental == nullptr || meta_names_timers(open_stream(incremental->meta, context_.snapshot().files));
}

/// Raw keyed state that is no timers is its operator's own; only sp-inspect tells of it.
const KeyGroupsStateHandle* KeyedEntries::raw_timers_of(std::size_t subtask) const {
    const auto* handle = std::get_if<KeyGroupsStateHandle>(&operator_.subtasks[subtask].raw_keyed_state.value);
    const bool is_timers =
        handle != nullptr && holds_raw_timers(*handle, open_stream(handle->delegate, context_.snapshot().files));
    return is_timers ? handle : nullptr;
}

void KeyedEntries::plan_stream(std::size_t subtask, Slot slot, const KeyGroupsStateHandle& handle) {
    const std::string where = "operator " + label_ + ": subtask " + std::to_string(operator_.subtasks[subtask].index);
    if (!handle.range.empty() && (handle.range.first < 0 || handle.range.last() >= operator_.max_parallelism)) {
        throw InputError(where + ": key groups " + std::to_string(handle.range.first) + " to " +
                         std::to_string(handle.range.last()) + " are not within the max parallelism of " +
                         std::to_string(operator_.max_parallelism));
    }
    const std::int64_t nothing = slot == kRaw ? -1 : 0;  // the offset of a key group without bytes
    std::vector<std::uint64_t> starts;
    for (const std::int64_t offset : handle.offsets) {
        if (offset < nothing) {
            throw InputError(where + ": a key group starts at offset " + std::to_string(offset));
        }
        if (offset != nothing) {
            starts.push_back(static_cast<std::uint64_t>(offset));
        }
    }
    std::sort(starts.begin(), starts.end());
    streams_.push_back({subtask, slot, &handle});
    for (std::size_t i = 0; i < handle.offsets.size(); ++i) {
        const std::int32_t key_group = handle.range.first + static_cast<std::int32_t>(i);
        if (handle.offsets[i] == nothing || !context_.is_wanted_group(key_group, operator_.max_parallelism)) {
            continue;
        }
        const auto offset = static_cast<std::uint64_t>(handle.offsets[i]);
        const auto behind = std::upper_bound(starts.begin(), starts.end(), offset);
        places_.push_back({key_group, streams_.size() - 1, offset, behind == starts.end() ? UINT64_MAX : *behind});
    }
}

void KeyedEntries::check_places() const {
    for (std::size_t i = 1; i < places_.size(); ++i) {
        const Stream& one = streams_[places_[i - 1].stream];
        const Stream& other = streams_[places_[i].stream];
        if (places_[i].key_group == places_[i - 1].key_group && one.slot == other.slot) {
            throw InputError("operator " + label_ + ": key group " + std::to_string(places_[i].key_group) +
                             " is in the state of subtask " + std::to_string(operator_.subtasks[one.subtask].index) +
                             " and of subtask " + std::to_string(operator_.subtasks[other.subtask].index));
        }
    }
}

// ---- Looking ahead -------------------------------------------------------------------------------------------------

/// What keeps entries without lengths from being read must be known before the operator's first row.
void KeyedEntries::look_ahead() {
    refuse_by_headers();
    look_for_undecodable_values();
    look_for_undecodable_timers();
}

void KeyedEntries::refuse(Slot slot, const std::string& why) {
    has_lost_something_ = true;
    std::erase_if(places_, [&](const Place& place) { return streams_[place.stream].slot == slot; });
    context_.pass_over("operator " + label_ + ": " + (slot == kRaw ? "its raw timers" : "its keyed state") +
                       " cannot be read, since entries have no lengths there: " + why +
                       (slot == kRaw ? "" : " (a canonical savepoint can be read)"));
}

void KeyedEntries::refuse_by_headers() {
    for (const Stream& stream : streams_) {
        if (stream.slot == kManaged && stream.handle->tag != HandleTag::kSavepointKeyGroups) {
            const KeyedContents& contents = contents_.of(*stream.handle, source_of(stream));
            if (contents.has_wanted && !contents.refusal.empty()) {
                return refuse(kManaged, contents.refusal);
            }
        }
    }
}

/// Of a POJO's class there can be subclasses that no header names. Whether a value is of one shows only when it is decoded,
/// so where a header has POJOs the operator is decoded once ahead of the reading, in the same bounded memory.
void KeyedEntries::look_for_undecodable_values() {
    OpenStream open;
    for (std::size_t i = 0; i < places_.size();) {
        const Place& place = places_[i];
        const Stream& stream = streams_[place.stream];
        if (stream.slot != kManaged || stream.handle->tag == HandleTag::kSavepointKeyGroups) {
            ++i;
            continue;
        }
        if (open.stream != place.stream) {
            const ByteSource source = source_of(stream);
            const KeyedContents& contents = contents_.of(*stream.handle, source);
            open = {place.stream, &contents,
                    contents.suspects.empty() ? nullptr : open_reader(contents, source, contents.suspects)};
        }
        try {
            if (open.reader && open.contents->wants(place.key_group)) {
                walk(*open.reader, place.key_group, place.offset, place.end);
            }
            ++i;
        } catch (const UndecodableValue& fault) {
            if (!open.contents->is_compressed) {
                return refuse(kManaged, fault.what());
            }
            has_lost_something_ = true;
            context_.pass_over("operator " + label_ + ": " + fault.what());
            contents_.pass_over(fault.state());
            open.reader->skip_state(fault.state());  // and look for more
        }
    }
}

/// Raw timers come from a Java heap: they are few enough to be always read twice.
void KeyedEntries::look_for_undecodable_timers() {
    std::optional<std::size_t> open;
    std::unique_ptr<KeyGroupReader> reader;
    const auto keep = [&](StateDescriptor state) {
        const bool is_wanted = context_.is_wanted(state);
        const StateDescriptor* const kept = context_.keep(std::move(state));
        if (is_wanted) {
            raw_timers_.push_back(kept);
        }
        return StateInStream{kept, StateUse::kWalk};
    };
    try {
        for (const Place& place : places_) {
            if (streams_[place.stream].slot != kRaw) {
                continue;
            }
            if (open != place.stream) {
                open = place.stream;
                reader = std::make_unique<RawTimerReader>(source_of(streams_[place.stream]), operator_index_, keep);
            }
            walk(*reader, place.key_group, place.offset, place.end);
        }
    } catch (const UnsupportedError& error) {
        raw_timers_.clear();
        refuse(kRaw, error.what());
    }
}

std::vector<const StateDescriptor*> KeyedEntries::states() {
    std::vector<const StateDescriptor*> states;
    for (const Stream& stream : streams_) {
        if (stream.slot != kManaged) {
            continue;
        }
        const KeyedContents& contents = contents_.of(*stream.handle, source_of(stream));
        for (const StateInStream& state : contents.states) {
            if (contents.refusal.empty() && state.use == StateUse::kRead) {
                states.push_back(state.state);
            }
        }
    }
    states.insert(states.end(), raw_timers_.begin(), raw_timers_.end());
    return states;
}

// ---- Reading -------------------------------------------------------------------------------------------------------

ByteSource KeyedEntries::source_of(const Stream& stream) const {
    return open_stream(stream.handle->delegate, context_.snapshot().files);
}

std::unique_ptr<KeyGroupReader> KeyedEntries::open_reader(const KeyedContents& contents, const ByteSource& source,
                                                          const std::vector<StateInStream>& states) const {
    return contents.backend->open({source, contents.is_compressed, operator_.max_parallelism, states});
}

StateInStream KeyedEntries::keep_timers(StateDescriptor state) {
    if (!timer_keys_) {
        timer_keys_ = choose_keys(context_, state.key, operator_.max_parallelism);
    }
    const StateUse use = context_.is_wanted(state) ? StateUse::kRead : StateUse::kPassOver;
    return {context_.keep(std::move(state)), use};
}

KeyedEntries::OpenStream& KeyedEntries::open_stream_of(const Place& place) {
    const Stream& stream = streams_[place.stream];
    OpenStream& open = open_[stream.slot];
    if (open.stream == place.stream) {
        return open;
    }
    const ByteSource source = source_of(stream);
    open = {place.stream, nullptr, nullptr};
    if (stream.slot == kRaw) {
        open.reader = std::make_unique<RawTimerReader>(
            source, operator_index_, [&](StateDescriptor state) { return keep_timers(std::move(state)); });
    } else {
        open.contents = &contents_.of(*stream.handle, source);
        open.reader = open_reader(*open.contents, source, open.contents->states);
    }
    return open;
}

bool KeyedEntries::open_next_group() {
    while (next_place_ < places_.size()) {
        const Place& place = places_[next_place_++];
        OpenStream& open = open_stream_of(place);
        if (open.contents != nullptr) {
            const auto is_done = [&](const StateInStream& state) {
                return state.use != StateUse::kRead || context_.is_exhausted(*state.state);
            };
            if (!open.contents->wants(place.key_group) ||
                std::all_of(open.contents->states.begin(), open.contents->states.end(), is_done)) {
                continue;
            }
        }
        open.reader->open_key_group(place.key_group, place.offset, place.end);
        group_ = &open;
        return true;
    }
    return false;
}

bool KeyedEntries::next(EntryBatch& batch) {
    return with_context([&] { return "operator " + label_; }, [&] { return next_batch(batch); });
}

bool KeyedEntries::next_batch(EntryBatch& batch) {
    while (group_ != nullptr || open_next_group()) {
        try {
            if (!group_->reader->next(batch)) {
                group_ = nullptr;
                continue;
            }
        } catch (const UndecodableValue& fault) {  // a key whose end cannot be told, in a canonical stream
            context_.pass_over("operator " + label_ + ": " + fault.what());
            contents_.pass_over(fault.state());
            group_->reader->skip_state(fault.state());
            continue;
        }
        const std::optional<WantedKeys>& keys = group_->contents != nullptr ? group_->contents->keys : timer_keys_;
        if (keys) {
            keys->keep_wanted(batch);
        }
        if (context_.is_exhausted(*batch.state)) {
            batch.entries.clear();
            group_->reader->skip_state(*batch.state);
        }
        return true;
    }
    return false;
}

}  // namespace sp
