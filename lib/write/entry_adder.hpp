#pragma once

// What stands behind an EntryAdder: the sorters that it adds to.

#include <vector>

#include "sp/write.hpp"
#include "write/merged_sort.hpp"
#include "write/planned_operator.hpp"
#include "write/write_sort_key.hpp"

namespace sp {

/// Set in the sequence of an entry that may repeat another: it then comes behind that.
inline constexpr std::uint64_t kMayRepeat = std::uint64_t{1} << 63;
/// Set in that of one that is no entry, but stands where the base's is not to be.
inline constexpr std::uint64_t kIsNothing = std::uint64_t{1} << 62;
/// Where it came from, without these.
[[nodiscard]] constexpr std::uint64_t plain_sequence(std::uint64_t sequence) {
    return sequence & ~(kMayRepeat | kIsNothing);
}

class EntryAdder::Impl {
public:
    Impl(const std::vector<PlannedOperator>& operators, MergedSort& sort, MergedSort& undealt, unsigned thread)
        : operators_(operators),
          sorter_(sort.sorter(thread)),
          undealt_(undealt.sorter(thread)),
          has_keyed_(operators.size(), false),
          has_operator_state_(operators.size(), false) {}

    void keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry, std::int64_t index,
               std::uint64_t sequence);
    void element(std::size_t op, std::size_t state, std::optional<std::int32_t> subtask,
                 std::optional<std::int64_t> index, Bytes value, std::uint64_t sequence);
    void broadcast(std::size_t op, std::size_t state, const Entry& entry, std::uint64_t sequence);

    [[nodiscard]] bool has_entries(std::size_t op, bool is_keyed) const {
        return (is_keyed ? has_keyed_ : has_operator_state_)[op];
    }

    /// Elements without a subtask, by operator and state in the header.
    struct UndealtCount {
        std::size_t op;
        std::uint16_t state;
        std::uint64_t count;
    };
    [[nodiscard]] const std::vector<UndealtCount>& undealt() const { return undealt_counts_; }

private:
    void begin_key(std::size_t op, WriteSection section, std::int32_t place, std::size_t state);
    void count_undealt(std::size_t op, std::uint16_t state);

    const std::vector<PlannedOperator>& operators_;
    ExternalSorter& sorter_;
    ExternalSorter& undealt_;
    ByteVector key_;
    std::vector<UndealtCount> undealt_counts_;
    // By operator
    std::vector<char> has_keyed_;
    std::vector<char> has_operator_state_;
};

}  // namespace sp
