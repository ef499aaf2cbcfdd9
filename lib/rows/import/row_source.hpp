#pragma once

// Files of rows, cut into blocks of whole records for the threads that read them. A record is a line, in CSV one whose
// quoted fields may hold line ends.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rows/import/csv_scanner.hpp"

namespace sp::rows {

struct RowBlock {
    std::size_t number = 0;  ///< of the block, over all files
    std::size_t file = 0;    ///< position among the files
    std::uint64_t first_line = 1;
    bool is_first = false;  ///< of its file
    std::string text;       ///< ends with a line end, unless the file does not
};

class RowSource {
public:
    static constexpr std::size_t kBlockSize = std::size_t{1} << 20;

    struct RowFile {
        std::string path;               ///< "-": stdin
        bool has_quoted_lines = false;  ///< CSV
    };

    /// Gets the first block of a file before any block of it is given out.
    using BeginFile = std::function<void(std::size_t file, std::string_view text)>;

    /// InputError if a file cannot be opened.
    RowSource(const std::vector<RowFile>& files, BeginFile begin_file);
    ~RowSource();

    /// The next block, in the order of the files; false at the end. By any thread. InputError if a file cannot be read.
    [[nodiscard]] bool next(RowBlock& block);

    /// Of all files; 0 where it is not known, as of stdin.
    [[nodiscard]] std::uint64_t total_size() const { return total_size_; }

private:
    class Input;

    [[nodiscard]] static std::size_t find_end(const RowFile& file, std::string_view text, std::size_t from,
                                              CsvScanner& scanner);

    std::mutex mutex_;
    BeginFile begin_file_;
    std::vector<RowFile> files_;
    std::vector<std::unique_ptr<Input>> inputs_;
    std::size_t file_ = 0;
    std::size_t number_ = 0;
    std::uint64_t line_ = 1;
    bool is_first_ = true;
    std::string rest_;  ///< what was read behind the last block of the file
    std::uint64_t total_size_ = 0;
};

/// As messages name it.
[[nodiscard]] std::string name_of_rows(const std::string& path);

}  // namespace sp::rows
