// Whether every file is there, of the size that is recorded, and can be read up to its end.

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "io/file.hpp"
#include "report/audit/checks.hpp"
#include "sp/error.hpp"

namespace sp::auditing {
namespace {

/// Something that is no file stands in its place.
bool is_folder(const OperatorRun& op, const StreamStateHandle& stream) {
    std::error_code error;
    return std::filesystem::is_directory(op.files().metadata_folder() / stream.path, error);
}

std::string_view code_of(const OperatorRun& op, const StreamStateHandle& stream, ResolvedFile::Status status) {
    if (status == ResolvedFile::Status::kMissing && is_folder(op, stream)) {
        return "SP-FILE-UNREADABLE";
    }
    switch (status) {
        case ResolvedFile::Status::kWrongSize: return "SP-FILE-SIZE";
        case ResolvedFile::Status::kRefused: return "SP-FILE-UNREADABLE";
        default: return "SP-FILE-MISSING";
    }
}

/// What keeps the last byte from being read, or nothing.
std::optional<InputError> reading_problem(const ResolvedFile& file) {
    try {
        const File opened = File::open(file.path, file.name);
        std::array<std::uint8_t, 1> last{};
        if (opened.size() > 0) {
            opened.read_at(opened.size() - 1, last);
        }
        return std::nullopt;
    } catch (const InputError& error) {
        return error;
    }
}

}  // namespace

void check_files(OperatorRun& op) {
    std::set<std::tuple<std::string, std::int64_t, std::int64_t>> seen;
    for_each_stream(op.op, [&](const StreamStateHandle& stream, const StreamPlace& place) {
        if (!stream.is_file() || !seen.emplace(stream.path, stream.start_position, stream.state_size).second) {
            return;
        }
        const ResolvedFile file = op.files().resolve(stream, place.recorded_size());
        const std::string name = file.name.empty() ? stream.path : file.name;
        if (!file.is_usable()) {
            const std::string_view code = code_of(op, stream, file.status);
            const bool is_other = code == "SP-FILE-UNREADABLE" && file.status == ResolvedFile::Status::kMissing;
            const InputError problem(is_other ? "a folder stands in its place" : file.problem);
            Finding finding = op.finding(code, problem, name, place.subtask);
            finding.offset.reset();
            op.add(std::move(finding));
        } else if (file.status == ResolvedFile::Status::kFound) {
            if (const auto problem = reading_problem(file)) {
                op.add(op.finding("SP-FILE-UNREADABLE", *problem, name, place.subtask));
            }
        }
    });
}

}  // namespace sp::auditing
