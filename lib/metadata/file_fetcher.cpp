#include "metadata/file_fetcher.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "io/shell_command.hpp"
#include "metadata/fetch_command.hpp"
#include "metadata/path_text.hpp"
#include "sp/error.hpp"

namespace sp {

namespace fs = std::filesystem;

FileFetcher::FileFetcher(const FileLookup& lookup)
    : command_(lookup.fetch_command),
      line_(shell_line_of(lookup.fetch_command)),
      temporary_folder_(lookup.temporary_folder) {}

bool FileFetcher::is_fetchable(std::string_view uri) {
    const bool is_absolute = uri.starts_with('/') || (!scheme_of(uri).empty() && !uri.starts_with('-'));
    return is_absolute && uri.find('\0') == std::string_view::npos;  // a variable ends at the first zero
}

std::string FileFetcher::fetch(const std::string& uri) {
    std::shared_ptr<Copy> copy;
    {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Copy>& known = copies_[uri];
        if (!known) {
            known = std::make_shared<Copy>();
        }
        copy = known;
    }
    const std::lock_guard lock(copy->mutex);
    if (copy->path.empty() && copy->problem.empty()) {
        run(uri, *copy, next_path());
    }
    if (!copy->problem.empty()) {
        throw InputError(copy->problem);
    }
    return copy->path;
}

/// The folder comes with the first file.
std::string FileFetcher::next_path() {
    const std::lock_guard lock(mutex_);
    if (!folder_) {
        folder_.emplace(temporary_folder_);
    }
    return folder_->path() + "/" + std::to_string(++file_count_);
}

void FileFetcher::run(const std::string& uri, Copy& copy, std::string path) const {
    const auto give_up = [&](const std::string& why) {
        std::error_code ignored;
        fs::remove_all(path, ignored);  // a part of a file takes room and is of no use
        copy.problem = uri + ": could not be fetched: the command '" + command_ + "' " + why;
    };
    const std::pair<std::string, std::string> variables[] = {{std::string(kFetchUriVariable), uri},
                                                             {std::string(kFetchFileVariable), path}};
    const ShellResult result = with_context([&] { return uri; }, [&] { return run_shell(line_, variables); });
    std::error_code error;
    if (!result.is_success()) {
        give_up(result.words());
    } else if (!fs::is_regular_file(path, error)) {
        give_up("left no file");
    } else {
        copy.path = std::move(path);
    }
}

}  // namespace sp
