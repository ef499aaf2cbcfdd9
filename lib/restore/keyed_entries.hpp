#pragma once

// KeyedEntries: the keyed state of all subtasks of one operator by ascending key group. One stream is open at a time,
// whatever the parallelism.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "io/byte_source.hpp"
#include "restore/reading_context.hpp"
#include "state/key_group_reader.hpp"
#include "state/state_meta_info.hpp"

namespace sp {

class KeyedEntries {
public:
    /// `label` names the operator in messages.
    KeyedEntries(ReadingContext& context, std::size_t operator_index, std::string label);

    /// Fills `batch`; it is empty where a filter has left nothing. False at the end.
    [[nodiscard]] bool next(EntryBatch& batch);

private:
    /// What a header says; subtasks with equal headers share one.
    struct Layout {
        bool is_compressed = false;
        std::vector<const StateDescriptor*> states;  ///< by kvStateId; null: not wanted, or not readable
        /// The keys that are wanted, if not all are, and their key groups if all of them could be hashed.
        std::optional<std::unordered_set<std::string>> keys;
        std::optional<std::vector<std::int32_t>> key_groups;
    };

    struct Place {
        std::int32_t key_group = 0;
        std::size_t subtask = 0;  ///< position in OperatorState::subtasks
        std::uint64_t offset = 0;
        std::uint64_t end = 0;
    };

    void plan();
    void plan_stream(std::size_t subtask, const KeyGroupsStateHandle& handle);
    [[nodiscard]] const KeyGroupsStateHandle& handle_of(std::size_t subtask) const;
    void open_stream_of(std::size_t subtask);
    [[nodiscard]] const Layout& layout_of(const KeyGroupsStateHandle& handle, const ByteSource& source);
    void fill_layout(Layout& layout, const KeyedStateHeader& header);
    void choose_keys(Layout& layout, const TypePtr& key) const;
    [[nodiscard]] bool open_next_group();
    void keep_wanted_keys(EntryBatch& batch) const;

    ReadingContext& context_;
    std::size_t operator_index_;
    const OperatorState& operator_;
    std::string label_;
    std::vector<Place> places_;
    std::size_t next_place_ = 0;
    std::map<ByteVector, Layout> layouts_;  ///< by the header's bytes
    const Layout* layout_ = nullptr;
    std::optional<std::size_t> open_subtask_;
    std::unique_ptr<KeyGroupReader> reader_;
    bool is_group_open_ = false;
};

}  // namespace sp
