#pragma once

// What becomes of several entries of one identity (operator, state, key, namespace, map key).

#include <cstdint>
#include <string>

#include "sp/entry.hpp"
#include "sp/write.hpp"

namespace sp {

/// Joins the values of one state's entries, in the form in which they are stored: with TTL the stamp in front.
class DuplicateJoiner {
public:
    /// UsageError if the policy is not for states like this one: only lists can be appended to, only numbers added and
    /// compared.
    DuplicateJoiner(DuplicatePolicy policy, const StateDescriptor& state);

    /// Whether the constructor takes the two.
    [[nodiscard]] static bool is_possible(DuplicatePolicy policy, const StateDescriptor& state);

    [[nodiscard]] bool is_error() const { return policy_ == DuplicatePolicy::kError; }
    [[nodiscard]] bool is_append() const { return policy_ == DuplicatePolicy::kAppend; }

    /// Makes `first` what the two are together. InputError if a sum is out of the type's range.
    void join(ByteVector& first, Bytes second) const;

private:
    void join_numbers(ByteVector& first, Bytes second) const;

    DuplicatePolicy policy_;
    TypeKind kind_;            ///< of the values, where they are numbers
    std::size_t number_size_;  ///< of the values, where they are numbers
    std::size_t head_size_;    ///< in front of the value: the mark of null of a map's value, the stamp of TTL
    bool is_map_;
    bool has_ttl_;
};

}  // namespace sp
