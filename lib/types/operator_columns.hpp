#pragma once

// OperatorColumns: the names that a user gives to the columns of an operator's rows, put into its types. All that is compiled
// from a type, text out and text in, then has these names; its bytes and its snapshot stay as they are.

#include <string>
#include <string_view>
#include <vector>

#include "sp/column_names.hpp"
#include "sp/entry.hpp"

namespace sp {

class OperatorColumns {
public:
    /// Names that no row can have, for they are empty or there twice, are a UsageError.
    void add(const ColumnNames& names);

    [[nodiscard]] bool is_empty() const { return columns_.empty(); }

    /// Whether the operator has what the names are for: a key, or a state of this name.
    [[nodiscard]] static bool is_there(const ColumnNames& names, const TypePtr& key,
                                       const std::vector<StateDescriptor>& states);

    /// UsageError if names are for a state that is not among these, with the nearest ones; or if the row that they are for is
    /// not there or has more or fewer columns, with the columns that it has. `label` names the operator.
    void check(const TypePtr& key, const std::vector<StateDescriptor>& states, const std::string& label) const;

    /// The same types, with names where there are some for them. UsageError as check(), but not for absent states.
    [[nodiscard]] TypePtr named_key(const TypePtr& key) const;
    [[nodiscard]] StateDescriptor named_state(const StateDescriptor& state) const;

private:
    std::vector<ColumnNames> columns_;
};

}  // namespace sp
