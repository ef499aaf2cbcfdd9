#include "state/rocksdb_files.hpp"

#include <rocksdb/file_system.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/byte_source.hpp"
#include "metadata/open_stream.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

/// Our errors may not fly through RocksDB; they travel as the text of a status.
template <class Work>
IOStatus guarded(Work&& work) {
    try {
        work();
        return IOStatus::OK();
    } catch (const Error& error) {
        return IOStatus::IOError(error.what());
    }
}

/// Fills `result` with what lies at the offset, short at the end of the source.
IOStatus read(const ByteSource& source, std::uint64_t offset, std::size_t size, char* scratch, Slice* result) {
    const std::uint64_t there = offset < source.size() ? std::min<std::uint64_t>(size, source.size() - offset) : 0;
    *result = Slice(scratch, static_cast<std::size_t>(there));
    return guarded([&] {
        source.read_at(there == 0 ? 0 : offset,
                       {reinterpret_cast<std::uint8_t*>(scratch), static_cast<std::size_t>(there)});
    });
}

class SnapshotRandomAccessFile final : public rocksdb::FSRandomAccessFile {
public:
    explicit SnapshotRandomAccessFile(ByteSource source) : source_(std::move(source)) {}

    IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions& /*options*/, Slice* result, char* scratch,
                  IODebugContext* /*debug*/) const override {
        return read(source_, offset, size, scratch, result);
    }

private:
    ByteSource source_;
};

class SnapshotSequentialFile final : public rocksdb::FSSequentialFile {
public:
    explicit SnapshotSequentialFile(ByteSource source) : source_(std::move(source)) {}

    IOStatus Read(std::size_t size, const IOOptions& /*options*/, Slice* result, char* scratch,
                  IODebugContext* /*debug*/) override {
        const IOStatus status = read(source_, position_, size, scratch, result);
        position_ += status.ok() ? result->size() : 0;
        return status;
    }

    IOStatus Skip(std::uint64_t size) override {
        position_ += std::min(size, source_.size() - position_);
        return IOStatus::OK();
    }

private:
    ByteSource source_;
    std::uint64_t position_ = 0;
};

class SnapshotFileSystem final : public rocksdb::FileSystemWrapper {
public:
    SnapshotFileSystem(std::string folder, RocksDbFiles files, const FileResolver& resolver)
        : FileSystemWrapper(rocksdb::FileSystem::Default()),
          folder_(std::move(folder)),
          files_(std::move(files)),
          resolver_(resolver) {}

    [[nodiscard]] const char* Name() const override { return "SnapshotFileSystem"; }

    IOStatus NewSequentialFile(const std::string& name, const FileOptions& /*options*/,
                               std::unique_ptr<rocksdb::FSSequentialFile>* file, IODebugContext* /*debug*/) override {
        return open<SnapshotSequentialFile>(name, file);
    }

    IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& /*options*/,
                                 std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                 IODebugContext* /*debug*/) override {
        return open<SnapshotRandomAccessFile>(name, file);
    }

    IOStatus FileExists(const std::string& name, const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
        return find(name) != nullptr ? IOStatus::OK() : IOStatus::NotFound(name);
    }

    IOStatus GetChildren(const std::string& folder, const IOOptions& /*options*/, std::vector<std::string>* names,
                         IODebugContext* /*debug*/) override {
        names->clear();
        if (folder != folder_) {
            return IOStatus::NotFound(folder);
        }
        for (const auto& [name, handle] : files_) {
            names->push_back(name);
        }
        return IOStatus::OK();
    }

    IOStatus GetFileSize(const std::string& name, const IOOptions& /*options*/, std::uint64_t* size,
                         IODebugContext* /*debug*/) override {
        const StreamStateHandle* const handle = find(name);
        return handle == nullptr ? IOStatus::NotFound(std::string(kNoSuchFile) + " " + local_name(name))
                                 : guarded([&] { *size = resolver_.size_of(*handle); });
    }

    IOStatus GetFileModificationTime(const std::string& /*name*/, const IOOptions& /*options*/, std::uint64_t* time,
                                     IODebugContext* /*debug*/) override {
        *time = 0;
        return IOStatus::OK();
    }

    IOStatus GetAbsolutePath(const std::string& path, const IOOptions& /*options*/, std::string* absolute,
                             IODebugContext* /*debug*/) override {
        *absolute = path;
        return IOStatus::OK();
    }

    // A database that is open for reading writes nothing; should that change, nothing gets through.
    IOStatus NewWritableFile(const std::string& name, const FileOptions& /*options*/,
                             std::unique_ptr<rocksdb::FSWritableFile>* /*file*/, IODebugContext* /*debug*/) override {
        return read_only(name);
    }
    IOStatus NewRandomRWFile(const std::string& name, const FileOptions& /*options*/,
                             std::unique_ptr<rocksdb::FSRandomRWFile>* /*file*/, IODebugContext* /*debug*/) override {
        return read_only(name);
    }
    IOStatus NewLogger(const std::string& name, const IOOptions& /*options*/,
                       std::shared_ptr<rocksdb::Logger>* /*logger*/, IODebugContext* /*debug*/) override {
        return read_only(name);
    }
    IOStatus CreateDir(const std::string& name, const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
        return read_only(name);
    }
    IOStatus CreateDirIfMissing(const std::string& name, const IOOptions& /*options*/,
                                IODebugContext* /*debug*/) override {
        return read_only(name);
    }
    IOStatus DeleteFile(const std::string& name, const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
        return read_only(name);
    }
    IOStatus RenameFile(const std::string& name, const std::string& /*to*/, const IOOptions& /*options*/,
                        IODebugContext* /*debug*/) override {
        return read_only(name);
    }

private:
    static IOStatus read_only(const std::string& name) { return IOStatus::NotSupported(name, "is only read"); }

    [[nodiscard]] const StreamStateHandle* find(const std::string& path) const {
        if (!path.starts_with(folder_ + "/")) {
            return nullptr;
        }
        const auto file = files_.find(std::string_view(path).substr(folder_.size() + 1));
        return file == files_.end() ? nullptr : file->second;
    }

    /// RocksDB looks for a table that is missing under the suffix of its ancestor too, and tells of that.
    [[nodiscard]] static std::string local_name(const std::string& path) {
        const std::string name = path.substr(path.rfind('/') + 1);
        return name.ends_with(".ldb") ? name.substr(0, name.size() - 4) + ".sst" : name;
    }

    template <class Opened, class File>
    IOStatus open(const std::string& name, std::unique_ptr<File>* file) const {
        const StreamStateHandle* const handle = find(name);
        return handle == nullptr ? IOStatus::PathNotFound(std::string(kNoSuchFile) + " " + local_name(name))
                                 : guarded([&] { *file = std::make_unique<Opened>(open_stream(*handle, resolver_)); });
    }

    std::string folder_;
    RocksDbFiles files_;
    const FileResolver& resolver_;
};

}  // namespace

RocksDbFiles rocksdb_files(const IncrementalStateHandle& handle) {
    RocksDbFiles files;
    for (const auto* list : {&handle.private_state, &handle.shared_state}) {
        for (const HandleAndLocalPath& file : *list) {
            if (file.local_path.empty() || file.local_path.find('/') != std::string::npos) {
                throw InputError("_metadata: '" + file.local_path + "' is not the name of a RocksDB file");
            }
            if (!files.try_emplace(file.local_path, &file.handle).second) {
                throw InputError("_metadata: a RocksDB instance has the file '" + file.local_path + "' twice");
            }
        }
    }
    return files;
}

std::shared_ptr<rocksdb::FileSystem> make_snapshot_file_system(std::string folder, RocksDbFiles files,
                                                               const FileResolver& resolver) {
    return std::make_shared<SnapshotFileSystem>(std::move(folder), std::move(files), resolver);
}

}  // namespace sp
