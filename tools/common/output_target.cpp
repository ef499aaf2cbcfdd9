#include "common/output_target.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "common/log.hpp"

namespace sp::cli {
namespace {

/// A sink that somebody else closes: an atomic file is closed by its commit().
class BorrowedSink : public ByteSink {
public:
    explicit BorrowedSink(ByteSink& sink) : sink_(sink) {}
    void write(std::string_view text) override {
        sink_.write(text);
        written_ += text.size();
    }
    [[nodiscard]] std::uint64_t written() const { return written_; }

private:
    ByteSink& sink_;
    std::uint64_t written_ = 0;
};

namespace fs = std::filesystem;

/// Without links as far as it exists; empty for what cannot be a path.
fs::path plain_path(const std::string& path) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);  // a path of which nothing exists would stay relative
    const fs::path plain = error ? fs::path() : fs::weakly_canonical(absolute, error);
    return error ? fs::path() : plain;
}

/// The folders with the files of a savepoint: its own, and of a checkpoint those beside it that checkpoints share.
std::vector<fs::path> folders_of_savepoint(std::string argument) {
    std::error_code error;
    if (argument.find("://") != std::string::npos && !argument.starts_with("file:") && !fs::exists(argument, error)) {
        return {};  // elsewhere
    }
    for (const std::string_view scheme : {"file://", "file:"}) {
        if (argument.starts_with(scheme)) {
            argument.erase(0, scheme.size());
            break;
        }
    }
    fs::path folder = plain_path(argument);
    if (!fs::exists(folder, error)) {
        return {};  // the reader says so
    }
    if (!fs::is_directory(folder, error)) {
        folder = folder.parent_path();
    }
    std::vector<fs::path> folders = {folder};
    if (folder.filename().string().starts_with("chk-")) {
        folders.push_back(folder.parent_path() / "shared");
        folders.push_back(folder.parent_path() / "taskowned");
    }
    return folders;
}

bool lies_in(const fs::path& path, const fs::path& folder) {
    return !folder.empty() &&
           std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

void refuse_inputs_as_output(const std::string& path, const Inputs& inputs) {
    const fs::path output = plain_path(path);
    for (const std::string& file : inputs.files) {
        if (!file.empty() && file != "-" && plain_path(file) == output) {
            throw UsageError("the output " + path + " is an input too");
        }
    }
    if (inputs.savepoint.empty()) {
        return;
    }
    for (const fs::path& folder : folders_of_savepoint(inputs.savepoint)) {
        if (lies_in(output, folder)) {
            throw UsageError("the output " + path + " would lie in the input " + folder.string());
        }
    }
}

void refuse_inputs_in_output(const std::string& path, const Inputs& inputs) {
    const fs::path output = plain_path(path);
    std::vector<std::string> all = inputs.files;
    all.push_back(inputs.savepoint);
    for (const std::string& file : all) {
        if (!file.empty() && file != "-" && lies_in(plain_path(file), output)) {
            throw UsageError("the input " + file + " lies in the output " + path);
        }
    }
}

bool lies_in_folder(const std::string& path, const std::string& folder) {
    return lies_in(plain_path(path), plain_path(folder));
}

void write_output(const std::string& path, bool overwrite, const Inputs& inputs,
                  const std::function<void(ByteSink&)>& produce) {
    if (!inputs.savepoint.empty()) {
        inform("reading " + inputs.savepoint);
    }
    if (path == "-") {
        FdSink sink(STDOUT_FILENO, "stdout");
        produce(sink);
        return;
    }
    if (path.empty()) {
        throw UsageError("--output needs a path");
    }
    refuse_inputs_as_output(path, inputs);
    AtomicFile file(path, overwrite);
    BorrowedSink sink(file.sink());
    try {
        produce(sink);
    } catch (const UnsupportedError&) {
        file.commit();
        throw;
    }
    file.commit();
    inform("wrote " + std::to_string(sink.written()) + " bytes to " + path);
}

bool prints_on_terminal(const OutputOptions& options) { return options.output == "-" && ::isatty(STDOUT_FILENO) == 1; }

std::string temporary_folder(const OutputOptions& options) {
    if (!options.tmp_dir.empty()) {
        return options.tmp_dir;
    }
    if (options.output != "-" && !options.output.empty()) {
        return std::filesystem::absolute(options.output).parent_path().string();
    }
    const char* const folder = std::getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace sp::cli
