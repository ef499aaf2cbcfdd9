#include "io/temp_folder.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "sp/error.hpp"

namespace sp {
namespace {

namespace fs = std::filesystem;

RegisteredName make_folder(const std::string& parent) {
    std::error_code error;
    const fs::path place = parent.empty() ? fs::temp_directory_path(error) : fs::absolute(parent, error);
    RegisteredName name =
        make_registered((place / "sp-").string(), "", [](const char* path) { return ::mkdir(path, 0700) == 0; });
    if (name.path.empty()) {
        throw OutputError(place.string() +
                          ": a temporary folder cannot be made: " + std::generic_category().message(errno));
    }
    return name;
}

}  // namespace

TempFolder::TempFolder(const std::string& parent) : name_(make_folder(parent)) {}

TempFolder::~TempFolder() {
    std::error_code ignored;
    fs::remove_all(name_.path, ignored);
}

}  // namespace sp
