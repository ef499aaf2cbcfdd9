#include "rows/import/csv_records.hpp"

#include <random>

#include "catch.hpp"
#include "rows/csv_text.hpp"
#include "rows/import/csv_scanner.hpp"
#include "rows/import/row_columns.hpp"
#include "sp/error.hpp"

using namespace sp;
using namespace sp::rows;

namespace {

/// What a record is, or why it is none.
struct Record {
    std::uint64_t line = 0;
    std::string text;
    std::vector<std::pair<std::string, bool>> fields;
    std::string problem;

    bool operator==(const Record&) const = default;
};

std::vector<Record> records_of(std::string_view text, std::uint64_t line = 1) {
    std::vector<Record> found;
    CsvRecords records(text, line);
    std::vector<CsvField> fields;
    for (;;) {
        Record record;
        try {
            if (!records.next(fields)) {
                return found;
            }
            for (const CsvField& field : fields) {
                record.fields.emplace_back(std::string(field.text), field.is_quoted);
            }
        } catch (const InputError& error) {
            record.problem = error.what();
        }
        record.line = records.line();
        record.text = records.record();
        found.push_back(record);
    }
}

std::vector<std::pair<std::string, bool>> fields_of(std::string_view text) {
    const std::vector<Record> records = records_of(text);
    REQUIRE(records.size() == 1);
    CHECK(records[0].problem == "");
    return records[0].fields;
}

using Fields = std::vector<std::pair<std::string, bool>>;

std::string random_text(std::mt19937& random, std::string_view letters, std::size_t most) {
    std::string text;
    for (std::size_t size = random() % (most + 1); size > 0; --size) {
        text += letters[random() % letters.size()];
    }
    return text;
}

/// RFC 4180 read character by character, with a stray quote being no more than a character.
std::vector<std::string> obvious_cuts(std::string_view text) {
    std::vector<std::string> records;
    std::size_t at = 0;
    std::string record;
    const auto take = [&] { record += text[at++]; };
    while (at < text.size()) {
        while (at < text.size() && text[at] == '"') {  // a quoted field, and again behind a doubled quote
            take();
            while (at < text.size() && text[at] != '"') {
                take();
            }
            if (at < text.size()) {
                take();
            }
        }
        while (at < text.size() && text[at] != ',' && text[at] != '\n') {
            take();
        }
        if (at < text.size()) {
            const bool is_end = text[at] == '\n';
            take();
            if (is_end) {
                records.push_back(record);
                record.clear();
            }
        }
    }
    if (!record.empty()) {
        records.push_back(record);
    }
    return records;
}

std::vector<std::string> scanned_cuts(std::string_view text) {
    std::vector<std::string> records(1);
    CsvScanner scanner;
    for (const char c : text) {
        records.back() += c;
        if (scanner.ends_record(c)) {
            records.emplace_back();
        }
    }
    if (records.back().empty()) {
        records.pop_back();
    }
    return records;
}

}  // namespace

TEST_CASE("fields of a record") {
    CHECK(fields_of("a,b,c") == Fields{{"a", false}, {"b", false}, {"c", false}});
    CHECK(fields_of("a,,") == Fields{{"a", false}, {"", false}, {"", false}});
    CHECK(fields_of(",") == Fields{{"", false}, {"", false}});
    CHECK(fields_of("\"\"") == Fields{{"", true}});
    CHECK(fields_of("\"a,\nb\",\"\"\"\",\"x\"\"\"\"y\"") == Fields{{"a,\nb", true}, {"\"", true}, {"x\"\"y", true}});
    CHECK(fields_of(" a , \t") == Fields{{" a ", false}, {" \t", false}});
    CHECK(fields_of("a\rb,\"c\r\"\r\n") == Fields{{"a\rb", false}, {"c\r", true}});
    CHECK(fields_of(std::string_view("\0,\xff", 3)) == Fields{{std::string(1, '\0'), false}, {"\xff", false}});
}

TEST_CASE("lines end with LF, CR LF or the end of the text, and empty ones are no records") {
    const std::vector<Record> records = records_of("\n\r\na\r\n\nb\n\n\"c\nd\"\ne", 10);
    REQUIRE(records.size() == 4);
    const std::pair<std::uint64_t, std::string> expected[] = {{12, "a"}, {14, "b"}, {16, "\"c\nd\""}, {18, "e"}};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(records[i].line == expected[i].first);
        CHECK(records[i].text == expected[i].second);
    }
    CHECK(records_of("").empty());
    CHECK(records_of("\r\n\n\r\n").empty());
}

TEST_CASE("quotes that are not where they belong are a fault of their record only") {
    for (const auto& [record, problem] :
         {std::pair<std::string, std::string>{"a\"b", "a quote inside a field that does not begin with one"},
          {"x,a\"", "a quote inside a field that does not begin with one"},
          {"\"a\"b", "text behind the end of a quoted field"},
          {"\"a\"b\"", "text behind the end of a quoted field"},
          {"\"a\" ,c", "text behind the end of a quoted field"},
          {"x, \"a\"", "a quote inside a field that does not begin with one"}}) {
        CAPTURE(record);
        const std::vector<Record> records = records_of("1,2\n" + record + "\n3,4\n");
        REQUIRE(records.size() == 3);
        CHECK(records[1] == Record{2, record, {}, problem});
        CHECK(records[0].fields == Fields{{"1", false}, {"2", false}});
        CHECK(records[2] == Record{3, "3,4", {{"3", false}, {"4", false}}, ""});
    }
    const std::vector<Record> records = records_of("1\nx,\"open\nand,more\n");
    REQUIRE(records.size() == 2);
    CHECK(records[1] == Record{2, "x,\"open\nand,more\n", {}, "a quoted field does not end"});
}

TEST_CASE("what our CSV has written is read again") {
    std::mt19937 random(11);
    for (const std::string null_text : {"", "NULL"}) {
        const CsvText csv(null_text);
        for (int round = 0; round < 300; ++round) {
            std::string text;
            std::vector<std::vector<std::optional<std::string>>> expected;
            for (std::size_t rows = random() % 6; rows > 0; --rows) {
                std::vector<std::optional<std::string>> row;
                for (std::size_t i = 0; i < 2 + random() % 3; ++i) {
                    row.push_back(random() % 5 == 0   ? std::nullopt
                                  : random() % 5 == 0 ? std::optional<std::string>("NULL")
                                                      : random_text(random, "ab,\"\n\r \xc3\xa9", 6));
                    text += (i == 0 ? "" : ",") + (row.back() ? csv.field(*row.back()) : null_text);
                }
                text += random() % 2 == 0 ? "\n" : "\r\n";
                expected.push_back(row);
            }
            std::vector<std::vector<std::optional<std::string>>> found;
            CsvRecords records(text, 1);
            std::vector<CsvField> fields;
            while (records.next(fields)) {
                std::vector<std::optional<std::string>>& row = found.emplace_back();
                for (const CsvField& field : fields) {
                    const RowField part =
                        field_of(field, null_text.empty() ? std::nullopt : std::optional<std::string>(null_text));
                    row.push_back(part.form == RowField::Form::kNull ? std::nullopt
                                                                     : std::optional<std::string>(part.text));
                }
            }
            CAPTURE(text);
            CHECK(found == expected);
        }
    }
}

TEST_CASE("any text is cut into records where an obvious reader cuts it") {
    std::mt19937 random(12);
    for (int round = 0; round < 20000; ++round) {
        const std::string text = random_text(random, "a,\"\"\n\r", 14);
        CAPTURE(text);
        REQUIRE(scanned_cuts(text) == obvious_cuts(text));
    }
}

TEST_CASE("the records of a text are those of its blocks, wherever between records they are cut") {
    std::mt19937 random(13);
    std::size_t faults = 0;
    for (int round = 0; round < 3000; ++round) {
        const std::string text = random_text(random, "ab,\"\"\n\n\r", 40);
        const std::vector<Record> whole = records_of(text);
        std::vector<Record> pieces;
        std::uint64_t line = 1;
        for (const std::string& cut : scanned_cuts(text)) {
            for (const Record& record : records_of(cut, line)) {
                pieces.push_back(record);
                faults += record.problem.empty() ? 0 : 1;
            }
            line += static_cast<std::uint64_t>(std::count(cut.begin(), cut.end(), '\n'));
        }
        CAPTURE(text);
        REQUIRE((pieces == whole));
    }
    CHECK(faults > 1000);
}

TEST_CASE("many fields with doubled quotes keep their texts until the next record") {
    std::string text;
    for (int i = 0; i < 200; ++i) {
        text +=
            (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"\"" + std::string(static_cast<std::size_t>(i), 'x') + "\"";
    }
    text += "\n\"a\"\"b\",c\n";
    CsvRecords records(text, 1);
    std::vector<CsvField> fields;
    REQUIRE(records.next(fields));
    REQUIRE(fields.size() == 200);
    for (std::size_t i = 0; i < 200; ++i) {
        CHECK(fields[i].text == std::to_string(i) + "\"" + std::string(i, 'x'));
    }
    REQUIRE(records.next(fields));
    CHECK(fields.size() == 2);
    CHECK(fields[0].text == "a\"b");
    CHECK(!records.next(fields));
    CHECK(fields.empty());
}
