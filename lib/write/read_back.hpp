#pragma once

// Checksums of what was written and of what a reader finds in it, to be compared (--verify).

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/sort_key.hpp"
#include "write/checksums.hpp"
#include "write/planned_operator.hpp"

namespace sp {

/// By operator, whether the state is keyed, and its position in the plan.
using WrittenChecksums = std::map<std::tuple<std::size_t, bool, std::size_t>, StateChecksum>;

/// Reads the savepoint in a folder, of it the operators that are planned, as far as `is_written` says. OutputError that
/// names the first state that is not what was written.
void check_read_back(const std::string& folder, const std::vector<PlannedOperator>& operators,
                     const WrittenChecksums& written,
                     const std::function<bool(std::size_t op, bool is_keyed_state)>& is_written);

/// What tells an element of an operator's list from the others of its subtask.
class ElementIdentity {
public:
    explicit ElementIdentity(std::int64_t index) { store_number(bytes_, index); }
    [[nodiscard]] Bytes view() const { return bytes_; }

private:
    std::uint8_t bytes_[sizeof(std::int64_t)] = {};
};

}  // namespace sp
