#pragma once

// What happens to entries on their way from the savepoint into its changed copy (write/base_entries.hpp).

#include <atomic>
#include <memory>
#include <vector>

#include "rewrite/row_edits.hpp"
#include "state/hash_inference.hpp"
#include "write/base_entries.hpp"
#include "write/ttl_stamps.hpp"

namespace sp::rewriting {

/// Takes out what rows delete, or do not keep.
class DropEdited : public EntryChange {
public:
    /// `op`: ImportOperator::index. Both references outlive the object; the count is shared by all threads.
    DropEdited(const RowEdits& edits, std::size_t op, std::atomic<std::uint64_t>& dropped)
        : edits_(edits), op_(op), dropped_(dropped) {}

    void change(BaseBatch& batch) override;

private:
    const RowEdits& edits_;
    std::size_t op_;
    std::atomic<std::uint64_t>& dropped_;
    std::int32_t counted_copy_ = -1;  ///< of broadcast state: the subtask whose copy counts
};

/// Gives keyed entries the key groups of another max parallelism. Where the new one divides the old, the group follows from
/// the group, else from the key, which is checked against its group first.
class Regroup : public EntryChange {
public:
    /// `hashes` may be null where the new max parallelism divides the old; it is shared by all threads.
    Regroup(std::shared_ptr<const HashInference> hashes, std::int32_t max_parallelism, std::int32_t new_max_parallelism,
            std::string label)
        : hashes_(std::move(hashes)),
          max_parallelism_(max_parallelism),
          new_max_parallelism_(new_max_parallelism),
          label_(std::move(label)) {}

    void change(BaseBatch& batch) override;

private:
    std::shared_ptr<const HashInference> hashes_;
    std::int32_t max_parallelism_;
    std::int32_t new_max_parallelism_;
    std::string label_;
    // The key before: entries of one key follow each other.
    ByteVector key_;
    std::int32_t key_group_ = -1;
    std::int32_t new_key_group_ = -1;
};

/// Adds to the time stamps of states with time to live.
class ShiftTtl : public EntryChange {
public:
    ShiftTtl(const std::vector<StateDescriptor>& states, std::int64_t delta, std::string label);

    void change(BaseBatch& batch) override;

private:
    std::int64_t delta_;
    std::string label_;
    std::vector<std::unique_ptr<TtlStamps>> stamps_;  ///< by position; null: no time to live
    ByteVector value_;
    ByteVector values_;  ///< of a batch, one behind the other
};

}  // namespace sp::rewriting
