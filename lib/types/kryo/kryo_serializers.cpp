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
constexpr std::optional<Body> kNameOnly = std::nullopt;
constexpr FlinkRegistration kFlinkRegistrations[] = {
    {10, "scala.collection.convert.Wrappers$SeqWrapper", kNameOnly, kNameOnly},
    {11, "scala.collection.convert.Wrappers$IteratorWrapper", kNameOnly, kNameOnly},
    {12, "scala.collection.convert.Wrappers$MapWrapper", kNameOnly, kNameOnly},
    {13, "scala.collection.convert.Wrappers$JListWrapper", kNameOnly, kNameOnly},
    {14, "scala.collection.convert.Wrappers$JMapWrapper", kNameOnly, kNameOnly},
    {15, "scala.Some", kNameOnly, kNameOnly},
    {16, "scala.util.Left", kNameOnly, kNameOnly},
    {17, "scala.util.Right", kNameOnly, kNameOnly},
    {18, "scala.collection.immutable.Vector", kNameOnly, kNameOnly},
    {19, "scala.collection.immutable.Set$Set1", kNameOnly, kNameOnly},
    {20, "scala.collection.immutable.Set$Set2", kNameOnly, kNameOnly},
    {21, "scala.collection.immutable.Set$Set3", kNameOnly, kNameOnly},
    {22, "scala.collection.immutable.Set$Set4", kNameOnly, kNameOnly},
    {23, "scala.collection.immutable.HashSet$HashTrieSet", kNameOnly, kNameOnly},
    {24, "scala.collection.immutable.Map$Map1", kNameOnly, kNameOnly},
    {25, "scala.collection.immutable.Map$Map2", kNameOnly, kNameOnly},
    {26, "scala.collection.immutable.Map$Map3", kNameOnly, kNameOnly},
    {27, "scala.collection.immutable.Map$Map4", kNameOnly, kNameOnly},
    {28, "scala.collection.immutable.HashMap$HashTrieMap", kNameOnly, kNameOnly},
    {29, "scala.collection.immutable.Range$Inclusive", kNameOnly, kNameOnly},
    {30, "scala.collection.immutable.NumericRange$Inclusive", kNameOnly, kNameOnly},
    {31, "scala.collection.immutable.NumericRange$Exclusive", kNameOnly, kNameOnly},
    {32, "scala.collection.mutable.BitSet", kNameOnly, kNameOnly},
    {33, "scala.collection.mutable.HashMap", kNameOnly, kNameOnly},
    {34, "scala.collection.mutable.HashSet", kNameOnly, kNameOnly},
    {35, "scala.collection.convert.Wrappers$IterableWrapper", kNameOnly, kNameOnly},
    {36, "scala.Tuple1", kNameOnly, kNameOnly},
    {37, "scala.Tuple2", kNameOnly, kNameOnly},
    {38, "scala.Tuple3", kNameOnly, kNameOnly},
    {39, "scala.Tuple4", kNameOnly, kNameOnly},
    {40, "scala.Tuple5", kNameOnly, kNameOnly},
    {41, "scala.Tuple6", kNameOnly, kNameOnly},
    {42, "scala.Tuple7", kNameOnly, kNameOnly},
    {43, "scala.Tuple8", kNameOnly, kNameOnly},
    {44, "scala.Tuple9", kNameOnly, kNameOnly},
    {45, "scala.Tuple10", kNameOnly, kNameOnly},
    {46, "scala.Tuple11", kNameOnly, kNameOnly},
    {47, "scala.Tuple12", kNameOnly, kNameOnly},
    {48, "scala.Tuple13", kNameOnly, kNameOnly},
    {49, "scala.Tuple14", kNameOnly, kNameOnly},
    {50, "scala.Tuple15", kNameOnly, kNameOnly},
    {51, "scala.Tuple16", kNameOnly, kNameOnly},
    {52, "scala.Tuple17", kNameOnly, kNameOnly},
    {53, "scala.Tuple18", kNameOnly, kNameOnly},
    {54, "scala.Tuple19", kNameOnly, kNameOnly},
    {55, "scala.Tuple20", kNameOnly, kNameOnly},
    {56, "scala.Tuple21", kNameOnly, kNameOnly},
    {57, "scala.Tuple22", kNameOnly, kNameOnly},
    {58, "scala.Tuple1$mcJ$sp", kNameOnly, kNameOnly},
    {59, "scala.Tuple1$mcI$sp", kNameOnly, kNameOnly},
    {60, "scala.Tuple1$mcD$sp", kNameOnly, kNameOnly},
    {61, "scala.Tuple2$mcJJ$sp", kNameOnly, kNameOnly},
    {62, "scala.Tuple2$mcJI$sp", kNameOnly, kNameOnly},
    {63, "scala.Tuple2$mcJD$sp", kNameOnly, kNameOnly},
    {64, "scala.Tuple2$mcIJ$sp", kNameOnly, kNameOnly},
    {65, "scala.Tuple2$mcII$sp", kNameOnly, kNameOnly},
    {66, "scala.Tuple2$mcID$sp", kNameOnly, kNameOnly},
    {67, "scala.Tuple2$mcDJ$sp", kNameOnly, kNameOnly},
    {68, "scala.Tuple2$mcDI$sp", kNameOnly, kNameOnly},
    {69, "scala.Tuple2$mcDD$sp", kNameOnly, kNameOnly},
    {70, "scala.Symbol", kNameOnly, kNameOnly},
    {71, "scala.reflect.ClassTag", kNameOnly, kNameOnly},
    {72, "scala.runtime.BoxedUnit", kNameOnly, kNameOnly},
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
    static constexpr std::string_view kOnlyField[] = {"java.util.Optional", "java.util.concurrent.atomic.AtomicInteger",
                                                      "java.util.concurrent.atomic.AtomicLong",
                                                      "java.util.concurrent.atomic.AtomicReference"};
    static constexpr std::string_view kIfPresent[] = {"java.util.OptionalInt", "java.util.OptionalLong",
                                                      "java.util.OptionalDouble"};
    const auto is = [&](std::string_view name) { return name == class_name; };
    if (std::any_of(std::begin(kOnlyField), std::end(kOnlyField), is)) {
        return Show::kOnlyField;
    }
    if (std::any_of(std::begin(kIfPresent), std::end(kIfPresent), is)) {
        return Show::kIfPresent;
    }
    return class_name == "java.util.concurrent.atomic.AtomicBoolean" ? Show::kOnlyFlag : Show::kObject;
}

}  // namespace sp::kryo
