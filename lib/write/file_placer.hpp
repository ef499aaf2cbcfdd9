#pragma once

// Brings the files of operators that a new savepoint takes over from an input into its folder, or names them where they
// are, and changes the handles to match (sp/placement.hpp). The input is only read.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "metadata/snapshot_location.hpp"
#include "sp/metadata.hpp"
#include "sp/placement.hpp"
#include "write/output_folder.hpp"

namespace sp {

class FilePlacer {
public:
    /// The folder must outlive the placer; its own state files are there before the first place(). UsageError for a
    /// relocation from or to nothing. `input` is the snapshot that PlacementOptions::reference_as is for; null: that of
    /// the first place().
    FilePlacer(OutputFolder& folder, PlacementOptions options, const Snapshot* input = nullptr);

    /// Changes the handles of `op`, which come from `source`, to what they are in the new savepoint, and copies or
    /// links the files that they need, each once. UsageError for a reference into the folder that the new one replaces,
    /// InputError for files that are missing or not as recorded, OutputError where they cannot be written.
    void place(const Snapshot& source, OperatorState& op);

    [[nodiscard]] const PlacedFiles& placed() const { return placed_; }

private:
    struct Source;

    /// As a URI, or as a local path in its place.
    [[nodiscard]] static std::string folder_of(const Snapshot& source);
    void place_file(const Source& source, StreamStateHandle& handle, RecordedSize recorded);
    void place_merged(std::optional<OperatorStateHandle>& handle);
    void relocate(std::string& uri);
    void refer(const Source& source, StreamStateHandle& handle, const ResolvedFile& file);
    void take_over(const Source& source, StreamStateHandle& handle, RecordedSize recorded, ResolvedFile file);
    [[nodiscard]] std::string bring(const StreamStateHandle& handle, const ResolvedFile& file, bool is_fetched);
    [[nodiscard]] std::string free_name(std::string_view wanted);

    OutputFolder& folder_;
    PlacementOptions options_;
    PlacedFiles placed_;
    std::optional<std::string> first_folder_;
    std::filesystem::path replaced_folder_;  ///< canonical; empty: none

    /// What was brought, by file, start and size of the window (whole files: none), and its name.
    using Window = std::optional<std::pair<std::uint64_t, std::uint64_t>>;
    std::map<std::pair<std::string, Window>, std::string> brought_;
    std::set<std::string> names_;
    std::map<std::string, std::uint64_t> last_number_;  ///< behind names that were not free

    std::set<std::string> referenced_;
    std::set<std::string> relocated_;
    std::set<std::string> not_relocated_;
};

}  // namespace sp
