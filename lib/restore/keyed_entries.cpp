#include "restore/keyed_entries.hpp"

#include <algorithm>

#include "metadata/open_stream.hpp"
#include "sp/error.hpp"
#include "state/canonical_reader.hpp"
#include "state/composite_key.hpp"
#include "state/key_groups.hpp"

namespace sp {
namespace {

constexpr std::uint64_t kMaxHeader = std::uint64_t{64} << 20;  // a header names states and types: far below this

}  // namespace

KeyedEntries::KeyedEntries(ReadingContext& context, std::size_t operator_index, std::string label)
    : context_(context), operator_index_(operator_index), operator_(context.op(operator_index)), label_(std::move(label)) {
    plan();
}

void KeyedEntries::plan() {
    for (std::size_t i = 0; i < operator_.subtasks.size(); ++i) {
        const KeyedStateHandle& handle = operator_.subtasks[i].managed_keyed_state;
        if (handle.is_null()) {
            continue;
        }
        const auto* key_groups = std::get_if<KeyGroupsStateHandle>(&handle.value);
        if (key_groups == nullptr || key_groups->tag != HandleTag::kSavepointKeyGroups) {
            context_.pass_over("operator " + label_ + ": its keyed state lies behind a " + std::string(name_of(handle.tag())) +
                               ", which is not supported; a canonical savepoint can be read");
            continue;
        }
        plan_stream(i, *key_groups);
    }
    std::stable_sort(places_.begin(), places_.end(),
                     [](const Place& a, const Place& b) { return a.key_group < b.key_group; });
    for (std::size_t i = 1; i < places_.size(); ++i) {
        if (places_[i].key_group == places_[i - 1].key_group) {
            throw InputError("operator " + label_ + ": key group " + std::to_string(places_[i].key_group) +
                             " is in the state of subtask " + std::to_string(operator_.subtasks[places_[i - 1].subtask].index) +
                             " and of subtask " + std::to_string(operator_.subtasks[places_[i].subtask].index));
        }
    }
}

void KeyedEntries::plan_stream(std::size_t subtask, const KeyGroupsStateHandle& handle) {
    const std::string where = "operator " + label_ + ": subtask " + std::to_string(operator_.subtasks[subtask].index);
    if (!handle.range.empty() && (handle.range.first < 0 || handle.range.last() >= operator_.max_parallelism)) {
        throw InputError(where + ": key groups " + std::to_string(handle.range.first) + " to " +
                         std::to_string(handle.range.last()) + " are not within the max parallelism of " +
                         std::to_string(operator_.max_parallelism));
    }
    std::vector<std::uint64_t> starts;
    for (const std::int64_t offset : handle.offsets) {
        if (offset < 0) {
            throw InputError(where + ": a key group starts at offset " + std::to_string(offset));
        }
        if (offset > 0) {  // 0: the key group is empty
            starts.push_back(static_cast<std::uint64_t>(offset));
        }
    }
    std::sort(starts.begin(), starts.end());
    for (std::size_t i = 0; i < handle.offsets.size(); ++i) {
        const auto offset = static_cast<std::uint64_t>(handle.offsets[i]);
        const std::int32_t key_group = handle.range.first + static_cast<std::int32_t>(i);
        if (offset == 0 || !context_.is_wanted_group(key_group, operator_.max_parallelism)) {
            continue;
        }
        const auto behind = std::upper_bound(starts.begin(), starts.end(), offset);
        places_.push_back({key_group, subtask, offset, behind == starts.end() ? UINT64_MAX : *behind});
    }
}

const KeyGroupsStateHandle& KeyedEntries::handle_of(std::size_t subtask) const {
    return std::get<KeyGroupsStateHandle>(operator_.subtasks[subtask].managed_keyed_state.value);
}

void KeyedEntries::open_stream_of(std::size_t subtask) {
    reader_.reset();
    open_subtask_ = subtask;
    const KeyGroupsStateHandle& handle = handle_of(subtask);
    const ByteSource source = open_stream(handle.delegate, context_.snapshot().files);
    layout_ = &layout_of(handle, source);
    reader_ = std::make_unique<CanonicalReader>(source, layout_->is_compressed, operator_.max_parallelism, layout_->states);
}

const KeyedEntries::Layout& KeyedEntries::layout_of(const KeyGroupsStateHandle& handle, const ByteSource& source) {
    std::uint64_t header_end = source.size();
    for (const std::int64_t offset : handle.offsets) {
        if (offset > 0) {
            header_end = std::min(header_end, static_cast<std::uint64_t>(offset));
        }
    }
    ByteVector bytes(static_cast<std::size_t>(std::min(header_end, kMaxHeader)));
    source.read_at(0, bytes);
    const auto [slot, is_new] = layouts_.try_emplace(std::move(bytes));
    if (is_new) {
        BoundedReader in(slot->first, source.name(), source.absolute(0));
        const KeyedStateHeader header = with_context([&] { return "operator " + label_; }, [&] {
            KeyedStateHeader read = read_keyed_state_header(in);
            if (!read.failure) {
                in.expect_end("end of the header");
            }
            return read;
        });
        fill_layout(slot->second, header);
    }
    return slot->second;
}

void KeyedEntries::fill_layout(Layout& layout, const KeyedStateHeader& header) {
    layout.is_compressed = header.is_compressed;
    if (header.failure) {
        context_.pass_over("operator " + label_ + ": " + header.failure->what());
    }
    for (const StateMetaInfo& info : header.states) {
        const StateDescriptor* kept = nullptr;
        try {
            StateDescriptor state = describe_state(info, header.key, operator_index_);
            if (context_.is_wanted(state)) {
                const CompositeKey key(state);
                if (!key.unsupported().empty()) {
                    throw UnsupportedError(key.unsupported());
                }
                kept = context_.keep(std::move(state));
            }
        } catch (const UnsupportedError& error) {
            context_.pass_over("operator " + label_ + ": " + error.what());
        }
        layout.states.push_back(kept);
    }
    layout.states.resize(std::max(layout.states.size(), header.state_count), nullptr);
    if (header.key && context_.options().keys) {
        choose_keys(layout, header.key);
    }
}

void KeyedEntries::choose_keys(Layout& layout, const TypePtr& key) const {
    layout.keys.emplace();
    std::vector<std::int32_t> groups;
    bool are_groups_known = true;
    for (const ByteVector& wanted : context_.options().keys(key)) {
        layout.keys->emplace(as_text(wanted));
        const std::optional<std::int32_t> hash = java_hash_of_key(*key, wanted);
        if (hash) {
            groups.push_back(java::key_group_of_hash(*hash, operator_.max_parallelism));
        } else {
            are_groups_known = false;
        }
    }
    if (are_groups_known) {
        std::sort(groups.begin(), groups.end());
        layout.key_groups = std::move(groups);
    }
}

bool KeyedEntries::open_next_group() {
    while (next_place_ < places_.size()) {
        const Place place = places_[next_place_++];
        if (open_subtask_ != place.subtask) {
            open_stream_of(place.subtask);
        }
        const auto is_done = [&](const StateDescriptor* state) { return state == nullptr || context_.is_exhausted(*state); };
        if (std::all_of(layout_->states.begin(), layout_->states.end(), is_done) ||
            (layout_->key_groups &&
             !std::binary_search(layout_->key_groups->begin(), layout_->key_groups->end(), place.key_group))) {
            continue;
        }
        reader_->open_key_group(place.key_group, place.offset, place.end);
        return true;
    }
    return false;
}

bool KeyedEntries::next(EntryBatch& batch) {
    for (;;) {
        if (!is_group_open_) {
            if (!open_next_group()) {
                return false;
            }
            is_group_open_ = true;
        }
        const bool has_batch = with_context([&] { return "operator " + label_; }, [&] { return reader_->next(batch); });
        if (has_batch) {
            if (layout_->keys) {
                keep_wanted_keys(batch);
            }
            if (context_.is_exhausted(*batch.state)) {
                batch.entries.clear();
                reader_->skip_state(*batch.state);
            }
            return true;
        }
        is_group_open_ = false;
    }
}

void KeyedEntries::keep_wanted_keys(EntryBatch& batch) const {
    std::string key;
    std::erase_if(batch.entries, [&](const Entry& entry) {
        key = as_text(entry.key);
        return !layout_->keys->contains(key);
    });
}

}  // namespace sp
