#pragma once

// What Kryo does with the objects of a class: which serializer writes their bodies, whether they take references, and for
// FieldSerializer which fields there are. Made once a class (kryo_classes.hpp), looked at for every object.

#include <cstdint>
#include <string>
#include <vector>

#include "sp/type.hpp"
#include "types/kryo/generation.hpp"

namespace sp::kryo {

/// How the body of an object is written: an enumerator a serializer. Where both generations have it but differ in bytes,
/// readers tell them apart; those with a number exist in one only.
enum class Body : std::uint8_t {
    kOpaque,  ///< KryoClass::problem says why
    // Wrappers and what else is one number or text
    kInt,
    kLong,
    kShort,
    kChar,
    kByte,
    kBoolean,
    kFloat,
    kDouble,
    kVoid,
    kString,
    kByteArray,
    kBigInteger,
    kBigDecimal,
    kDate,  ///< java.util.Date, java.sql.Date and Time: milliseconds
    kSqlTimestamp,
    kUuid,
    kEnum,
    kText,     ///< a string that is printed as it is: URI, Currency, StringBuilder, …
    kPattern,  ///< a regular expression; Kryo 5: and its flags
    kInetSocketAddress,
    kLocale,  ///< language, country, variant
    kTime,    ///< of java.time: KryoClass::time
    kOptionalInt5,
    kOptionalLong5,
    kOptionalDouble5,
    kScalaUnit,  ///< objects of Scala have no bytes
    kScalaNone,
    kScalaObject,  ///< printed as its class
    kScalaEnum,    ///< a value of an Enumeration: the object that has it, its id
    kScalaClassTag,
    kScalaManifest,
    // Printed as arrays, objects or maps
    kIntArray,
    kLongArray,
    kShortArray,
    kCharArray,
    kFloatArray,
    kDoubleArray,
    kBooleanArray,
    kBitSet,
    kCalendar,
    kEnumSet,
    kObjectArray,
    kCollection,
    kImmutableCollection5,
    kSortedCollection,  ///< with a comparator
    kPriorityQueue2,
    kArraysAsList2,
    kMap,
    kImmutableMap5,
    kSortedMap,
    kEmptyCollection,
    kEmptyMap,
    kSingleton,
    kSingletonMap,
    kJavaStream,  ///< a Java serialization stream
    kFields,      ///< FieldSerializer
    kRecord5,
    kScalaTraversable,
    kScalaSortedSet,  ///< with an ordering
    kScalaMap,        ///< of tuples
    kScalaSortedMap,
    kScalaBitSet,
    kScalaTuple,
    kScalaLeft,
    kScalaRight,
    // Others
    kClass,
    kOptional5,
    kScalaSome,
    kScalaWrappedArray,  ///< the class of its elements, the array
    kScalaWrapper,       ///< JavaConverters: the module, what is wrapped
    kScalaIterableWrapper,
};

/// Elements of one value that are nothing but their number: a collection of Kryo 5 that holds only nulls.
inline constexpr std::uint64_t kMostEmptyElements = 65536;

/// The classes of java.time.
enum class TimeForm : std::uint8_t {
    kNone,
    kLocalDate,
    kLocalTime,
    kLocalDateTime,
    kInstant,
    kDuration,
    kPeriod,
    kYear,
    kYearMonth,
    kMonthDay,
    kZoneOffset,
    kZoneRegion,
    kOffsetTime,
    kOffsetDateTime,
    kZonedDateTime,
};

/// How an object of fields is printed.
enum class Show : std::uint8_t {
    kObject,
    kPlainObject,  ///< without its class: Success, Failure
    kOnlyField,    ///< as its only field: Optional, AtomicReference, AtomicInteger, AtomicLong, BigInt
    kFirstField,   ///< as its first field, and the others say no more: Scala's BigDecimal
    kScalaTuple,   ///< a tuple specialized for primitives: a null for each part, and the part
    kOnlyFlag,     ///< as its only field, an int that is 0 or 1: AtomicBoolean
    kIfPresent,    ///< isPresent, value: OptionalInt of Kryo 2
};

/// Whether a class can have subclasses; kUnknown where it is not found.
enum class Finality : std::uint8_t { kOpen, kFinal, kUnknown };

struct KryoClass;

/// A type with its arguments, as Kryo follows generics.
struct GenericType {
    const KryoClass* type = nullptr;  ///< null: a type variable
    std::string variable;
    std::string declarer;   ///< the class whose parameter the variable is
    bool is_array = false;  ///< an array of the variable
    bool is_wildcard = false;
    std::vector<GenericType> arguments;
};

/// A name and how JSON has it.
struct KryoName {
    std::string text;
    std::string json;  ///< members: in quotes, with the colon and a leading @ doubled; enum constants: in quotes
};

struct KryoField {
    KryoName name;
    std::string declarer;  ///< where a subclass has a field of the same name: part of the name that is printed
    Body primitive = Body::kOpaque;       ///< kInt, …; kOpaque: an object
    const KryoClass* declared = nullptr;  ///< objects: the erased class
    GenericType generic;                  ///< objects
    /// Kryo 2: the classes that are its type arguments, if these do not depend on type variables.
    std::vector<const KryoClass*> arguments;
    bool has_variables = false;
    bool is_synthetic = false;  ///< the object around that of an inner class
    char time_part = 0;         ///< java.time: what KryoReader::Time makes of it
};

struct KryoClass {
    std::string name;         ///< as Class.getName() has it
    std::string json_member;  ///< "@class":"…"
    Body body = Body::kOpaque;
    TimeForm time = TimeForm::kNone;
    TypeKind date = TypeKind::kDate;  ///< kDate, kSqlTimestamp: how it is printed
    Show show = Show::kObject;
    Finality finality = Finality::kUnknown;
    bool takes_references = true;
    bool is_set = false;         ///< of Java or Scala: the order of its elements means nothing
    bool is_leaf = false;        ///< nothing can be referred to inside: it is printed again where it is referred to
    bool is_missing = false;     ///< the class is not found
    bool is_unreadable = false;  ///< there is a class file, or one that it needs, and it cannot be read
    std::string problem;         ///< kOpaque: why its objects are not decoded

    const KryoClass* component = nullptr;  ///< of arrays
    /// Object arrays: kFinal if all elements are of the component's class, so that none is written.
    Finality component_finality = Finality::kOpen;

    std::vector<KryoName> constants;  ///< enums, by ordinal
    std::vector<KryoField> fields;    ///< in the order of the bytes

    std::vector<std::string> parameters;  ///< its type parameters
    struct Variable {
        std::string declarer;
        std::string name;
    };
    /// Kryo 5's GenericsHierarchy: for each type parameter of the class, then of its superclasses, what it is there and in
    /// the superclasses that it is handed to; `hierarchy_counts` says how many these are.
    std::vector<Variable> hierarchy;
    std::vector<std::uint32_t> hierarchy_counts;
};

}  // namespace sp::kryo
