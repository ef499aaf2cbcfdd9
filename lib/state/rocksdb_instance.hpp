#pragma once

// A RocksDB instance of a snapshot, open for reading (formats/keyed-state sections 5 and 6). It is always read through the
// database, never file by file: only the manifest, sequence numbers and tombstones tell which version of a key counts.

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "metadata/file_resolver.hpp"
#include "sp/metadata.hpp"
#include "state/rocksdb_files.hpp"

namespace rocksdb {
class Cache;
class ColumnFamilyHandle;
class DB;
class Env;
class Iterator;
struct Options;
struct SstFileMetaData;
}  // namespace rocksdb

namespace sp {

/// What reading RocksDB may take, all of it in one place. Memory: the cache of all instances, and for each iterator a block
/// and the read-ahead of each level.
struct RocksDbBudget {
    /// Open files of an instance; Flink's files have 64 MB, so that this covers some 16 GB without reopening.
    int max_open_files = 256;
    /// Index and filter blocks of all instances together; data blocks are read once and not kept.
    std::size_t cache_bytes = std::size_t{48} << 20U;
    /// Instances that stay open when no reader uses them, for the next part of a subtask's key groups.
    std::size_t idle_instances = 2;
};

class DatabaseFault;

class RocksDbInstance {
public:
    /// Opens all column families. `name` stands for the instance in messages. `resolver` and the handle must outlive it.
    /// InputError if a file is missing or damaged, UnsupportedError if it was written by a RocksDB newer than ours or
    /// with options that Flink does not use.
    RocksDbInstance(const IncrementalStateHandle& handle, const FileResolver& resolver, std::string name,
                    const RocksDbBudget& budget, const std::shared_ptr<rocksdb::Cache>& cache);
    ~RocksDbInstance();
    RocksDbInstance(const RocksDbInstance&) = delete;
    RocksDbInstance& operator=(const RocksDbInstance&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }

    /// An iterator over the column family of a state. InputError if there is none. Checksums are verified; whoever uses it
    /// calls check() when it is at its end. May be called by any thread.
    [[nodiscard]] std::unique_ptr<rocksdb::Iterator> iterate(const std::string& state) const;

    /// Throws if the iterator ended for another reason than that nothing follows.
    void check(const rocksdb::Iterator& iterator) const;

    /// Compares every block of every SST file with its checksum, also those that no iterator comes to; `found` gets those
    /// files that are damaged. May be called by any thread.
    void verify_files(const std::function<void(const DatabaseFault&)>& found) const;

private:
    void check_files() const;
    void check_contents(const std::string& state) const;
    void check_keys(const rocksdb::Options& options, const rocksdb::SstFileMetaData& file) const;
    [[nodiscard]] std::string place_of(const std::string& local) const;
    template <class Status>
    [[noreturn]] void fail(const Status& status) const;

    RocksDbFiles files_;
    const FileResolver& resolver_;
    std::string name_;
    std::unique_ptr<rocksdb::Env> env_;
    std::unique_ptr<rocksdb::DB> db_;
    std::map<std::string, std::unique_ptr<rocksdb::ColumnFamilyHandle>, std::less<>> families_;
    mutable std::mutex mutex_;
    mutable std::set<std::string> checked_;  ///< families whose files have been looked into
};

/// The instances of a snapshot that are open, so that readers of parts of one instance share it. Thread-safe.
class RocksDbInstances {
public:
    explicit RocksDbInstances(const FileResolver& resolver, RocksDbBudget budget = {});
    ~RocksDbInstances();

    [[nodiscard]] std::shared_ptr<const RocksDbInstance> open(const IncrementalStateHandle& handle,
                                                              const std::string& name);

private:
    /// Those who want the same instance wait for each other, others do not: to open one can mean to fetch its files.
    struct Slot {
        std::mutex mutex;
        std::weak_ptr<const RocksDbInstance> instance;
    };
    [[nodiscard]] Slot& slot_of(const IncrementalStateHandle& handle);
    void remember(const std::shared_ptr<const RocksDbInstance>& instance);

    const FileResolver& resolver_;
    RocksDbBudget budget_;
    std::mutex mutex_;                       ///< of what follows
    std::shared_ptr<rocksdb::Cache> cache_;  ///< made with the first instance
    std::map<const IncrementalStateHandle*, Slot> slots_;
    std::list<std::shared_ptr<const RocksDbInstance>> recent_;  ///< the latest in front
};

}  // namespace sp
