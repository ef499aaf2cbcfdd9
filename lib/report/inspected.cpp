#include "report/inspected.hpp"

#include "restore/column_naming.hpp"

namespace sp {
namespace {

std::vector<std::string> candidates(const InspectOptions& options) {
    std::vector<std::string> uids = options.uid_list;
    uids.insert(uids.end(), options.uids.begin(), options.uids.end());
    return uids;
}

}  // namespace

Inspected::Inspected(const SnapshotLocation& location, const InspectOptions& options)
    : snapshot(open_snapshot(location, options.files)),
      names(snapshot.metadata, candidates(options)),
      operators(names.select(options.uids, options.operator_ids)) {
    name_columns(snapshot, names, options.column_names);
}

}  // namespace sp
