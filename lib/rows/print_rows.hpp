#pragma once

// print_rows(): the way from a reader to a sink, by one row writer or, on several threads, by one for each thread. The rows
// and their order are the same.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "io/output.hpp"
#include "rows/part_printer.hpp"
#include "rows/row_input.hpp"
#include "rows/row_writer.hpp"

namespace sp::rows {

struct RowPrinting {
    unsigned threads = 1;         ///< more than one only where no limit counts rows over all of them
    std::uint64_t part_size = 0;  ///< bytes of state that a thread reads at a time, as far as key groups allow
    std::function<std::unique_ptr<RowWriter>(OutputBuffer&, Warn)> make_writer;  ///< called by one thread at a time
    std::function<void(EntryReader&, RowWriter&)> copy_rows;  ///< from the reader's batches, without finish()
};

/// Closes the sink. `warn` gets at most one message for each state, by one thread at a time. Throws as RowInput::check()
/// does.
void print_rows(RowInput& input, const RowPrinting& printing, ByteSink& sink,
                const std::function<void(const std::string&)>& warn);

}  // namespace sp::rows
