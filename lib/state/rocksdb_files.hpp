#pragma once

// The files of one RocksDB (or ForSt) instance as a snapshot has them: under random names, in other folders, as windows of
// merged files or inside `_metadata`. RocksDB sees them under their own names through a file system of its own, which can
// only read: nothing is copied or linked, and reading a snapshot writes nothing anywhere.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "metadata/file_resolver.hpp"
#include "sp/metadata.hpp"

namespace rocksdb {
class FileSystem;
}

namespace sp {

/// In the words of RocksDB's status when it wants a file that is not there; its name follows.
inline constexpr std::string_view kNoSuchFile = "the snapshot has no file";

/// What an instance's folder would hold: handles by local name ("CURRENT", "MANIFEST-000004", "000010.sst"). The handles
/// belong to the metadata.
using RocksDbFiles = std::map<std::string, const StreamStateHandle*, std::less<>>;

/// The files of both lists of a handle. InputError if a name is no file's name, or is there twice.
[[nodiscard]] RocksDbFiles rocksdb_files(const IncrementalStateHandle& handle);

/// A file system whose folder `folder` (a name without meaning elsewhere) holds these files. Files are looked for when
/// RocksDB opens them. `resolver` must outlive it.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> make_snapshot_file_system(std::string folder, RocksDbFiles files,
                                                                             const FileResolver& resolver);

}  // namespace sp
