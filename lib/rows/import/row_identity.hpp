#pragma once

// Which entry a row is about: its operator and state by the names that rows repeat, and the encoded parts of its identity.
// One for each thread.

#include <string>
#include <vector>

#include "rows/import/import_plan.hpp"
#include "rows/import/row_columns.hpp"
#include "rows/import/row_fields.hpp"

namespace sp::rows {

/// Whether the part is there, null or not.
[[nodiscard]] inline bool is_there(const RowField& field) { return field.form != RowField::Form::kAbsent; }

class RowIdentity {
public:
    explicit RowIdentity(const ImportPlan& plan) : plan_(plan) {}

    // All throw InputErrors that begin with the part that does not fit, without the place of the row.

    /// Of rows that name none it is the usual one; null: the only one, if there is one.
    void set_usual_operator(const ImportOperator* op) { usual_operator_ = op; }
    [[nodiscard]] const ImportOperator& find_operator(const RowFields& row);

    /// Null for a coordinator.
    [[nodiscard]] const ImportState* find_state(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] const ImportTimers& find_timers(const ImportOperator& op, const RowFields& row);
    [[nodiscard]] TimerDomain find_domain(const RowFields& row);
    [[nodiscard]] static std::int64_t find_timestamp(const RowFields& row);

    /// Of an element of an operator's state; the row has both parts.
    [[nodiscard]] static std::int64_t find_subtask(const RowFields& row);
    [[nodiscard]] static std::int64_t find_index(const RowFields& row);

    // The slices of the encoded parts are valid until the next row's.

    /// `key_parts`: the key, where it comes in several columns; else null.
    [[nodiscard]] Bytes encode_key(const ImportOperator& op, const RowFields& row, KeyParts* key_parts);
    /// `hint`: what else the row could have, in the message of one that has no namespace.
    [[nodiscard]] Bytes encode_namespace(const PartEncoder& encoder, std::string_view hint, const RowFields& row);
    [[nodiscard]] Bytes encode_map_key(const ImportState& state, const RowFields& row);

    /// InputError if the row has other parts that are not null; `what` is what it is a row of.
    static void allow(const RowFields& row, RowParts parts, std::string_view what);

private:
    [[nodiscard]] const ImportState* look_up_state(const ImportOperator& op, const RowFields& row);
    void check_id(const ImportOperator& op, const RowFields& row);

    const ImportPlan& plan_;
    const ImportOperator* usual_operator_ = nullptr;

    // Of the row at hand; kept for their memory.
    ByteVector key_;
    ByteVector name_space_;
    ByteVector map_key_;
    std::string text_;

    // Of rows before: they repeat the same few texts.
    RowPart last_part_ = RowPart::kUid;  ///< which named the operator, and how
    std::string last_name_;
    const ImportOperator* last_operator_ = nullptr;
    struct KnownState {
        const ImportOperator* op;
        std::string state;  ///< as rows have it, in quotes
        std::string kind;
        const ImportState* found;
    };
    static constexpr std::size_t kMostKnownStates = 16;
    std::vector<KnownState> known_states_;
};

}  // namespace sp::rows
