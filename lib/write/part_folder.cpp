#include "write/part_folder.hpp"

#include <fcntl.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

#include "metadata/metadata_format.hpp"
#include "sp/error.hpp"

namespace sp {

namespace fs = std::filesystem;

PartFolder::PartFolder(std::string path, const Split& split) : path_(std::move(path)), split_(split) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error || !fs::is_directory(path_)) {
        throw OutputError(path_ + ": the folder cannot be made" + (error ? ": " + error.message() : ""));
    }
    if (fs::exists(fs::path(path_) / metadata_format::kFileName)) {
        throw UsageError(path_ + " is a savepoint already");
    }
    std::random_device random;
    suffix_ = part_suffix(split_, std::uint64_t{random()} << 32 | random());
}

PartFolder::~PartFolder() {
    if (!is_complete_) {
        for (const std::string& file : files_) {
            std::error_code ignored;
            fs::remove(file, ignored);
        }
    }
}

StateFile PartFolder::create(const std::string& name) {
    const std::string path = path_ + "/" + file_name(name);
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        throw OutputError(path + ": cannot be made: " + std::generic_category().message(errno));
    }
    files_.push_back(path);
    remove_.push_back(std::make_unique<RemoveOnSignal>(path));
    return StateFile(std::make_unique<FdSink>(fd, path, FdSink::Ownership::kOwned));
}

void PartFolder::commit() {
    const std::string path = path_ + "/" + part_name(split_);
    std::vector<StreamStateHandle> before;
    if (fs::exists(path)) {
        before = files_of(read_part(path).metadata);
    }
    AtomicFile file(path, true);
    const RemoveOnSignal temporary(file.temporary_path());
    file.sink().write(text_);
    file.commit();
    is_complete_ = true;
    remove_.clear();
    for (const StreamStateHandle& old : before) {
        std::error_code ignored;
        fs::remove(fs::path(path_) / old.path, ignored);
    }
}

}  // namespace sp
