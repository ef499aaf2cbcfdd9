#include "metadata/fetch_command.hpp"

#include <algorithm>
#include <vector>

#include "sp/error.hpp"

namespace sp {
namespace {

struct Placeholder {
    std::string_view text;
    std::string_view variable;
};
constexpr Placeholder kPlaceholders[] = {{"{uri}", kFetchUriVariable}, {"{file}", kFetchFileVariable}};

/// Follows the quoting of a line of POSIX shell as far as it decides how an expansion has to be quoted.
class Scanner {
public:
    explicit Scanner(std::string_view command) : command_(command) {}

    std::string scan() {
        while (at_ < command_.size()) {
            step();
        }
        if (!open_.empty()) {
            fail("a quotation mark or bracket is left open");
        }
        if (!has_file_) {
            fail("{file} is missing, the place where the file is wanted");
        }
        return std::move(line_);
    }

private:
    enum class Context {
        kPlain,  ///< of the line itself, in (…), $(…) and `…`: these begin anew inside double quotes
        kBacktick,
        kDouble,
        kSingle,
        kBraces,      ///< ${…}
        kArithmetic,  ///< $((…))
    };

    [[noreturn]] void fail(const std::string& why) const {
        throw UsageError("--fetch '" + std::string(command_) + "': " + why);
    }

    [[nodiscard]] Context context() const { return open_.empty() ? Context::kPlain : open_.back(); }
    [[nodiscard]] bool is_ahead(std::string_view text) const { return command_.substr(at_).starts_with(text); }

    void copy(std::size_t count) {
        const std::string_view text = command_.substr(at_, count);
        line_ += text;
        at_ += text.size();
    }

    void open(Context context, std::size_t length) {
        open_.push_back(context);
        copy(length);
    }

    void close(std::size_t length) {
        open_.pop_back();
        copy(length);
    }

    void step() {
        if (context() == Context::kSingle) {
            if (is_ahead("'")) {
                close(1);
            } else if (!replace()) {
                copy(1);
            }
        } else if (is_ahead("\\")) {
            copy(2);
        } else if (!step_expansion() && !step_quotes() && !replace()) {
            copy(1);
        }
    }

    /// $(…), $((…)), ${…}, `…`: the same inside double quotes.
    bool step_expansion() {
        if (is_ahead("$((")) {
            open_.push_back(Context::kArithmetic);
            open(Context::kArithmetic, 3);
        } else if (is_ahead("$(")) {
            open(Context::kPlain, 2);
        } else if (is_ahead("${")) {
            open(Context::kBraces, 2);
        } else if (is_ahead("`")) {
            step_backtick();
        } else if (is_ahead("}") && context() == Context::kBraces) {
            close(1);
        } else {
            return false;
        }
        return true;
    }

    /// The next one ends it, whatever was begun inside.
    void step_backtick() {
        const auto begun = std::find(open_.begin(), open_.end(), Context::kBacktick);
        if (begun == open_.end()) {
            open(Context::kBacktick, 1);
        } else {
            open_.erase(begun, open_.end());
            copy(1);
        }
    }

    bool step_quotes() {
        if (is_ahead("\"")) {
            if (context() == Context::kDouble) {
                close(1);
            } else {
                open(Context::kDouble, 1);
            }
        } else if (context() == Context::kDouble) {
            return false;
        } else if (is_ahead("'")) {
            open(Context::kSingle, 1);
        } else if (is_ahead("(")) {
            open(context() == Context::kArithmetic ? Context::kArithmetic : Context::kPlain, 1);
        } else if (is_ahead(")") && !open_.empty() && context() != Context::kBacktick &&
                   context() != Context::kBraces) {
            close(1);
        } else if (is_ahead("#") && is_at_word()) {
            copy(std::min(command_.find('\n', at_), command_.size()) - at_);
        } else if (is_ahead("<<") && context() != Context::kArithmetic) {
            fail("here-documents do not go with {uri} and {file}; use $SP_FETCH_URI and $SP_FETCH_FILE in a script");
        } else {
            return false;
        }
        return true;
    }

    [[nodiscard]] bool is_at_word() const {
        return at_ == 0 || std::string_view(" \t\n;|&()`").find(command_[at_ - 1]) != std::string_view::npos;
    }

    bool replace() {
        has_file_ |= is_ahead(kFetchFileVariable);
        for (const Placeholder& placeholder : kPlaceholders) {
            if (is_ahead(placeholder.text)) {
                line_ += expansion_of(placeholder);
                at_ += placeholder.text.size();
                has_file_ |= placeholder.variable == kFetchFileVariable;
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] std::string expansion_of(const Placeholder& placeholder) const {
        const std::string expansion = "${" + std::string(placeholder.variable) + "}";
        switch (context()) {
            case Context::kDouble: return expansion;
            case Context::kSingle: return "'\"" + expansion + "\"'";
            case Context::kBraces:
            case Context::kArithmetic: fail(std::string(placeholder.text) + " cannot stand in ${…} or $((…))");
            case Context::kPlain:
            case Context::kBacktick: break;
        }
        return "\"" + expansion + "\"";
    }

    std::string_view command_;
    std::size_t at_ = 0;
    std::string line_;
    std::vector<Context> open_;  ///< the innermost at the end
    bool has_file_ = false;
};

}  // namespace

std::string shell_line_of(std::string_view fetch_command) { return Scanner(fetch_command).scan(); }

}  // namespace sp
