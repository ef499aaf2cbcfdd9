#pragma once

// Values that real Flink wrote, with what they mean.

#include "types/codecs/value_fixtures.hpp"

namespace sp::test {

struct GoldenValue {
    const char* name;
    TypePtr type;
    const char* bytes;
    const char* json;
};

/// Section 19 of the serializer notes (written by the upgrade tests of Flink 1.19), and the examples of sections 3 to 5.
inline std::vector<GoldenValue> golden_values() {
    using enum TypeKind;
    const auto simple = [](TypeKind kind) { return type_of(kind); };
    const TypePtr text = simple(kString);
    const TypePtr colors = enum_of({"SUSIE", "BLUE", "PETER", "NATHANIEL", "EMMA5", "EMMA"});
    const TypePtr favorite = enum_of({"RED", "BLUE", "GREEN"});
    const TypePtr person = pojo_of(
        "P", {{"age", simple(kInt)}, {"favoriteColor", favorite}, {"married", simple(kBoolean)}, {"name", text}});
    const char* const kDigits = "\"123456789012345678901234567890123456\"";
    const char* const kTen = "[0,1,2,3,4,5,6,7,8,9]";
    return {
        {"big-dec", simple(kBigDecimal), "000000145ce0e9a56015fec5aadfa328ae39811500000003",
         "\"123456789012345678901234567890123456.789\""},
        {"big-int", simple(kBigInteger), "0000001317c6e3bfd70fdeeaec417172dcbac0", kDigits},
        {"boolean-array", simple(kBooleanArray), "000000020100", "[true,false]"},
        {"boolean", simple(kBoolean), "01", "true"},
        {"boolean-value", simple(kBooleanValue), "01", "true"},
        {"byte-array", simple(kByteArray), "0000000a00010203040506070809", "\"AAECAwQFBgcICQ==\""},
        {"byte", simple(kByte), "2a", "42"},
        {"byte-value", simple(kByteValue), "2a", "42"},
        {"char-array", simple(kCharArray), "0000000a0000000100020003000400050006000700080009",
         "[\"\\u0000\",\"\\u0001\",\"\\u0002\",\"\\u0003\",\"\\u0004\",\"\\u0005\",\"\\u0006\",\"\\u0007\",\"\\b\","
         "\"\\t\"]"},
        {"char", simple(kChar), "ffff", "\"\xEF\xBF\xBF\""},
        {"char-value", simple(kCharValue), "002a", "\"*\""},
        {"date", simple(kDate), "000000005e32baf0", "\"1970-01-19T06:59:42.960Z\""},
        {"double", simple(kDouble), "40c81cd6e631f8a1", "12345.6789"},
        {"double-value", simple(kDoubleValue), "40c81cd6e631f8a1", "12345.6789"},
        {"either", type_of(kEither, {text, simple(kInt)}), "010c417061636865466c696e6b", "{\"left\":\"ApacheFlink\"}"},
        {"enum", colors, "00000005", "\"EMMA\""},
        {"float-array", simple(kFloatArray),
         "0000000a3e4ccccd3f99999a400ccccd404ccccd4086666640a6666640c6666640e666664103333341133333",
         "[0.2,1.2,2.2,3.2,4.2,5.2,6.2,7.2,8.2,9.2]"},
        {"float", simple(kFloat), "42f6e979", "123.456"},
        {"float-value", simple(kFloatValue), "42f6e979", "123.456"},
        {"generic-array", type_of(kGenericArray, {text}), "0000000201074170616368650106466c696e6b",
         "[\"Apache\",\"Flink\"]"},
        {"int-array", simple(kIntArray),
         "0000000a00000000000000010000000200000003000000040000000500000006000000070000000800000009", kTen},
        {"int", simple(kInt), "0001e240", "123456"},
        {"int-value", simple(kIntValue), "0001e240", "123456"},
        {"list", type_of(kList, {text}), "000000020741706163686506466c696e6b", "[\"Apache\",\"Flink\"]"},
        {"long", simple(kLong), "00000000499602d2", "1234567890"},
        {"long-value", simple(kLongValue), "00000000499602d2", "1234567890"},
        {"map", type_of(kMap, {simple(kInt), text}), "00000003000000000002300000000100023100000002000232",
         "[{\"key\":0,\"value\":\"0\"},{\"key\":1,\"value\":\"1\"},{\"key\":2,\"value\":\"2\"}]"},
        {"null-value", simple(kNullValue), "", "null"},
        {"nullable-not-padded", nullable_of(simple(kLong)), "01", "null"},
        {"nullable-padded", nullable_of(simple(kLong), 8), "010000000000000000", "null"},
        {"pojo", person, "02000000001b000000000100000007476f72646f6e",
         "{\"age\":27,\"favoriteColor\":\"BLUE\",\"married\":false,\"name\":\"Gordon\"}"},
        {"row", row_of({simple(kInt), simple(kLong), text, simple(kInt)}, 4, true),
         "24000000000000002a0b4d7920737472696e672e", "{\"f0\":null,\"f1\":42,\"f2\":\"My string.\",\"f3\":null}"},
        {"short-array", simple(kShortArray), "0000000a0000000100020003000400050006000700080009", kTen},
        {"short", simple(kShort), "007b", "123"},
        {"short-value", simple(kShortValue), "007b", "123"},
        {"sql-date", simple(kSqlDate), "000000005e32baf0", "\"1970-01-19T06:59:42.960Z\""},
        {"sql-time", simple(kSqlTime), "000000005e32baf0", "\"1970-01-19T06:59:42.960Z\""},
        {"sql-timestamp", simple(kSqlTimestamp), "000000005e32baf039387000", "\"1970-01-19T06:59:42.960Z\""},
        {"string-array", simple(kStringArray), "0000000a0230023102320233023402350236023702380239",
         "[\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]"},
        {"string", text, "25313233343536373839303132333435363738393031323334353637383930313233343536", kDigits},
        {"string-value", simple(kStringValue),
         "24313233343536373839303132333435363738393031323334353637383930313233343536", kDigits},
        {"tuple", type_of(kTuple, {text, text, simple(kInt)}), "0d68656c6c6f20476f72646f6e056369616f0000000e",
         "{\"f0\":\"hello Gordon\",\"f1\":\"ciao\",\"f2\":14}"},
        {"arraylist", type_of(kArrayList, {text}), "000000020741706163686506466c696e6b", "[\"Apache\",\"Flink\"]"},
        {"ttl", type_of(kTtl, {simple(kLong), text}), "000000000000000d0d68656c6c6f20476f72646f6e",
         "{\"ttl_timestamp\":13,\"value\":\"hello Gordon\"}"},
        {"ttl-aware", type_of(kTtlAware, {type_of(kSingleThreadChecking, {text})}), "056369616f", "\"ciao\""},
        {"void-namespace", simple(kVoidNamespace), "00", "null"},
        {"void", simple(kVoid), "00", "null"},
        {"global-window", simple(kGlobalWindow), "00", "\"GlobalWindow\""},
        {"time-window", simple(kTimeWindow), "00000000000030390000000000010932", "{\"start\":12345,\"end\":67890}"},
        {"stream-element", type_of(kStreamElement, {text}), "00000000000001e240046b6579",
         "{\"timestamp\":123456,\"value\":\"key\"}"},
        {"stream-element without time", type_of(kStreamElement, {text}), "01046b6579", "{\"value\":\"key\"}"},
        {"stream-element watermark", type_of(kStreamElement, {text}), "02000000000001e240", "{\"watermark\":123456}"},
        {"union-one", type_of(kTaggedUnion, {text, simple(kLong)}), "0106666c696e6b", "{\"one\":\"flink\"}"},
        {"union-two", type_of(kTaggedUnion, {text, simple(kLong)}), "020000000000005ba0", "{\"two\":23456}"},
        {"timer", type_of(kTimer, {text, simple(kInt)}), "8000000000003039046b6579000002a6",
         "{\"timestamp\":12345,\"key\":\"key\",\"namespace\":678}"},
        {"variant of 2.2", simple(kVariant),
         "000000330000001502030200011000052a140100000002010000061568656c6c6f030300050a141401000000140200000002010300053"
         "877be8f3f01"
         "040001070c0e6b6f626a65637461727261796b6b",
         "{\"value\":\"AgMCAAEQAAUqFAEAAAACAQAABhVoZWxsbwMDAAUKFBQBAAAAFAIAAAACAQMABTh3vo8/\","
         "\"metadata\":\"AQQAAQcMDmtvYmplY3RhcnJheWtr\"}"},
        {"bitmap", simple(kBitmap), "000000083a30000000000000", "\"OjAAAAAAAAA=\""},
        {"buffer-entry", type_of(kBufferEntry, {text}), "000668656c6c6f",
         "{\"has_been_joined\":false,\"element\":\"hello\"}"},
        {"tuple0", simple(kTuple0), "2a", "{}"},
        // Section 3: strings and big numbers
        {"string of many planes", text, "0768E901E901AC41BDB00380BC03",
         "\"h\xC3\xA9\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
        {"null string", text, "00", "null"},
        {"empty string", text, "01", "\"\""},
        {"BigInteger 1", simple(kBigInteger), "00000002", "\"1\""},
        {"BigInteger null", simple(kBigInteger), "00000000", "null"},
        {"BigDecimal 0.00", simple(kBigDecimal), "0000000100000002", "\"0.00\""},
        {"BigDecimal 1", simple(kBigDecimal), "0000000200000000", "\"1\""},
        {"BigDecimal 10", simple(kBigDecimal), "0000000300000000", "\"10\""},
        {"BigDecimal 12.34", simple(kBigDecimal), "0000000604D200000002", "\"12.34\""},
        {"Date null", simple(kDate), "8000000000000000", "null"},
        {"Timestamp null", simple(kSqlTimestamp), "800000000000000000000000", "null"},
        {"Instant null", simple(kInstant), "800000000000000080000000", "null"},
        {"LocalDate null", simple(kLocalDate), "800000008000", "null"},
        {"LocalTime null", simple(kLocalTime), "80800080000000", "null"},
        {"LocalDateTime null", simple(kLocalDateTime), "80000000800080800080000000", "null"},
        // Section 4: nulls in composites, and what Flink 2.x makes of List and Map fields
        {"row +U", row_of({text, simple(kInt)}, 4, true), "500261", "{\"@kind\":\"+U\",\"f0\":\"a\",\"f1\":null}"},
        {"row of version 2", row_of({text, simple(kInt)}, 2), "400261", "{\"f0\":\"a\",\"f1\":null}"},
        {"row without a kind", row_of({text, simple(kInt)}, 4), "400261", "{\"f0\":\"a\",\"f1\":null}"},
        {"set", type_of(kSet, {simple(kInt)}), "00000002000000000701", "[7,null]"},
        {"generic array with null", type_of(kGenericArray, {simple(kInt)}),
         "000000020100000007"
         "00",
         "[7,null]"},
        {"map with null value", type_of(kMap, {text, simple(kInt)}), "00000001026101", "{\"a\":null}"},
        {"POJO field List of 2.x", pojo_of("P", {{"tags", nullable_of(type_of(kList, {nullable_of(text)}))}}),
         "02000000000001000274", "{\"tags\":[\"t\"]}"},
        {"POJO field Map of 2.x",
         pojo_of("P", {{"marks", nullable_of(type_of(kMap, {nullable_of(text), simple(kInt)}))}}),
         "02000000000001"
         "00036d31"
         "0000000005",
         "{\"marks\":{\"m1\":5}}"},
        {"null POJO", person, "01", "null"},
        // Scala (section 19; the upgrade tests of flink-scala, and a job's savepoint)
        {"scala-case-class", case_class_of("CustomCaseClass", {text, simple(kInt)}, {"name", "age"}),
         "06666c696e6b0000000b", "{\"name\":\"flink\",\"age\":11}"},
        {"scala-tuple", case_class_of("scala.Tuple2", {text, simple(kInt)}), "06666c696e6b0000000b",
         "{\"_1\":\"flink\",\"_2\":11}"},
        {"scala-either", type_of(kScalaEither, {simple(kInt), text}), "000c48656c6c6f20776f726c64",
         "{\"right\":\"Hello world\"}"},
        {"scala-enum", enumeration_of({{"A", 0}, {"B", 1}, {"C", 2}}), "00000000", "\"A\""},
        {"scala-enum with other ids", enumeration_of({{"A", 7}, {"B", -1}, {"C", 1}}), "ffffffff", "\"B\""},
        {"scala-option", type_of(kOption, {text}), "00", "null"},
        {"scala-option of a string", type_of(kOption, {text}), "0106666c696e6b", "\"flink\""},
        {"scala-option of a null", type_of(kOption, {text}), "0100", "{\"some\":null}"},
        {"scala-option of an option", type_of(kOption, {type_of(kOption, {simple(kInt)})}), "0100", "{\"some\":null}"},
        {"scala-option of an option of 5", type_of(kOption, {type_of(kOption, {simple(kInt)})}),
         "0101"
         "00000005",
         "{\"some\":5}"},
        {"scala-option of unit", type_of(kOption, {simple(kUnit)}), "0100", "{\"some\":null}"},
        {"scala-option of nothing", type_of(kOption, {simple(kNothing)}), "00", "null"},
        {"scala-try", type_of(kTry, {simple(kInt), simple(kInt)}), "010000002a", "{\"success\":42}"},
        {"scala-unit", simple(kUnit), "00", "null"},
        {"traversable-bitset", traversable_of("scala.collection.BitSet", simple(kInt)),
         "00000003010000000001000000020100000003", "[0,2,3]"},
        {"traversable-seq with null", traversable_of("Seq", text),
         "00000002"
         "01"
         "0261"
         "00",
         "[\"a\",null]"},
        {"traversable-seq of options", traversable_of("Seq", type_of(kOption, {simple(kInt)})),
         "00000002"
         "0100"
         "010100000005",
         "[null,5]"},
        {"traversable-seq of tuples", traversable_of("Seq", case_class_of("scala.Tuple2", {text, simple(kInt)})),
         "00000001"
         "01"
         "0261"
         "00000001",
         "[{\"_1\":\"a\",\"_2\":1}]"},
        {"traversable-map", scala_map_of(text, simple(kInt)), "000000020107417061636865000000000106466c696e6b00000001",
         "{\"Apache\":0,\"Flink\":1}"},
        {"traversable-sorted-map", scala_map_of(simple(kInt), text, "scala.collection.immutable.SortedMap"),
         "00000001"
         "01"
         "00000005"
         "0261",
         "[{\"key\":5,\"value\":\"a\"}]"},
        {"traversable-map with a null key", scala_map_of(text, simple(kInt), "mutable.Map"),
         "00000002"
         "01"
         "0261"
         "00000001"
         "01"
         "00"
         "00000002",
         "[{\"key\":\"a\",\"value\":1},{\"key\":null,\"value\":2}]"},
        // Section 12: CEP, from the upgrade tests of Flink 1.11 to 2.2 and operators that they keep
        {"event-id", cep_type(kEventId), "0000002a000000000000002a", "{\"id\":42,\"timestamp\":42}"},
        {"dewey-number", cep_type(kDeweyNumber), "000000010000002a", "\"42\""},
        {"node-id", cep_type(kNodeId), "010000002a000000000000002a056369616f",
         "{\"eventId\":{\"id\":42,\"timestamp\":42},\"pageName\":\"ciao\"}"},
        {"shared-buffer-edge", cep_type(kSharedBufferEdge), "010000002a000000000000002a0570616765000000010000002a",
         "{\"target\":{\"eventId\":{\"id\":42,\"timestamp\":42},\"pageName\":\"page\"},\"deweyNumber\":\"42\"}"},
        {"shared-buffer-node", cep_type(kSharedBufferNode),
         "00000001010000002a000000000000002a0570616765000000010000002a",
         "[{\"target\":{\"eventId\":{\"id\":42,\"timestamp\":42},\"pageName\":\"page\"},\"deweyNumber\":\"42\"}]"},
        {"lockable-type", type_of(kLockable, {text}), "0000000a06666c696e6b",
         "{\"refCounter\":10,\"element\":\"flink\"}"},
        {"nfa-state", cep_type(kNfaState), "0000000000000000", "{\"partialMatches\":[],\"completedMatches\":[]}"},
        {"nfa-state up to 1.15", cep_type(kNfaState, true),
         "0000000304656e6401000000000000000000000002076d6964646c6500000003000000010000000000000000000000000000"
         "000101000000000000000000000001076d6964646c6501000000000000000000000001067374617274000000020000000100"
         "000001000000000000000101000000000000000000000001067374617274000000000100000002ffffffffffffffff000000"
         "0000",
         R"({"partialMatches":[{"currentStateName":"end","previousBufferEntry":{"eventId":{"id":0,"tim)"
         R"(estamp":2},"pageName":"middle"},"version":"1.0.0","startTimestamp":1,"startEventID":{"id":)"
         R"(0,"timestamp":1}},{"currentStateName":"middle","previousBufferEntry":{"eventId":{"id":0,"t)"
         R"(imestamp":1},"pageName":"start"},"version":"1.1","startTimestamp":1,"startEventID":{"id":0)"
         R"(,"timestamp":1}},{"currentStateName":"start","previousBufferEntry":null,"version":"2","sta)"
         R"(rtTimestamp":-1,"startEventID":null}],"completedMatches":[]})"},
        {"nfa-state of 2.2", cep_type(kNfaState),
         "0000000206737461727401000000000000000000000005067374617274000000020000000100000000000000000000000500"
         "00000000000005010000000000000000000000050873746172743a30000000000100000002ffffffffffffffffffffffffff"
         "ffffff0000000000",
         R"({"partialMatches":[{"currentStateName":"start","previousBufferEntry":{"eventId":{"id":0,"t)"
         R"(imestamp":5},"pageName":"start"},"version":"1.0","startTimestamp":5,"previousTimestamp":5,)"
         R"("startEventID":{"id":0,"timestamp":5}},{"currentStateName":"start:0","previousBufferEntry")"
         R"(:null,"version":"2","startTimestamp":-1,"previousTimestamp":-1,"startEventID":null}],"comp)"
         R"(letedMatches":[]})"},
        {"shared-buffer-node since 1.13", type_of(kLockable, {cep_type(kSharedBufferNodeV2)}),
         "00000002000000020000000101000000010000018bcfe568c8056d6f72650000000500000001000000000000000000000002"
         "000000000000000101000000000000018bcfe5692c066669727374000000020000000200000000",
         R"({"refCounter":2,"element":[{"refCounter":1,"element":{"target":{"eventId":{"id":1,"timesta)"
         R"(mp":1700000000200},"pageName":"more"},"deweyNumber":"1.0.0.2.0"}},{"refCounter":1,"element)"
         R"(":{"target":{"eventId":{"id":0,"timestamp":1700000000300},"pageName":"first"},"deweyNumber)"
         R"(":"2.0"}}]})"},
        {"no node", cep_type(kNodeId), "00", R"(null)"},
    };
}

}  // namespace sp::test
