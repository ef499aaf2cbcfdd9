// Ids of classes by the writer's registrations.

#include "types/kryo/kryo_classes.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "catch.hpp"

using namespace sp;
using namespace sp::kryo;

namespace {

KryoRegistration registration(std::string name, std::string serializer = {}) {
    KryoRegistration result;
    result.name = name;
    result.class_name = std::move(name);
    result.kind = serializer.empty() ? KryoRegistration::Kind::kUnspecified : KryoRegistration::Kind::kSerializerClass;
    result.serializer_class = std::move(serializer);
    return result;
}

KryoSettings settings(Generation generation, bool has_flink, std::vector<KryoRegistration> registrations) {
    return {generation, has_flink, false, std::move(registrations), {}, nullptr};
}

std::string name_of(const KryoClasses& classes, std::uint32_t id) {
    const KryoClass* const type = classes.by_id(id);
    return type == nullptr ? "none" : type->name;
}

}  // namespace

TEST_CASE("registrations get the ids behind Flink's own", "[kryo]") {
    const KryoClasses classes(
        settings(Generation::kKryo2, true,
                 {registration("java.util.UUID"), registration("a.B"), registration("int"), registration("a.B"),
                  registration("java.lang.Long", "x.LongSerializer"), registration("a.C")}));
    CHECK(name_of(classes, 0) == "java.lang.Integer");
    CHECK(name_of(classes, 1) == "java.lang.String");
    CHECK(name_of(classes, 9) == "void");
    CHECK(name_of(classes, 15) == "scala.Some");
    CHECK(name_of(classes, 72) == "scala.runtime.BoxedUnit");
    CHECK(name_of(classes, 73) == "java.util.Arrays$ArrayList");
    CHECK(name_of(classes, 84) == "java.text.SimpleDateFormat");
    CHECK(name_of(classes, 85) == "a.B");  // a UUID has 82
    CHECK(name_of(classes, 86) == "java.lang.Long");
    CHECK(name_of(classes, 87) == "a.C");
    CHECK(name_of(classes, 88) == "none");
    CHECK(classes.by_id(86)->problem ==
          "class java.lang.Long is written by the Kryo serializer x.LongSerializer, which is not decoded");
}

TEST_CASE("without Flink's own registrations those of the snapshot come first", "[kryo]") {
    const KryoClasses kryo2(settings(Generation::kKryo2, false, {registration("java.util.UUID"), registration("a.B")}));
    CHECK(name_of(kryo2, 10) == "java.util.UUID");
    CHECK(name_of(kryo2, 11) == "a.B");
    CHECK(kryo2.by_id(10)->body == Body::kFields);
    const KryoClasses kryo5(settings(Generation::kKryo5, false, {registration("java.util.UUID"), registration("a.B")}));
    CHECK(name_of(kryo5, 9) == "java.util.UUID");
    CHECK(name_of(kryo5, 10) == "a.B");
}

TEST_CASE("where flink-scala was there, synthetic fields are written", "[kryo]") {
    for (const bool has_scala : {false, true}) {
        KryoSettings inner = settings(Generation::kKryo2, true, {});
        inner.has_flink_scala = has_scala;
        inner.class_path = std::make_shared<java::ClassPath>(std::string(SP_FIXTURES) + "/classes/shapes.jar");
        const KryoClasses classes(inner);
        const std::vector<KryoField>& fields = classes.by_name("shapes.Derived$Inner")->fields;
        const auto is_outer = [](const KryoField& field) { return field.name.text == "this$0"; };
        CHECK(std::any_of(fields.begin(), fields.end(), is_outer) == has_scala);
    }
}

TEST_CASE("with flink-scala the classes of Scala have the serializers of chill", "[kryo]") {
    KryoSettings with_scala = settings(Generation::kKryo2, true, {registration("scala.Some"), registration("a.B")});
    with_scala.has_flink_scala = true;
    with_scala.class_path = std::make_shared<java::ClassPath>(std::string(SP_FIXTURES) + "/kryo/scala-samples.jar");
    const KryoClasses classes(with_scala);
    const auto body = [&](const char* name) { return classes.by_name(name)->body; };
    CHECK(name_of(classes, 85) == "a.B");  // Some has 15
    CHECK(body("scala.Some") == Body::kScalaSome);
    CHECK(body("scala.None$") == Body::kScalaNone);
    CHECK(body("scala.Tuple2$mcIJ$sp") == Body::kScalaTuple);
    CHECK(body("scala.Tuple2$mcCZ$sp") == Body::kFields);
    CHECK(body("scala.collection.immutable.$colon$colon") == Body::kScalaTraversable);
    CHECK(body("scala.collection.immutable.Set$EmptySet$") == Body::kEmptyCollection);
    CHECK(body("scala.collection.immutable.Map$EmptyMap$") == Body::kScalaMap);
    CHECK(body("scala.collection.immutable.HashMap$HashMap1") == Body::kScalaMap);
    CHECK(body("scala.collection.immutable.HashSet$HashSet1") == Body::kFields);  // no serializer is for it
    CHECK(body("scala.math.Ordering$Int$") == Body::kScalaObject);
    CHECK(body("scala.collection.immutable.Range$Inclusive") == Body::kFields);
    CHECK(body("scala.collection.mutable.LinkedHashMap") == Body::kScalaMap);
    CHECK(body("scala.collection.mutable.ArrayBuffer") == Body::kScalaTraversable);
    CHECK(body("scala.collection.mutable.WrappedArray$ofInt") == Body::kScalaWrappedArray);
    CHECK(body("scala.Enumeration$Val") == Body::kScalaEnum);
    CHECK(body("Red$") == Body::kScalaObject);
    CHECK(body("Mixed") == Body::kFields);
    CHECK(classes.by_name("scala.Some")->finality == Finality::kFinal);
    // Without it they are like any others, and other versions of Scala have other fields.
    const KryoClasses without(settings(Generation::kKryo2, true, {registration("scala.Some")}));
    CHECK(name_of(without, 85) == "scala.Some");
    CHECK(without.by_name("scala.Some")->problem == "class scala.Some: give --classpath");
}

TEST_CASE("the serializer of a class is the one that Kryo would take", "[kryo]") {
    const KryoClasses kryo2(settings(Generation::kKryo2, true, {}));
    const KryoClasses kryo5(settings(Generation::kKryo5, true, {}));
    const auto body = [](const KryoClasses& classes, const char* name) { return classes.by_name(name)->body; };
    CHECK(body(kryo2, "java.util.ArrayList") == Body::kCollection);
    CHECK(body(kryo2, "java.util.TreeSet") == Body::kSortedCollection);
    CHECK(body(kryo2, "java.util.concurrent.ConcurrentSkipListMap") == Body::kMap);
    CHECK(body(kryo5, "java.util.concurrent.ConcurrentSkipListMap") == Body::kSortedMap);
    CHECK(body(kryo2, "java.util.Optional") == Body::kFields);
    CHECK(body(kryo5, "java.util.Optional") == Body::kOptional5);
    CHECK(body(kryo2, "java.util.Locale") == Body::kJavaStream);
    CHECK(body(kryo5, "java.util.Locale") == Body::kLocale);
    CHECK(body(kryo2, "java.lang.IllegalStateException") == Body::kJavaStream);
    CHECK(body(kryo2, "java.util.concurrent.TimeUnit") == Body::kEnum);
    CHECK(kryo2.by_name("java.util.concurrent.TimeUnit")->takes_references);
    CHECK_FALSE(kryo5.by_name("java.util.concurrent.TimeUnit")->takes_references);
    CHECK(body(kryo2, "[[Ljava.lang.Object;") == Body::kObjectArray);
    CHECK(kryo2.by_name("[[Ljava.lang.Object;")->component_finality == Finality::kFinal);
    CHECK(kryo2.by_name("[Ljava.lang.Object;")->component_finality == Finality::kOpen);
    CHECK(kryo2.by_name("[Ljava.lang.String;")->component_finality == Finality::kFinal);
}

TEST_CASE("serializers that are not known refuse their classes by name", "[kryo]") {
    KryoSettings with_default =
        settings(Generation::kKryo2, true, {registration("a.Event", "com.twitter.chill.protobuf.ProtobufSerializer")});
    with_default.default_serializers = {{"java.util.Map", "a.MapSerializer"}};
    const KryoClasses classes(std::move(with_default));
    CHECK(classes.by_name("a.Event")->body == Body::kOpaque);
    CHECK(classes.by_name("a.Event")->problem ==
          "class a.Event is written by the Kryo serializer com.twitter.chill.protobuf.ProtobufSerializer, which is not "
          "decoded");
    CHECK(classes.by_name("java.util.HashMap")->problem ==
          "class java.util.HashMap is written by the Kryo serializer a.MapSerializer, which is not decoded");
    CHECK(classes.by_name("a.Missing")->problem == "class a.Missing: give --classpath");
    CHECK(classes.by_name("a.Missing")->finality == Finality::kUnknown);
}

TEST_CASE("a class that says to be its own superclass is refused", "[kryo]") {
    KryoSettings own = settings(Generation::kKryo2, true, {});
    own.class_path = std::make_shared<const java::ClassPath>(std::string(SP_FIXTURES) + "/kryo/own-superclass");
    const KryoClasses classes(std::move(own));
    const KryoClass* const type = classes.by_name("corpus.Pojos$Item");  // it says to be an Enum, too
    REQUIRE(type != nullptr);
    CHECK(type->body == Body::kOpaque);
    CHECK(type->problem.find("superclasses") != std::string::npos);
}
