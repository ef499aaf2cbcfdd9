#include "sp/inspect.hpp"

#include <algorithm>

#include "report/explain/explanation.hpp"
#include "report/inspected.hpp"
#include "report/orphans.hpp"
#include "report/schema_document.hpp"
#include "report/summary.hpp"
#include "report/summary_json.hpp"
#include "report/summary_text.hpp"
#include "report/text_table.hpp"

namespace sp {
namespace {

void write(ByteSink& sink, const std::string& text) {
    sink.write(text);
    sink.close();
}

InspectOutcome print_list(const std::vector<FoundSnapshot>& snapshots, const InspectOptions& options, ByteSink& sink) {
    InspectOutcome outcome;
    const std::vector<ListedSnapshot> list = summarize(snapshots, outcome);
    write(sink, options.json ? list_json(list) : list_text(list));
    return outcome;
}

}  // namespace

InspectOutcome print_summary(std::string_view savepoint, const InspectOptions& options, ByteSink& sink) {
    const SnapshotSearch search = find_snapshot(savepoint, options.files);
    if (!search.is_snapshot() && options.uids.empty() && options.operator_ids.empty()) {
        return print_list(search.below, options, sink);
    }
    const Inspected inspected(search.is_snapshot() ? search.location : locate_snapshot(savepoint, options.files),
                              options);
    Summary summary = summarize(inspected.snapshot, inspected.names, inspected.operators);
    summary.has_uid_list = !options.uid_list.empty();
    write(sink, options.json ? summary_json(summary) : summary_text(summary));
    return std::move(summary.outcome);
}

InspectOutcome print_files(std::string_view savepoint, const InspectOptions& options, ByteSink& sink) {
    const Inspected inspected(locate_snapshot(savepoint, options.files), options);
    std::vector<FileUse> files = list_files(inspected.snapshot, inspected.operators);
    InspectOutcome outcome;
    tell_missing(files, outcome);
    if (options.only_owned) {
        files = owned_files(inspected.snapshot, files);
    }
    write(sink,
          options.json ? files_json(files, inspected.snapshot, inspected.names) : files_text(files, inspected.names));
    return outcome;
}

InspectOutcome print_orphans(std::string_view root, const InspectOptions& options, ByteSink& sink, std::size_t& found) {
    InspectOutcome outcome;
    const OrphanList orphans = find_orphans(std::string(root), options.files, outcome);
    if (orphans.task_owned > 0) {
        outcome.warnings.push_back(
            count_words(static_cast<std::int64_t>(orphans.task_owned), "file") +
            " below folders called taskowned: not judged, since no _metadata tells who needs them");
    }
    write(sink, options.json ? orphans_json(orphans) : orphans_text(orphans));
    found += orphans.files.size();
    return outcome;
}

void print_hashes(const std::vector<std::string>& uids, const InspectOptions& options, ByteSink& sink) {
    std::string text;
    for (const std::string& uid : uids) {
        text += options.json ? hash_json(uid) : hash_of_uid(uid).hex() + "\n";
    }
    write(sink, text);
}

InspectOutcome print_explanation(std::string_view savepoint, const InspectOptions& options, ByteSink& sink) {
    const Inspected inspected(locate_snapshot(savepoint, options.files), options);
    InspectOutcome outcome;
    write(sink, explain::explanation(inspected, options.json, outcome));
    return outcome;
}

void print_known_states(const InspectOptions& options, ByteSink& sink) {
    write(sink, explain::all_explanations(options.json));
}

InspectOutcome print_schema(std::string_view savepoint, const InspectOptions& options, ByteSink& sink) {
    const Inspected inspected(locate_snapshot(savepoint, options.files), options);
    InspectOutcome outcome;
    write(sink, schema_document(inspected.snapshot, inspected.names, inspected.operators, outcome));
    return outcome;
}

}  // namespace sp
