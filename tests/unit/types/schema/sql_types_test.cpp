#include "types/schema/sql_types.hpp"

#include "catch.hpp"
#include "io/bounded_reader.hpp"
#include "java/object_stream.hpp"
#include "sp/error.hpp"

using namespace sp;

namespace {

std::string words_of(const std::string& text) { return logical_type_words(schema::parse_logical_type(text)); }

std::string error_of(const std::string& text) {
    try {
        static_cast<void>(schema::parse_logical_type(text));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("SQL types are read in the spellings of Flink's parser") {
    for (const char* const words : {"BIGINT",
                                    "VARCHAR(20) NOT NULL",
                                    "STRING",
                                    "BYTES",
                                    "DECIMAL(10, 2)",
                                    "TIME(0)",
                                    "TIMESTAMP(3)",
                                    "TIMESTAMP(6) WITH TIME ZONE",
                                    "TIMESTAMP_LTZ(9) NOT NULL",
                                    "INTERVAL YEAR(4) TO MONTH",
                                    "INTERVAL MONTH",
                                    "INTERVAL DAY(2) TO SECOND(6)",
                                    "INTERVAL HOUR TO MINUTE",
                                    "INTERVAL SECOND(0)",
                                    "ARRAY<INT NOT NULL>",
                                    "MULTISET<STRING>",
                                    "MAP<INT, ARRAY<STRING>> NOT NULL",
                                    "NULL",
                                    "ROW<>",
                                    "ROW<`a` INT, `b``c` ROW<`d e` DOUBLE> NOT NULL>",
                                    "ROW<`a` INT 'it''s'>"}) {
        CHECK(words_of(words) == words);
    }
    CHECK(words_of("integer") == "INT");
    CHECK(words_of(" int  not null ") == "INT NOT NULL");
    CHECK(words_of("int null") == "INT");
    CHECK(words_of("char") == "CHAR(1)");
    CHECK(words_of("varchar") == "VARCHAR(1)");
    CHECK(words_of("VARCHAR(2147483647)") == "STRING");
    CHECK(words_of("dec") == "DECIMAL(10, 0)");
    CHECK(words_of("NUMERIC(5)") == "DECIMAL(5, 0)");
    CHECK(words_of("double precision not null") == "DOUBLE NOT NULL");
    CHECK(words_of("time without time zone") == "TIME(0)");
    CHECK(words_of("timestamp without time zone") == "TIMESTAMP(6)");
    CHECK(words_of("TIMESTAMP(3) WITH LOCAL TIME ZONE") == "TIMESTAMP_LTZ(3)");
    CHECK(words_of("interval year to month") == "INTERVAL YEAR(2) TO MONTH");
    CHECK(words_of("interval day to second(3)") == "INTERVAL DAY(2) TO SECOND(3)");
    CHECK(words_of("row(a int, 日本 string)") == "ROW<`a` INT, `日本` STRING>");
}

TEST_CASE("what is no SQL type says what was expected where") {
    CHECK(error_of("INTT") == "the SQL type INTT: expected a SQL type at byte 1, found 'I'");
    CHECK(error_of("") == "the SQL type : expected a SQL type at byte 1, found the end");
    CHECK(error_of("VARCHAR(0)").find("expected a number from 1 to 2147483647 at byte 9") != std::string::npos);
    CHECK(error_of("VARCHAR(99999999999)").find("expected a number") != std::string::npos);
    CHECK(error_of("DECIMAL(39,1)").find("from 1 to 38") != std::string::npos);
    CHECK(error_of("DECIMAL(3,4)").find("from 0 to 3") != std::string::npos);
    CHECK(error_of("STRING(3)").find("expected nothing more at byte 7") != std::string::npos);
    CHECK(error_of("TIMESTAMP(10)").find("from 0 to 9") != std::string::npos);
    CHECK(error_of("TIME(3) WITH TIME ZONE").find("expected nothing more") != std::string::npos);
    CHECK(error_of("INT NOT").find("expected NULL") != std::string::npos);
    CHECK(error_of("INTERVAL SECOND TO DAY").find("expected an interval like") != std::string::npos);
    CHECK(error_of("INTERVAL").find("expected an interval like") != std::string::npos);
    CHECK(error_of("ARRAY<INT").find("expected '>'") != std::string::npos);
    CHECK(error_of("ARRAY").find("expected '<'") != std::string::npos);
    CHECK(error_of("MAP<INT>").find("expected ','") != std::string::npos);
    CHECK(error_of("ROW<INT>").find("expected a SQL type at byte 8") != std::string::npos);
    CHECK(error_of("ROW<`a INT>").find("expected `") != std::string::npos);
    CHECK(error_of("ROW<a INT, a INT>").find("two fields are called 'a'") != std::string::npos);
    CHECK(error_of("RAW").find("expected '('") != std::string::npos);
    CHECK(error_of("RAW(a.B, '...')").find("expected ''' at byte 5") != std::string::npos);
    CHECK(error_of("RAW('a.B')").find("expected ','") != std::string::npos);
    CHECK(error_of("RAW('a.B', '...").find("found the end") != std::string::npos);
    CHECK(error_of("ROW<, a INT>").find("the name of a field") != std::string::npos);
    std::string deep;
    for (int i = 0; i < 100'000; ++i) {
        deep += "ARRAY<";
    }
    CHECK(error_of(deep).find("more than 100 deep") != std::string::npos);
}

TEST_CASE("SQL types become streams that are read back as the same types") {
    for (const char* const words :
         {"BIGINT NOT NULL", "VARCHAR(20)", "TIMESTAMP(3) WITH TIME ZONE", "INTERVAL DAY(3) TO MINUTE",
          "INTERVAL YEAR(2)", "MAP<INT, ARRAY<MULTISET<INT NOT NULL>>>",
          "ROW<`a` INT 'text', `b` ROW<`a` TIMESTAMP(3), `c` TIMESTAMP(3)>>", "ROW<>", "NULL",
          "RAW('org.apache.flink.table.api.dataview.MapView', '...') NOT NULL"}) {
        const ByteVector stream = schema::java_stream_of(schema::parse_logical_type(words));
        CHECK(logical_type_words(logical_type_of(stream)) == words);
        BoundedReader in(stream, "stream");
        static_cast<void>(java::read_object_stream(in));
        CHECK_NOTHROW(in.expect_end("the stream"));
    }
    const LogicalType raw = schema::parse_logical_type("RAW('a.B', '...')");
    CHECK(raw.class_name == "a.B");
    CHECK_FALSE(schema::is_data_view(raw));
    CHECK_THROWS_AS(schema::java_stream_of(raw), UsageError);
}
