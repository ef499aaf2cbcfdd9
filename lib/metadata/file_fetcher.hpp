#pragma once

// Gets files that are nowhere here by the command of --fetch, each once, into a folder that is made with the first of them
// and goes with the fetcher.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "io/temp_folder.hpp"
#include "sp/file_lookup.hpp"

namespace sp {

class FileFetcher {
public:
    /// A command that cannot work is a UsageError.
    explicit FileFetcher(const FileLookup& lookup);

    /// Whether a text can be given to the command: a URI or an absolute path, so that no program takes it for an option.
    [[nodiscard]] static bool is_fetchable(std::string_view uri);

    /// The path of the local copy. The command runs the first time that a file is asked for; who asks for it meanwhile
    /// waits, who asks for others does not. InputError if it fails or leaves no file, which it is not given a second
    /// chance to do. Thread-safe.
    [[nodiscard]] std::string fetch(const std::string& uri);

private:
    /// A file, and whether it could be had.
    struct Copy {
        std::mutex mutex;
        std::string path;     ///< empty: not asked for yet, or failed
        std::string problem;  ///< not empty: failed
    };

    [[nodiscard]] std::string next_path();
    void run(const std::string& uri, Copy& copy, std::string path) const;

    std::string command_;  ///< as the user wrote it
    std::string line_;     ///< as the shell gets it
    std::string temporary_folder_;
    std::mutex mutex_;  ///< of what follows
    std::optional<TempFolder> folder_;
    std::size_t file_count_ = 0;
    std::map<std::string, std::shared_ptr<Copy>> copies_;  ///< by URI
};

}  // namespace sp
