#pragma once

// The folder that several splits fill, each with state files of its own and a part file that tells of them.

#include <string>

#include "write/output_folder.hpp"
#include "write/part_file.hpp"

namespace sp {

/// Files have a name of this try until they are complete, and then one that tells their content: tries with the same rows
/// leave the same files, and one with other rows leaves those of an earlier try as they are until its part file is in place.
class PartFolder : public OutputFolder {
public:
    /// Makes the folder if it is not there. UsageError if it holds a whole savepoint or something else; OutputError.
    PartFolder(std::string path, const Split& split);
    ~PartFolder() override;

    [[nodiscard]] StateFile create(const std::string& name) override;
    [[nodiscard]] std::string name_of(const std::string& name, const StateFile& file) override;
    [[nodiscard]] bool has(const std::string& name) const override;
    /// Puts the part file in place, and removes what an earlier try of the split has left.
    void commit() override;
    [[nodiscard]] const std::string& temporary_path() const override { return none_; }

    void set_part(const PartFile& part) { text_ = write_part(part); }

private:
    std::string path_;
    Split split_;
    std::string try_;  ///< tells this try from others
    std::string text_;
    std::string none_;
    struct Made {
        std::string temporary_path;
        std::string path;
    };
    std::vector<Made> files_;
    std::vector<std::unique_ptr<RemoveOnSignal>> remove_;
};

}  // namespace sp
