#pragma once

// Checks of a snapshot: is it whole (audit), and is it what a job expects (expectation)? Every answer is a Finding.

#include <cstdint>
#include <string>
#include <string_view>

#include "sp/finding.hpp"
#include "sp/inspect.hpp"

namespace sp {

struct AuditOptions {
    InspectOptions inspect;  ///< with `json`: an object a finding

    bool is_audit = true;  ///< files, offsets, key-group ranges, headers
    bool is_deep = false;  ///< also every entry, and the checksums of SST files
    /// The text of a schema document with bounds (sp-schema(5)) that the snapshot has to fit, and its name for messages;
    /// without a name there is none.
    std::string expectation;
    std::string expectation_name;

    FindingFilter filter;
    unsigned threads = 1;
    std::uint64_t memory = std::uint64_t{512} << 20U;  ///< bytes
    std::string temporary_folder;
};

struct AuditOutcome {
    bool fails = false;  ///< a finding of a kind that FindingFilter::fail_on has
};

/// Checks and prints a line for each finding: code, severity, operator, state, file, offset and message, tab-separated, or
/// as JSON. What is corrupt is a finding, not an exception; a snapshot that is not there is an InputError.
[[nodiscard]] AuditOutcome print_audit(std::string_view savepoint, const AuditOptions& options, ByteSink& sink);

/// A schema document of the snapshot with bounds of what it has: an expectation that it fits exactly.
[[nodiscard]] InspectOutcome print_manifest(std::string_view savepoint, const AuditOptions& options, ByteSink& sink);

}  // namespace sp
