#pragma once

// What one split of a savepoint leaves beside its state files, so that all splits together can be made a savepoint: a file
// part-I-of-N of JSON. It appears when the split is complete, and replaces that of an earlier try.

#include <cstdint>
#include <string>
#include <vector>

#include "sp/metadata.hpp"
#include "sp/read.hpp"
#include "sp/write.hpp"

namespace sp {

struct PartFile {
    Split split;
    std::uint32_t plan_checksum = 0;  ///< of what all parts have in common: operators, headers, versions
    PartRows rows;
    SavepointMetadata metadata;  ///< with the state of this split's subtasks only
};

/// part-I-of-N
[[nodiscard]] std::string part_name(const Split& split);

[[nodiscard]] bool is_part_name(const std::string& name);

/// What the state files of a split end with: of a try that is given up nothing else is to be told.
[[nodiscard]] std::string part_suffix(const Split& split, std::uint64_t random);

/// Whether a file is a state file of some split.
[[nodiscard]] bool is_state_file_of_part(const std::string& name);

[[nodiscard]] std::string write_part(const PartFile& part);

/// InputError if it is not such a file.
[[nodiscard]] PartFile read_part(const std::string& path);

/// The state files that a part's metadata names.
[[nodiscard]] std::vector<StreamStateHandle> files_of(const SavepointMetadata& metadata);

}  // namespace sp
