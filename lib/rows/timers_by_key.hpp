#pragma once

// Timers turned around (FLIP-43's inverted mapping): not what comes due at a time, but for each key and namespace what it
// waits for. A row is one service's timers of one key and namespace, in order. Rows of a key group are put in
// order by an EntrySorter, so that one key group is held in memory or, above that, in files.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/output.hpp"
#include "restore/entry_sorter.hpp"
#include "rows/row_writer.hpp"
#include "rows/timer_fields.hpp"

namespace sp::rows {

struct TimersByKeyOptions {
    PrintRules rules = {};
    bool raw = false;                                     ///< adds "raw" and "key_group"
    std::optional<std::uint64_t> limit = {};              ///< rows
    std::optional<std::uint64_t> limit_per_service = {};  ///< rows of each service of each operator
    std::uint64_t memory = 0;
    std::string temporary_folder = {};
    bool csv = false;
    std::string null_text = {};  ///< CSV
    KeyColumns keys = {};        ///< CSV
};

class TimersByKeyWriter : public RowWriter {
public:
    TimersByKeyWriter(OutputBuffer& out, std::vector<OperatorName> operators, TimersByKeyOptions options);
    ~TimersByKeyWriter() override;

    /// Batches of one key group of an operator follow each other. Their descriptors must outlive the writer.
    void write(const EntryBatch& batch, std::size_t count) override;
    void finish() override;
    void omit_header() override { has_header_ = true; }
    [[nodiscard]] bool is_full() const override { return rows_left_ == 0; }

private:
    struct Service {
        StateLabel label;
        std::uint64_t rows_left = 0;
    };
    struct Plan {
        Service* service = nullptr;
        TimerParts parts;
        std::string head;  ///< CSV: the fields in front of the key
    };
    /// What stands around the arrays.
    struct Marks {
        std::string_view events;
        std::string_view processing;
        std::string_view end;
        std::string_view row_end;
        std::string_view quote;  ///< around a number that is a string
    };

    static const Marks& marks(bool is_csv);

    Plan& plan_of(const StateDescriptor& state);
    void header();
    void print_group();
    [[nodiscard]] bool belongs_to_row(const Plan& plan, const Entry& timer) const;
    void begin_row(Plan& plan, const EntryBatch& batch);
    void print_key(const Plan& plan, const EntryPlace& place);
    void add_timestamp(const StateDescriptor& state, std::int64_t timestamp);
    void end_row();

    OutputBuffer& out_;
    std::vector<OperatorName> operators_;
    TimersByKeyOptions options_;
    const Marks& marks_;
    TimerFields fields_;  ///< CSV
    bool has_header_ = false;
    std::uint64_t rows_left_;
    EntrySorter sorter_;
    std::map<std::pair<std::size_t, std::string>, Service> services_;
    std::unordered_map<const StateDescriptor*, Plan> plans_;
    std::pair<std::size_t, std::int32_t> group_ = {0, -1};  ///< operator and key group of what is in the sorter
    GrowingText head_;

    // The row being printed
    bool is_open_ = false;
    bool is_shown_ = false;  ///< it is within the limits
    const Service* service_ = nullptr;
    ByteVector key_;
    ByteVector name_space_;
    TimerDomain domain_ = TimerDomain::kEventTime;
    bool has_timestamp_ = false;  ///< of domain_
    std::string tail_;            ///< what stands behind the arrays
};

}  // namespace sp::rows
