#pragma once

// From the options of a bootstrap to what is to be written: schemas read and joined, versions chosen, operators planned.

#include <memory>
#include <vector>

#include "rows/import/bootstrap_base.hpp"
#include "rows/import/import_plan.hpp"
#include "rows/import/row_reader.hpp"
#include "sp/bootstrap.hpp"

namespace sp::rows {

struct BootstrapPlan {
    BootstrapPlan(Exactness exactness, std::string origin) : import(exactness, std::move(origin)) {}

    ImportPlan import;
    std::unique_ptr<BootstrapBase> base;  ///< null: from scratch
    std::vector<OperatorPlan> operators;
    std::vector<RowFileOptions> files;
    ImportSettings settings;
    WriteOptions write;
    bool has_sessions = false;
};

/// UsageError, InputError or UnsupportedError for what cannot be written: before any row is read.
[[nodiscard]] std::unique_ptr<BootstrapPlan> plan_bootstrap(const BootstrapOptions& options);

}  // namespace sp::rows
