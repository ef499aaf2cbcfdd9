#pragma once

// Would a snapshot fit a job? The job is a schema document with bounds (sp-schema(5)); each difference is a Finding.

#include <string>
#include <string_view>
#include <vector>

#include "report/findings.hpp"
#include "report/inspected.hpp"
#include "sp/audit.hpp"
#include "types/schema/document.hpp"

namespace sp {

class Expectation {
public:
    /// UsageError, with `name` in front, for what is no schema document.
    Expectation(std::string_view text, std::string_view name);

    /// Candidates for the names of operators, for InspectOptions::uid_list.
    [[nodiscard]] std::vector<std::string> uids() const;

    /// Operators are compared by the hash of their uid, and only those that the options choose. Reads `_metadata` and
    /// headers; entries only where there are bounds for them.
    void judge(std::string_view savepoint, const Inspected& inspected, const AuditOptions& options,
               FindingList& findings) const;

private:
    SchemaDocument document_;
};

}  // namespace sp
