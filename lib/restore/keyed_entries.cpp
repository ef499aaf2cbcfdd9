#include "restore/keyed_entries.hpp"

#include <algorithm>

#include "metadata/metadata_format.hpp"
#include "metadata/open_stream.hpp"
#include "restore/column_naming.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "state/raw_timer_reader.hpp"
#include "state/stream_faults.hpp"

namespace sp {
namespace {

/// Whether HashMap's own layout can be behind the handle, whose entries have no lengths.
bool may_have_bare_entries(const KeyedStateHandle& handle) {
    return handle.tag() == HandleTag::kKeyGroups || handle.tag() == HandleTag::kKeyGroupsV2;
}

/// So many keys of a key group are looked up; more are found faster by reading it.
constexpr std::size_t kMaxLookups = 1000;

/// The bytes of a key group, as far as they are known without a look at the files.
std::uint64_t size_in_stream(const KeyGroupsStateHandle& handle, std::uint64_t offset, std::uint64_t end) {
    const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(state_size(handle.delegate), 0));
    return std::min(end, size) > offset ? std::min(end, size) - offset : 0;
}

/// A key group's share of a database.
std::uint64_t size_in_database(const IncrementalStateHandle& handle) {
    std::uint64_t size = 0;
    for (const auto* files : {&handle.shared_state, &handle.private_state}) {
        for (const HandleAndLocalPath& file : *files) {
            size += static_cast<std::uint64_t>(std::max<std::int64_t>(file.handle.state_size, 0));
        }
    }
    return size / static_cast<std::uint64_t>(std::max(handle.range.count, 1));
}

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
      starts_(operator_),
      contents_(context, operator_index, label_, starts_) {
    plan();
    if (look_ahead == LookAhead::kDo) {
        with_context([&] { return "operator " + label_; }, [&] { this->look_ahead(); });
    }
    std::erase_if(places_, [&](const Place& place) {
        return !context_.is_wanted_group(place.key_group, operator_.max_parallelism);
    });
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
        size += place.size;
    }
    return ranges;
}

void KeyedEntries::turn_to(std::pair<std::int32_t, std::int32_t> key_groups) {
    const auto behind = [&](std::int32_t key_group) {
        const auto place = std::ranges::upper_bound(places_, key_group, {}, &Place::key_group);
        return static_cast<std::size_t>(place - places_.begin());
    };
    next_place_ = behind(key_groups.first - 1);
    end_place_ = behind(key_groups.second);
    group_ = nullptr;
}

// ---- Planning ------------------------------------------------------------------------------------------------------

void KeyedEntries::plan() {
    for (std::size_t i = 0; i < operator_.subtasks.size(); ++i) {
        const KeyedStateHandle& handle = operator_.subtasks[i].managed_keyed_state;
        if (!handle.is_null() && !is_unsupported(i)) {
            plan_handle(i, kManaged, handle);
        }
    }
    if (context_.is_wanted(StateKind::kTimer)) {
        for (std::size_t i = 0; i < operator_.subtasks.size(); ++i) {
            if (has_raw_timers(i)) {
                plan_handle(i, kRaw, operator_.subtasks[i].raw_keyed_state);
            }
        }
    }
    std::stable_sort(places_.begin(), places_.end(), [&](const Place& a, const Place& b) {
        return std::pair(a.key_group, streams_[a.stream].slot) < std::pair(b.key_group, streams_[b.stream].slot);
    });
    check_places();
}

/// Tells of managed keyed state that cannot be read, unless only timers are wanted, and none can be in it: where timers are
/// raw, none are managed.
bool KeyedEntries::is_unsupported(std::size_t subtask) {
    const HandleTag tag = operator_.subtasks[subtask].managed_keyed_state.tag();
    if (is_supported(tag)) {
        return false;
    }
    if (!context_.wants_only_timers() || !has_raw_timers(subtask)) {
        context_.pass_over("operator " + label_ + ": its keyed state" +
                           (context_.wants_only_timers() ? ", where timers can be," : "") + " lies behind a " +
                           std::string(name_of(tag)) + ", which is not supported; a canonical savepoint can be read");
    }
    return true;
}

/// Raw keyed state that is no timers is its operator's own; only sp-inspect tells of it.
bool KeyedEntries::has_raw_timers(std::size_t subtask) const {
    const auto* handle = std::get_if<KeyGroupsStateHandle>(&operator_.subtasks[subtask].raw_keyed_state.value);
    return handle != nullptr && holds_raw_timers(*handle, open_stream(handle->delegate, context_.snapshot().files));
}

void KeyedEntries::plan_handle(std::size_t subtask, Slot slot, const KeyedStateHandle& handle) {
    const auto where = [&] {
        return "operator " + label_ + ": subtask " + std::to_string(operator_.subtasks[subtask].index);
    };
    const KeyGroupRange range = handle.range();
    if (!range.empty() && (range.first < 0 || range.last() >= operator_.max_parallelism)) {
        throw InputError(where() + ": key groups " + std::to_string(range.first) + " to " +
                         std::to_string(range.last()) + " are not within the max parallelism of " +
                         std::to_string(operator_.max_parallelism));
    }
    streams_.push_back({subtask, slot, &handle});
    with_context(where, [&] {
        if (const auto* const stream = std::get_if<KeyGroupsStateHandle>(&handle.value)) {
            plan_stream(*stream, slot);
        } else {
            plan_database(std::get<IncrementalStateHandle>(handle.value));
        }
    });
}

void KeyedEntries::plan_stream(const KeyGroupsStateHandle& handle, Slot slot) {
    const std::int64_t nothing = nothing_at(slot);
    const std::vector<std::uint64_t>& starts = starts_.of(handle.delegate);
    for (std::size_t i = 0; i < handle.offsets.size(); ++i) {
        const std::int32_t key_group = handle.range.first + static_cast<std::int32_t>(i);
        if (handle.offsets[i] < nothing) {
            throw InputError("a key group starts at offset " + std::to_string(handle.offsets[i]));
        }
        if (handle.offsets[i] == nothing) {
            continue;
        }
        const auto offset = static_cast<std::uint64_t>(handle.offsets[i]);
        const auto behind = std::upper_bound(starts.begin(), starts.end(), offset);
        const std::uint64_t end = behind == starts.end() ? UINT64_MAX : *behind;
        places_.push_back({key_group, streams_.size() - 1, offset, end, size_in_stream(handle, offset, end)});
    }
}

/// A database may hold key groups out of its handle's range: after a rescaling they are deleted or left over.
void KeyedEntries::plan_database(const IncrementalStateHandle& handle) {
    if (operator_.max_parallelism > metadata_format::kMaxKeyGroups) {
        throw InputError("a max parallelism of " + std::to_string(operator_.max_parallelism) +
                         " is more than Flink allows");
    }
    const std::uint64_t size = size_in_database(handle);
    for (std::int32_t i = 0; i < handle.range.count; ++i) {
        const std::int32_t key_group = handle.range.first + i;
        places_.push_back({key_group, streams_.size() - 1, 0, 0, size});
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

/// What keeps entries without lengths from being read must be known before the operator's first row, and it is the same
/// whichever of its key groups and keys are wanted: splits must add up to the whole.
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
        if (stream.slot == kManaged && may_have_bare_entries(*stream.handle)) {
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
    // Without the classes of --classpath every value has one end; with classes that are not the job's, a wrong one.
    const bool has_classes = context_.snapshot().classes->has_places();
    const std::string doubt = "; it is damaged, or the classes of --classpath are not those that it was written with";
    OpenStream open;
    const auto pass_over = [&](const StateDescriptor& state, const std::string& why) {
        has_lost_something_ = true;
        context_.pass_over("operator " + label_ + ": " + why);
        contents_.pass_over(state);
        open.reader->skip_state(state);  // and look for more
    };
    for (std::size_t i = 0; i < places_.size();) {
        const Place& place = places_[i];
        const Stream& stream = streams_[place.stream];
        if (stream.slot != kManaged || !may_have_bare_entries(*stream.handle)) {
            ++i;
            continue;
        }
        if (open.stream != place.stream) {
            const ByteSource source = source_of(stream);
            const KeyedContents& contents = contents_.of(*stream.handle, source);
            open = {place.stream, &contents,
                    contents.suspects.empty() ? nullptr : open_reader(stream, contents, contents.suspects)};
        }
        try {
            if (open.reader) {
                walk(*open.reader, place.key_group, place.offset, place.end);
            }
            ++i;
        } catch (const UndecodableValue& fault) {
            if (!open.contents->is_compressed) {
                return refuse(kManaged, fault.what());
            }
            pass_over(fault.state(), fault.what());
        } catch (const InputError& fault) {
            const auto* const entry = dynamic_cast<const EntryFault*>(&fault);
            if (!has_classes || (open.contents->is_compressed && entry == nullptr)) {
                throw;
            }
            if (!open.contents->is_compressed) {
                return refuse(kManaged, fault.what() + doubt);
            }
            pass_over(entry->state(), fault.what() + doubt);
        }
    }
}

/// Raw timers come from a Java heap: they are few enough to be always read twice.
void KeyedEntries::look_for_undecodable_timers() {
    std::optional<std::size_t> open;
    std::unique_ptr<KeyGroupReader> reader;
    const auto keep = [&](StateDescriptor found) {
        StateDescriptor state = named_state(context_.snapshot(), std::move(found));
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
                reader = std::make_unique<RawTimerReader>(source_of(streams_[place.stream]), operator_index_, keep,
                                                          type_context(context_.snapshot()));
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
    return open_stream(header_stream_of(*stream.handle), context_.snapshot().files);
}

std::unique_ptr<KeyGroupReader> KeyedEntries::open_reader(const Stream& stream, const KeyedContents& contents,
                                                          const std::vector<StateInStream>& states) const {
    KeyedStream opened{source_of(stream), contents.is_compressed, operator_.max_parallelism, states, nullptr};
    if (const auto* const database = std::get_if<IncrementalStateHandle>(&stream.handle->value)) {
        opened.open_database = [&, database] {
            return context_.databases().open(
                *database, "RocksDB of subtask " + std::to_string(operator_.subtasks[stream.subtask].index));
        };
    }
    return contents.backend->open(std::move(opened));
}

StateInStream KeyedEntries::keep_timers(StateDescriptor found) {
    StateDescriptor state = named_state(context_.snapshot(), std::move(found));
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
            source, operator_index_, [&](StateDescriptor state) { return keep_timers(std::move(state)); },
            type_context(context_.snapshot()));
    } else {
        open.contents = &contents_.of(*stream.handle, source);
        open.reader = open_reader(stream, *open.contents, open.contents->states);
    }
    return open;
}

bool KeyedEntries::open_next_group() {
    while (next_place_ < std::min(end_place_, places_.size())) {
        const Place& place = places_[next_place_++];
        OpenStream& open = open_stream_of(place);
        context_.advance(place.size);
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
        if (open.contents != nullptr && open.contents->keys) {
            std::vector<std::string> keys = open.contents->keys->in_group(place.key_group);
            if (keys.size() <= kMaxLookups) {
                open.reader->want_keys(std::move(keys));
            }
        }
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
