#include "types/schema/java_classes.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace sp::schema {

namespace {

using enum TypeKind;

// TypeExtractor.privateGetForClass: BasicTypeInfo, SqlTimeTypeInfo, PrimitiveArrayTypeInfo, ValueTypeInfo, EitherTypeInfo,
// GenericTypeInfo. LocalDate and the like have serializers, but TypeExtractor does not take them. Not every class of the
// JDK is generic: some are enums, and TimeZone is a POJO.
constexpr std::array kClasses{
    JavaClassName{"boolean", "boolean", kBoolean},
    JavaClassName{"Boolean", "java.lang.Boolean", kBoolean},
    JavaClassName{"byte", "byte", kByte},
    JavaClassName{"Byte", "java.lang.Byte", kByte},
    JavaClassName{"char", "char", kChar},
    JavaClassName{"Character", "java.lang.Character", kChar},
    JavaClassName{"short", "short", kShort},
    JavaClassName{"Short", "java.lang.Short", kShort},
    JavaClassName{"int", "int", kInt},
    JavaClassName{"Integer", "java.lang.Integer", kInt},
    JavaClassName{"long", "long", kLong},
    JavaClassName{"Long", "java.lang.Long", kLong},
    JavaClassName{"float", "float", kFloat},
    JavaClassName{"Float", "java.lang.Float", kFloat},
    JavaClassName{"double", "double", kDouble},
    JavaClassName{"Double", "java.lang.Double", kDouble},
    JavaClassName{"void", "void", kVoid},
    JavaClassName{"Void", "java.lang.Void", kVoid},
    JavaClassName{"String", "java.lang.String", kString},
    JavaClassName{"BigInteger", "java.math.BigInteger", kBigInteger},
    JavaClassName{"BigDecimal", "java.math.BigDecimal", kBigDecimal},
    JavaClassName{"Date", "java.util.Date", kDate},
    JavaClassName{"", "java.sql.Date", kSqlDate},
    JavaClassName{"", "java.sql.Time", kSqlTime},
    JavaClassName{"Timestamp", "java.sql.Timestamp", kSqlTimestamp},
    JavaClassName{"Instant", "java.time.Instant", kInstant},
    JavaClassName{"BooleanValue", "org.apache.flink.types.BooleanValue", kBooleanValue},
    JavaClassName{"ByteValue", "org.apache.flink.types.ByteValue", kByteValue},
    JavaClassName{"CharValue", "org.apache.flink.types.CharValue", kCharValue},
    JavaClassName{"ShortValue", "org.apache.flink.types.ShortValue", kShortValue},
    JavaClassName{"IntValue", "org.apache.flink.types.IntValue", kIntValue},
    JavaClassName{"LongValue", "org.apache.flink.types.LongValue", kLongValue},
    JavaClassName{"FloatValue", "org.apache.flink.types.FloatValue", kFloatValue},
    JavaClassName{"DoubleValue", "org.apache.flink.types.DoubleValue", kDoubleValue},
    JavaClassName{"StringValue", "org.apache.flink.types.StringValue", kStringValue},
    JavaClassName{"NullValue", "org.apache.flink.types.NullValue", kNullValue},
    JavaClassName{"boolean[]", "boolean[]", kBooleanArray},
    JavaClassName{"bytes", "bytes", kByteArray},
    JavaClassName{"char[]", "char[]", kCharArray},
    JavaClassName{"short[]", "short[]", kShortArray},
    JavaClassName{"int[]", "int[]", kIntArray},
    JavaClassName{"long[]", "long[]", kLongArray},
    JavaClassName{"float[]", "float[]", kFloatArray},
    JavaClassName{"double[]", "double[]", kDoubleArray},
    JavaClassName{"Tuple0", "org.apache.flink.api.java.tuple.Tuple0", kTuple0},
    JavaClassName{"Either", "org.apache.flink.types.Either", kEither},
    JavaClassName{"Row", "org.apache.flink.types.Row", kKryo},
    JavaClassName{"Object", "java.lang.Object", kKryo},
    JavaClassName{"Class", "java.lang.Class", kKryo},
    JavaClassName{"Number", "java.lang.Number", kKryo},
    JavaClassName{"CharSequence", "java.lang.CharSequence", kKryo},
    JavaClassName{"Comparable", "java.lang.Comparable", kKryo},
    JavaClassName{"Iterable", "java.lang.Iterable", kKryo},
    JavaClassName{"Throwable", "java.lang.Throwable", kKryo},
    JavaClassName{"Exception", "java.lang.Exception", kKryo},
    JavaClassName{"StringBuilder", "java.lang.StringBuilder", kKryo},
    JavaClassName{"Collection", "java.util.Collection", kKryo},
    JavaClassName{"List", "java.util.List", kKryo},
    JavaClassName{"ArrayList", "java.util.ArrayList", kKryo},
    JavaClassName{"LinkedList", "java.util.LinkedList", kKryo},
    JavaClassName{"Queue", "java.util.Queue", kKryo},
    JavaClassName{"Deque", "java.util.Deque", kKryo},
    JavaClassName{"ArrayDeque", "java.util.ArrayDeque", kKryo},
    JavaClassName{"PriorityQueue", "java.util.PriorityQueue", kKryo},
    JavaClassName{"Map", "java.util.Map", kKryo},
    JavaClassName{"HashMap", "java.util.HashMap", kKryo},
    JavaClassName{"LinkedHashMap", "java.util.LinkedHashMap", kKryo},
    JavaClassName{"SortedMap", "java.util.SortedMap", kKryo},
    JavaClassName{"NavigableMap", "java.util.NavigableMap", kKryo},
    JavaClassName{"TreeMap", "java.util.TreeMap", kKryo},
    JavaClassName{"Set", "java.util.Set", kKryo},
    JavaClassName{"HashSet", "java.util.HashSet", kKryo},
    JavaClassName{"LinkedHashSet", "java.util.LinkedHashSet", kKryo},
    JavaClassName{"SortedSet", "java.util.SortedSet", kKryo},
    JavaClassName{"NavigableSet", "java.util.NavigableSet", kKryo},
    JavaClassName{"TreeSet", "java.util.TreeSet", kKryo},
    JavaClassName{"EnumMap", "java.util.EnumMap", kKryo},
    JavaClassName{"EnumSet", "java.util.EnumSet", kKryo},
    JavaClassName{"Optional", "java.util.Optional", kKryo},
    JavaClassName{"UUID", "java.util.UUID", kKryo},
    JavaClassName{"BitSet", "java.util.BitSet", kKryo},
    JavaClassName{"Locale", "java.util.Locale", kKryo},
    JavaClassName{"Currency", "java.util.Currency", kKryo},
    JavaClassName{"Calendar", "java.util.Calendar", kKryo},
    JavaClassName{"LocalDate", "java.time.LocalDate", kKryo},
    JavaClassName{"LocalTime", "java.time.LocalTime", kKryo},
    JavaClassName{"LocalDateTime", "java.time.LocalDateTime", kKryo},
    JavaClassName{"OffsetDateTime", "java.time.OffsetDateTime", kKryo},
    JavaClassName{"ZonedDateTime", "java.time.ZonedDateTime", kKryo},
    JavaClassName{"ZoneId", "java.time.ZoneId", kKryo},
    JavaClassName{"ZoneOffset", "java.time.ZoneOffset", kKryo},
    JavaClassName{"Duration", "java.time.Duration", kKryo},
    JavaClassName{"Period", "java.time.Period", kKryo},
    JavaClassName{"Year", "java.time.Year", kKryo},
    JavaClassName{"YearMonth", "java.time.YearMonth", kKryo},
    JavaClassName{"URI", "java.net.URI", kKryo},
    JavaClassName{"URL", "java.net.URL", kKryo},
    JavaClassName{"ConcurrentHashMap", "java.util.concurrent.ConcurrentHashMap", kKryo},
    JavaClassName{"AtomicInteger", "java.util.concurrent.atomic.AtomicInteger", kKryo},
    JavaClassName{"AtomicLong", "java.util.concurrent.atomic.AtomicLong", kKryo},
    JavaClassName{"AtomicBoolean", "java.util.concurrent.atomic.AtomicBoolean", kKryo},
    JavaClassName{"Pattern", "java.util.regex.Pattern", kKryo},
};

constexpr std::string_view kTuplePackage = "org.apache.flink.api.java.tuple.";
constexpr std::size_t kLongestTuple = 25;

}  // namespace

std::span<const JavaClassName> java_classes() { return kClasses; }

const JavaClassName* find_java_class(std::string_view name) {
    const auto* const found = std::find_if(kClasses.begin(), kClasses.end(), [&](const JavaClassName& line) {
        return line.qualified == name || (line.simple == name && !name.empty());
    });
    return found == kClasses.end() ? nullptr : found;
}

// `clazz.isAssignableFrom(List.class)` holds for what List extends, too.
TypeKind java_collection_kind(std::string_view qualified, std::size_t arguments) {
    const bool is_one = arguments == 1;
    if (qualified == "java.util.Map" && arguments == 2) {
        return kMap;
    }
    if (is_one &&
        (qualified == "java.util.List" || qualified == "java.util.Collection" || qualified == "java.lang.Iterable")) {
        return kList;
    }
    return is_one && qualified == "java.util.Set" ? kSet : kKryo;
}

std::optional<std::size_t> tuple_arity(std::string_view name) {
    constexpr std::string_view kTuple = "Tuple";
    if (name.starts_with(kTuplePackage)) {
        name.remove_prefix(kTuplePackage.size());
    }
    if (!name.starts_with(kTuple)) {
        return std::nullopt;
    }
    name.remove_prefix(kTuple.size());
    std::size_t arity = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), arity);
    const bool is_arity = error == std::errc() && stop == name.data() + name.size() && name.front() != '0';
    return is_arity && arity <= kLongestTuple ? std::optional(arity) : std::nullopt;
}

}  // namespace sp::schema
