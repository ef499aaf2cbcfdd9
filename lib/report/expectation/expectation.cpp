#include "report/expectation/expectation.hpp"

#include <algorithm>
#include <set>

#include "metadata/flink_compatibility.hpp"
#include "report/expectation/operator_expectation.hpp"
#include "report/expectation/state_counts.hpp"
#include "report/file_list.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

std::string id_of(const SchemaOperator& op) { return op.uid.empty() ? op.operator_id : hash_of_uid(op.uid).hex(); }

/// The operators of the document and those of the snapshot that they are.
class Judge {
public:
    Judge(const SchemaDocument& document, std::string_view savepoint, const Inspected& inspected,
          const AuditOptions& options, FindingList& findings)
        : document_(document),
          savepoint_(savepoint),
          inspected_(inspected),
          options_(options),
          judging_{inspected, possible_writers(inspected.snapshot.metadata), {}, findings} {
        judging_.target = document.flink_version.value_or(judging_.writers.last);
    }

    void judge() {
        for (const std::size_t index : inspected_.operators) {
            judge_operator(index);
        }
        for (const SchemaOperator& op : document_.operators) {
            tell_missing(op);
        }
        judge_sizes();
        judge_counts();
    }

private:
    struct Match {
        std::size_t index;
        const SchemaOperator* expected;
    };

    [[nodiscard]] const OperatorState& op(std::size_t index) const {
        return inspected_.snapshot.metadata.operators[index];
    }

    void judge_operator(std::size_t index) {
        const std::string id = op(index).id.hex();
        const auto expected =
            std::ranges::find_if(document_.operators, [&](const SchemaOperator& known) { return id_of(known) == id; });
        if (expected != document_.operators.end()) {
            matches_.push_back({index, &*expected});
            sp::judge_operator(judging_, index, *expected);
        } else if (document_.bounds.is_closed && has_state(op(index))) {  // without, Flink passes over it
            tell(judging_, index, "SP-UID-UNEXPECTED",
                 "its state is not expected: Flink refuses a savepoint with it, but for --allowNonRestoredState");
        }
    }

    /// Where the user chose operators, only these.
    [[nodiscard]] bool is_chosen(const std::string& id) const {
        const InspectOptions& inspect = options_.inspect;
        const auto is_uid = [&](const std::string& uid) { return hash_of_uid(uid).hex() == id; };
        return (inspect.uids.empty() && inspect.operator_ids.empty()) || std::ranges::any_of(inspect.uids, is_uid) ||
               std::ranges::find(inspect.operator_ids, id) != inspect.operator_ids.end();
    }

    void tell_missing(const SchemaOperator& expected) {
        const bool is_there =
            std::ranges::any_of(matches_, [&](const Match& match) { return match.expected == &expected; });
        if (is_there || expected.bounds.is_optional || !is_chosen(id_of(expected))) {
            return;
        }
        Finding finding = make_finding("SP-UID-MISSING", "the operator is not in the savepoint");
        finding.has_uid = !expected.uid.empty();
        finding.operator_label = finding.has_uid ? expected.uid : expected.operator_id;
        judging_.findings.add(std::move(finding));
    }

    void judge_sizes() {
        const DocumentBounds& bounds = document_.bounds;
        if (!bounds.has_sizes()) {
            return;
        }
        const Snapshot& snapshot = inspected_.snapshot;
        const SizeSummary sizes = sum_sizes(snapshot, list_files(snapshot, inspected_.operators), inspected_.operators);
        judge_size("referenced", sizes.referenced_bytes, bounds.referenced);
        judge_size("inline", sizes.inline_bytes, bounds.inlined);
        judge_size("files", sizes.files, bounds.files);
    }

    void judge_size(const std::string& what, std::int64_t found, const NumberRange& range) {
        if (range.is_given() && (found < 0 || !range.contains(static_cast<std::uint64_t>(found)))) {
            Finding finding = make_finding("SP-BOUND", std::to_string(found) + ", expected " + to_string(range));
            finding.path = "sizes." + what;
            judging_.findings.add(std::move(finding));
        }
    }

    void judge_counts() {
        std::vector<std::size_t> operators;
        const auto has_counts = [](const StateBounds& bounds) { return bounds.has_counts(); };
        for (const Match& match : matches_) {
            const OperatorBounds& bounds = match.expected->bounds;
            if (std::ranges::any_of(bounds.states, has_counts) || std::ranges::any_of(bounds.timers, has_counts)) {
                operators.push_back(match.index);
            }
        }
        if (operators.empty()) {
            return;
        }
        try {
            const StateCounts counts = StateCounts::count(savepoint_, inspected_, operators, options_);
            for (const auto& [index, why] : counts.uncounted()) {
                tell(judging_, index, "SP-NOT-CHECKED", "entries were not counted: " + why);
            }
            for (const Match& match : matches_) {
                if (counts.is_counted(match.index)) {
                    judge_counts(match, counts);
                }
            }
        } catch (const InputError& error) {
            tell_unread(error.what());
        } catch (const UnsupportedError& error) {
            tell_unread(error.what());
        }
    }

    void tell_unread(const std::string& why) {
        judging_.findings.add(make_finding("SP-NOT-CHECKED", "entries were not counted: " + why));
    }

    void judge_counts(const Match& match, const StateCounts& counts) {
        const SchemaOperator& expected = *match.expected;
        for (std::size_t i = 0; i < expected.states.size(); ++i) {
            judge_count(match.index, expected.states[i], expected.bounds.states[i], counts);
        }
        for (std::size_t i = 0; i < expected.bounds.timers.size(); ++i) {
            judge_count(match.index, expected.timers[2 * i], expected.bounds.timers[i], counts);
        }
    }

    void judge_count(std::size_t index, const StateDescriptor& state, const StateBounds& bounds,
                     const StateCounts& counts) {
        const StateCount count = counts.of(index, state);
        if (count.entries == 0 && bounds.is_optional) {
            return;
        }
        const auto judge_one = [&](const char* what, std::uint64_t found, const NumberRange& range) {
            if (!range.contains(found)) {
                tell(judging_, index, "SP-BOUND", std::to_string(found) + ", expected " + to_string(range),
                     name_in_group(state), what);
            }
        };
        judge_one("entries", count.entries, bounds.entries);
        judge_one("bytes", count.bytes, bounds.bytes);
    }

    const SchemaDocument& document_;
    std::string_view savepoint_;
    const Inspected& inspected_;
    const AuditOptions& options_;
    OperatorJudging judging_;
    std::vector<Match> matches_;
};

SchemaDocument read_document(std::string_view text, std::string_view name) {
    try {
        return read_schema_document(text);
    } catch (const UsageError& error) {
        throw UsageError(std::string(name) + ": " + error.what());
    }
}

}  // namespace

Expectation::Expectation(std::string_view text, std::string_view name) : document_(read_document(text, name)) {}

std::vector<std::string> Expectation::uids() const {
    std::vector<std::string> uids;
    for (const SchemaOperator& op : document_.operators) {
        if (!op.uid.empty()) {
            uids.push_back(op.uid);
        }
    }
    return uids;
}

void Expectation::judge(std::string_view savepoint, const Inspected& inspected, const AuditOptions& options,
                        FindingList& findings) const {
    Judge(document_, savepoint, inspected, options, findings).judge();
}

}  // namespace sp
