#include "write/output_folder.hpp"

#include "metadata/metadata_format.hpp"

namespace sp {
namespace {

class SavepointFolder : public OutputFolder {
public:
    SavepointFolder(const std::string& path, bool overwrite)
        : folder_(path, overwrite, std::string(metadata_format::kFileName)) {}

    StateFile create(const std::string& name) override { return StateFile(folder_.create(name)); }
    void commit() override { folder_.commit(); }
    [[nodiscard]] const std::string& temporary_path() const override { return folder_.temporary_path(); }

private:
    AtomicFolder folder_;
};

class NoFolder : public OutputFolder {
public:
    StateFile create(const std::string&) override { return StateFile(nullptr); }
    void commit() override {}
    [[nodiscard]] const std::string& temporary_path() const override { return none_; }

private:
    std::string none_;
};

}  // namespace

std::unique_ptr<OutputFolder> open_output_folder(const std::string& path, bool overwrite) {
    if (path.empty()) {
        return std::make_unique<NoFolder>();
    }
    return std::make_unique<SavepointFolder>(path, overwrite);
}

}  // namespace sp
