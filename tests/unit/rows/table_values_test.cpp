// Random values of random types that the Table runtime and AvroSerializer of real Flink wrote (tests/interop/table/update): the text that they are
// printed as by every way to print, their bytes when that text is read back, the hash codes of keys, and their serializers' snapshots
// and schemas. SP_TABLE_VALUES names another file of such lines.

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "rows/json_printing.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "state/key_hasher.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_writer.hpp"
#include "types/sql_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// A line: how it was written, snapshot or nothing for that of the line before, bytes, hash code or nothing, JSON.
std::vector<std::string> columns_of(const std::string& line) {
    std::vector<std::string> columns(1);
    for (const char c : line) {
        if (c == '\t') {
            columns.emplace_back();
        } else {
            columns.back() += c;
        }
    }
    return columns;
}

ByteVector from_base64(const std::string& text) { return text::parse_base64(text).value(); }

TypePtr read_type(const ByteVector& snapshot) {
    BoundedReader in(snapshot, "snapshot");
    TypePtr type = read_snapshot(in);
    in.expect_end("snapshot");
    return type;
}

ByteVector written(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

/// The snapshot comes back from what was read, and from the printed schema.
void check_snapshot(const TypePtr& type, const ByteVector& snapshot, FlinkVersion version) {
    CHECK(written(*type) == snapshot);
    CHECK(written(*parse_type(type_json(*type, [](const Type&) { return true; }), {version})) == snapshot);
}

/// Equal numbers may be written in different ways.
bool is_same_json(const std::string& a, const std::string& b) {
    return a == b || nlohmann::ordered_json::parse(a) == nlohmann::ordered_json::parse(b);
}

/// What a decoder tells makes the same bytes.
ByteVector encoded_again(const TypePtr& type, const PaddedBytes& bytes) {
    ByteVector again;
    codec::ValueEncoder encoder(type, again);
    CHECK(codec::EventDecoder(type).decode(bytes.begin(), bytes.end(), encoder) == bytes.end());
    encoder.finish();
    return again;
}

void check_value(const TypePtr& type, const ByteVector& value, const std::string& json) {
    const PaddedBytes bytes(value);
    const JsonPrinters printers(type);
    const std::string text = printers.checked(bytes);
    CHECK(printers.is_exact());
    if (!is_same_json(text, json)) {
        CHECK(text == json);
    }
    CHECK(printers.by_events(bytes) == text);
    CHECK(codec::Skipper(type).skip(bytes.begin(), bytes.end()) == bytes.end());
    CHECK(hex(encoded_again(type, bytes)) == hex(value));
    CHECK(hex(rows::encode_json(type, json)) == hex(value));
}

void check_file(const std::string& path, FlinkVersion version) {
    std::ifstream file(path);
    TypePtr type;
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        const std::vector<std::string> columns = columns_of(line);
        REQUIRE(columns.size() == 5);
        if (!columns[1].empty()) {
            const ByteVector snapshot = from_base64(columns[1]);
            type = read_type(snapshot);
            check_snapshot(type, snapshot, version);
            type = columns[0] == "key" ? projected_row(type) : type;
        }
        const ByteVector value = from_base64(columns[2]);
        INFO(path << ":" << lines + 1 << ": " << columns[0] << " " << type_words(*type));
        check_value(type, value, columns[4]);
        if (!columns[3].empty()) {
            CHECK(std::to_string(KeyHasher(type, std::nullopt, version).hash(value)) == columns[3]);
        }
    }
    CHECK(lines > 50);
}

}  // namespace

TEST_CASE("values of the Table runtime are those of real Flink", "[table-values]") {
    if (const char* const path = std::getenv("SP_TABLE_VALUES")) {
        return check_file(path, {2, 3});
    }
    check_file(SP_FIXTURES "/table/values-1.20.tsv", {1, 20});
    check_file(SP_FIXTURES "/table/values-2.3.tsv", {2, 3});
}

TEST_CASE("values of Avro are those of real Flink", "[avro-values]") {
    check_file(SP_FIXTURES "/table/avro-1.20.tsv", {1, 20});
    check_file(SP_FIXTURES "/table/avro-2.3.tsv", {2, 3});
}
