#pragma once

// The checks of an audit, a file a subject. Each adds what it finds; none ends with damage.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "report/audit/audit_run.hpp"

namespace sp::auditing {

struct SnapshotCheck {
    std::string_view subject;
    void (*run)(AuditRun& run);
};

struct OperatorCheck {
    std::string_view subject;
    void (*run)(OperatorRun& op);
};

/// A piece of the work of reading all entries, done by any thread. What it finds goes to a list of its own.
using Work = std::function<void(FindingList& findings)>;

struct DeepStage {
    std::string_view subject;
    void (*add_work)(OperatorRun& op, std::vector<Work>& work);
    void (*conclude)(OperatorRun& op);  ///< when all work is done; may be null
};

/// In the order in which they must run: later ones go by what earlier ones have found.
[[nodiscard]] std::span<const SnapshotCheck> snapshot_checks();
[[nodiscard]] std::span<const OperatorCheck> operator_checks();
[[nodiscard]] std::span<const DeepStage> deep_stages();

// snapshot_checks.cpp
void check_duplicates(AuditRun& run);
void check_absolute_paths(AuditRun& run);

// metadata_checks.cpp
void check_numbers(OperatorRun& op);
void check_name(OperatorRun& op);
void check_passed_over(OperatorRun& op);

void check_files(OperatorRun& op);               // file_checks.cpp
void check_key_groups(OperatorRun& op);          // key_group_checks.cpp
void check_offsets(OperatorRun& op);             // offset_checks.cpp
void check_headers(OperatorRun& op);             // header_checks.cpp
void check_header_differences(OperatorRun& op);  // header_differences.cpp
void check_kryo(OperatorRun& op);                // kryo_checks.cpp

void add_database_work(OperatorRun& op, std::vector<Work>& work);        // database_checks.cpp
void add_keyed_work(OperatorRun& op, std::vector<Work>& work);           // keyed_checks.cpp
void add_operator_state_work(OperatorRun& op, std::vector<Work>& work);  // operator_state_checks.cpp
void check_broadcast_copies(OperatorRun& op);

}  // namespace sp::auditing
