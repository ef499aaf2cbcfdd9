#include "rows/import/row_source.hpp"

#include <unistd.h>

#include <algorithm>
#include <random>
#include <thread>

#include "catch.hpp"
#include "io/temp_dir.hpp"
#include "rows/import/csv_records.hpp"
#include "sp/error.hpp"

using namespace sp;
using namespace sp::rows;
using sp_test::TempDir;

namespace {

constexpr std::size_t kBlock = RowSource::kBlockSize;
constexpr std::string_view kMark = "\xEF\xBB\xBF";

struct Read {
    std::vector<RowBlock> blocks;
    std::vector<std::pair<std::size_t, std::string>> begun;  ///< files with their first blocks
};

Read read_all(const std::vector<RowSource::RowFile>& files) {
    Read read;
    RowSource source(files, [&](std::size_t file, std::string_view text) { read.begun.emplace_back(file, text); });
    RowBlock block;
    while (source.next(block)) {
        read.blocks.push_back(block);
    }
    CHECK(!source.next(block));
    return read;
}

/// What holds for all files: the blocks are their content in order, numbered, and begin with records. Returns how many.
std::size_t check_blocks(const std::vector<std::string>& contents, bool is_csv) {
    const TempDir folder;
    std::vector<RowSource::RowFile> files;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        files.push_back({folder.write("rows" + std::to_string(i), contents[i]), is_csv});
    }
    const Read read = read_all(files);
    std::vector<std::string> found(contents.size());
    std::size_t number = 0;
    for (const RowBlock& block : read.blocks) {
        CAPTURE(block.number, block.file);
        std::string& before = found.at(block.file);
        CHECK(block.number == number++);
        CHECK(block.is_first == before.empty());
        CHECK(block.first_line == 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')));
        CHECK(!block.text.empty());
        if (block.is_first) {
            REQUIRE(!read.begun.empty());
            CHECK((std::find(read.begun.begin(), read.begun.end(), std::pair(block.file, block.text)) !=
                   read.begun.end()));
        }
        before += block.text;
        std::string content = contents[block.file];
        content.erase(0, content.starts_with(kMark) ? kMark.size() : 0);
        CHECK((block.text.ends_with('\n') || before.size() == content.size()));
        CHECK((content.compare(0, before.size(), before) == 0));
    }
    for (std::size_t i = 0; i < contents.size(); ++i) {
        CHECK(found[i].size() == contents[i].size() - (contents[i].starts_with(kMark) ? kMark.size() : 0));
    }
    CHECK(read.begun.size() == static_cast<std::size_t>(std::count_if(found.begin(), found.end(),
                                                                      [](const auto& text) { return !text.empty(); })));
    return number;
}

std::string lines(std::size_t size, std::size_t line_size) {
    std::string text;
    while (text.size() < size) {
        text += std::string(line_size, static_cast<char>('a' + text.size() % 26)) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("files are cut into blocks of whole lines") {
    CHECK(check_blocks({"a\nb\n"}, false) == 1);
    CHECK(check_blocks({"a\nb"}, false) == 2);
    CHECK(check_blocks({"\n"}, false) == 1);
    CHECK(check_blocks({""}, false) == 0);
    CHECK(check_blocks({"", "a", "", "b\n", ""}, false) == 2);
    CHECK(check_blocks({lines(3 * kBlock, 100), lines(100, 9), lines(kBlock + 1, 70000)}, false) >= 6);
    CHECK(check_blocks({}, false) == 0);
}

TEST_CASE("blocks at the very border of the block size") {
    for (const std::size_t size : {kBlock - 1, kBlock, kBlock + 1}) {
        for (const bool is_csv : {false, true}) {
            CAPTURE(size, is_csv);
            const std::string text(size - 1, 'x');
            CHECK(check_blocks({text + "\n", "y\n"}, is_csv) == 2);
            CHECK(check_blocks({text + "\ny\n"}, is_csv) == (size == kBlock + 1 ? 1 : 2));
            CHECK(check_blocks({text + "y"}, is_csv) == 1);
        }
    }
}

TEST_CASE("a line over the block size is in one block") {
    for (const bool is_csv : {false, true}) {
        const std::string text = "short\n" + std::string(2 * kBlock + 12345, 'x') + "\nshort\n";
        CHECK(check_blocks({text}, is_csv) >= 2);
        CHECK(check_blocks({std::string(3 * kBlock, 'y')}, is_csv) == 1);
        CHECK(check_blocks({std::string(kBlock, 'y') + "\n" + std::string(kBlock, 'z')}, is_csv) == 2);
    }
}

TEST_CASE("a byte order mark in front of a file is left out, and nowhere else") {
    const std::string mark(kMark);
    for (const bool is_csv : {false, true}) {
        CHECK(check_blocks({mark + "a\n" + mark + "b\n", mark + mark + "c\n", mark, mark.substr(0, 2)}, is_csv) == 3);
        // At the beginning of the second block.
        CHECK(check_blocks({std::string(kBlock - 1, 'x') + "\n" + mark + "b\n"}, is_csv) == 2);
        CHECK(check_blocks({mark + std::string(kBlock + 10, 'x') + "\nb\n"}, is_csv) >= 1);
    }
}

TEST_CASE("records of CSV with line ends in them are not cut") {
    std::mt19937 random(14);
    std::string text;
    std::vector<std::string> expected;
    while (text.size() < 3 * kBlock + 1000) {
        // Long enough that borders of blocks fall into quoted fields, with quotes and line ends around them.
        std::string field;
        for (std::size_t i = random() % 60; i > 0; --i) {
            field += random() % 3 == 0 ? std::string(random() % 2000, 'x') : random() % 2 == 0 ? "\n" : "\"\"";
        }
        expected.push_back("1,\"" + field + "\",2");
        text += expected.back() + "\n";
    }
    CHECK(check_blocks({text}, true) >= 4);
    const TempDir folder;
    std::vector<std::string> found;
    std::vector<std::uint64_t> found_lines;
    for (const RowBlock& block : read_all({{folder.write("rows", text), true}}).blocks) {
        CsvRecords records(block.text, block.first_line);
        std::vector<CsvField> fields;
        while (records.next(fields)) {
            CHECK(fields.size() == 3);
            found.emplace_back(records.record());
            found_lines.push_back(records.line());
        }
    }
    CHECK((found == expected));
    std::vector<std::uint64_t> lines_expected;
    std::uint64_t line = 1;
    for (const std::string& record : expected) {
        lines_expected.push_back(line);
        line += 1 + static_cast<std::uint64_t>(std::count(record.begin(), record.end(), '\n'));
    }
    CHECK((found_lines == lines_expected));
}

TEST_CASE("a quoted field longer than two blocks, whose doubled quotes lie on the borders") {
    for (std::size_t shift = 0; shift < 4; ++shift) {
        std::string text = std::string(shift, 'a') + ",\"";
        while (text.size() < 2 * kBlock + 100) {
            text += "\"\"\n";
        }
        CAPTURE(shift);
        CHECK(check_blocks({text + "\"\nnext,row\n" + lines(kBlock, 50)}, true) >= 2);
    }
}

TEST_CASE("a stray quote does not take the blocks behind it") {
    CHECK(check_blocks({"a\"b\n" + lines(3 * kBlock, 100)}, true) >= 3);
    CHECK(check_blocks({"\"open\n" + lines(3 * kBlock, 100)}, true) == 1);
}

TEST_CASE("threads get all blocks, each once") {
    const TempDir folder;
    std::vector<RowSource::RowFile> files;
    std::string expected;
    for (int i = 0; i < 40; ++i) {
        const std::string text = lines(static_cast<std::size_t>(i) * 997, 10);
        files.push_back({folder.write(std::to_string(i), text), i % 2 == 0});
        expected += text;
    }
    std::atomic<int> begun = 0;
    RowSource source(files, [&](std::size_t, std::string_view) { ++begun; });
    CHECK(source.total_size() == expected.size());
    std::vector<std::vector<RowBlock>> found(4);
    std::vector<std::thread> threads;
    for (std::vector<RowBlock>& own : found) {
        threads.emplace_back([&source, &own] {
            RowBlock block;
            while (source.next(block)) {
                own.push_back(block);
            }
        });
    }
    std::vector<RowBlock> all;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        threads[i].join();
        all.insert(all.end(), found[i].begin(), found[i].end());
    }
    std::sort(all.begin(), all.end(), [](const RowBlock& a, const RowBlock& b) { return a.number < b.number; });
    std::string text;
    for (const RowBlock& block : all) {
        text += block.text;
    }
    CHECK((text == expected));
    CHECK(begun == 39);  // one is empty
}

TEST_CASE("a file that cannot be read is an input error with its name, before any row") {
    const TempDir folder;
    const std::string good = folder.write("rows", "a\n");
    const auto open = [&](const std::string& path) {
        try {
            RowSource({{good, false}, {path, false}}, [](std::size_t, std::string_view) {});
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("no error");
    };
    CHECK(open(folder.path("nowhere")).starts_with(folder.path("nowhere") + ": cannot be opened: "));
    CHECK(open(folder.path()).starts_with(folder.path() + ": cannot be read: "));
    CHECK(open(good) == "no error");
    CHECK(name_of_rows("-") == "stdin");
    CHECK(name_of_rows("a/b") == "a/b");
}

TEST_CASE("rows of stdin come as they trickle in") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const int kept = ::dup(STDIN_FILENO);
    REQUIRE(::dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    ::close(ends[0]);
    const std::string text = std::string(kMark) + lines(kBlock + 5000, 33);
    std::thread writer([&] {
        for (std::size_t at = 0; at < text.size();) {
            at += static_cast<std::size_t>(std::max<ssize_t>(
                ::write(ends[1], text.data() + at, std::min<std::size_t>(at < 9 ? 1 : 7001, text.size() - at)), 0));
        }
        ::close(ends[1]);
    });
    std::string found;
    std::uint64_t total = 1;
    {
        RowSource source({{"-", false}}, [](std::size_t, std::string_view) {});
        total = source.total_size();
        RowBlock block;
        while (source.next(block)) {
            found += block.text;
        }
    }
    writer.join();
    ::dup2(kept, STDIN_FILENO);
    ::close(kept);
    CHECK(total == 0);
    CHECK((found == text.substr(kMark.size())));
}
