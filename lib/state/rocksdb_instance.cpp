#include "state/rocksdb_instance.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "sp/error.hpp"
#include "state/rocksdb_files.hpp"

namespace sp {
namespace {

/// The folder's name inside the snapshot's file system: RocksDB puts it in front of names in its messages.
constexpr std::string_view kFolder = "/rocksdb";

/// RocksDB's own log has nothing for the users of a snapshot.
class SilentLogger final : public rocksdb::Logger {
public:
    using Logger::Logv;
    void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

/// Flink names the operator by RocksDB's own id for it, which joins list elements by a comma (RocksDBOperationUtils).
std::shared_ptr<rocksdb::MergeOperator> flink_merge_operator() {
    std::shared_ptr<rocksdb::MergeOperator> merge;
    const rocksdb::Status status =
        rocksdb::MergeOperator::CreateFromString(rocksdb::ConfigOptions(), "stringappendtest", &merge);
    if (!status.ok()) {
        throw std::logic_error("this RocksDB has no merge operator 'stringappendtest': " + status.ToString());
    }
    return merge;
}

/// What a RocksDB says about files that are newer than itself; it calls them corrupt.
bool is_of_newer_format(std::string_view message) {
    static constexpr std::array<std::string_view, 5> kPhrases = {"Unknown Footer version", "unknown checksum type",
                                                                 "Unsupported compression", "format_version",
                                                                 "is not linked"};
    return std::any_of(kPhrases.begin(), kPhrases.end(),
                       [&](std::string_view phrase) { return message.find(phrase) != std::string_view::npos; });
}

}  // namespace

RocksDbInstance::RocksDbInstance(const IncrementalStateHandle& handle, const FileResolver& resolver, std::string name,
                                 const RocksDbBudget& budget, const std::shared_ptr<rocksdb::Cache>& cache)
    : handle_(handle), resolver_(resolver), name_(std::move(name)) {
    const std::string folder(kFolder);
    env_ = rocksdb::NewCompositeEnv(make_snapshot_file_system(folder, rocksdb_files(handle), resolver));

    rocksdb::DBOptions options;
    options.env = env_.get();
    options.info_log = std::make_shared<SilentLogger>();
    options.max_open_files = budget.max_open_files;
    options.max_file_opening_threads = 1;  // its threads cost more than they gain
    options.paranoid_checks = true;
    options.skip_stats_update_on_db_open = true;  // it reads a block of every file

    rocksdb::BlockBasedTableOptions table;
    table.block_cache = cache;
    table.cache_index_and_filter_blocks = true;
    rocksdb::ColumnFamilyOptions family;
    family.merge_operator = flink_merge_operator();
    family.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));

    std::vector<std::string> names;
    rocksdb::Status status = rocksdb::DB::ListColumnFamilies(options, folder, &names);
    if (!status.ok()) {
        fail(status);
    }
    std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
    for (const std::string& family_name : names) {
        descriptors.emplace_back(family_name, family);
    }
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    rocksdb::DB* db = nullptr;
    status = rocksdb::DB::OpenForReadOnly(options, folder, descriptors, &handles, &db);
    db_.reset(db);
    if (!status.ok()) {
        fail(status);
    }
    for (std::size_t i = 0; i < handles.size(); ++i) {
        families_.try_emplace(names[i], handles[i]);
    }
    check_files();
}

/// RocksDB takes a record of the manifest that seems to reach beyond its end for the last one of a crash, and leaves it
/// out with a word to no one: newer files would be missing then. A snapshot has just the files that the manifest ends with.
void RocksDbInstance::check_files() const {
    std::vector<rocksdb::LiveFileMetaData> live;
    db_->GetLiveFilesMetaData(&live);
    std::set<std::string, std::less<>> names;
    for (const rocksdb::LiveFileMetaData& file : live) {
        names.insert(file.name.substr(file.name.find_first_not_of('/')));
    }
    for (const auto& [local, handle] : rocksdb_files(handle_)) {
        if (local.ends_with(".sst") && !names.contains(local)) {
            throw InputError(name_ + ": the snapshot has the file " + local +
                             ", but the database's manifest does not name it");
        }
    }
}

RocksDbInstance::~RocksDbInstance() = default;

std::unique_ptr<rocksdb::Iterator> RocksDbInstance::iterate(const std::string& state) const {
    const auto family = families_.find(state);
    if (family == families_.end()) {
        throw InputError(name_ + ": the header names a state '" + state +
                         "', but the database has no such column family");
    }
    rocksdb::ReadOptions options;
    options.verify_checksums = true;
    options.fill_cache = false;  // of data blocks; indexes are kept all the same
    return std::unique_ptr<rocksdb::Iterator>(db_->NewIterator(options, family->second.get()));
}

void RocksDbInstance::check(const rocksdb::Iterator& iterator) const {
    if (const rocksdb::Status status = iterator.status(); !status.ok()) {
        fail(status);
    }
}

/// RocksDB's words, with the files as a user finds them.
template <class Status>
void RocksDbInstance::fail(const Status& status) const {
    std::string message = status.ToString();
    for (const auto& [local, handle] : rocksdb_files(handle_)) {
        const std::string inside = std::string(kFolder) + "/" + local;
        if (const std::size_t at = message.find(inside); at != std::string::npos) {
            const ResolvedFile place = resolver_.resolve(*handle);
            message.replace(at, inside.size(), local + (place.name.empty() ? "" : " (" + place.name + ")"));
        }
    }
    message.insert(0, name_ + ": ");
    if (status.IsNotSupported() || status.IsInvalidArgument() || is_of_newer_format(message)) {
        throw UnsupportedError(message + " (read with RocksDB " + std::to_string(ROCKSDB_MAJOR) + "." +
                               std::to_string(ROCKSDB_MINOR) + ")");
    }
    throw InputError(message);
}

RocksDbInstances::RocksDbInstances(const FileResolver& resolver, RocksDbBudget budget)
    : resolver_(resolver), budget_(budget) {}

RocksDbInstances::~RocksDbInstances() = default;

std::shared_ptr<const RocksDbInstance> RocksDbInstances::open(const IncrementalStateHandle& handle,
                                                              const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (!cache_) {
        cache_ = rocksdb::NewLRUCache(budget_.cache_bytes);
    }
    auto& known = open_[&handle];
    std::shared_ptr<const RocksDbInstance> instance = known.lock();
    if (!instance) {
        instance = std::make_shared<const RocksDbInstance>(handle, resolver_, name, budget_, cache_);
        known = instance;
    }
    recent_.remove(instance);
    recent_.push_front(instance);
    if (recent_.size() > budget_.idle_instances) {
        recent_.pop_back();
    }
    return instance;
}

}  // namespace sp
