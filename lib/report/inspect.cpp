#include "sp/inspect.hpp"

#include <algorithm>

#include "report/inspected.hpp"
#include "report/schema_document.hpp"
#include "report/summary.hpp"
#include "report/summary_json.hpp"
#include "report/summary_text.hpp"

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
    const std::vector<FileUse> files = list_files(inspected.snapshot, inspected.operators);
    InspectOutcome outcome;
    tell_missing(files, outcome);
    write(sink,
          options.json ? files_json(files, inspected.snapshot, inspected.names) : files_text(files, inspected.names));
    return outcome;
}

void print_hashes(const std::vector<std::string>& uids, const InspectOptions& options, ByteSink& sink) {
    std::string text;
    for (const std::string& uid : uids) {
        text += options.json ? hash_json(uid) : hash_of_uid(uid).hex() + "\n";
    }
    write(sink, text);
}

InspectOutcome print_schema(std::string_view savepoint, const InspectOptions& options, ByteSink& sink) {
    const Inspected inspected(locate_snapshot(savepoint, options.files), options);
    InspectOutcome outcome;
    write(sink, schema_document(inspected.snapshot, inspected.names, inspected.operators, outcome));
    return outcome;
}

}  // namespace sp
