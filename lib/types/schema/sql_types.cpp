#include "types/schema/sql_types.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

#include "sp/error.hpp"

namespace sp::schema {

namespace {

using enum LogicalRoot;

constexpr int kMaxDepth = 100;
constexpr std::int32_t kMaxLength = std::numeric_limits<std::int32_t>::max();

/// How the numbers behind a word are called, and what they may be.
struct Numbers {
    std::int32_t LogicalType::*first = nullptr;
    std::int32_t least = 0;
    std::int32_t most = 0;
    std::int32_t usual = 0;
    std::int32_t LogicalType::*second = nullptr;  ///< from 0 to the first one
};

constexpr Numbers kNone = {};
constexpr Numbers kLength = {&LogicalType::length, 1, kMaxLength, 1};
constexpr Numbers kUnbounded = {&LogicalType::length, kMaxLength, kMaxLength, kMaxLength};
constexpr Numbers kDigits = {&LogicalType::precision, 1, 38, 10, &LogicalType::scale};
constexpr Numbers kSeconds = {&LogicalType::precision, 0, 9, 0};
constexpr Numbers kTimestampSeconds = {&LogicalType::precision, 0, 9, 6};

struct SqlWord {
    std::string_view word;
    LogicalRoot root;
    Numbers numbers;
};

constexpr std::array kWords{
    SqlWord{"CHAR", kChar, kLength},
    SqlWord{"VARCHAR", kVarchar, kLength},
    SqlWord{"STRING", kVarchar, kUnbounded},
    SqlWord{"BOOLEAN", kBoolean, kNone},
    SqlWord{"BINARY", kBinary, kLength},
    SqlWord{"VARBINARY", kVarbinary, kLength},
    SqlWord{"BYTES", kVarbinary, kUnbounded},
    SqlWord{"DECIMAL", kDecimal, kDigits},
    SqlWord{"DEC", kDecimal, kDigits},
    SqlWord{"NUMERIC", kDecimal, kDigits},
    SqlWord{"TINYINT", kTinyint, kNone},
    SqlWord{"SMALLINT", kSmallint, kNone},
    SqlWord{"INT", kInteger, kNone},
    SqlWord{"INTEGER", kInteger, kNone},
    SqlWord{"BIGINT", kBigint, kNone},
    SqlWord{"FLOAT", kFloat, kNone},
    SqlWord{"DOUBLE", kDouble, kNone},
    SqlWord{"DATE", kDate, kNone},
    SqlWord{"TIME", kTime, kSeconds},
    SqlWord{"TIMESTAMP", kTimestamp, kTimestampSeconds},
    SqlWord{"TIMESTAMP_LTZ", kTimestampLtz, kTimestampSeconds},
    SqlWord{"INTERVAL", kIntervalDayTime, kNone},
    SqlWord{"ARRAY", kArray, kNone},
    SqlWord{"MULTISET", kMultiset, kNone},
    SqlWord{"MAP", kMap, kNone},
    SqlWord{"ROW", kRow, kNone},
    SqlWord{"RAW", kRaw, kNone},
    SqlWord{"NULL", kNull, kNone},
};

// DayTimeIntervalType.DayTimeResolution and YearMonthIntervalType.YearMonthResolution
constexpr std::array<std::string_view, 13> kResolutions = {
    "YEAR", "MONTH",          "YEAR_TO_MONTH",  "DAY",    "DAY_TO_HOUR",      "DAY_TO_MINUTE", "DAY_TO_SECOND",
    "HOUR", "HOUR_TO_MINUTE", "HOUR_TO_SECOND", "MINUTE", "MINUTE_TO_SECOND", "SECOND"};

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::string upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return result;
}

class SqlParser {
public:
    explicit SqlParser(const std::string& text) : text_(text) {}

    LogicalType parse() {
        LogicalType result = type();
        skip_blanks();
        if (at_ < text_.size()) {
            fail("nothing more");
        }
        return result;
    }

    SqlColumn parse_column() {
        SqlColumn column;
        if (takes('`')) {
            column.name = quoted('`');
            if (column.name.empty()) {
                fail("the name of a column before");
            }
        }
        column.type = parse();
        return column;
    }

private:
    [[noreturn]] void fail(const std::string& expected) const {
        const std::string found = at_ < text_.size() ? "'" + text_.substr(at_, 1) + "'" : "the end";
        throw UsageError("the SQL type " + text_ + ": expected " + expected + " at byte " + std::to_string(at_ + 1) +
                         ", found " + found);
    }

    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) {
            ++at_;
        }
    }

    [[nodiscard]] bool takes(char c) {
        skip_blanks();
        const bool found = at_ < text_.size() && text_[at_] == c;
        at_ += found ? 1 : 0;
        return found;
    }

    void expect(char c) {
        if (!takes(c)) {
            fail("'" + std::string(1, c) + "'");
        }
    }

    /// The next word, which may be empty, without taking it.
    [[nodiscard]] std::string_view next_word() {
        skip_blanks();
        std::size_t end = at_;
        while (end < text_.size() && is_word_character(text_[end])) {
            ++end;
        }
        return std::string_view(text_).substr(at_, end - at_);
    }

    [[nodiscard]] bool takes(std::string_view keyword) {
        const std::string_view word = next_word();
        const bool found = upper(word) == keyword;
        at_ += found ? word.size() : 0;
        return found;
    }

    void expect(std::string_view keyword) {
        if (!takes(keyword)) {
            fail(std::string(keyword));
        }
    }

    std::int32_t number(std::int32_t least, std::int32_t most) {
        skip_blanks();
        std::int32_t value = 0;
        const char* const end = text_.data() + text_.size();
        const auto [stop, error] = std::from_chars(text_.data() + at_, end, value);
        if (error != std::errc() || value < least || value > most) {
            fail("a number from " + std::to_string(least) + " to " + std::to_string(most));
        }
        at_ = static_cast<std::size_t>(stop - text_.data());
        return value;
    }

    std::string quoted(char quote) {
        std::string result;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == quote) {
                ++at_;
                if (at_ >= text_.size() || text_[at_] != quote) {
                    return result;
                }
            }
            result += text_[at_];
        }
        fail(std::string(1, quote));
    }

    LogicalType type() {
        if (++depth_ > kMaxDepth) {
            throw UsageError("a SQL type is nested more than " + std::to_string(kMaxDepth) + " deep");
        }
        const std::string word = upper(next_word());
        const auto* const line =
            std::find_if(kWords.begin(), kWords.end(), [&](const SqlWord& one) { return one.word == word; });
        if (line == kWords.end()) {
            fail("a SQL type");
        }
        at_ += word.size();
        LogicalType result;
        result.root = line->root;
        read_numbers(line->numbers, result);
        read_rest(result);
        if (takes("NOT")) {
            expect("NULL");
            result.is_nullable = false;
        } else if (result.root != kNull) {
            static_cast<void>(takes("NULL"));
        }
        --depth_;
        return result;
    }

    void read_numbers(const Numbers& numbers, LogicalType& result) {
        if (numbers.first == nullptr) {
            return;
        }
        result.*numbers.first = numbers.usual;
        if (numbers.least == numbers.most || !takes('(')) {
            return;
        }
        result.*numbers.first = number(numbers.least, numbers.most);
        if (numbers.second != nullptr && takes(',')) {
            result.*numbers.second = number(0, result.*numbers.first);
        }
        expect(')');
    }

    void read_rest(LogicalType& result) {
        switch (result.root) {
            case kDouble: static_cast<void>(takes("PRECISION")); return;
            case kTime:
            case kTimestamp: read_zone(result); return;
            case kTimestampLtz: result.timestamp_kind = "REGULAR"; return;
            case kIntervalDayTime: read_interval(result); return;
            case kArray:
            case kMultiset:
            case kMap: read_elements(result); return;
            case kRow: read_fields(result); return;
            case kRaw: read_raw(result); return;
            default: return;
        }
    }

    void read_zone(LogicalType& result) {
        const bool is_timestamp = result.root == kTimestamp;
        if (is_timestamp) {
            result.timestamp_kind = "REGULAR";
        }
        if (takes("WITHOUT")) {
            expect("TIME");
            expect("ZONE");
        } else if (is_timestamp && takes("WITH")) {
            result.root = takes("LOCAL") ? kTimestampLtz : kTimestampTz;
            expect("TIME");
            expect("ZONE");
        }
    }

    void read_interval(LogicalType& result) {
        constexpr std::int32_t kUsualDigits = 2;
        constexpr std::int32_t kUsualFraction = 6;
        result.precision = kUsualDigits;
        result.scale = kUsualFraction;
        read_unit(result);
        if (takes("TO")) {
            result.resolution += "_TO_";
            read_unit(result);
        }
        const auto* const found = std::find(kResolutions.begin(), kResolutions.end(), result.resolution);
        if (found == kResolutions.end()) {
            fail("an interval like YEAR TO MONTH or DAY TO SECOND before");
        }
        if (found - kResolutions.begin() < 3) {
            result.root = kIntervalYearMonth;
            result.scale = 0;
        }
    }

    void read_unit(LogicalType& result) {
        const std::string unit = upper(next_word());
        at_ += unit.size();
        result.resolution += unit;
        if ((unit == "YEAR" || unit == "DAY") && takes('(')) {
            result.precision = number(1, unit == "YEAR" ? 4 : 6);
            expect(')');
        } else if (unit == "SECOND" && takes('(')) {
            result.scale = number(0, 9);
            expect(')');
        }
    }

    void read_elements(LogicalType& result) {
        expect('<');
        result.children.push_back(type());
        if (result.root == kMap) {
            expect(',');
            result.children.push_back(type());
        }
        expect('>');
    }

    /// RAW('class', '...'), where the second text stands for the serializer, which words do not tell.
    void read_raw(LogicalType& result) {
        expect('(');
        expect('\'');
        result.class_name = quoted('\'');
        expect(',');
        expect('\'');
        static_cast<void>(quoted('\''));
        expect(')');
    }

    /// ROW<name type 'description', …>, ROW(…)
    void read_fields(LogicalType& result) {
        const bool is_round = takes('(');
        if (!is_round) {
            expect('<');
        }
        const char closing = is_round ? ')' : '>';
        if (takes(closing)) {
            return;
        }
        do {
            std::string name = field_name();
            if (std::find(result.names.begin(), result.names.end(), name) != result.names.end()) {
                throw UsageError("the SQL type " + text_ + ": two fields are called '" + name + "'");  // as in RowType
            }
            result.names.push_back(std::move(name));
            result.children.push_back(type());
            result.descriptions.push_back(takes('\'') ? quoted('\'') : std::string());
        } while (takes(','));
        expect(closing);
    }

    std::string field_name() {
        if (takes('`')) {
            return quoted('`');
        }
        const std::string_view name = next_word();
        if (name.empty()) {
            fail("the name of a field");
        }
        at_ += name.size();
        return std::string(name);
    }

    const std::string& text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

LogicalType parse_logical_type(const std::string& words) { return SqlParser(words).parse(); }

SqlColumn parse_column(const std::string& words) { return SqlParser(words).parse_column(); }

}  // namespace sp::schema
