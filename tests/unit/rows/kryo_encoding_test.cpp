// What is printed of Kryo's values comes back as the bytes that Flink's KryoSerializer wrote (tests/fixtures/kryo), once the
// type is declared: all samples of classes that are written, but for those in which an object comes again.

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "catch.hpp"
#include "rows/json_visitor.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/conversion/value_converter.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"
#include "types/kryo/kryo_samples.hpp"
#include "types/schema/parser.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;
using namespace sp::test;

namespace {

kryo::JavaType of(std::string name, std::vector<kryo::JavaType> arguments = {}) {
    return {std::move(name), std::move(arguments), {}};
}

struct Declared {
    const char* sample;
    kryo::JavaType type;
};

const kryo::JavaType kInteger = of("java.lang.Integer");
const kryo::JavaType kString = of("java.lang.String");

kryo::JavaType list_of(const kryo::JavaType& element) { return of("java.util.List", {element}); }

std::vector<Declared> declared() {
    return {
        {"int", kInteger},
        {"long", of("java.lang.Long")},
        {"long.min", of("java.lang.Long")},
        {"str", kString},
        {"str1", kString},
        {"str0", kString},
        {"str40", kString},
        {"str70", kString},
        {"str5000", kString},
        {"strU", kString},
        {"str", of("java.lang.Object")},
        {"bool", of("java.lang.Object")},
        {"dbl", of("java.lang.Double")},
        {"flt", of("java.lang.Float")},
        {"bool", of("java.lang.Boolean")},
        {"char", of("java.lang.Character")},
        {"short", of("java.lang.Short")},
        {"byte", of("java.lang.Byte")},
        {"bigint", of("java.math.BigInteger")},
        {"bigint0", of("java.math.BigInteger")},
        {"bigdec", of("java.math.BigDecimal")},
        {"bigdec1", of("java.math.BigDecimal")},
        {"bytes", of("[B")},
        {"ints", of("[I")},
        {"longs", of("[J")},
        {"shorts", of("[S")},
        {"chars", of("[C")},
        {"floats", of("[F")},
        {"doubles", of("[D")},
        {"bools", of("[Z")},
        {"strs", of("[Ljava.lang.String;")},
        {"Ints", of("[Ljava.lang.Integer;")},
        {"date", of("java.util.Date")},
        {"dateneg", of("java.util.Date")},
        {"sqldate", of("java.sql.Date")},
        {"sqltime", of("java.sql.Time")},
        {"ts", of("java.sql.Timestamp")},
        {"uuid", of("java.util.UUID")},
        {"bitset", of("java.util.BitSet")},
        {"enum", of("Samples$Color")},
        {"list2", list_of(kString)},
        {"list2", list_of(of("java.lang.Object"))},
        {"listn", list_of(kString)},
        {"listnn", list_of(kInteger)},
        {"list0", list_of(kString)},
        {"linked", of("java.util.Deque", {kInteger})},
        {"deque", of("java.util.ArrayDeque", {kInteger})},
        {"hashset", of("java.util.LinkedHashSet", {kInteger})},
        {"treeset", of("java.util.SortedSet", {kInteger})},
        {"pq", of("java.util.PriorityQueue", {kInteger})},
        {"map", of("java.util.Map", {kString, kInteger})},
        {"mapnull", of("java.util.LinkedHashMap", {kString, kInteger})},
        {"map0", of("java.util.Map", {kString, kInteger})},
        {"treemap", of("java.util.NavigableMap", {kString, kInteger})},
        {"chm", of("java.util.concurrent.ConcurrentMap", {kString, kInteger})},
        {"mapat", of("java.util.LinkedHashMap", {kString, kInteger})},
        {"opt", of("java.util.Optional", {kString})},
        {"opt0", of("java.util.Optional", {kString})},
        {"optopt", of("java.util.Optional", {of("java.util.Optional", {kString})})},
        {"optoptopt", of("java.util.Optional", {of("java.util.Optional", {kString})})},
        {"uri", of("java.net.URI")},
        {"currency", of("java.util.Currency")},
        {"sb", of("java.lang.StringBuilder")},
        {"sbuf", of("java.lang.StringBuffer")},
        {"pattern", of("java.util.regex.Pattern")},
        {"inet", of("java.net.InetSocketAddress")},
        {"time.2024-01-02", of("java.time.LocalDate")},
        {"time.03:04", of("java.time.LocalTime")},
        {"time.03:00", of("java.time.LocalTime")},
        {"time.03:04:05", of("java.time.LocalTime")},
        {"time.03:04:05.000000006", of("java.time.LocalTime")},
        {"time.00:00", of("java.time.LocalTime")},
        {"time.2024-01-02T03:04", of("java.time.LocalDateTime")},
        {"time.1970-01-01T00:00:01.000000005Z", of("java.time.Instant")},
        {"time.1969-12-31T23:59:59.000000005Z", of("java.time.Instant")},
        {"time.PT1.5S", of("java.time.Duration")},
        {"time.PT-0.9999995S", of("java.time.Duration")},
        {"time.PT25H", of("java.time.Duration")},
        {"time.PT0S", of("java.time.Duration")},
        {"time.P1Y2M3D", of("java.time.Period")},
        {"time.P0D", of("java.time.Period")},
        {"time.2024", of("java.time.Year")},
        {"time.2024-05", of("java.time.YearMonth")},
        {"time.--02-29", of("java.time.MonthDay")},
        {"time.+05:30", of("java.time.ZoneOffset")},
        {"time.Z", of("java.time.ZoneOffset")},
        {"time.-01:01:01", of("java.time.ZoneOffset")},
        {"time.Europe/Berlin", of("java.time.ZoneId")},
        {"time.01:02:03Z", of("java.time.OffsetTime")},
        {"time.2024-01-02T03:04:05+02:00", of("java.time.OffsetDateTime")},
        {"time.2024-01-02T03:04:05+01:00[Europe/Berlin]", of("java.time.ZonedDateTime")},
        {"coll.java.util.Vector", of("java.util.Vector", {kInteger})},
        {"coll.java.util.Hashtable", of("java.util.Hashtable", {kString, kInteger})},
        {"coll.java.util.Stack", of("java.util.Stack", {kInteger})},
        {"coll.java.util.concurrent.CopyOnWriteArrayList", of("java.util.concurrent.CopyOnWriteArrayList", {kInteger})},
        {"coll.java.util.concurrent.ConcurrentSkipListMap",
         of("java.util.concurrent.ConcurrentNavigableMap", {kString, kInteger})},
    };
}

void check(const KryoSamples& samples, const TypePtr& type, const std::vector<Declared>& all) {
    for (const auto& [name, declared] : all) {
        const KryoSample& sample = samples[name];
        INFO(samples.file << ": " << name << " as " << kryo::words_of(declared) << ": " << sample.json);
        const TypePtr written = with_declared_type(*type, declared);
        try {
            CHECK(hex(rows::encode_json(written, sample.json)) == hex(sample.bytes));
        } catch (const Error& error) {
            FAIL_CHECK(error.what());
        }
    }
}

TypePtr object_type(bool is_kryo5) {
    return KryoSamples(is_kryo5 ? "kryo5.tsv" : "kryo2.tsv").type(is_kryo5 ? kryo5_context() : kryo2_context());
}

std::string refusal(const TypePtr& type, std::string_view json) {
    try {
        return hex(rows::encode_json(type, json));
    } catch (const Error& error) {
        return error.what();
    }
}

/// The text of what was written.
std::string read_back(const TypePtr& type, std::string_view json) {
    const PaddedBytes bytes(rows::encode_json(type, json));
    std::string text;
    rows::JsonVisitor visitor(text);
    const std::uint8_t* const end = codec::EventDecoder(type).decode(bytes.begin(), bytes.end(), visitor);
    return text + (end == bytes.end() ? "" : " and bytes behind it");
}

TypePtr parse(const std::string& text, FlinkVersion version) {
    return parse_type(nlohmann::ordered_json(text), {version, sample_classes()});
}

/// Nothing where it is refused.
std::optional<ByteVector> converted(const conversion::Conversion& conversion, const ByteVector& value) {
    const PaddedBytes bytes(value);
    conversion::ValueConverter converter(conversion);
    ByteVector out;
    try {
        converter.convert({bytes.begin(), value.size()}, out);
    } catch (const Error&) {
        return std::nullopt;
    } catch (const codec::DecodeFault&) {
        return std::nullopt;
    }
    return out;
}

}  // namespace

TEST_CASE("what is printed is written as Flink 1.x does", "[kryo]") {
    check(KryoSamples("kryo2.tsv"), object_type(false), declared());
    // FieldSerializer writes the offset once more, as the zone, as a reference to the object before it.
    CHECK(hex(rows::encode_json(with_declared_type(*object_type(false), of("java.time.ZonedDateTime")),
                                "\"2024-01-02T03:04:05Z\""))
              .ends_with("010001"
                         "01"
                         "6a6176612e74696d652e5a6f6e654f66667365f4"
                         "0100"));
}

TEST_CASE("what is printed is written as Flink 2.x does", "[kryo]") {
    check(KryoSamples("kryo5.tsv"), object_type(true), declared());
    check(KryoSamples("kryo5.tsv"), object_type(true),
          {{"locale", of("java.util.Locale")}, {"time.2024-01-02T03:04:05Z", of("java.time.ZonedDateTime")}});
}

TEST_CASE("what one Kryo wrote is written as the other does, each object with its class", "[kryo]") {
    // Objects that come again are written again, lists that only methods of the JDK make become usual ones, and of a Timestamp the
    // milliseconds that count are those of its nanoseconds.
    std::istringstream names(
        "aslist aslistI emptyl emptym emptys singl sings singm listof listofn mapof setof "
        "coll.java.util.Collections$UnmodifiableRandomAccessList "
        "coll.java.util.Collections$SynchronizedRandomAccessList "
        "locale2 locales localekeys samedate samestr sharedlist time.2024-01-02T03:04:05Z ts");
    const std::set<std::string> others{std::istream_iterator<std::string>(names), {}};
    for (const bool to_kryo5 : {true, false}) {
        const KryoSamples olds(to_kryo5 ? "kryo2.tsv" : "kryo5.tsv");
        const KryoSamples news(to_kryo5 ? "kryo5.tsv" : "kryo2.tsv");
        const conversion::Conversion conversion(object_type(!to_kryo5), object_type(to_kryo5), {});
        REQUIRE(conversion.problems().empty());
        std::size_t written = 0;
        for (const KryoSample& sample : olds.samples) {
            const auto same = std::find_if(news.samples.begin(), news.samples.end(), [&](const KryoSample& other) {
                return other.name == sample.name && other.json == sample.json;
            });
            if (same == news.samples.end()) {
                continue;
            }
            INFO(olds.file << ": " << sample.name << ": " << sample.json);
            const std::optional<ByteVector> bytes = converted(conversion, sample.bytes);
            if (!bytes) {
                continue;
            }
            ++written;
            if (others.count(sample.name) == 0) {
                CHECK(hex(*bytes) == hex(same->bytes));
            }
        }
        CHECK(written >= 115);
        CHECK_FALSE(converted(conversion, olds["treesetrev"].bytes));  // its Comparator is the job's
        CHECK_FALSE(converted(conversion, olds["enummap"].bytes));
    }
}

TEST_CASE("constants with a body are written as their enum's, which Kryo takes them for", "[kryo]") {
    for (const bool is_kryo5 : {false, true}) {
        const TypePtr type =
            with_declared_type(*object_type(is_kryo5), of("java.util.ArrayList", {of("Samples$Color")}));
        CHECK(read_back(type, R"(["GREEN",null,"RED"])") == R"(["GREEN",null,"RED"])");
    }
}

TEST_CASE("values in each other come back", "[kryo]") {
    for (const FlinkVersion version : {FlinkVersion{1, 20}, FlinkVersion{2, 3}}) {
        const auto same = [&](const std::string& type, const std::string& json) {
            INFO(to_string(version) << " " << type);
            CHECK(read_back(parse("java<" + type + ">", version), json) == json);
        };
        same("HashMap<String,List<Integer>>", R"({"a":[1,2],"b":[],"c":null})");
        same("LinkedList<Map<Long,Set<String>>>", R"([[{"key":5,"value":["x","y"]},{"key":-1,"value":[]}],null,{}])");
        same("ArrayList<enum a.b.Color{RED,GREEN}[]>", "[]");
        same(
            "TreeMap<UUID,Optional<BigDecimal>>",
            R"([{"key":"00000000-0000-0001-0000-000000000002","value":"1.10"},{"key":"00000000-0000-0001-0000-000000000003","value":null}])");
        same("Optional<Optional<String>>", "null");
        same("Optional<Optional<String>>", R"({"some":null})");
        same("Optional<Optional<String>>", R"({"some":"x"})");
        same("Optional<Optional<Optional<Long>>>", R"({"some":{"some":5}})");
        same("ArrayList<Optional<Optional<List<Long>>>>", R"([{"some":[1]},null,{"some":null},{"some":[]}])");
        same("LinkedHashMap<String,Object>", R"({"a":"text","b":true,"@@class":null})");
        same("ArrayList<List<Object>>", R"([["a",true,null],["b"]])");
        same("ArrayList<Duration>", R"(["PT1M30.000000005S","PT-0.5S"])");
        same("ArrayList<bytes>", R"(["AQID",""])");
        same("ArrayList<int[]>", R"([[1,-1],[]])");
        same("ArrayDeque<BitSet>", R"([[1,70],[]])");
    }
}

TEST_CASE("an implementation can be chosen where there is an object", "[kryo]") {
    const TypePtr map = parse("java<Map<String,Integer>>", {1, 20});
    const std::string chosen = refusal(map, R"({"@class":"java.util.TreeMap","a":1})");
    CHECK(chosen ==
          "0100"
          "6a6176612e7574696c2e547265654d61f0"
          "01"
          "00"
          "01"
          "03018261"
          "0202");
    CHECK(refusal(map, R"({"a":1,"@class":"java.util.TreeMap"})") == chosen);
    CHECK(refusal(map, R"({"@class":"java.util.ArrayList"})") ==
          "@class: java.util.ArrayList is no java.util.Map<java.lang.String,java.lang.Integer>");
    CHECK(refusal(map, R"({"@class":"x.Y"})") == "@class: x.Y is no java.util.Map<java.lang.String,java.lang.Integer>");
    CHECK(refusal(parse("java<Object>", {1, 20}), R"({"@class":"java.util.TreeMap","a":true})").starts_with("0100"));
}

TEST_CASE("what cannot be known is not guessed", "[kryo]") {
    const TypePtr list = parse("java<List>", {1, 20});
    CHECK(refusal(list, R"(["a",5])") ==
          "[1]: expected null, a string or a boolean, found 5: of which class it is to be is not known. A type like "
          "java<List<Long>> says it, for fields of POJOs also --classpath; rows of sp-dump --lossless keep it");
    CHECK(refusal(list, "[[]]").starts_with("[0]: expected null, a string or a boolean, found an array: of which"));
    CHECK(refusal(list, "[{}]").starts_with("[0]: expected null, a string or a boolean, found an object: of which"));
    CHECK(refusal(list, "5") == "expected an array (java.util.List), found 5");
    CHECK(refusal(parse("java<List<Map<String,Long>>>", {1, 20}), R"([{"a":1},{"@ref":1}])") ==
          "[1].@ref: an object that comes again is not written from its text; rows of sp-dump --lossless keep it");
    CHECK_THROWS_AS(rows::encode_json(parse_type(nlohmann::ordered_json("kryo<java.util.UUID>"), {}),
                                      "\"00000000-0000-0001-0000-000000000002\""),
                    UsageError);  // of which Flink?
    CHECK(refusal(parse("kryo<a.B>", {1, 20}), "{}") ==
          "a.B: class a.B is not known: give --classpath, or bytes as @bytes");
    CHECK(refusal(parse("kryo<a.B>", {1, 20}), "null") == "00");
    CHECK(refusal(parse("kryo<Samples$Item>", {1, 20}), "{}") ==
          "Samples$Item: Kryo writes it in a form that is not encoded; give bytes as @bytes");
    CHECK(refusal(parse("java<Locale>", {1, 20}), "\"de\"") ==
          "java.util.Locale: Kryo writes it in a form that is not encoded; give bytes as @bytes");
    CHECK(refusal(parse("kryo<java.util.concurrent.BlockingQueue>", {2, 3}), "[]") ==
          "java.util.concurrent.BlockingQueue: which class implements it is not known; give bytes as @bytes");
}

TEST_CASE("values that do not fit their declared types", "[kryo]") {
    const FlinkVersion version{2, 3};
    CHECK(refusal(parse("java<List<List<Long>>>", version), R"([[1],["x"]])") ==
          "[1][0]: expected a long, found \"x\"");
    CHECK(refusal(parse("java<Map<String,List<Short>>>", {1, 20}), R"({"a":[70000]})") ==
          ".a[0]: expected a short, found 70000, which is out of range");
    CHECK(refusal(parse("java<UUID>", version), "\"1-2\"") == "expected a value of java.util.UUID, found \"1-2\"");
    CHECK(refusal(parse("java<List<List<Duration>>>", version), R"([["PT"]])") ==
          "[0][0]: expected a value of java.time.Duration, found \"PT\"");
    CHECK(refusal(parse("java<TreeSet<enum a.C{A,B}>>", version), R"(["A","D"])") ==
          "[1]: expected a constant of a.C, found \"D\"");
    CHECK(refusal(parse("java<ZonedDateTime>", {1, 20}), "\"2024-01-02T03:04:05[Europe/Berlin]\"")
              .starts_with("expected the offset behind the time"));
    CHECK(refusal(parse("java<HashSet<int[]>>", version), "[[null]]").starts_with("[0][0]: expected an int"));
}

TEST_CASE("sets and maps in which something stands twice are refused", "[kryo]") {
    const auto refuses = [](const std::string& type, std::string_view json) {
        const std::string of_1 = refusal(parse("java<" + type + ">", {1, 20}), json);
        const std::string of_2 = refusal(parse("java<" + type + ">", {2, 3}), json);
        const bool is_written = of_1.find_first_not_of("0123456789abcdef") == std::string::npos;
        return is_written ? "written" : of_1 == of_2 ? of_1 : of_1 + " but " + of_2;
    };
    const std::string element = ": the element stands twice in the set";
    CHECK(refuses("HashSet<Integer>", "[1,2,1]") == "[2]" + element);
    CHECK(refuses("List<Set<Integer>>", "[[1],[1,1]]") == "[1][1]" + element);
    CHECK(refuses("ArrayList<Integer>", "[1,2,1]") == "written");
    CHECK(refuses("HashMap<String,Integer>", R"({"a":1,"a":2})") == "[1].key: the key stands twice in the map");
    CHECK(refuses("HashMap<Integer,Integer>", R"([{"key":1,"value":1},{"value":1,"key":1}])") ==
          "[1].key: the key stands twice in the map");
    CHECK(refuses("BitSet", "[1,70,1]") == "[2]" + element);
    CHECK(refuses("List<java.util.IdentityHashMap<String,Integer>>", R"([{"a":1,"a":2}])") == "written");

    // What is written counts, not how the row spells it.
    CHECK(refuses("HashSet<Integer>", R"([1,"1"])") == "[1]" + element);
    CHECK(refuses("HashSet<Integer>", "[1,1.0]") == "[1]" + element);
    CHECK(refuses("HashSet<Double>", "[1.0,1]") == "[1]" + element);
    CHECK(refuses("HashSet<Double>", "[0.0,-0.0]") == "written");
    CHECK(refuses("HashSet<String>", "[\"a\",\"\\u0061\"]") == "[1]" + element);
    CHECK(refuses("HashSet<Object>", R"(["true",true,null])") == "written");
    CHECK(refuses("HashSet<Object>", "[null,true,null]") == "[2]" + element);
    CHECK(refuses("HashSet<UUID>",
                  R"(["0000000a-0000-0001-0000-000000000002","0000000A-0000-0001-0000-000000000002"])") ==
          "[1]" + element);
    CHECK(refuses("HashSet<BigDecimal>", R"(["1.0","1","1.00"])") == "written");
    CHECK(refuses("HashSet<BigDecimal>", R"(["1.0","10e-1"])") == "[1]" + element);
    CHECK(refuses("TreeSet<BigDecimal>", R"(["1.0","2","1"])") == "[2]" + element);  // by compareTo
    CHECK(refuses("TreeSet<BigDecimal>", R"(["0","100","0.00"])") == "[2]" + element);
    CHECK(refuses("TreeMap<BigDecimal,Long>", R"([{"key":"1.0","value":1},{"key":"1","value":1}])") ==
          "[1].key: the key stands twice in the map");

    // Collections and maps are equal by what is in them, some of it in any order.
    CHECK(refuses("HashSet<List<Integer>>", "[[1,2],[2,1]]") == "written");
    CHECK(refuses("HashSet<List<Integer>>", "[[1,2],[3],[1,2]]") == "[2]" + element);
    CHECK(refuses("HashSet<Set<Integer>>", "[[1,2],[2,1]]") == "[1]" + element);
    CHECK(refuses("HashSet<Map<String,Integer>>", R"([{"a":1,"b":2},{"b":2,"a":1}])") == "[1]" + element);
    CHECK(refuses("HashSet<Map<String,Integer>>", R"([{"a":1,"b":2},{"@class":"java.util.TreeMap","b":2,"a":1}])") ==
          "[1]" + element);
    CHECK(refuses("HashSet<Optional<Integer>>", "[1,null,2,1]") == "[3]" + element);
    // No two arrays, queues and the like are equal.
    CHECK(refuses("HashSet<int[]>", "[[1],[1]]") == "written");
    CHECK(refuses("HashSet<List<int[]>>", "[[[1]],[[1]]]") == "written");
    CHECK(refuses("HashSet<ArrayDeque<Integer>>", "[[1],[1]]") == "written");
    CHECK(refuses("HashSet<java.util.regex.Pattern>", R"(["a","a"])") == "written");
}

TEST_CASE("equal to Java can be what is not written alike", "[kryo]") {
    const auto refused = [](const TypePtr& type, std::string_view json) -> std::string {
        ByteVector out;
        try {
            rows::append_json(type, json, out);
        } catch (const InputError& error) {
            return error.what();
        }
        return "written";
    };
    // Flink 2 has serializers of its own for sets and maps, with Kryo's values in them.
    const auto refuses = [&](const std::string& type, std::string_view json) {
        return refused(parse("java<" + type + ">", {1, 20}), json) + ", " +
               refused(parse("java<" + type + ">", {2, 3}), json);
    };
    const std::string written = "written, written";
    const auto both = [](const std::string& text) { return text + ", " + text; };
    const std::string element = both("[1]: the element stands twice in the set");
    const std::string key = both("[1].key: the key stands twice in the map");
    for (const std::string set : {"HashSet", "TreeSet", "Set"}) {
        INFO(set);
        CHECK(refuses(set + "<java.net.URI>", R"(["http://a/b","HTTP://A/b"])") == element);
        CHECK(refuses(set + "<java.net.URI>", R"(["http://a/%c3","http://a/%C3"])") == element);
        CHECK(refuses(set + "<java.net.URI>", R"(["http://a/b","http://a/B","urn:x","urn:X","/a","/A"])") == written);
    }
    CHECK(refuses("Map<java.net.URI,Long>", R"([{"key":"S3://a","value":1},{"key":"s3://a","value":2}])") == key);
    CHECK(refuses("Map<java.net.URI,Long>", R"([{"key":"s3://a","value":1},{"key":"s3://b","value":1}])") == written);
    CHECK(refuses("Set<Optional<java.net.URI>>", R"(["s3://a","S3://a"])") == element);
    CHECK(refuses("Set<Optional<java.net.URI>>", R"(["s3://a",null,"s3://b"])") == written);
    CHECK(refuses("Set<List<java.net.URI>>", R"([["s3://a","x"],["S3://a","x"]])") == element);
    CHECK(refuses("List<java.net.URI>", R"(["a b"])") ==
          "[0]: expected a value of java.net.URI, found \"a b\", [0]: expected a value of java.net.URI, found \"a b\"");

    CHECK(refuses("Set<Set<Long>>", "[[1,2],[2,1]]") == element);
    CHECK(refuses("Set<Set<Long>>", "[[1,2],[2],[1],[]]") == written);
    CHECK(refuses("Set<Map<String,Set<Long>>>", R"([{"a":[1,2],"b":[]},{"b":[],"a":[2,1]}])") == element);
    CHECK(refuses("Set<Map<String,Set<Long>>>", R"([{"a":[1,2],"b":[]},{"b":[1,2],"a":[]}])") == written);
    CHECK(refuses("Set<List<Long>>", "[[1,2],[2,1]]") == written);
    CHECK(refuses("Map<Set<Long>,Long>", R"([{"key":[1,2],"value":1},{"key":[2,1],"value":2}])") == key);
    CHECK(refuses("Set<HashSet<Long>>", "[[1,2],[2,1]]") == element);
    CHECK(refuses("Map<String,Set<Long>>", R"({"a":[1,2],"b":[1,2]})") == written);
    // Two of these are never equal.
    CHECK(refuses("Set<java.util.regex.Pattern>", R"(["a","a"])") == written);
    CHECK(refuses("Set<ArrayDeque<Long>>", "[[1],[1]]") == written);
    CHECK(refuses("Set<List<StringBuilder>>", R"([["a"],["a"]])") == written);

    const auto refuses2 = [&](const std::string& type, std::string_view json) {
        return refused(parse("java<" + type + ">", {2, 3}), json);
    };
    const std::string twice = "[1]: the element stands twice in the set";
    CHECK(refuses2("HashSet<Locale>", R"(["en_US_x","EN_us_x"])") == twice);
    CHECK(refuses2("HashSet<Locale>", R"(["iw","he"])") == twice);
    CHECK(refuses2("HashSet<Locale>", R"(["en_US_x","en_US_X"])") == "written");
    CHECK(refuses2("Set<kryo<java.net.InetSocketAddress>>", R"(["Host:1","host:1"])") == twice);
    CHECK(refuses2("Set<kryo<java.net.InetSocketAddress>>", R"(["host:1","host:2"])") == "written");
    // The same within Flink's own types.
    const auto of_own = [&](const char* type, std::string_view json) { return refused(parse(type, {2, 3}), json); };
    CHECK(of_own("set<set<long>>", "[[1,2],[2,1]]") == twice);
    CHECK(of_own("set<set<long>>", "[[1,2],[2],[1],[]]") == "written");
    CHECK(of_own("set<tuple<set<long>,map<string,set<int>>>>",
                 R"([{"f0":[1,2],"f1":{"a":[3,4],"b":[]}},{"f0":[2,1],"f1":{"b":[],"a":[4,3]}}])") == twice);
    CHECK(of_own("set<tuple<set<long>,map<string,set<int>>>>",
                 R"([{"f0":[1,2],"f1":{"a":[3,4],"b":[]}},{"f0":[2,1],"f1":{"b":[4,3],"a":[]}}])") == "written");
    CHECK(of_own("set<kryo<java.util.UUID>>",
                 R"(["0000000a-0000-0001-0000-000000000002","0000000A-0000-0001-0000-000000000002"])") == twice);
    CHECK(of_own("map<tuple<int,kryo<java.net.URI>>,long>",
                 R"([{"key":{"f0":1,"f1":"A:b"},"value":1},{"key":{"f0":1,"f1":"a:b"},"value":1}])") ==
          "[1].key: the key stands twice in the map");
    CHECK(of_own("map<tuple<int,kryo<java.net.URI>>,long>",
                 R"([{"key":{"f0":1,"f1":"A:b"},"value":1},{"key":{"f0":2,"f1":"a:b"},"value":1}])") == "written");
}

TEST_CASE("what a collection of Java does not hold is not written", "[kryo]") {
    for (const FlinkVersion version : {FlinkVersion{1, 20}, FlinkVersion{2, 3}}) {
        const auto refuses = [&](const std::string& type, std::string_view json) {
            const std::string text = refusal(parse("java<" + type + ">", version), json);
            return text.find_first_not_of("0123456789abcdef") == std::string::npos ? "written" : text;
        };
        const std::string queue = "java.util.concurrent.";
        CHECK(refuses("ArrayDeque<Integer>", "[1,null]") == "[1]: java.util.ArrayDeque holds no null");
        CHECK(refuses("List<PriorityQueue<Integer>>", "[[1,null]]") == "[0][1]: java.util.PriorityQueue holds no null");
        CHECK(refuses("LinkedList<Integer>", "[1,null]") == "written");
        CHECK(refuses("TreeSet<String>", "[null]") == "[0]: java.util.TreeSet holds no null");
        CHECK(refuses("TreeMap<String,String>", R"([{"key":null,"value":"a"}])") ==
              "[0].key: java.util.TreeMap holds no null as a key");
        CHECK(refuses("TreeMap<String,String>", R"({"a":null})") == "written");
        CHECK(refuses("HashMap<String,String>", R"([{"key":null,"value":null}])") == "written");
        CHECK(refuses(queue + "ConcurrentHashMap<String,String>", R"({"a":null})") ==
              "[0].value: java.util.concurrent.ConcurrentHashMap holds no null");
        CHECK(refuses("List<java.util.Hashtable<String,String>>", R"([[{"key":null,"value":"a"}]])") ==
              "[0][0].key: java.util.Hashtable holds no null as a key");
        CHECK(refuses("ArrayDeque<Optional<Integer>>", "[1,null]") == "written");  // an empty Optional

        CHECK(refuses("TreeSet<Object>", R"(["a","b"])") == "written");
        CHECK(refuses("TreeSet<Object>", R"(["a",true])") ==
              "[1]: java.util.TreeSet sorts what it holds, and java.lang.Boolean cannot be compared with "
              "java.lang.String");
        CHECK(refuses("TreeMap<Object,Object>", R"([{"key":"a","value":true},{"key":false,"value":"a"}])") ==
              "[1].key: java.util.TreeMap sorts what it holds, and java.lang.Boolean cannot be compared with "
              "java.lang.String");
        CHECK(
            refuses("PriorityQueue<List<Integer>>", "[[1]]") ==
            "[0]: java.util.PriorityQueue sorts what it holds, and objects of java.util.ArrayList cannot be compared");
        CHECK(refuses("PriorityQueue<List<Integer>>", "[]") == "written");
        CHECK(refuses("TreeSet<Period>", R"(["P1D"])").starts_with("[0]: java.util.TreeSet sorts"));
        CHECK(refuses("TreeSet<enum a.C{A,B}>", R"(["B","A"])") == "written");
        CHECK(refuses("List<" + queue + "DelayQueue<Integer>>", "[[]]").find("in a form that is not encoded") !=
              std::string::npos);
    }
}

TEST_CASE("nulls that take no bytes are as many as can be read", "[kryo]") {
    const auto nulls = [](std::size_t count) {
        std::string json = "[";
        for (std::size_t i = 0; i < count; ++i) {
            json += i == 0 ? "null" : ",null";
        }
        return json + "]";
    };
    const TypePtr list = parse("java<ArrayList<Long>>", {2, 3});
    CHECK(read_back(list, nulls(65536)) == nulls(65536));
    CHECK(refusal(list, nulls(65537)) == "more than 65536 nulls in collections of nothing else");
    CHECK(refusal(parse("java<ArrayList<List<Long>>>", {2, 3}), "[" + nulls(65536) + ",[null]]") ==
          "[1]: more than 65536 nulls in collections of nothing else");
    const TypePtr list2 = parse("java<ArrayList<Long>>", {1, 20});  // a byte for each
    CHECK(read_back(list2, nulls(65537)) == nulls(65537));
}

TEST_CASE("bytes given for a value of Kryo are one value, as far as that can be told", "[kryo]") {
    for (const bool is_kryo5 : {false, true}) {
        const TypePtr type = object_type(is_kryo5);
        const auto given = [&](std::string_view base64) {
            return refusal(type, R"({"@bytes":")" + std::string(base64) + "\"}");
        };
        CHECK(given("AwGCYQ==") == "03018261");
        CHECK(given("AwGC") == "@bytes at byte 3: expected more bytes");
        CHECK(given("AwGCYWE=") == "@bytes holds more than a value of its type");
        CHECK(given("/wE=") == "@bytes at byte 0: expected the id of a registered class");
        CHECK(given("AQBhLsIB") == "0100612ec201");  // a class that is not found: a.B
    }
}

TEST_CASE("fields of POJOs that Kryo writes", "[kryo]") {
    const TypePtr pojo = parse("java<a.P{id:UUID,tags:List<Long>,note:Optional<String>}>", {1, 20});
    CHECK(refusal(pojo, R"({"id":"00000000-0000-0001-0000-000000000002","note":null,"tags":null})") ==
          "02"
          "00"
          "54010204"
          "00"
          "570100"
          "01");  // Optional is registered, as the class of its type
    CHECK(refusal(pojo, R"({"id":null,"note":"x","tags":[1,"x"]})") == ".tags[1]: expected a long, found \"x\"");
    CHECK(refusal(pojo, R"({"id":"x","note":"x","tags":[1]})") ==
          ".id: expected a value of java.util.UUID, found \"x\"");
}

TEST_CASE("objects of subclasses that no snapshot names are written as their class files say", "[kryo]") {
    for (const bool is_kryo5 : {false, true}) {
        const KryoSamples samples(is_kryo5 ? "subclasses2.tsv" : "subclasses1.tsv");
        const TypePtr type = samples.type(is_kryo5 ? kryo5_context("subclasses.jar") : kryo2_context("subclasses.jar"));
        for (const char* const name : {"plain", "nulls", "hidden"}) {
            INFO(samples.file << ": " << name);
            CHECK(refusal(type, samples[name].json) == hex(samples[name].bytes));
        }
        for (const char* const name : {"noconstructor", "notpublic", "twice"}) {  // by Kryo
            INFO(samples.file << ": " << name);
            CHECK(refusal(type, samples[name].json).ends_with(" is not one for POJOs; give the value as @bytes"));
        }
        CHECK(refusal(type, R"({"@class":"Subclasses$Missing","id":1})")
                  .ends_with("class Subclasses$Missing: give --classpath"));
        CHECK(refusal(type, R"({"@class":"java.lang.Integer","id":1})")
                  .ends_with("java.lang.Integer is no subclass of Subclasses$Base"));
        const TypePtr without =
            samples.type({is_kryo5 ? kryo::Generation::kKryo5 : kryo::Generation::kKryo2, true, nullptr});
        CHECK(refusal(without, samples["hidden"].json).find("--classpath") != std::string::npos);
    }
}

TEST_CASE("class files say what snapshots of POJOs leave out", "[kryo]") {
    const TypePtr schema =
        parse("Samples$G{l:kryo<java.util.List>,ll:kryo<java.util.List>,m:kryo<java.util.Map>}", {1, 20});
    ByteWriter out;
    write_snapshot(out, *schema);
    const ByteVector snapshot = out.take();
    const auto read = [&](const kryo::KryoContext& context) {
        BoundedReader in(snapshot, "snapshot");
        return read_snapshot(in, context);
    };
    const TypePtr known = read(kryo2_context());
    CHECK(kryo::words_of(known->fields[1].type->kryo->forms().declared()) ==
          "java.util.List<java.util.List<java.lang.Integer>>");
    const char* const value = R"({"l":["x"],"ll":[[1],[]],"m":{"k":5}})";
    CHECK(read_back(known, value) == value);
    CHECK(refusal(read({kryo::Generation::kKryo2, true, nullptr}), value)
              .starts_with(".ll[0]: expected null, a string or a boolean, found an array: of which class"));
    const ByteVector again = [&] {
        ByteWriter written;
        write_snapshot(written, *known);
        return written.take();
    }();
    CHECK(again == snapshot);
}

TEST_CASE("bare texts of CSV are scalars of Kryo", "[kryo]") {
    const auto bare = [](const std::string& type, std::string_view text) {
        const TypePtr parsed = parse(type, {1, 20});
        ByteVector bytes;
        rows::append_bare(parsed, text, bytes);
        return hex(bytes);
    };
    CHECK(bare("java<UUID>", "00000000-0000-0001-0000-000000000002") == "54010204");
    CHECK(bare("kryo<java.lang.Boolean>", "true") == "0501");
    CHECK(bare("java<List<Integer>>", "[1]") == "01006a6176612e7574696c2e41727261794c6973f401010202");
    CHECK_THROWS_AS(bare("kryo<java.lang.Boolean>", "1"), InputError);
    // Of an Optional its content, of an Object what can be nothing but a string
    CHECK(bare("java<Optional<UUID>>", "00000000-0000-0001-0000-000000000002") ==
          refusal(parse("java<Optional<UUID>>", {1, 20}), "\"00000000-0000-0001-0000-000000000002\""));
    CHECK(bare("java<Optional<Long>>", "5") == refusal(parse("java<Optional<Long>>", {1, 20}), "5"));
    CHECK(bare("java<Optional<Optional<Long>>>", R"({"some":5})") ==
          refusal(parse("java<Optional<Optional<Long>>>", {1, 20}), R"({"some":5})"));
    CHECK(bare("java<Object>", "text") == refusal(parse("java<Object>", {1, 20}), "\"text\""));
    CHECK(bare("java<Object>", R"({"@class":"java.util.TreeMap","a":true})") ==
          refusal(parse("java<Object>", {1, 20}), R"({"@class":"java.util.TreeMap","a":true})"));
    for (const char* const other : {"5", "true", "[]", "\"x\"", "null"}) {
        CHECK_THROWS_AS(bare("java<Object>", other), InputError);
    }
    // Bytes as they are
    CHECK(bare("java<UUID>", R"({"@bytes":"VAECBA=="})") == "54010204");
    CHECK(bare("java<List<Integer>>", R"({"@bytes":"AA==","@serializer":"x"})") == "00");
    CHECK(bare("a.P{n:int}", R"({"@bytes":"AgAAAAAF"})") == "020000000005");
    CHECK(bare("kryo<java.lang.String>", R"({"@bytes":"AA=="})") ==
          refusal(parse("kryo<java.lang.String>", {1, 20}), R"("{\"@bytes\":\"AA==\"}")"));
    CHECK_THROWS_AS(bare("java<UUID>", R"({"@bytes":"VAEC"})"), InputError);
}
