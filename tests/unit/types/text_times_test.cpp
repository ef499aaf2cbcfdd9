#include <limits>

#include "catch.hpp"
#include "text_tables.hpp"
#include "types/codecs/text/times.hpp"

using namespace sp;
using sp_test::written;

namespace {

constexpr std::int64_t kLongMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLongMax = std::numeric_limits<std::int64_t>::max();

Temporal temporal_of(const sp_test::Fields& fields) {
    Temporal value;
    const auto number = [&](std::size_t i) { return std::stoll(fields[i]); };
    if (fields[0] == "instant") {
        value.kind = TypeKind::kInstant;
        value.epoch = number(1);
        value.nanos = static_cast<std::int32_t>(number(2));
        return value;
    }
    std::size_t time_at = 1;
    value.kind = TypeKind::kLocalTime;
    if (fields[0] != "time") {
        value.kind = fields[0] == "date" ? TypeKind::kLocalDate : TypeKind::kLocalDateTime;
        value.year = static_cast<std::int32_t>(number(1));
        value.month = static_cast<std::int8_t>(number(2));
        value.day = static_cast<std::int8_t>(number(3));
        time_at = 4;
    }
    if (fields[0] != "date") {
        value.hour = static_cast<std::int8_t>(number(time_at));
        value.minute = static_cast<std::int8_t>(number(time_at + 1));
        value.second = static_cast<std::int8_t>(number(time_at + 2));
        value.nanos = static_cast<std::int32_t>(number(time_at + 3));
    }
    return value;
}

bool same(const Temporal& a, const Temporal& b) {
    return a.kind == b.kind && a.epoch == b.epoch && a.nanos == b.nanos && a.year == b.year && a.month == b.month &&
           a.day == b.day && a.hour == b.hour && a.minute == b.minute && a.second == b.second;
}

std::string text_of(const Temporal& value) {
    return written(text::kMaxTime, [&](char* out) { return text::write_temporal(out, value); });
}

Temporal millis(TypeKind kind, std::int64_t epoch, std::int32_t nanos = 0) {
    Temporal value;
    value.kind = kind;
    value.epoch = epoch;
    value.nanos = nanos;
    return value;
}

}  // namespace

TEST_CASE("java.time values have Java's text and come back from it") {
    for (const sp_test::Fields& fields : sp_test::read_table("times.tsv")) {
        const Temporal value = temporal_of(fields);
        CAPTURE(fields[0], fields.back());
        CHECK(text_of(value) == fields.back());
        Temporal back;
        CHECK(text::parse_temporal(fields.back(), value.kind, back));
        CHECK(same(back, value));
    }
}

TEST_CASE("legacy dates and times are java.time text in UTC") {
    using K = TypeKind;
    const std::tuple<K, std::int64_t, std::int32_t, const char*> cases[] = {
        {K::kDate, 0, 0, "1970-01-01T00:00:00Z"},
        {K::kDate, 1700000000123, 0, "2023-11-14T22:13:20.123Z"},
        {K::kDate, -1, 0, "1969-12-31T23:59:59.999Z"},
        {K::kDate, kLongMax, 0, "+292278994-08-17T07:12:55.807Z"},
        {K::kDate, kLongMin, 0, "-292275055-05-16T16:47:04.192Z"},
        {K::kSqlDate, 86400000, 0, "1970-01-02"},
        {K::kSqlDate, -86400000, 0, "1969-12-31"},
        {K::kSqlDate, 86400001, 0, "1970-01-02T00:00:00.001Z"},
        {K::kSqlDate, 253402300800000, 0, "+10000-01-01"},
        {K::kSqlTime, 0, 0, "00:00:00"},
        {K::kSqlTime, 86399000, 0, "23:59:59"},
        {K::kSqlTime, 86399001, 0, "1970-01-01T23:59:59.001Z"},
        {K::kSqlTime, 86400000, 0, "1970-01-02T00:00:00Z"},
        {K::kSqlTime, -1000, 0, "1969-12-31T23:59:59Z"},
        {K::kSqlTimestamp, 1700000000123, 123456789, "2023-11-14T22:13:20.123456789Z"},
        {K::kSqlTimestamp, -1, 999000000, "1969-12-31T23:59:59.999Z"},
        {K::kSqlTimestamp, kLongMin, 192000000, "-292275055-05-16T16:47:04.192Z"},
    };
    for (const auto& [kind, epoch, nanos, expected] : cases) {
        const Temporal value = millis(kind, epoch, nanos);
        CHECK(text_of(value) == expected);
        Temporal back;
        CAPTURE(expected);
        CHECK(text::parse_temporal(expected, kind, back));
        CHECK(same(back, value));
    }
}

TEST_CASE("fields that are no value of the Java class are reported") {
    char buffer[64];
    CHECK(text::write_local_date(buffer, 2023, 2, 29) == nullptr);
    CHECK(text::write_local_date(buffer, 2023, 0, 1) == nullptr);
    CHECK(text::write_local_date(buffer, 2023, 13, 1) == nullptr);
    CHECK(text::write_local_date(buffer, 1000000000, 1, 1) == nullptr);
    CHECK(text::write_local_date(buffer, std::numeric_limits<std::int32_t>::min(), 1, 1) == nullptr);
    CHECK(text::write_local_time(buffer, 24, 0, 0, 0) == nullptr);
    CHECK(text::write_local_time(buffer, 0, 0, 60, 0) == nullptr);
    CHECK(text::write_local_time(buffer, 0, 0, 0, 1000000000) == nullptr);
    CHECK(text::write_local_date_time(buffer, 2023, 1, 1, 0, -1, 0, 0) == nullptr);
    CHECK(text::write_instant(buffer, 31556889864403200, 0) == nullptr);
    CHECK(text::write_instant(buffer, -31557014167219201, 0) == nullptr);
    CHECK(text::write_instant(buffer, 0, -1) == nullptr);
    CHECK(text::write_sql_timestamp(buffer, 0, 1000000000) == nullptr);
}

TEST_CASE("other spellings of times are refused") {
    using K = TypeKind;
    const std::pair<K, const char*> cases[] = {{K::kLocalDate, ""},
                                               {K::kLocalDate, "2023-2-01"},
                                               {K::kLocalDate, "2023-02-29"},
                                               {K::kLocalDate, "+2023-01-01"},
                                               {K::kLocalDate, "12023-01-01"},
                                               {K::kLocalDate, "+010000-01-01"},
                                               {K::kLocalDate, "-0000-01-01"},
                                               {K::kLocalDate, "2023-01-01 "},
                                               {K::kLocalDate, "+1000000000-01-01"},
                                               {K::kLocalDate, "+99999999999999999999-01-01"},
                                               {K::kLocalDate, "-"},
                                               {K::kLocalDate, "2023"},
                                               {K::kLocalDate, "2023-"},
                                               {K::kLocalTime, "1:00"},
                                               {K::kLocalTime, "24:00"},
                                               {K::kLocalTime, "10:00:"},
                                               {K::kLocalTime, "10:00:00."},
                                               {K::kLocalTime, "10:00:00.1234567890"},
                                               {K::kLocalTime, "10:00Z"},
                                               {K::kLocalDateTime, "2023-01-01"},
                                               {K::kLocalDateTime, "2023-01-01 10:00"},
                                               {K::kLocalDateTime, "2023-01-01T10:00Z"},
                                               {K::kInstant, "2023-01-01T10:00Z"},
                                               {K::kInstant, "2023-01-01T10:00:00"},
                                               {K::kInstant, "2023-01-01T10:00:00+00:00"},
                                               {K::kInstant, "+1000000001-01-01T00:00:00Z"},
                                               {K::kInstant, "-1000000001-12-31T00:00:00Z"},
                                               {K::kDate, "2023-01-01T10:00:00.0001Z"},
                                               {K::kDate, "+292278994-08-17T07:12:55.808Z"},
                                               {K::kDate, "-292275055-05-16T16:47:04.191Z"},
                                               {K::kSqlTime, "10:00"},
                                               {K::kSqlTime, "10:00:00.0001"},
                                               {K::kSqlDate, "+999999999-01-01"},
                                               {K::kInt, "1"}};
    for (const auto& [kind, text] : cases) {
        Temporal value;
        CAPTURE(text);
        CHECK(!text::parse_temporal(text, kind, value));
    }
}
