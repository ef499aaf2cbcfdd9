#pragma once

// The savepoint onto which rows come (--base): what becomes of its operators, and its entries beside those of the rows.

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "sp/bootstrap.hpp"
#include "types/schema/document.hpp"
#include "write/savepoint_frame.hpp"

namespace sp::rows {

class BootstrapBase {
public:
    enum class Use : std::uint8_t {
        kKept,
        kMerged,    ///< rows come to its entries
        kReplaced,  ///< by the operator of a schema, or by one with its own serializers and only what rows bring
        kRemoved
    };

    struct Operator {
        std::size_t index = 0;  ///< in the base's metadata
        Use use = Use::kKept;
        std::set<std::string> emptied;         ///< states of which only rows stay
        std::optional<SchemaOperator> schema;  ///< its own; merged and replaced operators only
        std::optional<std::size_t> planned;    ///< its position in the writer
        OperatorPlan plan;                     ///< as the writer has it
    };

    /// Opens the savepoint. UsageError for names that it does not have.
    explicit BootstrapBase(const BootstrapOptions& options);

    [[nodiscard]] const Snapshot& snapshot() const { return snapshot_; }
    [[nodiscard]] std::vector<Operator>& operators() { return operators_; }
    [[nodiscard]] std::string label(const Operator& op) const { return names_.label(op.index); }
    /// As messages name them.
    [[nodiscard]] std::vector<std::string> removed() const;
    /// By id; null if the base has none, or it is removed.
    [[nodiscard]] Operator* find(const OperatorId& id);

    /// Why rows cannot come to this operator, which has no place in the writer.
    [[nodiscard]] std::optional<std::string> why_kept(std::string_view name) const;

    /// Whether the operator with this place in the writer keeps what it has in the base.
    [[nodiscard]] bool is_merged(std::size_t planned) const;

    /// The rows are there: reads the base's entries of what they have changed.
    void add_entries(SavepointWriter& writer) const;

    /// Once entries are there: what is kept. `coordinators`: positions in the writer whose coordinator's state rows have set.
    [[nodiscard]] SavepointFrame frame(const SavepointWriter& writer, const std::set<std::size_t>& coordinators) const;

    /// Whether the base's state is compressed, of operators that rows can change.
    [[nodiscard]] bool is_compressed() const;

private:
    void set_uses();
    void read_schemas();
    /// UnsupportedError for what Kryo wrote where another Kryo is to read it.
    void check_generation() const;
    [[nodiscard]] Operator& named(std::string_view name, std::string_view option);
    /// UsageError if a state that is to be emptied is none of these.
    void refuse_states(const Operator& op, const std::vector<StateDescriptor>& states) const;
    [[nodiscard]] bool is_changed(const Operator& op, bool is_keyed, const SavepointWriter& writer) const;

    const BootstrapOptions& options_;
    Snapshot snapshot_;
    OperatorNames names_;
    std::vector<Operator> operators_;                            ///< all, in the order of `_metadata`
    std::vector<std::pair<std::size_t, std::string>> unusable_;  ///< operators that rows cannot change, and why
};

}  // namespace sp::rows
