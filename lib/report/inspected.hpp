#pragma once

// Inspected: a snapshot that is open, and the operators of it that the user chose.

#include <string>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "restore/operator_names.hpp"
#include "sp/inspect.hpp"

namespace sp {

struct Inspected {
    /// What cannot be opened or read is an InputError; a chosen operator that does not exist a UsageError.
    Inspected(const SnapshotLocation& location, const InspectOptions& options);
    Inspected(const Inspected&) = delete;
    Inspected& operator=(const Inspected&) = delete;
    ~Inspected() = default;

    Snapshot snapshot;
    OperatorNames names;
    std::vector<std::size_t> operators;  ///< positions in SavepointMetadata::operators
};

}  // namespace sp
