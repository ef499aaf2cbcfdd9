#include "report/audit/checks.hpp"

namespace sp::auditing {
namespace {

constexpr OperatorCheck kOperatorChecks[] = {
    {"numbers of the operator and its subtasks", check_numbers},
    {"its uid", check_name},
    {"what is not looked into", check_passed_over},
    {"files", check_files},
    {"key groups", check_key_groups},
    {"offsets", check_offsets},
    {"headers", check_headers},
    {"headers of subtasks", check_header_differences},
    {"Kryo", check_kryo},
};

constexpr SnapshotCheck kSnapshotChecks[] = {
    {"operators twice", check_duplicates},
    {"absolute paths", check_absolute_paths},
};

/// Each stage when that before it is done.
constexpr DeepStage kDeepStages[] = {
    {"files of databases", add_database_work, nullptr},
    {"keyed state and timers", add_keyed_work, nullptr},
    {"operator state", add_operator_state_work, check_broadcast_copies},
};

}  // namespace

std::span<const SnapshotCheck> snapshot_checks() { return kSnapshotChecks; }

std::span<const OperatorCheck> operator_checks() { return kOperatorChecks; }

std::span<const DeepStage> deep_stages() { return kDeepStages; }

}  // namespace sp::auditing
