#include "state/rocksdb_instance.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/metadata.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>
#include <vector>

#include "sp/error.hpp"
#include "state/stream_faults.hpp"

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

/// A phrase behind which RocksDB names a number that it does not know, and how large that may be in a RocksDB to come; beyond,
/// it is damage.
struct NewerFormat {
    std::string_view phrase;
    long most;
};
constexpr std::array kNewerFormats = {
    NewerFormat{"format_version: ", 15}, NewerFormat{"Unknown Footer version: ", 15},
    NewerFormat{"checksum type: ", 15},  NewerFormat{"checksum type ", 15},
    NewerFormat{"ompression type ", 15},
};

/// RocksDB calls files corrupt that are newer than itself.
bool is_of_newer_format(const std::string& message) {
    return std::any_of(kNewerFormats.begin(), kNewerFormats.end(), [&](const NewerFormat& format) {
        const std::size_t at = message.find(format.phrase);
        if (at == std::string::npos) {
            return false;
        }
        const long number = std::strtol(message.c_str() + at + format.phrase.size(), nullptr, 10);
        return number > 0 && number <= format.most;
    });
}

}  // namespace

RocksDbInstance::RocksDbInstance(const IncrementalStateHandle& handle, const FileResolver& resolver, std::string name,
                                 const RocksDbBudget& budget, const std::shared_ptr<rocksdb::Cache>& cache)
    : files_(rocksdb_files(handle)), resolver_(resolver), name_(std::move(name)) {
    const std::string folder(kFolder);
    env_ = rocksdb::NewCompositeEnv(make_snapshot_file_system(folder, files_, resolver));

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
    for (const auto& [local, handle] : files_) {
        if (local.ends_with(".sst") && !names.contains(local)) {
            throw DatabaseFault(
                name_ + ": the snapshot has the file " + local + ", but the database's manifest does not name it",
                resolver_.resolve(*handle).name);
        }
    }
}

RocksDbInstance::~RocksDbInstance() = default;

/// Flink's names of files say nothing, so that a file in another's place shows only by what is in it: the family that it was
/// written for, and keys within those that the manifest has for it. (Since RocksDB 7 the manifest knows each file's id, and
/// opening a file compares it; Flink 1.x has 6.)
void RocksDbInstance::check_contents(const std::string& state) const {
    const std::lock_guard lock(mutex_);
    if (checked_.contains(state)) {
        return;
    }
    rocksdb::ColumnFamilyHandle* const family = families_.find(state)->second.get();
    rocksdb::TablePropertiesCollection properties;
    if (const rocksdb::Status status = db_->GetPropertiesOfAllTables(family, &properties); !status.ok()) {
        fail(status);
    }
    for (const auto& [path, table] : properties) {
        if (!table->column_family_name.empty() && table->column_family_name != state) {
            const std::string local = path.substr(kFolder.size() + 1);
            throw DatabaseFault(name_ + ": " + local + ": holds state '" + table->column_family_name +
                                    "', but the manifest has it for state '" + state + "'",
                                place_of(local));
        }
    }
    rocksdb::ColumnFamilyMetaData metadata;
    db_->GetColumnFamilyMetaData(family, &metadata);
    rocksdb::Options options(db_->GetDBOptions(), db_->GetOptions(family));
    rocksdb::BlockBasedTableOptions table;
    table.no_block_cache = true;  // opened alone, files have no numbers that would tell them apart in the cache
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    for (const rocksdb::LevelMetaData& level : metadata.levels) {
        for (const rocksdb::SstFileMetaData& file : level.files) {
            check_keys(options, file);
        }
    }
    checked_.insert(state);
}

void RocksDbInstance::check_keys(const rocksdb::Options& options, const rocksdb::SstFileMetaData& file) const {
    rocksdb::SstFileReader reader(options);
    if (const rocksdb::Status status = reader.Open(std::string(kFolder) + file.name); !status.ok()) {
        fail(status);
    }
    const std::unique_ptr<rocksdb::Iterator> keys(reader.NewIterator({}));
    for (const bool is_first : {true, false}) {
        is_first ? keys->SeekToFirst() : keys->SeekToLast();
        check(*keys);
        if (keys->Valid() && (keys->key().compare(file.smallestkey) < 0 || keys->key().compare(file.largestkey) > 0)) {
            throw DatabaseFault(name_ + ": " + file.relative_filename + ": holds other keys than the manifest says",
                                place_of(file.relative_filename));
        }
    }
}

std::unique_ptr<rocksdb::Iterator> RocksDbInstance::iterate(const std::string& state) const {
    const auto family = families_.find(state);
    if (family == families_.end()) {
        throw InputError(name_ + ": the header names a state '" + state +
                         "', but the database has no such column family");
    }
    check_contents(state);
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
    const std::string words = status.ToString();
    std::string message = words;
    std::string file;
    for (const auto& [local, handle] : files_) {
        const std::string inside = std::string(kFolder) + "/" + local;
        if (const std::size_t at = message.find(inside); at != std::string::npos) {
            const std::string place = place_of(local);
            file = file.empty() || local.ends_with(".sst") ? place
                                                           : file;  // the manifest is named beside what it is about
            message.replace(at, inside.size(), local + (place.empty() ? "" : " (" + place + ")"));
        }
    }
    message.insert(0, name_ + ": ");
    if (status.IsNotSupported() || status.IsInvalidArgument() || is_of_newer_format(words)) {
        throw UnsupportedError(message + " (read with RocksDB " + std::to_string(ROCKSDB_MAJOR) + "." +
                               std::to_string(ROCKSDB_MINOR) + ")");
    }
    throw DatabaseFault(message, file, words.find(kNoSuchFile) != std::string::npos);
}

/// Where a file of the database was found.
std::string RocksDbInstance::place_of(const std::string& local) const {
    const auto file = files_.find(local);
    return file == files_.end() ? std::string() : resolver_.resolve(*file->second).name;
}

void RocksDbInstance::verify_files(const std::function<void(const DatabaseFault&)>& found) const {
    rocksdb::Options options(db_->GetDBOptions(), db_->GetOptions());
    rocksdb::BlockBasedTableOptions table;
    table.no_block_cache = true;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    for (const auto& [local, handle] : files_) {
        if (!local.ends_with(".sst")) {
            continue;
        }
        try {
            rocksdb::SstFileReader reader(options);
            rocksdb::Status status = reader.Open(std::string(kFolder) + "/" + local);
            status = status.ok() ? reader.VerifyChecksum() : status;
            if (!status.ok()) {
                fail(status);
            }
        } catch (const DatabaseFault& fault) {
            found(fault.file().empty() ? DatabaseFault(fault.what(), place_of(local)) : fault);
        }
    }
}

RocksDbInstances::RocksDbInstances(const FileResolver& resolver, RocksDbBudget budget)
    : resolver_(resolver), budget_(budget) {}

RocksDbInstances::~RocksDbInstances() = default;

RocksDbInstances::Slot& RocksDbInstances::slot_of(const IncrementalStateHandle& handle) {
    const std::lock_guard lock(mutex_);
    if (!cache_) {
        cache_ = rocksdb::NewLRUCache(budget_.cache_bytes);
    }
    return slots_[&handle];
}

std::shared_ptr<const RocksDbInstance> RocksDbInstances::open(const IncrementalStateHandle& handle,
                                                              const std::string& name) {
    Slot& slot = slot_of(handle);
    const std::lock_guard lock(slot.mutex);
    std::shared_ptr<const RocksDbInstance> instance = slot.instance.lock();
    if (!instance) {
        instance = std::make_shared<const RocksDbInstance>(handle, resolver_, name, budget_, cache_);
        slot.instance = instance;
    }
    remember(instance);
    return instance;
}

void RocksDbInstances::remember(const std::shared_ptr<const RocksDbInstance>& instance) {
    const std::lock_guard lock(mutex_);
    recent_.remove(instance);
    recent_.push_front(instance);
    if (recent_.size() > budget_.idle_instances) {
        recent_.pop_back();
    }
}

}  // namespace sp
