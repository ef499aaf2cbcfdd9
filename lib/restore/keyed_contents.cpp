#include "restore/keyed_contents.hpp"

#include <algorithm>

#include "java/hash_codes.hpp"
#include "restore/column_naming.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "state/composite_key.hpp"
#include "state/key_hasher.hpp"
#include "state/stream_header.hpp"

namespace sp {
namespace {

/// The meta stream of a database is nothing but a header.
ByteVector read_header_of(const KeyedStateHandle& handle, const ByteSource& source, const StreamStarts& starts) {
    const auto* const groups = std::get_if<KeyGroupsStateHandle>(&handle.value);
    return read_header(source, groups == nullptr ? source.size() : header_end(source, starts.of(groups->delegate)));
}

/// Nothing where the hash does not follow from the bytes, or only together with a recipe or a version of Flink.
std::optional<KeyHasher> hasher_of(const TypePtr& key) {
    const std::optional<FlinkVersion> version = version_of_hash(*key);
    if (!version) {
        return std::nullopt;
    }
    try {
        return KeyHasher(key, std::nullopt, *version);
    } catch (const UnsupportedError&) {
        return std::nullopt;
    }
}

}  // namespace

bool WantedKeys::is_wanted(std::int32_t key_group) const { return !are_groups_known_ || groups_.contains(key_group); }

std::vector<std::string> WantedKeys::in_group(std::int32_t key_group) const {
    std::vector<std::string> there;
    for (const auto& [key, group] : keys) {
        if (group.value_or(key_group) == key_group) {
            there.push_back(key);
        }
    }
    return there;
}

void WantedKeys::keep_wanted(EntryBatch& batch) const {
    std::string key;
    std::erase_if(batch.entries, [&](const Entry& entry) {
        key = as_text(entry.key);
        return !keys.contains(key);
    });
}

std::optional<WantedKeys> choose_keys(const ReadingContext& context, const TypePtr& key, std::int32_t max_parallelism) {
    if (!context.options().keys) {
        return std::nullopt;
    }
    WantedKeys chosen;
    const std::optional<KeyHasher> hasher = hasher_of(key);
    for (const ByteVector& wanted : context.options().keys(key)) {
        std::optional<std::int32_t> group;
        if (hasher) {
            group = java::key_group_of_hash(hasher->hash(wanted), max_parallelism);
            chosen.groups_.insert(*group);
        } else {
            chosen.are_groups_known_ = false;
        }
        chosen.keys.emplace(as_text(wanted), group);
    }
    return chosen;
}

const KeyedContents& KeyedContentsTable::of(const KeyedStateHandle& handle, const ByteSource& source) {
    const std::int32_t max_parallelism = context_.op(operator_index_).max_parallelism;
    const KeyedBackend& backend = backend_of(handle, source, max_parallelism);
    const auto [slot, is_new] =
        contents_.try_emplace(std::pair(backend.layout, read_header_of(handle, source, starts_)));
    KeyedContents& contents = slot->second;
    if (is_new) {
        contents.backend = &backend;
        BoundedReader in(slot->first.second, source.name(), source.absolute(0));
        KeyedStateHeader header = read_keyed_state_header(in, type_context(context_.snapshot()));
        header.key = named_key(context_.snapshot(), operator_index_, header.key);
        if (!header.failure) {
            in.expect_end("end of the header");
        }
        with_context([&] { return source.name() + ": header"; }, [&] { describe(contents, header); });
        if (header.key) {
            contents.keys = choose_keys(context_, header.key, max_parallelism);
        }
    }
    return contents;
}

void KeyedContentsTable::describe(KeyedContents& contents, const KeyedStateHeader& header) {
    contents.is_compressed = header.is_compressed;
    for (const StateMetaInfo& info : header.states) {
        StateInStream state;
        try {
            state = describe_state(info, header.key, contents);
        } catch (const UnsupportedError& error) {
            refuse(contents, error.what());
        }
        contents.states.push_back(state);
    }
    if (header.failure) {
        contents.has_wanted = true;  // for all that is known
        refuse(contents, header.failure->what());
    }
    contents.states.resize(std::max(contents.states.size(), header.state_count));
    if (contents.backend->has_bare_entries && contents.has_wanted) {
        find_suspects(contents);
    }
}

/// UnsupportedError if its entries cannot be cut, and that matters.
StateInStream KeyedContentsTable::describe_state(const StateMetaInfo& info, const TypePtr& key,
                                                 KeyedContents& contents) {
    StateDescriptor state = named_state(context_.snapshot(), sp::describe_state(info, key, operator_index_));
    const bool is_wanted = context_.is_wanted(state);
    contents.has_wanted |= is_wanted;
    const bool lies_in_the_way = contents.backend->has_bare_entries && !contents.is_compressed;
    if (!is_wanted && !lies_in_the_way) {
        return {};
    }
    if (contents.backend->has_bare_entries) {
        if (const auto why = undecodable_part(state)) {
            throw UnsupportedError(*why);
        }
    } else if (const CompositeKey composite(state); !composite.unsupported().empty()) {
        throw UnsupportedError(composite.unsupported());
    }
    return {context_.keep(std::move(state)), is_wanted ? StateUse::kRead : StateUse::kPassOver};
}

/// What cannot be read is passed over where that is possible; else it ends the reading of the operator.
void KeyedContentsTable::refuse(KeyedContents& contents, const std::string& why) {
    if (contents.backend->has_bare_entries && !contents.is_compressed) {
        contents.refusal = contents.refusal.empty() ? why : contents.refusal;
    } else {
        context_.pass_over("operator " + label_ + ": " + why);
    }
}

void KeyedContentsTable::find_suspects(KeyedContents& contents) const {
    bool has_any = false;
    std::vector<StateInStream> suspects = contents.states;
    for (StateInStream& state : suspects) {
        const bool is_reached = state.use == StateUse::kRead || !contents.is_compressed;
        const bool is_suspect = state.state != nullptr && is_reached && may_hold_unknown_subclasses(*state.state);
        state.use = is_suspect ? StateUse::kWalk : StateUse::kPassOver;
        has_any |= is_suspect;
    }
    if (has_any) {
        contents.suspects = std::move(suspects);
    }
}

void KeyedContentsTable::pass_over(const StateDescriptor& state) {
    for (auto& [header, contents] : contents_) {
        for (auto* states : {&contents.states, &contents.suspects}) {
            for (StateInStream& candidate : *states) {
                if (candidate.state != nullptr && candidate.state->name == state.name &&
                    candidate.state->kind == state.kind) {
                    candidate.use = StateUse::kPassOver;
                }
            }
        }
    }
}

}  // namespace sp
