// Any bytes as a value of the Table runtime. Input: which of the types, then the bytes.

#include <cstdint>
#include <vector>

#include "types/schema_parser.hpp"
#include "value_check.hpp"

namespace {

const char* const kTypes[] = {
    "sql<INT, STRING, BIGINT, DECIMAL(10, 2), DECIMAL(30, 2), TIMESTAMP(3), TIMESTAMP(9), ARRAY<INT>, MAP<STRING, INT>, "
    "ROW<b BOOLEAN, n INT>, BYTES, DOUBLE, TINYINT, TIMESTAMP_LTZ(6)>",
    "sql<MULTISET<STRING>, TIME, FLOAT, SMALLINT, DATE, INTERVAL DAY(3) TO SECOND(3), INTERVAL YEAR(4) TO MONTH, CHAR(3), BINARY(9)>",
    "sql<ARRAY<ARRAY<STRING>>, MAP<INT, MAP<STRING, DATE>>, ROW<r ROW<s ARRAY<STRING>, t TIMESTAMP(9)>>>",
    "array-data<STRING>",
    "array-data<DECIMAL(30, 2)>",
    "map-data<INT, ARRAY<STRING>>",
    "linked-list<sql<STRING>>",
    "map<string-data,linked-list<long>>",
    "null-aware-map<string-data,sql<INT>>",
    "raw-data<list<string>>",
    "window-key<sql<STRING>>",
    "tuple<decimal<10,2>,decimal<30,2>,timestamp-data<3>,timestamp-data<9>,sql-time-window,count-window,sql-null,sorted-long>",
    "timer<sql<STRING>,sql-time-window>",
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<sp::TypePtr> types = [] {
        std::vector<sp::TypePtr> all;
        for (const char* const words : kTypes) {
            all.push_back(sp::parse_type(words, {sp::FlinkVersion{2, 3}}));
        }
        return all;
    }();
    if (size > 0) {
        sp::fuzz::check_bytes(types[data[0] % types.size()], sp::Bytes(data + 1, size - 1));
    }
    return 0;
}
