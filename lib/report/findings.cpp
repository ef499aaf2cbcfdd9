#include "report/findings.hpp"

#include <algorithm>
#include <stdexcept>

#include "report/json_text.hpp"
#include "report/text_table.hpp"
#include "sp/error.hpp"
#include "sp/metadata.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp {
namespace {

constexpr Severity kNote = Severity::kNote;
constexpr Severity kWarning = Severity::kWarning;
constexpr Severity kError = Severity::kError;

// clang-format off
const std::vector<FindingCode> kCodes = {
    {"SP-BOUND", kError},
    {"SP-BROADCAST-DIFFERS", kError},
    {"SP-CHANGELOG", kNote},
    {"SP-CHANNEL-STATE", kNote},
    {"SP-FILE-MISSING", kError},
    {"SP-FILE-SIZE", kError},
    {"SP-FILE-TRAILING", kError},
    {"SP-FILE-UNREADABLE", kError},
    {"SP-HASH-UNKNOWN", kNote},
    {"SP-HEADER-DIFFERS", kWarning},
    {"SP-KEY-CORRUPT", kError},
    {"SP-KEY-GROUP-GAP", kError},
    {"SP-KEY-GROUP-OVERLAP", kError},
    {"SP-KEY-GROUP-RANGE", kError},
    {"SP-KEY-GROUP-WRONG", kError},
    {"SP-KIND-DIFFERS", kError},
    {"SP-KRYO", kNote},
    {"SP-KRYO-MISFIT", kWarning},
    {"SP-MAP-KEY-CORRUPT", kError},
    {"SP-MAX-PARALLELISM", kError},
    {"SP-METADATA-CORRUPT", kError},
    {"SP-METADATA-INCONSISTENT", kError},
    {"SP-NAMESPACE-CORRUPT", kError},
    {"SP-NOT-CHECKED", kWarning},
    {"SP-OFFSET", kError},
    {"SP-OPAQUE", kNote},
    {"SP-OPERATOR-DUPLICATE", kNote},
    {"SP-OPERATOR-NO-UID", kNote},
    {"SP-PARALLELISM", kError},
    {"SP-PATH-ABSOLUTE", kNote},
    {"SP-SNAPSHOT-CORRUPT", kError},
    {"SP-SNAPSHOT-UNKNOWN", kNote},
    {"SP-SST-CHECKSUM", kError},
    {"SP-STATE-MISSING", kError},
    {"SP-STATE-UNEXPECTED", kWarning},
    {"SP-STREAM-CORRUPT", kError},
    {"SP-SUBTASK-EMPTY", kNote},
    {"SP-TIMER-CORRUPT", kError},
    {"SP-TYPE-INCOMPATIBLE", kError},
    {"SP-TYPE-MIGRATABLE", kWarning},
    {"SP-TYPE-UNKNOWN", kNote},
    {"SP-UID-MISSING", kError},
    {"SP-UID-UNEXPECTED", kError},
    {"SP-VALUE-CORRUPT", kError},
};
// clang-format on

constexpr Severity kSeverities[] = {kNote, kWarning, kError};

const FindingCode* find_code(std::string_view name) {
    const auto found = std::ranges::find(kCodes, name, &FindingCode::name);
    return found == kCodes.end() ? nullptr : &*found;
}

/// The text up to `separator`, which is taken off with it; a backslash stands for the character behind it.
std::string take_part(std::string_view& text, char separator) {
    std::string part;
    while (!text.empty()) {
        char c = text.front();
        text.remove_prefix(1);
        if (c == separator) {
            return part;
        }
        if (c == '\\' && !text.empty()) {
            c = text.front();
            text.remove_prefix(1);
        }
        part += c;
    }
    return part;
}

/// Operators are known by uid and by id; either may name them.
bool is_operator(const std::string& word, const Finding& finding) {
    return word == finding.operator_label || (finding.has_uid ? hash_of_uid(finding.operator_label).hex() == word
                                                              : hash_of_uid(word).hex() == finding.operator_label);
}

/// What comes first of two that are told as one.
auto place_of(const Finding& finding) {
    return std::tuple(finding.offset.value_or(UINT64_MAX), finding.subtask, std::string_view(finding.message));
}

bool is_before(const Finding& a, const Finding& b) { return place_of(a) < place_of(b); }

/// Nothing stands in front of the first offset.
std::uint64_t sortable(const std::optional<std::uint64_t>& offset) { return offset ? *offset + 1 : 0; }

std::string message_of(const Finding& finding) {
    return finding.message +
           (finding.count > 1 ? " (and " + std::to_string(finding.count - 1) + " more)" : std::string());
}

std::string cell(std::string_view text) { return text.empty() ? "-" : printable(text); }

}  // namespace

std::string_view name_of(Severity severity) {
    switch (severity) {
        case Severity::kNote: return "note";
        case Severity::kWarning: return "warning";
        case Severity::kError: return "error";
    }
    return "error";
}

const std::vector<FindingCode>& finding_codes() { return kCodes; }

Finding make_finding(std::string_view code, std::string message) {
    Finding finding;
    const FindingCode* known = find_code(code);
    if (known == nullptr) {
        throw std::logic_error("no finding has the code " + std::string(code));
    }
    finding.code = code;
    finding.severity = known->severity;
    finding.message = std::move(message);
    return finding;
}

FindingWord FindingWord::parse(const std::string& text) {
    std::string_view rest = text;
    FindingWord word;
    word.code = take_part(rest, '@');
    const bool has_operator = text.size() > word.code.size();
    word.op = take_part(rest, '/');
    word.state = take_part(rest, '\0');
    const auto is_named = [&](Severity severity) { return name_of(severity) == word.code; };
    word.is_severity = !has_operator && std::ranges::any_of(kSeverities, is_named);
    if (!word.is_severity && find_code(word.code) == nullptr) {
        std::vector<std::string> names;
        for (const FindingCode& code : kCodes) {
            names.emplace_back(code.name);
        }
        throw UsageError("'" + text + "' is no finding: CODE, CODE@OPERATOR, CODE@OPERATOR/STATE, note, warning or " +
                         "error; codes near to it:" + list_nearest(word.code, names));
    }
    if (has_operator && word.op.empty()) {
        throw UsageError("'" + text + "' names no operator behind the @");
    }
    return word;
}

bool FindingWord::fits(const Finding& finding) const {
    if (is_severity) {
        return name_of(finding.severity) == code;
    }
    return finding.code == code && (op.empty() || (!finding.operator_label.empty() && is_operator(op, finding))) &&
           (state.empty() || state == finding.state);
}

FindingList::FindingList(const FindingFilter& filter) {
    for (const std::string& word : filter.ignore) {
        ignore_.push_back(FindingWord::parse(word));
    }
    for (const std::string& word : filter.fail_on) {
        fail_on_.push_back(FindingWord::parse(word));
    }
}

void FindingList::add(Finding finding) {
    finding.severity = make_finding(finding.code, {}).severity;
    merge(std::move(finding));
}

void FindingList::absorb(FindingList&& other) {
    for (auto& [identity, finding] : other.findings_) {
        merge(std::move(finding));
    }
    other.findings_.clear();
}

void FindingList::merge(Finding&& finding) {
    const auto ignores = [&](const FindingWord& word) { return word.fits(finding); };
    if (std::ranges::any_of(ignore_, ignores)) {
        return;
    }
    const auto [slot, is_new] = findings_.try_emplace(
        {finding.code, finding.operator_label, finding.state, finding.file, finding.path}, finding);
    if (!is_new) {
        Finding& kept = slot->second;
        const std::uint64_t count = kept.count + finding.count;
        if (is_before(finding, kept)) {
            kept = std::move(finding);
        }
        kept.count = count;
    }
}

bool FindingList::is_fatal(const Finding& finding) const {
    if (fail_on_.empty()) {
        return finding.severity >= Severity::kWarning;
    }
    return std::ranges::any_of(fail_on_, [&](const FindingWord& word) {
        if (!word.is_severity) {
            return word.fits(finding);
        }
        const auto least =
            std::ranges::find_if(kSeverities, [&](Severity severity) { return name_of(severity) == word.code; });
        return finding.severity >= *least;
    });
}

bool FindingList::fails() const {
    return std::ranges::any_of(findings_, [&](const auto& found) { return is_fatal(found.second); });
}

std::vector<Finding> FindingList::sorted() const {
    std::vector<Finding> all;
    for (const auto& [identity, finding] : findings_) {
        all.push_back(finding);
    }
    std::map<std::string_view, std::size_t> positions;
    for (std::size_t i = 0; i < operators_.size(); ++i) {
        positions.try_emplace(operators_[i], i + 1);
    }
    const auto position = [&](const Finding& finding) -> std::size_t {
        const auto known = positions.find(finding.operator_label);
        return finding.operator_label.empty() ? 0 : known == positions.end() ? SIZE_MAX : known->second;
    };
    const auto order = [&](const Finding& f) {  // errors first
        return std::tuple(position(f), std::string_view(f.operator_label), std::string_view(f.state),
                          -static_cast<int>(f.severity), std::string_view(f.code), std::string_view(f.file),
                          sortable(f.offset), std::string_view(f.path));
    };
    std::ranges::sort(all, [&](const Finding& a, const Finding& b) { return order(a) < order(b); });
    return all;
}

std::string findings_text(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) {
        const std::string offset = finding.offset ? std::to_string(*finding.offset) : "-";
        const std::string path = finding.path.empty() ? "" : finding.path + ": ";
        text += finding.code + "\t" + std::string(name_of(finding.severity)) + "\t" + cell(finding.operator_label) +
                "\t" + cell(finding.state) + "\t" + cell(finding.file) + "\t" + offset + "\t" +
                printable(path + message_of(finding)) + "\n";
    }
    return text;
}

std::string findings_json(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) {
        nlohmann::ordered_json object;
        object["code"] = finding.code;
        object["severity"] = name_of(finding.severity);
        const auto put = [&](const char* member, const std::string& value) {
            if (!value.empty()) {
                object[member] = value;
            }
        };
        put(finding.has_uid ? "uid" : "operator", finding.operator_label);
        put("state", finding.state);
        if (finding.subtask >= 0) {
            object["subtask"] = finding.subtask;
        }
        put("file", finding.file);
        if (finding.offset) {
            object["offset"] = *finding.offset;
        }
        put("path", finding.path);
        object["message"] = finding.message;
        if (finding.count > 1) {
            object["count"] = finding.count;
        }
        text += line_text(object);
    }
    return text;
}

}  // namespace sp
