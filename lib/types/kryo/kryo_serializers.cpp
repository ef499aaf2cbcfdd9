#include "types/kryo/kryo_serializers.hpp"

#include <algorithm>
#include <iterator>

namespace sp::kryo {
namespace {

constexpr BasicClass kBasicClasses[] = {
    {"java.lang.Integer", Body::kInt},
    {"java.lang.Long", Body::kLong},
    {"java.lang.Short", Body::kShort},
    {"java.lang.Character", Body::kChar},
    {"java.lang.Byte", Body::kByte},
    {"java.lang.Boolean", Body::kBoolean},
    {"java.lang.Float", Body::kFloat},
    {"java.lang.Double", Body::kDouble},
    {"java.lang.String", Body::kString},
    {"void", Body::kVoid},
    {"int", Body::kInt},
    {"long", Body::kLong},
    {"short", Body::kShort},
    {"char", Body::kChar},
    {"byte", Body::kByte},
    {"boolean", Body::kBoolean},
    {"float", Body::kFloat},
    {"double", Body::kDouble},
    {"[B", Body::kByteArray},
    {"[I", Body::kIntArray},
    {"[J", Body::kLongArray},
    {"[S", Body::kShortArray},
    {"[C", Body::kCharArray},
    {"[F", Body::kFloatArray},
    {"[D", Body::kDoubleArray},
    {"[Z", Body::kBooleanArray},
};

// Most special first: Kryo 5 sorts them so, and the order of Kryo 2 comes to the same for classes that are one of these.
constexpr DefaultBody kDefaults[] = {
    {"com.esotericsoftware.kryo.KryoSerializable", Body::kOpaque, Body::kOpaque},
    {"java.lang.Record", std::nullopt, Body::kRecord5},
    {"java.math.BigInteger", Body::kBigInteger, Body::kBigInteger},
    {"java.math.BigDecimal", Body::kBigDecimal, Body::kBigDecimal},
    {"java.lang.Class", Body::kClass, Body::kClass},
    {"java.util.Date", Body::kDate, Body::kDate},
    {"java.lang.Enum", Body::kEnum, Body::kEnum},
    {"java.util.EnumSet", Body::kEnumSet, Body::kEnumSet},
    {"java.util.Currency", Body::kText, Body::kText},
    {"java.lang.StringBuffer", Body::kText, Body::kText},
    {"java.lang.StringBuilder", Body::kText, Body::kText},
    {"java.util.Collections$EmptyList", Body::kEmptyCollection, Body::kEmptyCollection},
    {"java.util.Collections$EmptyMap", Body::kEmptyMap, Body::kEmptyMap},
    {"java.util.Collections$EmptySet", Body::kEmptyCollection, Body::kEmptyCollection},
    {"java.util.Collections$SingletonList", Body::kSingleton, Body::kSingleton},
    {"java.util.Collections$SingletonMap", Body::kSingletonMap, Body::kSingletonMap},
    {"java.util.Collections$SingletonSet", Body::kSingleton, Body::kSingleton},
    {"java.util.TreeSet", Body::kSortedCollection, Body::kSortedCollection},
    {"java.util.PriorityQueue", std::nullopt, Body::kSortedCollection},
    {"java.util.ImmutableCollections$ListN", std::nullopt, Body::kImmutableCollection5},
    {"java.util.ImmutableCollections$List12", std::nullopt, Body::kImmutableCollection5},
    {"java.util.ImmutableCollections$SubList", std::nullopt, Body::kImmutableCollection5},
    {"java.util.ImmutableCollections$SetN", std::nullopt, Body::kImmutableCollection5},
    {"java.util.ImmutableCollections$Set12", std::nullopt, Body::kImmutableCollection5},
    {"java.util.Collection", Body::kCollection, Body::kCollection},
    {"java.util.concurrent.ConcurrentSkipListMap", std::nullopt, Body::kSortedMap},
    {"java.util.TreeMap", Body::kSortedMap, Body::kSortedMap},
    {"java.util.ImmutableCollections$MapN", std::nullopt, Body::kImmutableMap5},
    {"java.util.ImmutableCollections$Map1", std::nullopt, Body::kImmutableMap5},
    {"java.util.Map", Body::kMap, Body::kMap},
    {"java.util.TimeZone", Body::kText, Body::kText},
    {"java.util.Calendar", Body::kCalendar, Body::kCalendar},
    {"java.util.Locale", Body::kLocale, Body::kLocale},
    {"java.nio.charset.Charset", std::nullopt, Body::kText},
    {"java.net.URL", std::nullopt, Body::kText},
    {"java.util.BitSet", std::nullopt, Body::kBitSet},
    {"java.util.Optional", std::nullopt, Body::kOptional5},
    {"java.util.OptionalInt", std::nullopt, Body::kOptionalInt5},
    {"java.util.OptionalLong", std::nullopt, Body::kOptionalLong5},
    {"java.util.OptionalDouble", std::nullopt, Body::kOptionalDouble5},
    {"java.time.Duration", Body::kTime, Body::kTime},
    {"java.time.Instant", Body::kTime, Body::kTime},
    {"java.time.LocalDate", Body::kTime, Body::kTime},
    {"java.time.LocalTime", Body::kTime, Body::kTime},
    {"java.time.LocalDateTime", Body::kTime, Body::kTime},
    {"java.time.ZoneOffset", Body::kTime, Body::kTime},
    {"java.time.ZoneRegion", Body::kTime, Body::kTime},
    {"java.time.OffsetTime", Body::kTime, Body::kTime},
    {"java.time.OffsetDateTime", Body::kTime, Body::kTime},
    {"java.time.ZonedDateTime", Body::kTime, Body::kTime},
    {"java.time.Year", Body::kTime, Body::kTime},
    {"java.time.YearMonth", Body::kTime, Body::kTime},
    {"java.time.MonthDay", Body::kTime, Body::kTime},
    {"java.time.Period", Body::kTime, Body::kTime},
};

// 10 to 72: Flink's Scala registrations (FlinkScalaKryoInstantiator, Scala 2.12), where flink-scala is on the class path.
// 73 to 84: FlinkChillPackageRegistrar.
constexpr std::optional<Body> kNotThere = std::nullopt;
constexpr std::optional<Body> kByDefault = std::nullopt;  // registered without a serializer
constexpr FlinkRegistration kFlinkRegistrations[] = {
    {10, "scala.collection.convert.Wrappers$SeqWrapper", Body::kScalaWrapper, kNotThere},
    {11, "scala.collection.convert.Wrappers$IteratorWrapper", Body::kScalaWrapper, kNotThere},
    {12, "scala.collection.convert.Wrappers$MapWrapper", Body::kScalaWrapper, kNotThere},
    {13, "scala.collection.convert.Wrappers$JListWrapper", Body::kScalaWrapper, kNotThere},
    {14, "scala.collection.convert.Wrappers$JMapWrapper", Body::kScalaWrapper, kNotThere},
    {15, "scala.Some", Body::kScalaSome, kNotThere},
    {16, "scala.util.Left", Body::kScalaLeft, kNotThere},
    {17, "scala.util.Right", Body::kScalaRight, kNotThere},
    {18, "scala.collection.immutable.Vector", Body::kScalaTraversable, kNotThere},
    {19, "scala.collection.immutable.Set$Set1", Body::kScalaTraversable, kNotThere},
    {20, "scala.collection.immutable.Set$Set2", Body::kScalaTraversable, kNotThere},
    {21, "scala.collection.immutable.Set$Set3", Body::kScalaTraversable, kNotThere},
    {22, "scala.collection.immutable.Set$Set4", Body::kScalaTraversable, kNotThere},
    {23, "scala.collection.immutable.HashSet$HashTrieSet", Body::kScalaTraversable, kNotThere},
    {24, "scala.collection.immutable.Map$Map1", Body::kScalaMap, kNotThere},
    {25, "scala.collection.immutable.Map$Map2", Body::kScalaMap, kNotThere},
    {26, "scala.collection.immutable.Map$Map3", Body::kScalaMap, kNotThere},
    {27, "scala.collection.immutable.Map$Map4", Body::kScalaMap, kNotThere},
    {28, "scala.collection.immutable.HashMap$HashTrieMap", Body::kScalaMap, kNotThere},
    {29, "scala.collection.immutable.Range$Inclusive", kByDefault, kNotThere},
    {30, "scala.collection.immutable.NumericRange$Inclusive", kByDefault, kNotThere},
    {31, "scala.collection.immutable.NumericRange$Exclusive", kByDefault, kNotThere},
    {32, "scala.collection.mutable.BitSet", Body::kScalaTraversable, kNotThere},
    {33, "scala.collection.mutable.HashMap", Body::kScalaMap, kNotThere},
    {34, "scala.collection.mutable.HashSet", Body::kScalaTraversable, kNotThere},
    {35, "scala.collection.convert.Wrappers$IterableWrapper", Body::kScalaIterableWrapper, kNotThere},
    {36, "scala.Tuple1", Body::kScalaTuple, kNotThere},
    {37, "scala.Tuple2", Body::kScalaTuple, kNotThere},
    {38, "scala.Tuple3", Body::kScalaTuple, kNotThere},
    {39, "scala.Tuple4", Body::kScalaTuple, kNotThere},
    {40, "scala.Tuple5", Body::kScalaTuple, kNotThere},
    {41, "scala.Tuple6", Body::kScalaTuple, kNotThere},
    {42, "scala.Tuple7", Body::kScalaTuple, kNotThere},
    {43, "scala.Tuple8", Body::kScalaTuple, kNotThere},
    {44, "scala.Tuple9", Body::kScalaTuple, kNotThere},
    {45, "scala.Tuple10", Body::kScalaTuple, kNotThere},
    {46, "scala.Tuple11", Body::kScalaTuple, kNotThere},
    {47, "scala.Tuple12", Body::kScalaTuple, kNotThere},
    {48, "scala.Tuple13", Body::kScalaTuple, kNotThere},
    {49, "scala.Tuple14", Body::kScalaTuple, kNotThere},
    {50, "scala.Tuple15", Body::kScalaTuple, kNotThere},
    {51, "scala.Tuple16", Body::kScalaTuple, kNotThere},
    {52, "scala.Tuple17", Body::kScalaTuple, kNotThere},
    {53, "scala.Tuple18", Body::kScalaTuple, kNotThere},
    {54, "scala.Tuple19", Body::kScalaTuple, kNotThere},
    {55, "scala.Tuple20", Body::kScalaTuple, kNotThere},
    {56, "scala.Tuple21", Body::kScalaTuple, kNotThere},
    {57, "scala.Tuple22", Body::kScalaTuple, kNotThere},
    {58, "scala.Tuple1$mcJ$sp", Body::kScalaTuple, kNotThere},
    {59, "scala.Tuple1$mcI$sp", Body::kScalaTuple, kNotThere},
    {60, "scala.Tuple1$mcD$sp", Body::kScalaTuple, kNotThere},
    {61, "scala.Tuple2$mcJJ$sp", Body::kScalaTuple, kNotThere},
    {62, "scala.Tuple2$mcJI$sp", Body::kScalaTuple, kNotThere},
    {63, "scala.Tuple2$mcJD$sp", Body::kScalaTuple, kNotThere},
    {64, "scala.Tuple2$mcIJ$sp", Body::kScalaTuple, kNotThere},
    {65, "scala.Tuple2$mcII$sp", Body::kScalaTuple, kNotThere},
    {66, "scala.Tuple2$mcID$sp", Body::kScalaTuple, kNotThere},
    {67, "scala.Tuple2$mcDJ$sp", Body::kScalaTuple, kNotThere},
    {68, "scala.Tuple2$mcDI$sp", Body::kScalaTuple, kNotThere},
    {69, "scala.Tuple2$mcDD$sp", Body::kScalaTuple, kNotThere},
    {70, "scala.Symbol", Body::kText, kNotThere},
    {71, "scala.reflect.ClassTag", Body::kScalaClassTag, kNotThere},
    {72, "scala.runtime.BoxedUnit", Body::kScalaUnit, kNotThere},
    {73, "java.util.Arrays$ArrayList", Body::kArraysAsList2, Body::kCollection},
    {74, "java.util.BitSet", Body::kBitSet, Body::kBitSet},
    {75, "java.util.PriorityQueue", Body::kPriorityQueue2, Body::kSortedCollection},
    {76, "java.util.regex.Pattern", Body::kPattern, Body::kPattern},
    {77, "java.sql.Date", Body::kDate, Body::kDate},
    {78, "java.sql.Time", Body::kDate, Body::kDate},
    {79, "java.sql.Timestamp", Body::kSqlTimestamp, Body::kSqlTimestamp},
    {80, "java.net.URI", Body::kText, Body::kText},
    {81, "java.net.InetSocketAddress", Body::kInetSocketAddress, Body::kInetSocketAddress},
    {82, "java.util.UUID", Body::kUuid, Body::kUuid},
    {83, "java.util.Locale", Body::kJavaStream, Body::kLocale},
    {84, "java.text.SimpleDateFormat", Body::kJavaStream, Body::kJavaStream},
};

// What flink-scala adds in front of all other default serializers, in its order.
struct ScalaDefault {
    std::string_view supertype;
    Body body;
};
constexpr ScalaDefault kScalaDefaults[] = {
    {"scala.collection.mutable.WrappedArray", Body::kScalaWrappedArray},
    {"scala.collection.immutable.BitSet", Body::kScalaBitSet},
    {"scala.collection.immutable.SortedSet", Body::kScalaSortedSet},
    {"scala.collection.immutable.Queue", Body::kScalaTraversable},
    {"scala.collection.immutable.List", Body::kScalaTraversable},
    {"scala.collection.mutable.ListBuffer", Body::kScalaTraversable},
    {"scala.collection.mutable.Buffer", Body::kScalaTraversable},
    {"scala.collection.immutable.ListSet", Body::kScalaTraversable},
    {"scala.collection.immutable.SortedMap", Body::kScalaSortedMap},
    {"scala.collection.immutable.ListMap", Body::kScalaMap},
    {"scala.collection.immutable.HashMap", Body::kScalaMap},
    {"scala.collection.immutable.Map", Body::kScalaMap},
    {"scala.collection.mutable.Queue", Body::kScalaTraversable},
    {"scala.collection.mutable.Map", Body::kScalaMap},
    {"scala.collection.mutable.Set", Body::kScalaTraversable},
    {"scala.util.matching.Regex", Body::kText},
    {"scala.reflect.Manifest", Body::kScalaManifest},
    {"scala.Enumeration$Value", Body::kScalaEnum},
};

struct KnownSerializer {
    std::string_view name;
    std::optional<Body> kryo2;
    std::optional<Body> kryo5;
};

#define KRYO_SERIALIZERS "com.esotericsoftware.kryo.serializers."
#define FLINK_KRYO "org.apache.flink.api.java.typeutils.runtime.kryo."
constexpr KnownSerializer kKnownSerializers[] = {
    {KRYO_SERIALIZERS "FieldSerializer", Body::kFields, Body::kFields},
    {KRYO_SERIALIZERS "CollectionSerializer", Body::kCollection, Body::kCollection},
    {KRYO_SERIALIZERS "MapSerializer", Body::kMap, Body::kMap},
    {KRYO_SERIALIZERS "JavaSerializer", Body::kJavaStream, Body::kJavaStream},
    {KRYO_SERIALIZERS "DefaultSerializers$EnumSerializer", Body::kEnum, Body::kEnum},
    {KRYO_SERIALIZERS "DefaultSerializers$DateSerializer", Body::kDate, Body::kDate},
    {KRYO_SERIALIZERS "DefaultSerializers$BigIntegerSerializer", Body::kBigInteger, Body::kBigInteger},
    {KRYO_SERIALIZERS "DefaultSerializers$BigDecimalSerializer", Body::kBigDecimal, Body::kBigDecimal},
    {KRYO_SERIALIZERS "DefaultSerializers$StringSerializer", Body::kString, Body::kString},
    {KRYO_SERIALIZERS "DefaultSerializers$TreeMapSerializer", Body::kSortedMap, Body::kSortedMap},
    {KRYO_SERIALIZERS "DefaultSerializers$TreeSetSerializer", Body::kSortedCollection, Body::kSortedCollection},
    {KRYO_SERIALIZERS "DefaultSerializers$UUIDSerializer", std::nullopt, Body::kUuid},
    {KRYO_SERIALIZERS "DefaultSerializers$URISerializer", std::nullopt, Body::kText},
    {KRYO_SERIALIZERS "RecordSerializer", std::nullopt, Body::kRecord5},
    {"com.twitter.chill.java.UUIDSerializer", Body::kUuid, std::nullopt},
    {"com.twitter.chill.java.URISerializer", Body::kText, std::nullopt},
    {"com.twitter.chill.java.BitSetSerializer", Body::kBitSet, std::nullopt},
    {FLINK_KRYO "JavaSerializer", Body::kJavaStream, Body::kJavaStream},
    {FLINK_KRYO "Serializers$SpecificInstanceCollectionSerializerForArrayList", Body::kCollection, Body::kCollection},
};
#undef KRYO_SERIALIZERS
#undef FLINK_KRYO

struct NamedTime {
    std::string_view name;
    TimeForm form;
};
constexpr NamedTime kTimes[] = {
    {"java.time.LocalDate", TimeForm::kLocalDate},
    {"java.time.LocalTime", TimeForm::kLocalTime},
    {"java.time.LocalDateTime", TimeForm::kLocalDateTime},
    {"java.time.Instant", TimeForm::kInstant},
    {"java.time.Duration", TimeForm::kDuration},
    {"java.time.Period", TimeForm::kPeriod},
    {"java.time.Year", TimeForm::kYear},
    {"java.time.YearMonth", TimeForm::kYearMonth},
    {"java.time.MonthDay", TimeForm::kMonthDay},
    {"java.time.ZoneOffset", TimeForm::kZoneOffset},
    {"java.time.ZoneRegion", TimeForm::kZoneRegion},
    {"java.time.OffsetTime", TimeForm::kOffsetTime},
    {"java.time.OffsetDateTime", TimeForm::kOffsetDateTime},
    {"java.time.ZonedDateTime", TimeForm::kZonedDateTime},
};

template <class Table, class Matches>
auto* find_in(const Table& table, Matches&& matches) {
    const auto* const found = std::find_if(std::begin(table), std::end(table), matches);
    return found == std::end(table) ? nullptr : found;
}

std::optional<Body> choose(const std::optional<Body>& kryo2, const std::optional<Body>& kryo5, Generation generation) {
    return generation == Generation::kKryo5 ? kryo5 : kryo2;
}

}  // namespace

const BasicClass* find_basic_class(std::string_view name) {
    return find_in(kBasicClasses, [&](const BasicClass& basic) { return basic.name == name; });
}

Body primitive_body(char descriptor) {
    switch (descriptor) {
        case 'I': return Body::kInt;
        case 'J': return Body::kLong;
        case 'S': return Body::kShort;
        case 'C': return Body::kChar;
        case 'B': return Body::kByte;
        case 'Z': return Body::kBoolean;
        case 'F': return Body::kFloat;
        case 'D': return Body::kDouble;
        default: return Body::kOpaque;
    }
}

std::optional<Body> default_body(std::string_view supertype, Generation generation, std::size_t& rank) {
    const auto* const line = find_in(kDefaults, [&](const DefaultBody& known) { return known.supertype == supertype; });
    if (line == nullptr) {
        return std::nullopt;
    }
    rank = static_cast<std::size_t>(line - kDefaults);
    return choose(line->kryo2, line->kryo5, generation);
}

std::optional<Body> scala_default_body(const std::vector<std::string>& supertypes) {
    const auto* const line = find_in(kScalaDefaults, [&](const ScalaDefault& known) {
        return std::find(supertypes.begin(), supertypes.end(), known.supertype) != supertypes.end();
    });
    return line == nullptr ? std::nullopt : std::optional<Body>(line->body);
}

const FlinkRegistration* find_flink_registration(std::uint32_t id) {
    return find_in(kFlinkRegistrations, [&](const FlinkRegistration& known) { return known.id == id; });
}

const FlinkRegistration* find_flink_registration(std::string_view class_name) {
    return find_in(kFlinkRegistrations, [&](const FlinkRegistration& known) { return known.name == class_name; });
}

std::optional<Body> body_of_serializer(std::string_view serializer_class, Generation generation) {
    const auto* const line =
        find_in(kKnownSerializers, [&](const KnownSerializer& known) { return known.name == serializer_class; });
    return line == nullptr ? std::nullopt : choose(line->kryo2, line->kryo5, generation);
}

std::optional<Body> hidden_class_body(std::string_view class_name, Generation generation) {
    if (class_name == "sun.util.calendar.ZoneInfo") {
        return Body::kText;
    }
    const bool is_charset = class_name.starts_with("sun.nio.cs.") && generation == Generation::kKryo5;
    return is_charset ? std::optional<Body>(Body::kText) : std::nullopt;
}

TimeForm time_form(std::string_view class_name) {
    const auto* const line = find_in(kTimes, [&](const NamedTime& known) { return known.name == class_name; });
    return line == nullptr ? TimeForm::kNone : line->form;
}

Show show_of(std::string_view class_name) {
    static constexpr std::string_view kOnlyField[] = {
        "java.util.Optional", "java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong",
        "java.util.concurrent.atomic.AtomicReference", "scala.math.BigInt"};
    static constexpr std::string_view kIfPresent[] = {"java.util.OptionalInt", "java.util.OptionalLong",
                                                      "java.util.OptionalDouble"};
    const auto is = [&](std::string_view name) { return name == class_name; };
    if (std::any_of(std::begin(kOnlyField), std::end(kOnlyField), is)) {
        return Show::kOnlyField;
    }
    if (std::any_of(std::begin(kIfPresent), std::end(kIfPresent), is)) {
        return Show::kIfPresent;
    }
    if (class_name == "scala.util.Success" || class_name == "scala.util.Failure") {
        return Show::kPlainObject;
    }
    if (class_name == "scala.math.BigDecimal") {
        return Show::kFirstField;
    }
    if (class_name.starts_with("scala.Tuple") && class_name.ends_with("$sp")) {
        return Show::kScalaTuple;
    }
    return class_name == "java.util.concurrent.atomic.AtomicBoolean" ? Show::kOnlyFlag : Show::kObject;
}

}  // namespace sp::kryo
