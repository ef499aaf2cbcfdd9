#pragma once

// The options about rows that go into a savepoint.

#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "sp/bootstrap.hpp"

namespace sp::cli {

/// Of --operator UID:SCHEMA:FILE.
struct OperatorFiles {
    std::string uid;
    std::string schema;
    std::string rows;
};

struct ImportOptions {
    std::vector<std::string> rows;  ///< files; "-": stdin
    std::string schema;             ///< a file
    std::string schema_of;
    std::vector<OperatorFiles> operators;
    std::string base;
    bool merge = false;
    bool keep_existing = false;
    std::vector<std::string> replace_uids;
    std::vector<std::pair<std::string, std::string>> replace_states;
    std::string uid;
    std::string operator_id;
    std::optional<RowFormat> format;
    std::optional<RowLayout> layout;
    std::optional<std::string> null_text;
    std::vector<std::pair<std::string, std::string>> columns;
    std::vector<BootstrapOptions::OnDuplicate> on_duplicate;
    std::optional<std::int64_t> ttl_timestamp;
    bool window_timers = false;
    bool redistribute = false;
    bool lossy_floats = false;
    bool allow_kryo_mismatch = false;
    std::string bad_rows;  ///< a file; empty: the first ends the run
    bool print_key_group = false;
    std::optional<Split> split;
    bool commit = false;  ///< `rows` are parts

    /// All that are read; "-": stdin.
    [[nodiscard]] std::vector<std::string> files() const;
};

inline constexpr std::size_t kImportOptionCount = 25;
extern const OptionRow<ImportOptions> kImportOptions[kImportOptionCount];

/// Opens the files of the schemas. UsageError for options that do not go together.
void set_import_options(const ImportOptions& options, BootstrapOptions& bootstrap);

}  // namespace sp::cli
