#pragma once

// What the printers of rows have in common on the side of the snapshot: keys given as JSON, what operators are called, and
// what is told at the end, when the rows that could be printed are out.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rows/part_printer.hpp"
#include "sp/read.hpp"

namespace sp::rows {

/// JSON texts of the wanted keys; unset: all keys.
using JsonKeys = std::optional<std::vector<std::string>>;

class RowInput {
public:
    /// `keys` takes the place of ReadOptions::keys.
    RowInput(std::string_view savepoint, ReadOptions options, const JsonKeys& keys);
    ~RowInput();

    [[nodiscard]] EntryReader& reader() { return *reader_; }

    /// Of all operators, in the snapshot's order.
    [[nodiscard]] std::vector<OperatorName> operators() const;

    /// At the end of the reading: UsageError for a key that fits no operator, UnsupportedError if something had to be
    /// passed over.
    void check() const;

private:
    class KeyFilter;

    std::unique_ptr<KeyFilter> keys_;
    std::optional<EntryReader> reader_;
};

}  // namespace sp::rows
