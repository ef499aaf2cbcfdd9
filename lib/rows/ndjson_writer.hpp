#pragma once

// Entries as NDJSON rows (design: rows, entries layout): one line an entry, each part printed by a program compiled once
// for its state. Rows that the fast path cannot print (undecodable or very large values) take a slower one.

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/output.hpp"
#include "rows/part_printer.hpp"
#include "rows/row_writer.hpp"
#include "sp/entry.hpp"

namespace sp::rows {

struct NdjsonOptions {
    bool raw = false;     ///< adds "raw" and, for keyed state, "key_group"
    bool strict = false;  ///< undecodable values are UnsupportedErrors
    bool int64_as_string = false;
    bool lossless = false;       ///< views also have their bytes
    bool all_copies = false;     ///< broadcast rows also say of which subtask they are
    bool flatten_lists = false;  ///< keyed lists come from a ListFlattener
};

class NdjsonWriter : public RowWriter {
public:
    /// `operators` are those of the savepoint, in its order. `warn` gets one message for each state with undecodable
    /// values.
    NdjsonWriter(OutputBuffer& out, std::vector<OperatorName> operators, const NdjsonOptions& options, Warn warn);
    ~NdjsonWriter() override;

    void write(const EntryBatch& batch, std::size_t count) override;

private:
    struct Plan;
    template <bool checked>
    class Row;

    Plan& plan_of(const StateDescriptor& state);
    [[nodiscard]] std::string row_head(const StateDescriptor& state) const;

    OutputBuffer& out_;
    std::vector<OperatorName> operators_;
    bool is_raw_;
    bool is_flattening_;
    bool has_all_copies_;
    PrintRules rules_;
    std::unordered_map<const StateDescriptor*, std::unique_ptr<Plan>> plans_;
    Plan* last_plan_ = nullptr;
    std::vector<std::int64_t> ttl_stamps_;  // of the list being printed
    GrowingText growing_;
};

}  // namespace sp::rows
