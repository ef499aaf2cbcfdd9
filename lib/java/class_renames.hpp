#pragma once

// Which classes have moved where: the rules of `sp-rewrite --rename-class`, all of which hold at once, so that two classes can
// change their names.
//
// A rule for a class is one for the classes inside it too (a.B$C, and Scala's a.B$), which move with it; a rule for a package
// (a.* to b.*) is one for all that lies below it, as a build that relocates packages has it. Of rules that fit a class the
// longest counts.

#include <atomic>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sp/bytes.hpp"

namespace sp::java {

class ClassRenames {
public:
    /// Pairs of binary names ("a.B$C") or of packages ("a.*"). UsageError for what is neither, or names a class twice.
    explicit ClassRenames(const std::vector<std::pair<std::string, std::string>>& rules);

    /// The new name of a class or of an array of classes ("[La.B;"); nothing if it keeps its own.
    [[nodiscard]] std::optional<std::string> renamed(std::string_view binary_name) const;
    /// The same for a field's signature as object streams have it ("La/B;", "[La/B;").
    [[nodiscard]] std::optional<std::string> renamed_signature(std::string_view signature) const;
    /// A text with new names where a class stands in it by itself, as in source code.
    [[nodiscard]] std::string renamed_in_source(std::string_view text) const;

    /// False only if no class that a rule is about is named in the bytes: in modified UTF-8 or as Kryo writes it.
    [[nodiscard]] bool may_be_in(Bytes bytes) const;

    /// OLD of the rules for which no class was found so far.
    [[nodiscard]] std::vector<std::string> unused() const;

private:
    struct Rule {
        std::string from;  ///< of a package with the dot at its end
        std::string to;
        bool is_package = false;
        /// What stands in bytes where the class does, with dots and with slashes. Kryo marks the last character of a name, so
        /// that of a class without it.
        std::string needles[2];
        mutable std::atomic<bool> is_used{false};
    };

    [[nodiscard]] const Rule* rule_for(std::string_view binary_name) const;

    std::deque<Rule> rules_;  ///< the longest first
};

}  // namespace sp::java
