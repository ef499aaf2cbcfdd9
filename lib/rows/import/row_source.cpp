#include "rows/import/row_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "sp/error.hpp"

namespace sp::rows {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMostRecord = std::size_t{1} << 31;

/// A search goes many bytes at a time, a count goes one by one.
std::uint64_t count_lines(std::string_view text) {
    std::uint64_t count = 0;
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

std::string name_of_rows(const std::string& path) { return path == "-" ? "stdin" : path; }

class RowSource::Input {
public:
    explicit Input(const std::string& path) : path_(path), name_(name_of_rows(path)) {
        open();
        struct stat info {};
        if (::fstat(fd_, &info) != 0) {
            fail("cannot be read");
        }
        if (S_ISDIR(info.st_mode)) {
            errno = EISDIR;
            fail("cannot be read");
        }
        size_ = S_ISREG(info.st_mode) ? static_cast<std::uint64_t>(info.st_size) : 0;
        if (S_ISREG(info.st_mode)) {
            close();  // there may be more files than can be open
        }
    }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;
    ~Input() { close(); }

    void open() {
        if (fd_ >= 0) {
            return;
        }
        fd_ = path_ == "-" ? STDIN_FILENO : ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd_ < 0) {
            fail("cannot be opened");
        }
    }

    void close() {
        if (fd_ > STDIN_FILENO) {
            ::close(fd_);
        }
        fd_ = -1;
    }

    /// Appends what is there, up to `size` bytes; false at the end.
    bool read(std::string& text, std::size_t size) {
        const std::size_t before = text.size();
        text.resize(before + size);
        std::size_t got = 0;
        while (got < size) {
            const ssize_t n = ::read(fd_, text.data() + before + got, size - got);
            if (n < 0 && errno == EINTR) {
                continue;
            }
            if (n < 0) {
                fail("cannot be read");
            }
            if (n == 0) {
                break;
            }
            got += static_cast<std::size_t>(n);
        }
        read_ += got;
        if (got < size && read_ < size_) {
            throw InputError(name_ + ": was shortened while it was read: " + std::to_string(read_) + " of " +
                             std::to_string(size_) + " bytes are left");
        }
        text.resize(before + got);
        return got != 0;
    }

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] const std::string& name() const { return name_; }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw InputError(name_ + ": " + what + ": " + std::generic_category().message(errno));
    }

    std::string path_;
    std::string name_;
    int fd_ = -1;
    std::uint64_t size_ = 0;  ///< when it was first seen; 0: not known
    std::uint64_t read_ = 0;
};

RowSource::RowSource(const std::vector<RowFile>& files, BeginFile begin_file)
    : begin_file_(std::move(begin_file)), files_(files) {
    for (const RowFile& file : files_) {
        inputs_.push_back(std::make_unique<Input>(file.path));
        total_size_ += inputs_.back()->size();
    }
}

RowSource::~RowSource() = default;

/// Behind the last record that ends in the text, 0 if none does; `from`: what is in front of it the scanner has seen.
std::size_t RowSource::find_end(const RowFile& file, std::string_view text, std::size_t from, CsvScanner& scanner) {
    if (!file.has_quoted_lines) {
        const std::size_t end = text.rfind('\n');
        return end == std::string_view::npos ? 0 : end + 1;
    }
    std::size_t end = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        if (scanner.ends_record(text[at])) {
            end = at + 1;
        }
    }
    return end;
}

bool RowSource::next(RowBlock& block) {
    const std::lock_guard lock(mutex_);
    for (; file_ < files_.size(); inputs_[file_++]->close(), line_ = 1, is_first_ = true) {
        inputs_[file_]->open();
        std::string& text = block.text;
        text.swap(rest_);
        rest_.clear();
        std::size_t end = 0;
        CsvScanner scanner;
        std::size_t looked_at = 0;
        bool has_more = true;
        while (end == 0 && has_more) {
            has_more = inputs_[file_]->read(text, kBlockSize);
            if (is_first_ && looked_at == 0 && text.starts_with(kByteOrderMark)) {
                text.erase(0, kByteOrderMark.size());
            }
            end = has_more ? find_end(files_[file_], text, looked_at, scanner) : text.size();
            looked_at = text.size();
            if (end == 0 && text.size() > kMostRecord) {
                throw InputError(inputs_[file_]->name() + ": line " + std::to_string(line_) +
                                 ": a row of more than 2 GiB");
            }
        }
        if (text.empty()) {
            continue;
        }
        rest_.assign(text, end);
        text.resize(end);
        block.number = number_++;
        block.file = file_;
        block.first_line = line_;
        block.is_first = is_first_;
        if (is_first_) {
            begin_file_(file_, text);
        }
        is_first_ = false;
        line_ += count_lines(text);
        return true;
    }
    return false;
}

}  // namespace sp::rows
