#pragma once

// The options of the tools that write savepoints.

#include <cstdint>
#include <optional>
#include <string>

#include "common/command_line.hpp"
#include "common/option_groups.hpp"
#include "sp/flink_version.hpp"

namespace sp::cli {

struct WritingOptions {
    std::string output;  ///< empty: none
    bool overwrite = false;
    bool dry_run = false;
    bool verify = false;
    bool json = false;
    std::optional<FlinkVersion> flink_version;
    std::optional<std::int32_t> metadata_version;
    std::optional<bool> is_compressed;
    std::optional<std::int64_t> checkpoint_id;
    std::optional<std::int32_t> parallelism;
    std::optional<std::int32_t> max_parallelism;
    unsigned threads = default_threads();
    std::uint64_t memory = std::uint64_t{512} << 20U;
    std::string tmp_dir;  ///< empty: beside the output, else $TMPDIR

    /// Where temporary files go: --tmp-dir, else beside -o, else $TMPDIR, else /tmp.
    [[nodiscard]] std::string temporary_folder() const;
};

/// UsageError for options that do not go together, or where no savepoint is named.
void check_writing(const WritingOptions& options);

inline constexpr std::size_t kWritingOptionCount = 14;
extern const OptionRow<WritingOptions> kWritingOptions[kWritingOptionCount];

}  // namespace sp::cli
