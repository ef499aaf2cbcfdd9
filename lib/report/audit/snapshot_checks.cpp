#include <set>

#include "report/audit/checks.hpp"

namespace sp::auditing {

void check_duplicates(AuditRun& run) {
    std::set<OperatorId> ids;
    for (const std::size_t index : run.operators) {
        if (!ids.insert(run.snapshot.metadata.operators[index].id).second) {
            run.findings.add(OperatorRun(run, index).finding("SP-OPERATOR-DUPLICATE",
                                                             "its id is there twice; Flink takes the last"));
        }
    }
}

}  // namespace sp::auditing
