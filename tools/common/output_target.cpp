#include "common/output_target.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "common/interruption.hpp"

namespace sp::cli {
namespace {

/// A sink that somebody else closes: an atomic file is closed by its commit().
class BorrowedSink : public ByteSink {
public:
    explicit BorrowedSink(ByteSink& sink) : sink_(sink) {}
    void write(std::string_view text) override { sink_.write(text); }

private:
    ByteSink& sink_;
};

}  // namespace

void write_output(const std::string& path, bool overwrite, const std::function<void(ByteSink&)>& produce) {
    if (path == "-") {
        FdSink sink(STDOUT_FILENO, "stdout");
        produce(sink);
        return;
    }
    AtomicFile file(path, overwrite);
    const RemoveOnSignal temporary(file.temporary_path());
    BorrowedSink sink(file.sink());
    try {
        produce(sink);
    } catch (const UnsupportedError&) {
        file.commit();
        throw;
    }
    file.commit();
}

std::string temporary_folder(const OutputOptions& options) {
    if (!options.tmp_dir.empty()) {
        return options.tmp_dir;
    }
    if (options.output != "-") {
        return std::filesystem::absolute(options.output).parent_path().string();
    }
    const char* const folder = std::getenv("TMPDIR");
    return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace sp::cli
