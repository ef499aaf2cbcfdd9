#pragma once

// What to call the operators of a snapshot, and which of them a user means. A uid is in `_metadata` since version 5 only;
// before, and after too, it can be given from outside and is recognised by its hash.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/metadata.hpp"

namespace sp {

class OperatorNames {
public:
    /// `uids` are candidates for operators whose uid `_metadata` does not hold.
    OperatorNames(const SavepointMetadata& metadata, const std::vector<std::string>& uids);

    /// Empty where neither `_metadata` nor the candidates know it.
    [[nodiscard]] const std::string& uid(std::size_t operator_index) const { return uids_.at(operator_index); }

    /// True if the uid comes from a candidate.
    [[nodiscard]] bool is_matched(std::size_t operator_index) const { return is_matched_.at(operator_index); }

    /// For messages: the uid, else the id.
    [[nodiscard]] std::string label(std::size_t operator_index) const;

    /// The member that names the operator in rows: `"uid":"u1"` or `"operator":"<hex>"`.
    [[nodiscard]] std::string json_member(std::size_t operator_index) const;

    /// The operators named by uid or id, in the order of `_metadata`; all if neither names any. A name that matches
    /// nothing is a UsageError that lists the operators.
    [[nodiscard]] std::vector<std::size_t> select(const std::vector<std::string>& uids,
                                                  const std::vector<std::string>& operator_ids) const;

private:
    [[noreturn]] void fail_unknown(std::string_view what, std::string_view name) const;

    const SavepointMetadata& metadata_;
    std::vector<std::string> uids_;
    std::vector<bool> is_matched_;
};

}  // namespace sp
