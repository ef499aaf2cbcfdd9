#pragma once

// StateUse: a state as one stream's header describes it, and all that is compiled from that for the comparison.

#include <memory>
#include <optional>

#include "report/difference/operator_pair.hpp"
#include "rows/part_printer.hpp"

namespace sp::difference {

/// Decodes values; compiled when the first is needed.
class LazyEvents {
public:
    [[nodiscard]] const codec::Program& of(const TypePtr& type) {
        if (!program_) {
            program_ = codec::compile_events(type);
        }
        return *program_;
    }

private:
    std::optional<codec::Program> program_;
};

struct StateUse {
    StateUse(const StateDescriptor& descriptor, Side its_side, const OperatorPair& pair,
             const DifferenceFilter& filter);

    const StateDescriptor* state;
    Side side;
    StateKey key;
    StateCounts* counts = nullptr;
    IgnoredParts ignored;
    bool is_counted_only = false;  ///< the other side has no such state
    std::uint16_t rank = 0;        ///< keyed: among OperatorPair::states
    KeyForms forms;
    std::uint32_t number = 0;  ///< in an EntrySort

    LazyEvents key_events;
    LazyEvents name_space_events;
    LazyEvents map_key_events;
    LazyEvents value_events;

    // Text
    std::string place;  ///< place_of()
    rows::StateLabel label;
    std::unique_ptr<rows::Part> key_part;  ///< of these those that rows have; made when the first is printed
    std::unique_ptr<rows::Part> name_space_part;
    std::unique_ptr<rows::Part> map_key_part;
    std::unique_ptr<rows::Part> value_part;
    bool has_parts = false;

    [[nodiscard]] bool is_list() const { return state->kind == StateKind::kList; }
    [[nodiscard]] bool is_element() const {
        return state->kind == StateKind::kOperatorList || state->kind == StateKind::kOperatorUnion;
    }
};

}  // namespace sp::difference
