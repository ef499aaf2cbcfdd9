#pragma once

// Rows made a savepoint and printed again, for tests of the import.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "io/temp_dir.hpp"
#include "sp/bootstrap.hpp"
#include "sp/error.hpp"
#include "sp/timers.hpp"

namespace sp_test {

/// A schema document of one operator.
inline std::string schema_of(const std::string& operator_json) {
    return R"({"schema":1,"maxParallelism":8,"operators":[)" + operator_json + "]}";
}

/// Files of rows, and the savepoint that they become.
class Import {
public:
    explicit Import(const std::string& operators) {
        options.schemas = {{"schema", schema_of(operators)}};
        options.output = folder.path("made");
        options.overwrite = true;
        options.temporary_folder = folder.path();
        options.verify = true;
    }

    /// As the file of this name; a name that ends with .csv is of CSV.
    Import& rows(const std::string& name, const std::string& text) {
        options.rows.push_back(folder.write(name, text));
        return *this;
    }

    Import& lines(const std::vector<std::string>& rows) {
        std::string text;
        for (const std::string& row : rows) {
            text += row + "\n";
        }
        return this->rows("rows", text);
    }

    void run() const { sp::bootstrap(options); }

    /// The message of the InputError, the folder of the test left out.
    [[nodiscard]] std::string refusal() const {
        try {
            run();
        } catch (const sp::InputError& error) {
            std::string message = error.what();
            for (std::size_t at = 0; (at = message.find(folder.path())) != std::string::npos;) {
                message.erase(at, folder.path().size());
            }
            return message;
        }
        return "no error";
    }

    /// Entries, then timers, as rows of JSON.
    [[nodiscard]] std::vector<std::string> dumped() const {
        sp::StringSink sink;
        sp::DumpOptions dump;
        dump.read.is_sorted = true;
        dump.read.uid_list = {"s", "u", "w"};
        sp::dump(options.output, dump, sink, [](const std::string&) {});
        sp::TimersOptions timers;
        timers.read.is_sorted = true;
        timers.read.uid_list = dump.read.uid_list;
        sp::timers(options.output, timers, sink, [](const std::string&) {});
        std::vector<std::string> lines;
        const std::string_view text = sink.text();
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            lines.emplace_back(text.substr(at, end - at));
            at = end + 1;
        }
        return lines;
    }

    /// Names and contents of all files of the savepoint.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> files() const {
        std::vector<std::pair<std::string, std::string>> found;
        for (const auto& entry : std::filesystem::directory_iterator(options.output)) {
            found.emplace_back(entry.path().filename().string(), TempDir::read(entry.path().string()));
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    TempDir folder;
    sp::BootstrapOptions options;
};

}  // namespace sp_test
