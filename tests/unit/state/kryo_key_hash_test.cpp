// Keys that Kryo writes: hash codes of Java's own classes, of bytes that Flink wrote (tests/fixtures/kryo).

#include <limits>

#include "catch.hpp"
#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "state/key_hasher.hpp"
#include "types/kryo/kryo_samples.hpp"

using namespace sp;
using namespace sp::test;

TEST_CASE("classes of the JDK by Kryo hash as Java specifies it") {  // tests/fixtures/kryo
    struct Line {
        const char* sample;
        const char* class_name;
        std::int32_t hash;
    };
    const Line lines[] = {
        {"bigdec", "java.math.BigDecimal", 31 * -1250 + 2},
        {"date", "java.util.Date", 1000},
        {"dateneg", "java.util.Date", 999},
        {"ts", "java.sql.Timestamp", 1500},
        {"char", "java.lang.Character", 113},
        {"dbl", "java.lang.Double", 1073217536},
        {"long.min", "java.lang.Long", std::numeric_limits<std::int32_t>::min()},
        {"time.2024-01-02", "java.time.LocalDate", 4145218},
        {"time.2024-01-02T03:04", "java.time.LocalDateTime", 1937246792},
        {"time.1970-01-01T00:00:01.000000005Z", "java.time.Instant", 1 + 51 * 5},
        {"time.PT1.5S", "java.time.Duration", -269803775},
    };
    for (const bool is_kryo5 : {false, true}) {
        const KryoSamples samples(is_kryo5 ? "kryo5.tsv" : "kryo2.tsv");
        for (const Line& line : lines) {
            auto type = std::make_shared<Type>(*samples.type(is_kryo5 ? kryo5_context() : kryo2_context()));
            type->class_name = line.class_name;
            INFO(samples.file << " " << line.sample);
            const FlinkVersion version = is_kryo5 ? FlinkVersion{2, 3} : FlinkVersion{1, 20};
            CHECK(KeyHasher(type, std::nullopt, version).hash(samples[line.sample].bytes) == line.hash);
            const KeyHasher in_tuple(type_of(TypeKind::kTuple, {type, type_of(TypeKind::kInt)}), std::nullopt, version);
            ByteVector tuple = samples[line.sample].bytes;
            tuple.insert(tuple.end(), {0, 0, 0, 7});
            CHECK(in_tuple.hash(tuple) == java::chain(java::chain(0, line.hash), 7));
        }
        // Where any class may stand, each object says its own.
        auto any = std::make_shared<Type>(*samples.type(is_kryo5 ? kryo5_context() : kryo2_context()));
        any->class_name = "java.lang.Object";
        const KeyHasher objects(any, std::nullopt, is_kryo5 ? FlinkVersion{2, 3} : FlinkVersion{1, 20});
        for (const Line& line : lines) {
            INFO(samples.file << " " << line.sample);
            CHECK(objects.hash(samples[line.sample].bytes) == line.hash);
        }
        CHECK(objects.hash(samples["uuid"].bytes) == java::hash_of_long(1 ^ 2));
        CHECK_THROWS_AS(objects.hash(samples["enum"].bytes), UnsupportedError);
        CHECK_THROWS_AS(objects.hash(samples["list2"].bytes), UnsupportedError);
        CHECK_THROWS_AS(objects.hash(unhex("00")), InputError);

        auto type = std::make_shared<Type>(*samples.type(is_kryo5 ? kryo5_context() : kryo2_context()));
        type->class_name = "java.time.LocalDate";
        const KeyHasher dates(type, std::nullopt, {1, 20});
        CHECK_THROWS_AS(dates.hash(unhex("00")), InputError);
        CHECK_THROWS_AS(dates.hash(samples["list2"].bytes), InputError);
        CHECK_THROWS_AS(dates.hash(unhex("0100")), InputError);
    }
}

TEST_CASE("what Kryo wrote into an Option of Scala counts with its ##") {  // scala.Some.hashCode, scala-library 2.12.7
    struct Line {
        const char* class_name;
        const char* kryo2;
        const char* kryo5;
        std::int32_t hash;
    };
    const Line lines[] = {
        {"java.lang.Long", "0901", "0901", 830581559},                                   // -1, whose hashCode is 0
        {"java.lang.Long", "09d804", "09d804", 670471611},                               // 300
        {"java.lang.Long", "09ffffffffffffffffff", "09ffffffffffffffffff", 1154328349},  // the smallest
        {"java.lang.Double", "0a3ff8000000000000", "0a000000000000f83f", 2075389193},    // 1.5
        {"java.lang.Double", "0a3ff0000000000000", "0a000000000000f03f", 818387364},     // 1.0
        {"java.lang.Float", "0440400000", "0400004040", 937862449},                      // 3.0
        {"java.lang.Integer", "020d", "020d", -1290173970},                              // -7
        {"java.lang.Boolean", "0501", "0501", -1829046767},
    };
    for (const bool is_kryo5 : {false, true}) {
        const KryoSamples samples(is_kryo5 ? "kryo5.tsv" : "kryo2.tsv");
        for (const Line& line : lines) {
            for (const char* const class_name : {line.class_name, "java.lang.Object"}) {
                INFO(samples.file << " " << class_name << " " << line.kryo2);
                auto type = std::make_shared<Type>(*samples.type(is_kryo5 ? kryo5_context() : kryo2_context()));
                type->class_name = class_name;
                const KeyHasher options(type_of(TypeKind::kOption, {type}), std::nullopt, {1, 20});
                ByteVector some = unhex(is_kryo5 ? line.kryo5 : line.kryo2);
                some.insert(some.begin(), 1);
                CHECK(options.hash(some) == line.hash);
                CHECK(options.hash(unhex("00")) == java::hash_of_string(u"None"));
            }
        }
    }
}
