#include <optional>

#include "report/expectation/expectation.hpp"
#include "report/findings.hpp"
#include "report/inspected.hpp"
#include "sp/audit.hpp"

namespace sp {

AuditOutcome print_audit(std::string_view savepoint, const AuditOptions& options, ByteSink& sink) {
    std::optional<Expectation> expectation;
    InspectOptions inspect = options.inspect;
    if (!options.expectation.empty()) {
        expectation.emplace(options.expectation, options.expectation_name);
        const std::vector<std::string> uids = expectation->uids();
        inspect.uid_list.insert(inspect.uid_list.end(), uids.begin(), uids.end());
    }
    FindingList findings(options.filter);
    const Inspected inspected(locate_snapshot(savepoint, inspect.files), inspect);
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < inspected.snapshot.metadata.operators.size(); ++i) {
        labels.push_back(inspected.names.label(i));
    }
    findings.set_operators(std::move(labels));
    if (expectation) {
        expectation->judge(savepoint, inspected, options, findings);
    }
    const std::vector<Finding> shown = findings.sorted();
    sink.write(inspect.json ? findings_json(shown) : findings_text(shown));
    sink.close();
    return {findings.fails()};
}

}  // namespace sp
