#pragma once

// Finding: one thing that an audit, or a comparison with what is expected, has to say of a snapshot. Codes are stable: scripts
// ignore or demand them by name, and sp-audit(7) says what each means.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sp {

enum class Severity : std::uint8_t {
    kNote,     ///< true and harmless, but good to know
    kWarning,  ///< Flink restores it, but not everything as one would think; or it could not be checked
    kError,    ///< Flink would refuse it, or restore something wrong
};

/// "note", "warning", "error".
[[nodiscard]] std::string_view name_of(Severity severity);

/// A code and what every finding of it is.
struct FindingCode {
    std::string_view name;  ///< "SP-FILE-MISSING"
    Severity severity = Severity::kError;
};

/// All codes, sorted by name.
[[nodiscard]] const std::vector<FindingCode>& finding_codes();

struct Finding {
    std::string code;
    Severity severity = Severity::kError;
    std::string operator_label;           ///< the uid, or else the id; empty: of the whole snapshot
    bool has_uid = false;                 ///< whether the label is a uid
    std::string state;                    ///< or a timer service; empty: of the operator
    std::int32_t subtask = -1;            ///< -1: of none, or of several
    std::string file;                     ///< as found, else as recorded; empty: none
    std::optional<std::uint64_t> offset;  ///< in the file
    std::string path;                     ///< of a field, in expectations: "value.f1"
    std::string message;                  ///< what was found and what was expected, without the above
    std::uint64_t count = 1;              ///< how many of the same code, operator, state and file; this is the first
};

/// What a run shows and what makes it fail. A word is a code, a severity, or CODE@OPERATOR or CODE@OPERATOR/STATE; the
/// last two take backslash escapes. A word that is none is a UsageError.
struct FindingFilter {
    std::vector<std::string> ignore;
    /// Empty: warnings and errors. A severity stands for itself and what is worse.
    std::vector<std::string> fail_on;
};

}  // namespace sp
