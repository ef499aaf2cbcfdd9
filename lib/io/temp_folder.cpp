#include "io/temp_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "sp/error.hpp"

namespace sp {
namespace {

namespace fs = std::filesystem;

std::string make_folder(const std::string& parent) {
    std::error_code error;
    const fs::path place = parent.empty() ? fs::temp_directory_path(error) : fs::absolute(parent, error);
    std::string path = (place / "sp-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) {
        throw OutputError(place.string() +
                          ": a temporary folder cannot be made: " + std::generic_category().message(errno));
    }
    return path;
}

}  // namespace

TempFolder::TempFolder(const std::string& parent) : path_(make_folder(parent)), on_signal_(path_) {}

TempFolder::~TempFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace sp
