#pragma once

// Checks entries of one state: every part decodes up to its last byte, and the key lies in the group of its hash.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "report/audit/key_judge.hpp"
#include "report/audit/part_check.hpp"
#include "sp/entry.hpp"

namespace sp::auditing {

/// What is wrong with an entry.
struct EntryProblem {
    std::string_view code;
    const Entry& entry;
    std::string message;
};

class EntryCheck {
public:
    using Tell = std::function<void(const EntryProblem&)>;

    /// `judge` is null where keys have no groups. Both must outlive the object.
    EntryCheck(const StateDescriptor& state, const KeyJudge* judge);

    void check(const EntryBatch& batch, const Tell& tell);

    /// Entries with a part that cannot be decoded, so that it was not checked.
    [[nodiscard]] std::uint64_t opaque_entries() const { return opaque_entries_; }
    /// What cannot be decoded, of the first such entry.
    [[nodiscard]] const std::string& opaque_part() const { return opaque_part_; }

    [[nodiscard]] const StateDescriptor& state() const { return *state_; }

private:
    struct Part {
        std::string_view name;
        std::string_view code;
        std::optional<PartCheck> check;  ///< nothing: the state has no such part
    };

    void check_key(const EntryBatch& batch, const Entry& entry, const Tell& tell);
    void check_value(const EntryBatch& batch, const Entry& entry, const Tell& tell);
    void decode_list(Bytes elements) const;
    [[nodiscard]] const std::uint8_t* skip_stamp(const std::uint8_t* p, const std::uint8_t* end) const;
    [[nodiscard]] bool is_last_key(Bytes key) const;
    /// False if the part is damaged or cannot be decoded.
    bool check_part(const Part& part, const EntryBatch& batch, const Entry& entry, Bytes bytes, const Tell& tell);
    template <class Decode>
    bool attempt(const Part& part, const EntryBatch& batch, const Entry& entry, Bytes bytes, const Tell& tell,
                 Decode&& decode);

    const StateDescriptor* state_;
    const KeyJudge* judge_;
    bool is_list_;
    bool has_runs_;  ///< entries of one key can follow each other
    Part key_;
    Part name_space_;
    Part map_key_;
    Part value_;
    Bytes last_key_;          ///< of the batch
    bool is_opaque_ = false;  ///< the entry at hand
    std::uint64_t opaque_entries_ = 0;
    std::string opaque_part_;
};

/// The code for what is wrong with a part of a state.
[[nodiscard]] std::string_view code_of_part(const StateDescriptor& state, std::string_view part_code);

}  // namespace sp::auditing
