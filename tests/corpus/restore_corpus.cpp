// Reads all keyed state, timers and operator state of every snapshot that real Flink versions wrote: each heap handle and each
// handle of raw timers is walked to its last byte, or its operator is named as not supported. Usage:
//     corpus_restore [FOLDER...]
// Without arguments: the folders of $SP_CORPUS (separated by colons), else the cache of scripts/fetch-test-jars. Exit code 77
// (skipped) if there is no such folder, 1 if anything else comes out than entries or a name.
//
// Beside `_metadata` files there are the snapshots of single operators that Flink's operator tests keep
// (OperatorSnapshotUtil): i32 version, a null stream handle, and four lists of handles.

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "corpus_files.hpp"
#include "metadata/handle_table.hpp"
#include "metadata/metadata_writer.hpp"
#include "metadata/open_stream.hpp"
#include "metadata/snapshot_location.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"
#include "state/backend_table.hpp"
#include "state/raw_timer_reader.hpp"

namespace fs = std::filesystem;

namespace {

using corpus::default_folders;
using corpus::read_file;

bool is_metadata(const sp::ByteVector& bytes) {
    static constexpr std::uint8_t kMagic[] = {0x49, 0x60, 0x67, 0x2D};
    return bytes.size() > sizeof(kMagic) && std::equal(std::begin(kMagic), std::end(kMagic), bytes.begin());
}

/// The only handle of a list, if there is one.
void last_handle(sp::MetadataIn& in, sp::KeyedStateHandle& handle, const char* what) {
    for (std::size_t left = in.raw().count(what, 1); left > 0; --left) {
        sp::keyed_handle(in, handle, what);
    }
}

/// A snapshot of one operator as `_metadata`; nothing if the bytes are something else.
std::optional<sp::ByteVector> metadata_of_operator(const sp::ByteVector& bytes) {
    try {
        sp::MetadataIn in(std::make_shared<const sp::ByteVector>(bytes), {});
        if (in.raw().i32("version") > 6 || in.raw().u8("legacy stream handle") != 0) {
            return std::nullopt;
        }
        sp::SavepointMetadata metadata;
        sp::OperatorState& op = metadata.operators.emplace_back();
        sp::SubtaskState& subtask = op.subtasks.emplace_back();
        for (int list = 0; list < 2; ++list) {
            for (std::size_t left = in.raw().count("operator state handles", 1); left > 0; --left) {
                sp::OperatorStateHandle handle;
                sp::operator_handle(in, handle, "operator state handle");
                subtask.managed_operator_state = std::move(handle);
            }
        }
        last_handle(in, subtask.raw_keyed_state, "raw keyed state handles");
        last_handle(in, subtask.managed_keyed_state, "managed keyed state handles");
        for (const sp::KeyedStateHandle* handle : {&subtask.managed_keyed_state, &subtask.raw_keyed_state}) {
            op.max_parallelism = std::max(op.max_parallelism, handle->range().first + handle->range().count);
        }
        op.parallelism = 1;
        op.max_parallelism = std::max(op.max_parallelism, 1);
        return sp::write_metadata(metadata);
    } catch (const sp::Error&) {
        return std::nullopt;  // most files of the jars are something else
    }
}

struct Tally {
    std::map<std::string, std::size_t> snapshots;
    std::map<std::string, std::size_t> handles;
    std::map<std::string, std::size_t> entries;  ///< by kind
    std::map<std::string, std::size_t> named;    ///< what is not supported
    std::size_t failures = 0;
};

/// The message without what differs from snapshot to snapshot.
std::string gist_of(const std::string& message) {
    std::string gist = message.substr(std::min(message.size(), message.find(": ") + 2));
    for (const char* const cut : {" of state '", ": state '", " '"}) {
        const std::size_t begin = gist.find(cut);
        const std::size_t end = begin == std::string::npos ? begin : gist.find('\'', begin + std::string(cut).size());
        if (end != std::string::npos) {
            gist.erase(begin, end + 1 - begin);
        }
    }
    if (const std::size_t path = gist.find(": /"); path != std::string::npos) {
        gist.erase(path + 2, gist.find(": ", path + 2) - path);
    }
    const std::size_t place = gist.rfind(" at offset ");
    return place == std::string::npos ? gist : gist.substr(0, place);
}

/// How an operator's handles came out, by what was told of it.
void count_handles(const sp::Snapshot& snapshot, const std::vector<std::string>& unsupported, Tally& tally) {
    const auto is_told = [&](const sp::OperatorState& op, const char* what) {
        return std::any_of(unsupported.begin(), unsupported.end(), [&](const std::string& message) {
            return message.starts_with("operator " + sp::label_of(op) + ": " + what);
        });
    };
    for (const sp::OperatorState& op : snapshot.metadata.operators) {
        for (const sp::SubtaskState& subtask : op.subtasks) {
            const sp::KeyedStateHandle& managed = subtask.managed_keyed_state;
            if (!managed.is_null() && sp::is_supported(managed.tag())) {
                const sp::ByteSource source = sp::open_stream(sp::header_stream_of(managed), snapshot.files);
                const sp::KeyedLayout layout = sp::backend_of(managed, source, op.max_parallelism).layout;
                ++tally.handles[std::string(layout == sp::KeyedLayout::kHeapNative ? "heap"
                                            : layout == sp::KeyedLayout::kRocksDb  ? "RocksDB"
                                                                                   : "canonical") +
                                (is_told(op, "its keyed state cannot") ? ", named" : ", walked")];
            } else if (!managed.is_null()) {
                ++tally.handles[std::string(sp::name_of(managed.tag())) + ", named"];
            }
            const auto* raw = std::get_if<sp::KeyGroupsStateHandle>(&subtask.raw_keyed_state.value);
            if (raw != nullptr) {
                const bool is_timers = sp::holds_raw_timers(*raw, sp::open_stream(raw->delegate, snapshot.files));
                ++tally.handles[!is_timers                      ? "raw keyed state of users"
                                : is_told(op, "its raw timers") ? "raw timers, named"
                                                                : "raw timers, walked"];
            }
        }
    }
}

/// The jar of the tests that made the snapshot: values are of its classes. Empty if there is none.
std::string class_path_of(const fs::path& path, const fs::path& folder) {
    const fs::path jar = folder / *fs::relative(path, folder).begin() / "classes.jar";
    const fs::path own = folder / "classes.jar";
    return fs::exists(jar) ? jar.string() : fs::exists(own) ? own.string() : std::string();
}

void read_snapshot(const fs::path& metadata, const std::string& name, const std::string& class_path, Tally& tally) {
    try {
        sp::ReadOptions options;
        options.files.class_path = class_path;
        const sp::Snapshot snapshot = sp::open_snapshot(metadata.string(), options.files);
        options.with_timers = true;
        sp::EntryReader reader(metadata.string(), options);
        sp::EntryBatch batch;
        while (reader.next(batch)) {
            tally.entries[std::string(sp::name_of(batch.state->kind))] += batch.entries.size();
        }
        std::set<std::string> gists;
        for (const std::string& message : reader.unsupported()) {
            gists.insert(gist_of(message));
        }
        for (const std::string& gist : gists) {
            ++tally.named[gist];
        }
        count_handles(snapshot, reader.unsupported(), tally);
    } catch (const sp::UnsupportedError& error) {
        ++tally.named["whole: " + gist_of(error.what())];
    } catch (const std::exception& error) {
        std::cerr << name << ": " << error.what() << '\n';
        ++tally.failures;
    }
}

void print(const char* title, const std::map<std::string, std::size_t>& counts) {
    std::cout << title << '\n';
    for (const auto& [what, count] : counts) {
        std::cout << "  " << count << "  " << what << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> folders(argv + 1, argv + argc);
    if (folders.empty()) {
        folders = default_folders();
    }
    const fs::path made = fs::temp_directory_path() / ("sp-corpus-" + std::to_string(::getpid()));
    fs::create_directories(made);
    Tally tally;
    for (const std::string& folder : folders) {
        if (!fs::is_directory(folder)) {
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            if (!entry.is_regular_file()) {
                continue;
            }
            const sp::ByteVector bytes = read_file(entry.path());
            if (is_metadata(bytes)) {
                ++tally.snapshots["snapshots of jobs"];
                read_snapshot(entry.path(), entry.path().string(), class_path_of(entry.path(), folder), tally);
            } else if (entry.path().filename().string().ends_with("-snapshot")) {
                if (const auto metadata = metadata_of_operator(bytes)) {
                    ++tally.snapshots["snapshots of operators"];
                    std::ofstream(made / "_metadata", std::ios::binary) << sp::as_text(*metadata);
                    read_snapshot(made / "_metadata", entry.path().string(), class_path_of(entry.path(), folder),
                                  tally);
                }
            }
        }
    }
    fs::remove_all(made);
    if (tally.snapshots.empty()) {
        std::cerr << "no snapshots; scripts/fetch-test-jars fetches some\n";
        return 77;
    }
    print("snapshots", tally.snapshots);
    print("handles", tally.handles);
    print("entries", tally.entries);
    print("not supported, in so many snapshots", tally.named);
    std::cout << tally.failures << " failures\n";
    return tally.failures == 0 ? 0 : 1;
}
