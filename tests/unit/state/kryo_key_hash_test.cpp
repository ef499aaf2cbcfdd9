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
