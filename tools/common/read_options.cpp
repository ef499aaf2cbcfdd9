#include "common/read_options.hpp"

#include "common/output_target.hpp"

namespace sp::cli {
namespace {

StateKind kind_of(const std::string& word) {
    for (auto kind = StateKind::kValue; kind <= StateKind::kCoordinator;
         kind = static_cast<StateKind>(static_cast<int>(kind) + 1)) {
        if (name_of(kind) == word) {
            return kind;
        }
    }
    throw UsageError("no kind of state is called '" + word + "'");
}

std::pair<std::int32_t, std::int32_t> key_groups_of(const NumberRange& range) {
    constexpr std::uint64_t kMost = 32767;  // Flink's upper bound of max parallelism is 32768
    if (range.last > kMost) {
        throw UsageError("--key-group: key groups are 0 to " + std::to_string(kMost));
    }
    return {static_cast<std::int32_t>(range.first), static_cast<std::int32_t>(range.last)};
}

}  // namespace

FileLookup file_lookup(const ReadingOptions& reading, const OutputOptions& output) {
    return {reading.path_map, reading.fetch, temporary_folder(output), reading.class_path};
}

ReadOptions read_options(const ReadingOptions& reading, const SelectionOptions& selection,
                         const OutputOptions& output) {
    ReadOptions read;
    read.files = file_lookup(reading, output);
    if (!reading.uid_list.empty()) {
        read.uid_list = read_lines(reading.uid_list);
    }
    read.uids = selection.uids;
    read.operator_ids = selection.operator_ids;
    read.states = selection.states;
    for (const std::string& word : selection.kinds) {
        read.kinds.push_back(kind_of(word));
    }
    if (selection.key_groups) {
        read.key_groups = key_groups_of(*selection.key_groups);
    }
    read.split = selection.split;
    read.limit_per_state = selection.limit_per_state;
    read.is_sorted = output.sort;
    read.memory = output.memory;
    read.temporary_folder = temporary_folder(output);
    return read;
}

}  // namespace sp::cli
