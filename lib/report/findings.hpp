#pragma once

// The findings of a run, gathered in any order and told in one: the same findings give the same lines however many threads
// met them. What is found again and again in one place is one finding with a count.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sp/finding.hpp"

namespace sp {

/// A word of FindingFilter, taken apart.
struct FindingWord {
    std::string code;   ///< or a severity
    std::string op;     ///< a uid or an id; empty: all
    std::string state;  ///< empty: all
    bool is_severity = false;

    /// A UsageError for what is no word.
    [[nodiscard]] static FindingWord parse(const std::string& text);
    /// A severity stands for itself only.
    [[nodiscard]] bool fits(const Finding& finding) const;
};

/// A finding with the code's severity.
[[nodiscard]] Finding make_finding(std::string_view code, std::string message);

class FindingList {
public:
    /// A word that is none is a UsageError.
    explicit FindingList(const FindingFilter& filter);

    /// In the order of `_metadata`, which is that of sorted(). Findings of others stand behind them.
    void set_operators(std::vector<std::string> labels) { operators_ = std::move(labels); }

    /// Takes the severity from the code. Of several with the same code, operator, state, file and path the one with the
    /// lowest offset is kept, and counts them all.
    void add(Finding finding);
    void absorb(FindingList&& other);

    /// Whether there is one that FindingFilter::fail_on has.
    [[nodiscard]] bool fails() const;

    /// Without those that are to be ignored: those of the whole snapshot, then by operator, state, severity (errors
    /// first), code, file, offset, path.
    [[nodiscard]] std::vector<Finding> sorted() const;

private:
    /// Code, operator, state, file, path.
    using Identity = std::tuple<std::string, std::string, std::string, std::string, std::string>;

    [[nodiscard]] bool is_fatal(const Finding& finding) const;
    void merge(Finding&& finding);

    std::vector<FindingWord> ignore_;
    std::vector<FindingWord> fail_on_;
    std::vector<std::string> operators_;
    std::map<Identity, Finding> findings_;
};

/// A line for each, tab-separated: code, severity, operator, state, file, offset, message; `-` for what is not there. A
/// path stands in front of the message.
[[nodiscard]] std::string findings_text(const std::vector<Finding>& findings);

/// A JSON object for each, on a line, with the members that it has.
[[nodiscard]] std::string findings_json(const std::vector<Finding>& findings);

}  // namespace sp
