#include "rewrite/set_rows.hpp"

#include "rewrite/entries_file.hpp"
#include "rows/import/entry_importer.hpp"
#include "sp/error.hpp"
#include "write/ttl_stamps.hpp"

namespace sp::rewriting {

using rows::AddedRow;

SetRows read_set_rows(const std::string& path, const rows::ImportPlan& plan, const EntryAdder& adder) {
    SetRows set;
    rows::ImportSettings settings;
    settings.ttl_timestamp = kNoStamp;
    settings.marks_empty_lists = true;
    settings.can_redistribute = false;
    rows::SessionSorter sessions(1, "", 1);  // a savepoint says nothing of windows, so that rows do not make any
    rows::ImportTarget target(adder, sessions, 0);
    rows::EntryImporter importer(plan, settings, target,
                                 [&](const rows::ImportOperator& op, ByteVector bytes, std::uint64_t sequence) {
        const auto known = set.coordinators.find(op.index);
        if (known == set.coordinators.end()) {
            set.coordinators[op.index] = {std::move(bytes), sequence};
        } else if (known->second.bytes != bytes) {
            throw InputError("operator " + op.label() +
                             ": its coordinator has another state: " + place_of_row(path, known->second.sequence));
        }
    });
    read_entries_file(path, plan, [&](const rows::RowFields& row, rows::KeyParts* key_parts, std::uint64_t sequence) {
        importer.add(row, sequence, key_parts);
        const AddedRow& added = importer.added();
        if (added.section == AddedRow::Section::kKeyed) {
            set.keyed.insert(added.op->index);
        } else if (added.section == AddedRow::Section::kOperatorState) {
            set.operator_state.insert(added.op->index);
        }
    });
    set.counts = importer.counts();
    return set;
}

}  // namespace sp::rewriting
