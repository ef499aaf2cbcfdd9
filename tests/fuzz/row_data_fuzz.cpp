// Any bytes as a value of the Table runtime. Input: which of the types, then the bytes.

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "types/schema/parser.hpp"
#include "types/schema/sql_types.hpp"
#include "types/sql_types.hpp"
#include "value_check.hpp"

namespace {

/// Columns of rows, of types that no schema suffices for too.
const char* const kRows[] = {
    "ROW<a INT, b STRING, c BIGINT, d DECIMAL(10, 2), e DECIMAL(30, 2), f TIMESTAMP(3), g TIMESTAMP(9), h ARRAY<INT>, "
    "i MAP<STRING, INT>, "
    "j ROW<b BOOLEAN, n INT>, k BYTES, l DOUBLE, m TINYINT, n TIMESTAMP_LTZ(6)>",
    "ROW<a MULTISET<STRING>, b TIME, c FLOAT, d SMALLINT, e DATE, f INTERVAL DAY(3) TO SECOND(3), g INTERVAL YEAR(4) "
    "TO MONTH, h CHAR(3), "
    "i BINARY(9)>",
    "ROW<a ARRAY<ARRAY<STRING>>, b MAP<INT, MAP<STRING, DATE>>, c ROW<r ROW<s ARRAY<STRING>, t TIMESTAMP(9)>>, d "
    "ARRAY<ROW<x BYTES>>>",
};

const char* const kTypes[] = {
    "array-data<STRING>",
    "array-data<DECIMAL(30, 2)>",
    "map-data<INT, STRING>",
    "linked-list<sql<STRING>>",
    "map<string-data,linked-list<long>>",
    "null-aware-map<string-data,sql<INT>>",
    "raw-data<list<string>>",
    "window-key<sql<STRING>>",
    "tuple<decimal<10,2>,decimal<30,2>,timestamp-data<3>,timestamp-data<9>,sql-time-window,count-window,sql-null,"
    "sorted-long>",
    "timer<sql<STRING>,sql-time-window>",
};

sp::TypePtr row_of(const char* words) {
    sp::Type row;
    row.kind = sp::TypeKind::kRowData;
    row.structure = sp::binary_row_type(sp::schema::parse_logical_type(words).children, {});
    return std::make_shared<sp::Type>(std::move(row));
}

std::vector<sp::TypePtr> all_types() {
    std::vector<sp::TypePtr> all;
    for (const char* const words : kRows) {
        all.push_back(row_of(words));
        all.push_back(sp::projected_row(all.back()));
    }
    sp::Type variant;
    variant.kind = sp::TypeKind::kVariant;
    all.push_back(std::make_shared<sp::Type>(variant));
    for (const char* const words : kTypes) {
        all.push_back(sp::parse_type(words, {sp::FlinkVersion{2, 3}}));
    }
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<sp::TypePtr> types = all_types();
    if (size > 0) {
        sp::fuzz::check_bytes(types[data[0] % types.size()], sp::Bytes(data + 1, size - 1));
    }
    return 0;
}
