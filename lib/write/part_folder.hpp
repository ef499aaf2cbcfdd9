#pragma once

// The folder that several splits fill, each with state files of its own and a part file that tells of them.

#include <string>

#include "write/output_folder.hpp"
#include "write/part_file.hpp"

namespace sp {

/// Names of files that no other try of the split has.
class PartFolder : public OutputFolder {
public:
    /// Makes the folder if it is not there. UsageError if it holds a whole savepoint or something else; OutputError.
    PartFolder(std::string path, const Split& split);
    ~PartFolder() override;

    [[nodiscard]] StateFile create(const std::string& name) override;
    [[nodiscard]] std::string file_name(const std::string& name) const override { return name + suffix_; }
    /// Puts the part file in place, and removes what an earlier try of the split has left.
    void commit() override;
    [[nodiscard]] const std::string& temporary_path() const override { return none_; }

    void set_part(const PartFile& part) { text_ = write_part(part); }

private:
    std::string path_;
    Split split_;
    std::string suffix_;
    std::string text_;
    std::string none_;
    std::vector<std::string> files_;
    std::vector<std::unique_ptr<RemoveOnSignal>> remove_;
    bool is_complete_ = false;
};

}  // namespace sp
