#include <set>

#include "report/audit/checks.hpp"

namespace sp::auditing {

void check_duplicates(AuditRun& run) {
    std::set<OperatorId> ids;
    for (const std::size_t index : run.operators) {
        if (!ids.insert(run.snapshot.metadata.operators[index].id).second) {
            run.findings.add(OperatorRun(run, index)
                                 .finding("SP-OPERATOR-DUPLICATE", "its id is there twice; Flink takes the last"));
        }
    }
}

void check_absolute_paths(AuditRun& run) {
    std::set<std::string> paths;
    std::string first;
    for (const std::size_t index : run.operators) {
        for_each_stream(run.snapshot.metadata.operators[index],
                        [&](const StreamStateHandle& stream, const StreamPlace& /*place*/) {
            if (stream.is_file() && stream.tag != HandleTag::kRelativeFile && paths.insert(stream.path).second &&
                first.empty()) {
                first = stream.path;
            }
        });
    }
    if (!paths.empty()) {
        Finding finding = make_finding(
            "SP-PATH-ABSOLUTE",
            "a state file is referred to by its absolute path, so the snapshot's folder cannot be moved alone: " +
                first);
        finding.count = paths.size();
        run.findings.add(std::move(finding));
    }
}

}  // namespace sp::auditing
