#pragma once

// What a tool that writes says about what it wrote.

#include "common/write_options.hpp"
#include "sp/bootstrap.hpp"
#include "sp/rewrite.hpp"

namespace sp::cli {

/// On stdout: with --json as JSON, with --dry-run a line for each state, else nothing.
void print_report(const BootstrapReport& report, const WritingOptions& options);
void print_report(const RewriteReport& report, const WritingOptions& options);

}  // namespace sp::cli
