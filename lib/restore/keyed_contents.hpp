#pragma once

// What the headers of an operator's keyed streams say, as far as a reading wants it: the states, which of them are read,
// and which keys. Streams with equal headers share one, as those of all subtasks do as a rule.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/byte_source.hpp"
#include "metadata/stream_starts.hpp"
#include "restore/reading_context.hpp"
#include "state/backend_table.hpp"
#include "state/state_meta_info.hpp"

namespace sp {

/// The keys that are wanted, each with its key group if it could be hashed.
struct WantedKeys {
    std::unordered_map<std::string, std::optional<std::int32_t>> keys;

    /// Whether some of them can be in the key group.
    [[nodiscard]] bool is_wanted(std::int32_t key_group) const;

    /// Those that can be in the key group.
    [[nodiscard]] std::vector<std::string> in_group(std::int32_t key_group) const;

    /// Takes the entries of other keys out.
    void keep_wanted(EntryBatch& batch) const;

private:
    friend std::optional<WantedKeys> choose_keys(const ReadingContext&, const TypePtr&, std::int32_t);
    std::set<std::int32_t> groups_;  ///< of the keys with a known group
    bool are_groups_known_ = true;
};

/// Nothing if all keys are wanted.
[[nodiscard]] std::optional<WantedKeys> choose_keys(const ReadingContext& context, const TypePtr& key,
                                                    std::int32_t max_parallelism);

struct KeyedContents {
    const KeyedBackend* backend = nullptr;
    bool is_compressed = false;
    std::vector<StateInStream> states;  ///< by kvStateId
    bool has_wanted = false;            ///< some state is wanted, whether it can be read or not
    std::optional<WantedKeys> keys;

    // Only where entries have no lengths (KeyedBackend::has_bare_entries):
    /// Why nothing behind this header can be read, or empty.
    std::string refusal;
    /// The states whose values could turn out undecodable, as a reader gets them that looks for such values; empty: none.
    std::vector<StateInStream> suspects;

    [[nodiscard]] bool wants(std::int32_t key_group) const { return !keys || keys->is_wanted(key_group); }
};

class KeyedContentsTable {
public:
    KeyedContentsTable(ReadingContext& context, std::size_t operator_index, const std::string& label,
                       const StreamStarts& starts)
        : context_(context), operator_index_(operator_index), label_(label), starts_(starts) {}

    /// What is behind a handle of a supported kind, whose header_stream_of() is `source`. Valid as long as the table.
    [[nodiscard]] const KeyedContents& of(const KeyedStateHandle& handle, const ByteSource& source);

    /// From now on the entries of the state are passed over, whichever subtask has them.
    void pass_over(const StateDescriptor& state);

private:
    void describe(KeyedContents& contents, const KeyedStateHeader& header);
    [[nodiscard]] StateInStream describe_state(const StateMetaInfo& info, const TypePtr& key, KeyedContents& contents);
    void find_suspects(KeyedContents& contents) const;
    void refuse(KeyedContents& contents, const std::string& why);

    ReadingContext& context_;
    std::size_t operator_index_;
    const std::string& label_;
    const StreamStarts& starts_;
    std::map<std::pair<KeyedLayout, ByteVector>, KeyedContents> contents_;  ///< by layout and the header's bytes
};

}  // namespace sp
