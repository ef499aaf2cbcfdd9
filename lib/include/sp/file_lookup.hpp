#pragma once

// How the files of a snapshot are found: where moved ones lie now, and how those that are nowhere here are fetched. Also where the
// classes of its job are.

#include <string>
#include <utility>
#include <vector>

namespace sp {

struct FileLookup {
    /// Prefixes of recorded paths and where they lie now; the longest that fits is taken first.
    std::vector<std::pair<std::string, std::string>> path_maps = {};

    /// A line for /bin/sh that copies the file {uri} to the place {file}; empty: nothing is fetched. It runs once a file,
    /// when the file is first read. The values reach it as environment variables, never as text of the line. Threads may
    /// run it for several files at the same time. Without {file} it is a UsageError.
    std::string fetch_command = {};
    /// Below it lie the fetched files, for as long as the snapshot is open; empty: the system's folder for such files.
    std::string temporary_folder = {};

    /// "a.jar:classes/:lib/*": jars, folders of class files and folders of jars with the classes of the job, in which
    /// is what the snapshot does not say of them. One that is not there is a UsageError.
    std::string class_path = {};
};

}  // namespace sp
