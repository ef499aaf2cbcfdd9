#include "sp/audit.hpp"

#include <memory>
#include <vector>

#include "io/ordered_tasks.hpp"
#include "report/audit/checks.hpp"
#include "report/expectation/expectation.hpp"
#include "report/findings.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

using auditing::AuditRun;
using auditing::OperatorRun;
using auditing::Work;

/// What is found depends on the work, not on who does it when.
void run_work(const std::vector<Work>& work, const AuditOptions& options, FindingList& findings) {
    std::size_t next = 0;
    run_in_order(options.threads, [&]() -> std::optional<OrderedTask> {
        if (next == work.size()) {
            return std::nullopt;
        }
        return [&, piece = next++](BufferSink& /*sink*/) -> Epilogue {
            const auto found = std::make_shared<FindingList>(options.filter);
            work[piece](*found);
            return [&findings, found] { findings.absorb(std::move(*found)); };
        };
    });
}

void run_checks(AuditRun& run) {
    for (const auditing::SnapshotCheck& check : auditing::snapshot_checks()) {
        check.run(run);
    }
    std::vector<std::unique_ptr<OperatorRun>> operators;
    for (const std::size_t index : run.operators) {
        operators.push_back(std::make_unique<OperatorRun>(run, index));
        for (const auditing::OperatorCheck& check : auditing::operator_checks()) {
            check.run(*operators.back());
        }
    }
    if (!run.options.is_deep) {
        return;
    }
    for (const auditing::DeepStage& stage : auditing::deep_stages()) {
        std::vector<Work> work;
        for (const auto& op : operators) {
            stage.add_work(*op, work);
        }
        run_work(work, run.options, run.findings);
        for (const auto& op : operators) {
            if (stage.conclude != nullptr) {
                stage.conclude(*op);
            }
        }
    }
}

/// Null if `_metadata` cannot be read, which is a finding then.
std::unique_ptr<const Inspected> open_metadata(const SnapshotLocation& location, const InspectOptions& inspect,
                                               FindingList& findings) {
    const std::string name = location.metadata_file.string();
    const auto tell = [&](std::string_view code, const Error& error, std::optional<std::uint64_t> offset) {
        std::string message = error.what();
        message = message.starts_with(name + ": ") ? message.substr(name.size() + 2) : message;
        Finding finding = make_finding(code, std::move(message));
        finding.file = name;
        finding.offset = offset;
        findings.add(std::move(finding));
    };
    try {
        return std::make_unique<const Inspected>(location, inspect);
    } catch (const InputError& error) {
        if (!error.offset()) {
            throw;  // it is not there, or cannot be opened
        }
        tell("SP-METADATA-CORRUPT", error, error.offset());
    } catch (const UnsupportedError& error) {
        tell("SP-NOT-CHECKED", error, std::nullopt);
    }
    return nullptr;
}

void set_operators(const Inspected& inspected, FindingList& findings) {
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < inspected.snapshot.metadata.operators.size(); ++i) {
        labels.push_back(inspected.names.label(i));
    }
    findings.set_operators(std::move(labels));
}

}  // namespace

AuditOutcome print_audit(std::string_view savepoint, const AuditOptions& options, ByteSink& sink) {
    std::optional<Expectation> expectation;
    InspectOptions inspect = options.inspect;
    if (!options.expectation_name.empty()) {
        expectation.emplace(options.expectation, options.expectation_name);
        const std::vector<std::string> uids = expectation->uids();
        inspect.uid_list.insert(inspect.uid_list.end(), uids.begin(), uids.end());
    }
    FindingList findings(options.filter);
    if (const auto inspected = open_metadata(locate_snapshot(savepoint, inspect.files), inspect, findings)) {
        set_operators(*inspected, findings);
        if (options.is_audit) {
            AuditRun run(*inspected, options, findings);
            run_checks(run);
        }
        if (expectation) {
            expectation->judge(savepoint, *inspected, options, findings);
        }
    }
    const std::vector<Finding> shown = findings.sorted();
    sink.write(inspect.json ? findings_json(shown) : findings_text(shown));
    sink.close();
    return {findings.fails()};
}

}  // namespace sp
