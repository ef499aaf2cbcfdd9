#pragma once

// RowWriter: what turns batches of entries into rows, whatever their format and layout. Virtual once a batch, never once an
// entry or value.

#include <cstddef>

#include "sp/entry.hpp"

namespace sp::rows {

class RowWriter {
public:
    RowWriter() = default;
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;
    virtual ~RowWriter() = default;

    /// Takes the entries [0, count) of the batch.
    virtual void write(const EntryBatch& batch, std::size_t count) = 0;

    /// No batches follow: what is held back is printed. Not called after an exception.
    virtual void finish() {}

    /// Of rows that are printed in parts, one writer prints the header and the others do not. Before the first batch.
    virtual void omit_header() {}

    /// Whether more batches would change nothing.
    [[nodiscard]] virtual bool is_full() const { return false; }
};

}  // namespace sp::rows
