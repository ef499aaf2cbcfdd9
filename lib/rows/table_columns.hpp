#pragma once

// The columns of the table layout: the keyed states of one operator in the order of its headers or by name, timers behind
// them.

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "sp/entry.hpp"

namespace sp::rows {

class TableColumns {
public:
    /// `states` as EntryReader::keyed_states() gives them.
    TableColumns(std::span<const StateDescriptor* const> states, bool is_sorted);

    struct Column {
        std::string state;  ///< its name; empty for timers
        std::string name;   ///< of the column
        bool has_ttl = false;
    };
    [[nodiscard]] const std::vector<Column>& all() const { return columns_; }

    /// Whether any state has another namespace than the void one.
    [[nodiscard]] bool has_name_space() const { return has_name_space_; }

    /// The position of a state's column among all().
    [[nodiscard]] std::uint32_t of(const StateDescriptor& state);

    /// What the column of a state is called: names that are ours are told apart from those of states.
    [[nodiscard]] static std::string name_of(const std::string& state);

    /// What the columns of TTL stamps are called.
    [[nodiscard]] static std::string ttl_name(const std::string& column) { return "@ttl:" + column; }

private:
    [[nodiscard]] std::uint32_t find(const StateDescriptor& state) const;
    void add(const StateDescriptor& state);

    std::vector<Column> columns_;
    std::size_t state_count_ = 0;
    bool has_name_space_ = false;
    std::unordered_map<const StateDescriptor*, std::uint32_t> positions_;
};

}  // namespace sp::rows
