#pragma once

// A folder that appears under its name when it is complete: its files are made in a temporary folder beside it, which
// commit() moves into place. Without a commit() the temporary folder is removed.

#include <memory>
#include <string>

#include "io/file_copy.hpp"
#include "sp/output.hpp"
#include "sp/signal_cleanup.hpp"

namespace sp {

class AtomicFolder {
public:
    /// Throws UsageError if `path` exists and `overwrite` is false, or what is there is not a folder, or a folder with other
    /// content than a former commit() left (it has no file `marker`). OutputError if nothing can be made beside it.
    AtomicFolder(std::string path, bool overwrite, std::string marker);
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;
    ~AtomicFolder();

    /// A new file in the folder. Whoever writes it syncs and closes it before commit().
    [[nodiscard]] std::unique_ptr<FdSink> create(const std::string& name) const;

    /// Whether the folder has a file of this name.
    [[nodiscard]] bool has(const std::string& name) const;

    /// A new file with these bytes, which are on the disk then.
    void copy_file(const std::string& name, const FileRange& from) const;

    /// A new name for the file at `path`, which is not opened.
    void link_file(const std::string& name, const std::string& path) const;

    /// A signal removes it (sp/signal_cleanup.hpp).
    [[nodiscard]] const std::string& temporary_path() const { return temporary_path_; }

    /// Moves the folder into place. The folder that it replaces is removed behind that. OutputError if what is there is not
    /// what the constructor would have taken.
    void commit();

private:
    [[nodiscard]] std::string problem_of_target() const;
    void move_without_flags(bool exists);

    std::string path_;
    std::string temporary_path_;
    bool overwrite_;
    std::string marker_;
    std::unique_ptr<RemoveOnSignal> registration_;
};

}  // namespace sp
