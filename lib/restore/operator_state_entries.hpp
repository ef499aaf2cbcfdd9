#pragma once

// OperatorStateEntries: the list, union or broadcast states of one operator, subtask by subtask in stored order. A union
// element is stored once, by the subtask that held it; of a broadcast state every subtask has a copy, and the first is
// taken unless all are wanted. A split has of the lists what a restore deals to it.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "metadata/stream_starts.hpp"
#include "restore/reading_context.hpp"
#include "restore/redistribution.hpp"
#include "state/operator_state_reader.hpp"
#include "state/state_meta_info.hpp"

namespace sp {

class OperatorStateEntries {
public:
    OperatorStateEntries(ReadingContext& context, std::size_t operator_index, std::string label);
    ~OperatorStateEntries();

    /// Fills `batch` with entries of states of `kind`; false when there are no more of it. Kinds are asked for one after
    /// the other.
    [[nodiscard]] bool next(EntryBatch& batch, StateKind kind);

private:
    struct Stream;

    [[nodiscard]] bool open_next_state(StateKind kind);
    [[nodiscard]] ElementRun elements_to_read(StateKind kind, std::size_t count) const;
    void open_stream_of(std::size_t subtask);
    void describe_states(const OperatorStateHeader& header, const OperatorStateHandle& handle);

    ReadingContext& context_;
    std::size_t operator_index_;
    const OperatorState& operator_;
    std::string label_;
    StreamStarts starts_;
    std::optional<StateKind> kind_;  ///< of the last call
    std::size_t subtask_ = 0;        ///< position in OperatorState::subtasks
    std::size_t next_state_ = 0;     ///< in the handle of the subtask
    std::set<std::string> broadcast_seen_;
    std::optional<std::vector<ElementRun>> dealt_;  ///< elements of lists, if not all are wanted
    std::unique_ptr<Stream> stream_;                ///< of `subtask_`, if it is open
    std::unique_ptr<OperatorStateReader> reader_;
    const StateDescriptor* state_ = nullptr;
};

}  // namespace sp
