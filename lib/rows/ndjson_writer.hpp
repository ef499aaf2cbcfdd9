#pragma once

// Entries as NDJSON rows (design: rows, entries layout): one line an entry, each part printed by a program compiled once
// for its state. Rows that the fast path cannot print (undecodable or very large values) take a slower one.

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/output.hpp"
#include "rows/json_sink.hpp"
#include "sp/entry.hpp"

namespace sp::rows {

struct NdjsonOptions {
    bool raw = false;              ///< adds "raw" and, for keyed state, "key_group"
    bool strict = false;           ///< undecodable values are UnsupportedErrors
    bool int64_as_string = false;
};

class NdjsonWriter {
public:
    using Warn = std::function<void(const std::string&)>;

    /// What an operator is called.
    struct OperatorName {
        std::string member;  ///< in rows: `"uid":"u1"` or `"operator":"<hex>"`
        std::string label;   ///< in messages
    };

    /// `operators` are those of the savepoint, in its order. `warn` gets one message for each state with undecodable
    /// values.
    NdjsonWriter(OutputBuffer& out, std::vector<OperatorName> operators, const NdjsonOptions& options, Warn warn);
    ~NdjsonWriter();

    /// Prints the entries [0, count) of the batch.
    void write(const EntryBatch& batch, std::size_t count);

private:
    struct Part;
    struct Plan;
    template <bool checked>
    class Row;

    const Plan& plan_of(const StateDescriptor& state);
    [[nodiscard]] std::string describe(const Plan& plan) const;
    void warn_once(const Plan& plan, const Type& type);
    [[noreturn]] void fail(const EntryBatch& batch, const Entry& entry, const Plan& plan, std::string_view part, Bytes value,
                           const codec::DecodeFault& fault) const;

    OutputBuffer& out_;
    std::vector<OperatorName> operators_;
    NdjsonOptions options_;
    Warn warn_;
    std::unordered_map<const StateDescriptor*, std::unique_ptr<Plan>> plans_;
    const Plan* last_plan_ = nullptr;
    std::vector<std::int64_t> ttl_stamps_;  // of the list being printed
    GrowingText growing_;
};

}  // namespace sp::rows
