#pragma once

// RocksDB instances as Flink leaves them in a snapshot, made with the library itself: written in any steps, then taken as a
// checkpoint whose files get names that tell nothing.

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/checkpoint.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/temp_dir.hpp"
#include "sp/metadata.hpp"

namespace sp::test {

inline void require_ok(const rocksdb::Status& status) {
    if (!status.ok()) {
        throw std::runtime_error(status.ToString());
    }
}

/// A database that is being written; each flush() makes a file of its own, nothing is compacted by itself.
class WrittenDb {
public:
    explicit WrittenDb(const std::vector<std::string>& families) {
        rocksdb::Options options;
        options.create_if_missing = true;
        options.disable_auto_compactions = true;
        rocksdb::BlockBasedTableOptions table;
        table.checksum = rocksdb::kCRC32c;
        options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
        require_ok(rocksdb::MergeOperator::CreateFromString({}, "stringappendtest", &options.merge_operator));
        rocksdb::DB* db = nullptr;
        require_ok(rocksdb::DB::Open(options, folder_.path("db"), &db));
        db_.reset(db);
        families_["default"] = db_->DefaultColumnFamily();
        for (const std::string& name : families) {
            require_ok(db_->CreateColumnFamily(options, name, &families_[name]));
        }
    }
    ~WrittenDb() {
        for (const auto& [name, family] : families_) {
            if (name != "default") {
                db_->DestroyColumnFamilyHandle(family);
            }
        }
    }

    void put(const std::string& family, const std::string& key, const std::string& value) {
        require_ok(db_->Put(no_log(), families_.at(family), key, value));
    }
    void merge(const std::string& family, const std::string& key, const std::string& value) {
        require_ok(db_->Merge(no_log(), families_.at(family), key, value));
    }
    void erase(const std::string& family, const std::string& key) {
        require_ok(db_->Delete(no_log(), families_.at(family), key));
    }
    void erase_range(const std::string& family, const std::string& first, const std::string& end) {
        require_ok(db_->DeleteRange(no_log(), families_.at(family), first, end));
    }
    void flush() {
        for (const auto& [name, family] : families_) {
            require_ok(db_->Flush({}, family));
        }
    }

    /// Its files in `folder` under names of their own, and the handle that lists them.
    [[nodiscard]] IncrementalStateHandle snapshot(const std::filesystem::path& folder, KeyGroupRange range) {
        rocksdb::Checkpoint* raw = nullptr;
        require_ok(rocksdb::Checkpoint::Create(db_.get(), &raw));
        const std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw);
        const std::filesystem::path taken = folder_.path("taken-" + std::to_string(snapshots_++));
        require_ok(checkpoint->CreateCheckpoint(taken.string()));
        IncrementalStateHandle handle;
        handle.range = range;
        for (const auto& file : std::filesystem::directory_iterator(taken)) {
            const std::string local = file.path().filename().string();
            if (local.ends_with(".log") || local == "LOG" || local == "IDENTITY") {
                continue;
            }
            HandleAndLocalPath named;
            named.local_path = local;
            named.handle.tag = HandleTag::kRelativeFile;
            named.handle.path = "file-" + std::to_string(files_++);
            named.handle.state_size = static_cast<std::int64_t>(file.file_size());
            std::filesystem::copy_file(file.path(), folder / named.handle.path);
            (local.ends_with(".sst") ? handle.shared_state : handle.private_state).push_back(std::move(named));
        }
        return handle;
    }

private:
    static rocksdb::WriteOptions no_log() {
        rocksdb::WriteOptions options;
        options.disableWAL = true;
        return options;
    }

    sp_test::TempDir folder_;
    std::unique_ptr<rocksdb::DB> db_;
    std::map<std::string, rocksdb::ColumnFamilyHandle*> families_;
    int snapshots_ = 0;
    int files_ = 0;
};

}  // namespace sp::test
