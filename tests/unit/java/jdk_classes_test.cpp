#include "java/jdk_classes.hpp"

#include "catch.hpp"
#include "java/generic_signature.hpp"

using namespace sp;
using java::ClassField;
using java::ClassFile;
using java::find_jdk_class;
using Names = std::vector<std::string>;

namespace {

ClassFile jdk_class(std::string_view name) {
    const auto file = find_jdk_class(name);
    INFO(name);
    REQUIRE(file);
    CHECK(file->name == name);
    return *file;
}

/// "name:descriptor" of the fields that FieldSerializer writes.
Names written_fields(std::string_view name) {
    Names fields;
    for (const ClassField& field : jdk_class(name).fields) {
        if (!field.is_transient()) {
            fields.push_back(field.name + ":" + field.descriptor);
        }
    }
    return fields;
}

/// Whether a class is, or extends or implements, another one.
bool is_a(const std::string& name, std::string_view wanted) {
    if (name.empty() || name == wanted) {
        return !name.empty();
    }
    const ClassFile file = jdk_class(name);
    bool found = is_a(file.superclass, wanted);
    for (const std::string& interface : file.interfaces) {
        found = found || is_a(interface, wanted);
    }
    return found;
}

}  // namespace

TEST_CASE("the JDK's classes have the fields that FieldSerializer writes") {
    CHECK(written_fields("java.time.LocalDate") == Names{"year:I", "month:S", "day:S"});
    CHECK(written_fields("java.time.LocalTime") == Names{"hour:B", "minute:B", "second:B", "nano:I"});
    CHECK(written_fields("java.time.LocalDateTime") ==
          Names{"date:Ljava/time/LocalDate;", "time:Ljava/time/LocalTime;"});
    CHECK(written_fields("java.time.ZonedDateTime") ==
          Names{"dateTime:Ljava/time/LocalDateTime;", "offset:Ljava/time/ZoneOffset;", "zone:Ljava/time/ZoneId;"});
    CHECK(written_fields("java.time.ZoneOffset") == Names{"totalSeconds:I"});
    CHECK(written_fields("java.time.ZoneRegion") == Names{"id:Ljava/lang/String;"});
    CHECK(written_fields("java.time.Instant") == Names{"seconds:J", "nanos:I"});
    CHECK(written_fields("java.time.Duration") == Names{"seconds:J", "nanos:I"});
    CHECK(written_fields("java.time.Period") == Names{"years:I", "months:I", "days:I"});
    CHECK(written_fields("java.util.Optional") == Names{"value:Ljava/lang/Object;"});
    CHECK(written_fields("java.util.concurrent.atomic.AtomicInteger") == Names{"value:I"});
    CHECK(written_fields("java.util.concurrent.atomic.AtomicBoolean") == Names{"value:I"});
    CHECK(written_fields("java.util.AbstractMap$SimpleEntry") ==
          Names{"key:Ljava/lang/Object;", "value:Ljava/lang/Object;"});
    CHECK(jdk_class("java.util.Optional").fields.at(0).signature == "TT;");
}

TEST_CASE("the JDK's classes are final, enums and interfaces where they are") {
    for (const char* name : {"java.lang.String", "java.lang.Long", "java.util.UUID", "java.time.LocalDate",
                             "java.util.Optional", "java.time.DayOfWeek", "java.util.Locale", "java.net.URI"}) {
        CHECK(jdk_class(name).is_final());
    }
    for (const char* name : {"java.lang.Object", "java.lang.Number", "java.math.BigDecimal", "java.util.Date",
                             "java.util.ArrayList", "java.sql.Timestamp", "java.time.ZoneId"}) {
        CHECK_FALSE(jdk_class(name).is_final());
    }
    CHECK(jdk_class("java.util.List").is_interface());
    CHECK(jdk_class("java.lang.Object").superclass.empty());
    CHECK(jdk_class("java.util.concurrent.TimeUnit").is_enum());
    CHECK(jdk_class("java.math.RoundingMode").enum_constants ==
          Names{"UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "UNNECESSARY"});
    CHECK(jdk_class("java.time.temporal.ChronoUnit").enum_constants.size() == 16);
    CHECK(jdk_class("java.time.Month").enum_constants.front() == "JANUARY");
}

TEST_CASE("collections and maps of the JDK are known as such") {
    for (const char* name :
         {"java.util.ArrayList", "java.util.LinkedList", "java.util.TreeSet", "java.util.ArrayDeque",
          "java.util.PriorityQueue", "java.util.Arrays$ArrayList", "java.util.ImmutableCollections$List12",
          "java.util.ImmutableCollections$SetN", "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.Collections$SingletonSet", "java.util.concurrent.CopyOnWriteArrayList", "java.util.Stack",
          "java.util.RegularEnumSet", "java.util.Collections$EmptyList", "java.util.ArrayList$SubList"}) {
        CHECK(is_a(name, "java.util.Collection"));
    }
    for (const char* name :
         {"java.util.LinkedHashMap", "java.util.TreeMap", "java.util.EnumMap", "java.util.Properties",
          "java.util.concurrent.ConcurrentSkipListMap", "java.util.ImmutableCollections$MapN",
          "java.util.Collections$SingletonMap", "java.util.WeakHashMap", "java.util.IdentityHashMap"}) {
        CHECK(is_a(name, "java.util.Map"));
    }
    CHECK(is_a("java.lang.IllegalStateException", "java.lang.Throwable"));
    CHECK_FALSE(is_a("java.util.Date", "java.util.Collection"));
}

TEST_CASE("the table knows what it does not have, and its own marks") {
    for (const char* name :
         {"", "java", "java.util.", "java.util.Lis", "java.util.Listt", "!ArrayList", "@String", "~", "shapes.Color"}) {
        CHECK_FALSE(find_jdk_class(name));
    }
}

TEST_CASE("Scala's classes have their synthetic fields, and objects MODULE$") {
    const auto fields = [](std::string_view name) {
        Names names;
        const auto file = java::find_scala_class(name);
        INFO(name);
        REQUIRE(file);
        for (const ClassField& field : file->fields) {
            names.push_back(field.name + ":" + field.descriptor);
        }
        return names;
    };
    CHECK(fields("scala.Some") == Names{"value:Ljava/lang/Object;"});
    CHECK(fields("scala.None$") == Names{"MODULE$:Lscala/None$;"});
    CHECK(fields("scala.Tuple2$mcCC$sp") == Names{"_1$mcC$sp:C", "_2$mcC$sp:C"});
    CHECK(fields("scala.Enumeration$Value") ==
          Names{"scala$Enumeration$$outerEnum:Lscala/Enumeration;", "$outer:Lscala/Enumeration;"});
    CHECK(java::find_scala_class("scala.collection.immutable.$colon$colon")->superclass ==
          "scala.collection.immutable.List");
    CHECK(java::find_scala_class("scala.util.Left")->is_final());
    CHECK_FALSE(java::find_scala_class("java.util.List"));
    CHECK_FALSE(java::find_scala_class("%Some"));
    CHECK_FALSE(find_jdk_class("scala.Some"));
}
