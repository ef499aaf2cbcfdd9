#include "write/output_folder.hpp"

#include <set>

#include "metadata/metadata_format.hpp"

namespace sp {
namespace {

class SavepointFolder : public OutputFolder {
public:
    SavepointFolder(const std::string& path, bool overwrite)
        : folder_(path, overwrite, std::string(metadata_format::kFileName)), path_(path) {}

    StateFile create(const std::string& name) override { return StateFile(folder_.create(name)); }
    [[nodiscard]] bool has(const std::string& name) const override { return folder_.has(name); }
    std::string copy_file(const std::string& name, const FileRange& from) override {
        folder_.copy_file(name, from);
        return name;
    }
    std::string link_file(const std::string& name, const FileRange& whole) override {
        folder_.link_file(name, whole.path);
        return name;
    }
    [[nodiscard]] std::string replaced_path() const override { return path_; }
    void commit() override { folder_.commit(); }
    [[nodiscard]] const std::string& temporary_path() const override { return folder_.temporary_path(); }

private:
    AtomicFolder folder_;
    std::string path_;
};

class NoFolder : public OutputFolder {
public:
    StateFile create(const std::string& name) override {
        names_.insert(name);
        return StateFile(nullptr);
    }
    [[nodiscard]] bool has(const std::string& name) const override { return names_.count(name) > 0; }
    std::string copy_file(const std::string& name, const FileRange&) override {
        names_.insert(name);
        return name;
    }
    std::string link_file(const std::string& name, const FileRange&) override {
        names_.insert(name);
        return name;
    }
    [[nodiscard]] bool keeps_files() const override { return false; }
    void commit() override {}
    [[nodiscard]] const std::string& temporary_path() const override { return none_; }

private:
    std::set<std::string> names_;
    std::string none_;
};

}  // namespace

std::string OutputFolder::copy_file(const std::string& name, const FileRange& from) {
    StateFile file = create(name);
    copy_bytes(from, file);
    file.close();
    return name_of(name, file);
}

std::string OutputFolder::link_file(const std::string& name, const FileRange& whole) { return copy_file(name, whole); }

std::unique_ptr<OutputFolder> open_output_folder(const std::string& path, bool overwrite) {
    if (path.empty()) {
        return std::make_unique<NoFolder>();
    }
    return std::make_unique<SavepointFolder>(path, overwrite);
}

}  // namespace sp
