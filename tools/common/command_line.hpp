#pragma once

// The command line of a tool as tables of options: what is parsed, what --help shows and what completions will offer all
// come from the same rows. CLI11 does the splitting and is seen by command_line.cpp only, since it is slow to compile.

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sp/error.hpp"

namespace sp::cli {

/// An option as the user sees it. A name without dashes is a positional argument ("SAVEPOINT").
struct OptionText {
    std::string_view name;              ///< "--output"
    char letter = 0;                    ///< 'o', or 0 where there is no short form
    std::string_view placeholder = {};  ///< "PATH"; empty for a flag
    std::string_view category = {};     ///< heading in --help
    std::string_view help = {};
    bool is_repeatable = false;
    bool is_required = false;  ///< positionals only
};

/// A row of a group's table. `set` gets the option's text (empty for a flag), once per occurrence, in the order of the
/// command line; a UsageError that it throws gets the option's name put in front.
template <class Options>
struct OptionRow {
    OptionText text;
    void (*set)(Options&, const std::string&);
};

class CommandLine {
public:
    CommandLine();
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// Adds the rows that `names` lists, in the order of the table: a tool has only those options that it obeys. A name
    /// that the table lacks is a bug (std::logic_error).
    template <class Options, std::size_t size>
    void add(const OptionRow<Options> (&table)[size], Options& options, std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) {
            check_has_row(name, [&](std::string_view wanted) {
                for (const auto& row : table) {
                    if (row.text.name == wanted) {
                        return true;
                    }
                }
                return false;
            });
        }
        for (const auto& row : table) {
            for (const std::string_view name : names) {
                if (row.text.name == name) {
                    add_row(row, options);
                }
            }
        }
    }

    /// Adds all rows of a table.
    template <class Options, std::size_t size>
    void add(const OptionRow<Options> (&table)[size], Options& options) {
        for (const auto& row : table) {
            add_row(row, options);
        }
    }

    /// For a tool that can do something without an argument that the others need; it checks by itself then.
    void make_optional(std::string_view name);

    /// Accepts an option without showing it in --help.
    void add_hidden_flag(std::string_view name, std::function<void()> set);

    [[nodiscard]] bool has(std::string_view name) const;

    /// Whether the parsed command line had it.
    [[nodiscard]] bool is_given(std::string_view name) const;

    /// Splits the arguments and calls the setters. Unknown options and superfluous arguments are UsageErrors that name the
    /// nearest option. With `stop_early()` true after the common options (--help), the check for required ones is left out.
    void parse(int argc, const char* const* argv, const std::function<bool()>& stop_early);

    /// The text of --help.
    [[nodiscard]] std::string help(std::string_view tool, std::string_view summary, std::string_view usage) const;

private:
    template <class Options>
    void add_row(const OptionRow<Options>& row, Options& options) {
        add_option(row.text, [set = row.set, &options](const std::string& text) { set(options, text); });
    }
    void add_option(const OptionText& text, std::function<void(const std::string&)> set);
    static void check_has_row(std::string_view name, const std::function<bool(std::string_view)>& has_row);

    struct Entry;
    std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace sp::cli
