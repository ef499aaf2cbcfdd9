#pragma once

// Timers as CSV rows, one each, in the order in which they come.

#include <unordered_map>
#include <vector>

#include "rows/row_writer.hpp"
#include "rows/timer_fields.hpp"
#include "sp/timers.hpp"

namespace sp::rows {

class TimersCsvWriter : public RowWriter {
public:
    TimersCsvWriter(OutputBuffer& out, std::vector<OperatorName> operators, KeyColumns keys,
                    const TimersOptions& options, Warn warn);

    void write(const EntryBatch& batch, std::size_t count) override;
    void finish() override { header(); }
    void omit_header() override { has_header_ = true; }

private:
    struct Plan {
        TimerParts parts;
        std::string head;  ///< the fields in front of the key
        StateLabel label;
    };

    Plan& plan_of(const StateDescriptor& state);
    void header();

    OutputBuffer& out_;
    std::vector<OperatorName> operators_;
    PrintRules rules_;
    bool is_raw_;
    TimerFields fields_;
    bool has_header_ = false;
    std::unordered_map<const StateDescriptor*, Plan> plans_;
};

}  // namespace sp::rows
