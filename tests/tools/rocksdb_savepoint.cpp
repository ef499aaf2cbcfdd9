// RocksDB for scripts/bench: a canonical savepoint's keyed state as a native savepoint of RocksDB, and the floor of reading
// one, RocksDB's own iterators over the same files.
//
// usage: rocksdb_savepoint make FROM TO    FROM: keys of fixed size, VoidNamespace, max parallelism of at most 128
//        rocksdb_savepoint walk SAVEPOINT  prints how many entries there are

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/checkpoint.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "metadata/metadata_writer.hpp"
#include "metadata/open_stream.hpp"
#include "metadata/snapshot_location.hpp"
#include "sp/read.hpp"
#include "state/rocksdb_instance.hpp"
#include "state/state_meta_info.hpp"

namespace {

using namespace sp;
namespace fs = std::filesystem;

void require_ok(const rocksdb::Status& status) {
    if (!status.ok()) {
        throw std::runtime_error(status.ToString());
    }
}

/// Flink's defaults: files of 64 MB, Snappy, checksums that all versions read.
rocksdb::Options flink_options() {
    rocksdb::Options options;
    options.create_if_missing = true;
    options.compression = rocksdb::kSnappyCompression;
    rocksdb::BlockBasedTableOptions table;
    table.checksum = rocksdb::kCRC32c;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    require_ok(rocksdb::MergeOperator::CreateFromString({}, "stringappendtest", &options.merge_operator));
    return options;
}

void append(std::string& text, Bytes bytes) { text.append(as_text(bytes)); }

std::string composite_key(const StateDescriptor& state, std::int32_t key_group, const Entry& entry) {
    std::string key(1, static_cast<char>(key_group));
    if (state.kind == StateKind::kTimer) {
        const std::uint64_t flipped = static_cast<std::uint64_t>(entry.timestamp) ^ std::uint64_t{1} << 63;
        for (int shift = 56; shift >= 0; shift -= 8) {
            key += static_cast<char>(flipped >> shift);
        }
    }
    append(key, entry.key);
    append(key, entry.name_space);
    append(key, entry.map_key);
    return key;
}

std::string value_of(const StateDescriptor& state, const Entry& entry) {
    std::string value;
    if (state.kind == StateKind::kMap) {
        value += static_cast<char>(entry.is_null_value ? 1 : 0);
    }
    append(value, entry.value);
    return value;
}

void fill(rocksdb::DB& db, const std::string& from) {
    ReadOptions read;
    read.with_timers = true;
    EntryReader reader(from, read);
    std::map<std::string, rocksdb::ColumnFamilyHandle*> families;
    rocksdb::WriteOptions no_log;
    no_log.disableWAL = true;
    EntryBatch batch;
    while (reader.next(batch)) {
        const StateDescriptor& state = *batch.state;
        auto& family = families[state.name];
        if (family == nullptr) {
            require_ok(db.CreateColumnFamily(flink_options(), state.name, &family));
        }
        for (const Entry& entry : batch.entries) {
            require_ok(db.Put(no_log, family, composite_key(state, batch.key_group, entry), value_of(state, entry)));
        }
    }
    for (const auto& [name, family] : families) {
        require_ok(db.Flush({}, family));
        require_ok(db.DestroyColumnFamilyHandle(family));
    }
}

/// Its files, under names that say nothing, as a handle.
IncrementalStateHandle take_files(const fs::path& checkpoint, const fs::path& to) {
    IncrementalStateHandle handle;
    std::size_t count = 0;
    for (const auto& file : fs::directory_iterator(checkpoint)) {
        HandleAndLocalPath named;
        named.local_path = file.path().filename().string();
        named.handle.tag = HandleTag::kRelativeFile;
        named.handle.path = "file-" + std::to_string(count++);
        named.handle.state_size = static_cast<std::int64_t>(file.file_size());
        fs::rename(file.path(), to / named.handle.path);
        handle.private_state.push_back(std::move(named));
    }
    return handle;
}

void make(const std::string& from, const fs::path& to) {
    fs::create_directories(to);
    const fs::path work = to / "db";
    rocksdb::DB* raw = nullptr;
    require_ok(rocksdb::DB::Open(flink_options(), work.string(), &raw));
    const std::unique_ptr<rocksdb::DB> db(raw);
    fill(*db, from);
    rocksdb::Checkpoint* raw_checkpoint = nullptr;
    require_ok(rocksdb::Checkpoint::Create(db.get(), &raw_checkpoint));
    const std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw_checkpoint);
    require_ok(checkpoint->CreateCheckpoint((to / "checkpoint").string()));

    Snapshot snapshot = open_snapshot(from);
    OperatorState& op = snapshot.metadata.operators.front();
    op.parallelism = 1;
    op.subtasks.resize(1);
    KeyedStateHandle& managed = op.subtasks.front().managed_keyed_state;
    const auto stream = std::get<KeyGroupsStateHandle>(managed.value);
    std::uint64_t header_size = UINT64_MAX;
    for (const std::int64_t offset : stream.offsets) {
        header_size = offset > 0 ? std::min(header_size, static_cast<std::uint64_t>(offset)) : header_size;
    }
    ByteVector header(header_size);
    open_stream(stream.delegate, snapshot.files).read_at(0, header);
    IncrementalStateHandle handle = take_files(to / "checkpoint", to);
    handle.range = {0, op.max_parallelism};
    handle.meta.tag = HandleTag::kByteStream;
    handle.meta.path = "meta";
    handle.meta.bytes = SharedBytes(std::move(header));
    managed.value = std::move(handle);
    const ByteVector bytes = write_metadata(snapshot.metadata);
    std::ofstream(to / "_metadata", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    fs::remove_all(to / "checkpoint");
    fs::remove_all(work);
}

void walk(const std::string& savepoint) {
    const Snapshot snapshot = open_snapshot(savepoint);
    RocksDbInstances instances(snapshot.files);
    std::uint64_t count = 0;
    for (const OperatorState& op : snapshot.metadata.operators) {
        for (const SubtaskState& subtask : op.subtasks) {
            const auto* handle = std::get_if<IncrementalStateHandle>(&subtask.managed_keyed_state.value);
            if (handle == nullptr) {
                continue;
            }
            const auto instance = instances.open(*handle, "database");
            const ByteSource meta = open_stream(handle->meta, snapshot.files);
            ByteVector bytes(meta.size());
            meta.read_at(0, bytes);
            BoundedReader in(bytes, meta.name(), 0);
            for (const StateMetaInfo& state : read_keyed_state_header(in, {}).states) {
                const auto iterator = instance->iterate(state.name);
                for (iterator->SeekToFirst(); iterator->Valid(); iterator->Next()) {
                    ++count;
                }
                instance->check(*iterator);
            }
        }
    }
    std::cout << count << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    try {
        if (command == "make" && argc == 4) {
            make(argv[2], argv[3]);
        } else if (command == "walk" && argc == 3) {
            walk(argv[2]);
        } else {
            std::cerr << "usage: rocksdb_savepoint make FROM TO | walk SAVEPOINT\n";
            return 2;
        }
    } catch (const std::exception& error) {
        std::cerr << "rocksdb_savepoint: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
