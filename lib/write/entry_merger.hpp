#pragma once

// The sorted entries with those of one identity made one.

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "write/merged_sort.hpp"
#include "write/planned_operator.hpp"
#include "write/write_sort_key.hpp"

namespace sp {

class EntryMerger {
public:
    using PlaceOf = std::function<std::string(std::uint64_t sequence)>;

    /// The sort is finished. `place_of` may be empty.
    EntryMerger(const std::vector<PlannedOperator>& operators, MergedSort& sort, PlaceOf place_of);

    [[nodiscard]] bool at_end() const { return is_at_end_; }

    /// The entry at hand; its `rest` is without the index of lists and elements. Valid until advance().
    [[nodiscard]] const WriteSortKey& key() const { return key_; }
    [[nodiscard]] Bytes value() const { return has_own_value_ ? Bytes(value_) : first_value(); }

    /// Where its value comes from, if there is a base.
    enum class Origin : std::uint8_t { kBase, kReplacing, kNew };
    [[nodiscard]] Origin value_origin() const { return value_origin_; }

    /// How many entries of the base's keyed states have become nothing so far, by operator and state.
    using StateOfOperator = std::pair<std::size_t, std::size_t>;
    [[nodiscard]] const std::map<StateOfOperator, std::uint64_t>& removed() const { return removed_; }

    /// InputError if two entries have one identity and their state has no policy for it.
    void advance();

private:
    void load_first();
    [[nodiscard]] Bytes first_key() const { return Bytes(first_).first(first_key_size_); }
    [[nodiscard]] Bytes first_value() const {
        return Bytes(first_).subspan(first_key_size_, first_size_ - first_key_size_);
    }
    void own_value();
    [[nodiscard]] bool is_same(Bytes key) const;
    [[nodiscard]] bool is_in_list(const ExternalSorter::Record& element) const;
    void join(const ExternalSorter::Record& second);
    [[nodiscard]] bool join_base(const ExternalSorter::Record& second);
    [[nodiscard]] BasePolicy base_policy() const;
    [[nodiscard]] const TtlStamps* stamps() const;
    void inherit_stamps();
    [[nodiscard]] const DuplicateJoiner& joiner() const;
    [[nodiscard]] std::string describe(const std::string& what) const;
    [[noreturn]] void fail(std::uint64_t first, std::uint64_t second, const std::string& what) const;

    const std::vector<PlannedOperator>& operators_;
    MergedSort& sort_;
    PlaceOf place_of_;
    ExternalSorter::Record next_;
    bool has_next_ = false;
    bool is_at_end_ = false;

    // The first that has this identity
    ByteVector first_;  ///< its key, its value, and what else was here before
    std::size_t first_key_size_ = 0;
    std::size_t first_size_ = 0;
    WriteSortKey key_;
    ByteVector value_;  ///< once it is not that of the first
    bool has_own_value_ = false;
    std::uint64_t sequence_ = 0;      ///< of the first that has this identity
    std::uint64_t row_sequence_ = 0;  ///< of the first of them that is not the base's, if there is one
    Origin value_origin_ = Origin::kNew;
    std::map<StateOfOperator, std::uint64_t> removed_;
    ByteVector base_value_;       ///< before rows came to it, where stamps may be inherited
    std::int64_t index_ = 0;      ///< of the last one joined
    std::size_t index_size_ = 0;  ///< at the end of its key
};

}  // namespace sp
