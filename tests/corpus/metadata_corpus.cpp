// Parses every `_metadata` that real Flink versions wrote, to its last byte, writes it back and compares. Usage:
//     corpus_metadata [FOLDER...]
// Without arguments: the folders of $SP_CORPUS (separated by colons), else the cache of scripts/fetch-test-jars. Exit
// code 77 (skipped) if there is no such folder, 1 if a file does not come back as it was.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "corpus_files.hpp"
#include "io/file.hpp"
#include "metadata/file_resolver.hpp"
#include "metadata/metadata_reader.hpp"
#include "metadata/metadata_writer.hpp"

namespace fs = std::filesystem;

namespace {

using corpus::default_folders;
using corpus::read_file;

/// By name, or by the magic number: old tests name the metadata file as they like.
bool is_metadata(const fs::path& path, const sp::ByteVector& bytes) {
    static constexpr std::uint8_t kMagic[] = {0x49, 0x60, 0x67, 0x2D};
    return path.filename() == "_metadata" ||
           (bytes.size() > sizeof(kMagic) && std::equal(std::begin(kMagic), std::end(kMagic), bytes.begin()));
}

struct Tally {
    std::size_t files = 0;
    std::size_t good = 0;
    std::map<std::int32_t, std::size_t> by_version;
    std::map<std::string, std::size_t> by_tag;
    std::size_t operators = 0;
    std::size_t uids = 0;
    std::size_t state_files = 0;
    std::size_t found_state_files = 0;
};

void count(const sp::SavepointMetadata& metadata, Tally& tally) {
    ++tally.by_version[metadata.version];
    tally.operators += metadata.operators.size();
    for (const sp::OperatorState& op : metadata.operators) {
        if (!op.uid.empty()) {
            ++tally.uids;
        }
        sp::for_each_stream(op, [&](const sp::StreamStateHandle& handle, const sp::StreamPlace&) {
            ++tally.by_tag[std::string(sp::name_of(handle.tag))];
        });
        for (const sp::SubtaskState& subtask : op.subtasks) {
            ++tally.by_tag[subtask.is_finished ? "finished subtask" : "running subtask"];
            if (!subtask.managed_keyed_state.is_null()) {
                const auto tag = subtask.managed_keyed_state.tag();
                ++tally.by_tag["keyed " + std::to_string(static_cast<int>(tag)) + " " + std::string(sp::name_of(tag))];
            }
        }
    }
}

void count_files(const fs::path& path, const sp::SavepointMetadata& metadata, Tally& tally) {
    const sp::FileResolver resolver(path.parent_path());
    for (const sp::OperatorState& op : metadata.operators) {
        sp::for_each_stream(op, [&](const sp::StreamStateHandle& handle, const sp::StreamPlace& place) {
            if (handle.is_file()) {
                const sp::ResolvedFile file = resolver.resolve(handle, place.recorded_size());
                ++tally.state_files;
                tally.found_state_files += file.is_usable() ? 1 : 0;
                if (!file.is_usable()) {
                    std::cerr << path.string() << ": " << file.problem << '\n';
                }
            }
        });
    }
}

/// Empty if the file comes back as it was.
std::string complaint_about(const fs::path& path, const sp::ByteVector& bytes, Tally& tally) {
    const sp::SavepointMetadata metadata = sp::read_metadata(bytes, path.string());
    count(metadata, tally);
    count_files(path, metadata, tally);
    const sp::ByteVector again = sp::write_metadata(metadata);
    if (again != bytes) {
        const auto at = std::mismatch(bytes.begin(), bytes.end(), again.begin(), again.end()).first - bytes.begin();
        return path.string() + ": written back differently from offset " + std::to_string(at) + " on";
    }
    for (const sp::OperatorState& op : metadata.operators) {
        if (!op.uid.empty() && sp::hash_of_uid(op.uid) != op.id) {
            return path.string() + ": operator " + op.uid + ": the id is not the hash of the uid";
        }
    }
    if (metadata.parsed_properties.kind == sp::CheckpointProperties::Kind::kUnknown) {
        return path.string() + ": checkpoint properties are not understood";
    }
    return "";
}

void check(const fs::path& path, Tally& tally) {
    const sp::ByteVector bytes = read_file(path);
    if (!is_metadata(path, bytes)) {
        return;
    }
    ++tally.files;
    std::string complaint;
    try {
        complaint = complaint_about(path, bytes, tally);
    } catch (const sp::Error& error) {
        complaint = error.what();
    }
    if (complaint.empty()) {
        ++tally.good;
    } else {
        std::cerr << complaint << '\n';
    }
}

void print(const Tally& tally) {
    std::cout << tally.good << " of " << tally.files << " _metadata files parse and write back identically\n";
    std::cout << tally.found_state_files << " of " << tally.state_files << " handles of files lead to a file\n";
    std::cout << tally.operators << " operators, " << tally.uids << " with a uid\n";
    for (const auto& [version, n] : tally.by_version) {
        std::cout << "version " << version << ": " << n << '\n';
    }
    for (const auto& [tag, n] : tally.by_tag) {
        std::cout << tag << ": " << n << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> given(argv + 1, argv + argc);
    const std::vector<std::string> folders = given.empty() ? default_folders() : given;
    std::vector<fs::path> files;
    for (const std::string& folder : folders) {
        if (!fs::is_directory(folder)) {
            std::cerr << "skipped: " << folder << " is absent (scripts/fetch-test-jars makes it)\n";
            return 77;
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    Tally tally;
    for (const fs::path& path : files) {
        check(path, tally);
    }
    print(tally);
    return tally.files > 0 && tally.good == tally.files ? 0 : 1;
}
