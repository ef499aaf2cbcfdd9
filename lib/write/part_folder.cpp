#include "write/part_folder.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <set>
#include <stdexcept>
#include <system_error>

#include "metadata/metadata_format.hpp"
#include "sp/error.hpp"

namespace sp {

namespace fs = std::filesystem;

PartFolder::PartFolder(std::string path, const Split& split) : path_(std::move(path)), split_(split) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error || !fs::is_directory(path_, error)) {
        throw OutputError(path_ + ": the folder cannot be made" + (error ? ": " + error.message() : ""));
    }
    if (fs::exists(fs::path(path_) / metadata_format::kFileName, error)) {
        throw UsageError(path_ + " is a savepoint already");
    }
    std::random_device random;
    try_ = part_suffix(split_, std::uint64_t{random()} << 32 | random());
}

PartFolder::~PartFolder() {
    for (const Made& file : files_) {  // none once the part is complete
        std::error_code ignored;
        fs::remove(file.temporary_path, ignored);
    }
}

StateFile PartFolder::create(const std::string& name) {
    const std::string path = path_ + "/." + name + try_;
    remove_.push_back(std::make_unique<RemoveOnSignal>(path));
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        throw OutputError(path + ": cannot be made: " + std::generic_category().message(errno));
    }
    files_.push_back({path, ""});
    return StateFile(std::make_unique<FdSink>(fd, path, FdSink::Ownership::kOwned));
}

bool PartFolder::has(const std::string& name) const {
    const std::string path = path_ + "/." + name + try_;
    return std::any_of(files_.begin(), files_.end(), [&](const Made& made) { return made.temporary_path == path; });
}

std::string PartFolder::name_of(const std::string& name, const StateFile& file) {
    const std::string temporary = path_ + "/." + name + try_;
    for (Made& made : files_) {
        if (made.temporary_path == temporary) {
            const std::string final_name =
                name + part_suffix(split_, file.size() << 32 ^ std::uint64_t{file.checksum()});
            made.path = path_ + "/" + final_name;
            return final_name;
        }
    }
    throw std::logic_error("a file of the part that was not made");
}

void PartFolder::commit() {
    const std::string path = path_ + "/" + part_name(split_);
    std::vector<StreamStateHandle> before;
    if (std::error_code error; fs::exists(path, error)) {
        before = files_of(read_part(path).metadata);
    }
    std::set<std::string> made;
    for (const Made& file : files_) {
        std::error_code error;
        fs::rename(file.temporary_path, file.path, error);
        if (error) {
            throw OutputError(file.path + ": cannot be put in place: " + error.message());
        }
        made.insert(fs::path(file.path).filename().string());
    }
    files_.clear();
    remove_.clear();
    AtomicFile file(path, true);
    file.sink().write(text_);
    file.commit();
    for (const StreamStateHandle& old : before) {
        std::error_code ignored;
        if (made.count(old.path) == 0 && is_state_file_of_part(old.path)) {
            fs::remove(fs::path(path_) / old.path, ignored);
        }
    }
}

}  // namespace sp
