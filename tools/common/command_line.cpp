#include "common/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <stdexcept>

#include "common/option_values.hpp"

namespace sp::cli {

struct CommandLine::Entry {
    OptionText text;
    std::function<void(const std::string&)> set;
    bool is_shown = true;
    bool is_given = false;

    [[nodiscard]] bool is_positional() const { return text.name.front() != '-'; }
    [[nodiscard]] bool is_flag() const { return text.placeholder.empty() && !is_positional(); }

    /// Calls the setter for each occurrence on the command line.
    void accept(const std::vector<std::string>& texts) {
        is_given = !texts.empty();
        with_context([&] { return std::string(text.name); },
                     [&] {
            if (texts.size() > 1 && !text.is_repeatable && !is_flag()) {
                throw UsageError("given more than once");
            }
            for (const std::string& value : texts) {
                if (is_flag() && value != "true") {
                    throw UsageError("takes no value");
                }
                set(value);
            }
        });
    }

    /// "-o,--output", as CLI11 wants it.
    [[nodiscard]] std::string cli_name() const {
        return (text.letter != 0 ? std::string{'-', text.letter, ','} : std::string()) + std::string(text.name);
    }

    /// "-o, --output PATH", as --help shows it.
    [[nodiscard]] std::string shown_name() const {
        std::string shown = text.letter != 0 ? std::string{'-', text.letter, ',', ' '} : std::string();
        shown += text.name;
        if (!text.placeholder.empty()) {
            shown += ' ';
            shown += text.placeholder;
        }
        return shown;
    }
};

CommandLine::CommandLine() = default;
CommandLine::~CommandLine() = default;

void CommandLine::check_has_row(std::string_view name, const std::function<bool(std::string_view)>& has_row) {
    if (!has_row(name)) {
        throw std::logic_error("the option table has no " + std::string(name));
    }
}

void CommandLine::add_option(const OptionText& text, std::function<void(const std::string&)> set) {
    entries_.push_back(std::make_unique<Entry>(Entry{text, std::move(set), true, false}));
}

void CommandLine::add_hidden_flag(std::string_view name, std::function<void()> set) {
    add_option({.name = name}, [set = std::move(set)](const std::string&) { set(); });
    entries_.back()->is_shown = false;
}

void CommandLine::make_optional(std::string_view name) {
    for (const auto& entry : entries_) {
        if (entry->text.name == name) {
            entry->text.is_required = false;
        }
    }
}

bool CommandLine::has(std::string_view name) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry->text.name == name; });
}

bool CommandLine::is_given(std::string_view name) const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [&](const auto& entry) { return entry->text.name == name && entry->is_given; });
}

namespace {

/// What is left after CLI11 took the options that it knows: the first unknown option, else a superfluous argument.
[[noreturn]] void refuse(const std::vector<std::string>& rest, const std::vector<std::string_view>& known) {
    const auto option = std::find_if(rest.begin(), rest.end(),
                                     [](const std::string& word) { return word.size() > 1 && word.front() == '-'; });
    if (option == rest.end()) {
        throw UsageError("unexpected argument '" + rest.front() + "'");
    }
    const std::string name = option->substr(0, option->find('='));
    std::string message = "unknown option '" + name + "'";
    if (const std::string_view near = nearest(name, known); !near.empty()) {
        message += "; did you mean " + std::string(near) + "?";
    }
    throw UsageError(std::move(message));
}

}  // namespace

void CommandLine::parse(int argc, const char* const* argv, const std::function<bool()>& stop_early) {
    // CLI11 only splits: its own callbacks run in an order and with messages that are not ours.
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    std::vector<CLI::Option*> options;
    std::vector<std::string_view> names;
    for (const auto& entry : entries_) {
        const auto keep = [](const CLI::results_t&) { return true; };
        CLI::Option* option = app.add_option(entry->cli_name(), keep);
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        if (entry->is_flag()) {
            option->expected(0)->default_str("");
        } else if (entry->is_positional() && entry->text.is_repeatable) {
            option->expected(1, CLI::detail::expected_max_vector_size);
        } else {
            option->expected(1);
        }
        option->allow_extra_args(entry->is_positional() && entry->text.is_repeatable);
        options.push_back(option);
        if (!entry->is_positional() && entry->is_shown) {
            names.push_back(entry->text.name);
        }
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string message = error.what();
        throw UsageError(message.substr(0, message.find(':')) + ": needs a value");
    } catch (const CLI::ParseError& error) {
        throw UsageError(error.what());
    }
    std::vector<std::string> rest = app.remaining();
    std::erase(rest, "--");
    if (!rest.empty()) {
        refuse(rest, names);
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        entries_[i]->accept(options[i]->count() > 0 ? options[i]->results() : CLI::results_t());
    }
    if (stop_early()) {
        return;
    }
    for (const auto& entry : entries_) {
        if (entry->text.is_required && !entry->is_given) {
            throw UsageError("no " + std::string(entry->text.name) + " given");
        }
    }
}

namespace {

constexpr std::size_t kHelpColumn = 30;
constexpr std::size_t kHelpWidth = 80;

void append_wrapped(std::string& out, std::string_view text) {
    std::size_t column = kHelpColumn;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (column > kHelpColumn && column + 1 + word.size() > kHelpWidth) {
            out.append("\n").append(kHelpColumn, ' ');
            column = kHelpColumn;
        } else if (column > kHelpColumn) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    out += '\n';
}

}  // namespace

std::string CommandLine::help(std::string_view tool, std::string_view summary, std::string_view usage) const {
    std::string out = "Usage: " + std::string(tool) + " " + std::string(usage) + "\n\n" + std::string(summary) + "\n";
    std::vector<std::string_view> categories;
    for (const auto& entry : entries_) {
        const bool is_new = std::find(categories.begin(), categories.end(), entry->text.category) == categories.end();
        if (entry->is_shown && is_new) {
            categories.push_back(entry->text.category);
        }
    }
    for (const std::string_view category : categories) {
        out += "\n" + std::string(category) + ":\n";
        for (const auto& entry : entries_) {
            if (!entry->is_shown || entry->text.category != category) {
                continue;
            }
            const std::string name = "  " + entry->shown_name();
            out += name;
            if (name.size() + 2 > kHelpColumn) {
                out += '\n';
                out.append(kHelpColumn, ' ');
            } else {
                out.append(kHelpColumn - name.size(), ' ');
            }
            append_wrapped(out, std::string(entry->text.help) + (entry->text.is_repeatable ? " (repeatable)" : ""));
        }
    }
    return out;
}

}  // namespace sp::cli
