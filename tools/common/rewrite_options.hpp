#pragma once

// The options about what is changed in a savepoint. Those of the groups "Files" and "Operators" are sp-bootstrap's too.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.hpp"
#include "sp/rewrite.hpp"

namespace sp::cli {

struct ChangeOptions {
    std::vector<std::string> remove_uids;
    std::vector<std::string> keep_uids;
    std::vector<RewriteOptions::AddedOperator> add_from;
    std::vector<std::pair<std::string, std::string>> rename_uids;
    std::vector<RewriteOptions::StateName> remove_states;
    std::vector<std::pair<RewriteOptions::StateName, std::string>> rename_states;
    std::vector<RewriteOptions::StateName> remove_timers;
    std::vector<std::pair<std::string, std::string>> rename_classes;
    std::string kafka_offsets;
    bool add_partitions = false;
    std::string schema;
    std::string key_schema;
    bool drop_fields = false;
    CollisionPolicy on_collision = CollisionPolicy::kError;
    bool allow_kryo_mismatch = false;
    std::string set_rows;
    std::string delete_rows;
    std::string keep_keys;
    bool must_exist = false;
    std::optional<std::int64_t> ttl_shift;
    std::vector<std::pair<std::string, std::string>> key_hashes;
    bool canonical = false;
    bool drop_channel_state = false;
    PlacementOptions placement;
    bool is_link = false;
    bool is_reference = false;

    /// All that are read; "-": stdin.
    [[nodiscard]] std::vector<std::string> files() const;
    /// Whether some of these files names columns of SQL rows.
    [[nodiscard]] bool names_columns() const {
        return !schema.empty() || !key_schema.empty() || !set_rows.empty() || !delete_rows.empty() ||
               !keep_keys.empty();
    }
    /// UsageError for placements that exclude each other.
    [[nodiscard]] PlacementOptions checked_placement() const;
};

inline constexpr std::size_t kChangeOptionCount = 27;
extern const OptionRow<ChangeOptions> kChangeOptions[kChangeOptionCount];

void set_change_options(const ChangeOptions& options, RewriteOptions& rewrite);

/// The sentences that whoever restores the savepoint has to know.
[[nodiscard]] std::vector<std::string> remarks(const PlacementOptions& placement, const PlacedFiles& files);

}  // namespace sp::cli
