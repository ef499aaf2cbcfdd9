// java<…>; what it gives for real types is compared with Flink's in snapshots_test.cpp.
#include "catch.hpp"
#include "sp/error.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"
#include "types/schema/java_classes.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/kryo_snapshot.hpp"

using namespace sp;
using Json = nlohmann::ordered_json;

namespace {

const SchemaTarget kNewest = {FlinkVersion{2, 3}};
const SchemaTarget kOld = {FlinkVersion{1, 20}};

TypePtr parse(const std::string& text, const SchemaTarget& target = kNewest) {
    return parse_type(text.starts_with('{') ? Json::parse(text) : Json(text), target);
}

std::string words_of(const std::string& text, const SchemaTarget& target = kNewest) {
    return type_words(*parse(text, target));
}

bool fails_with(const std::string& text, const std::string& part, const SchemaTarget& target = kNewest) {
    std::string error = "no error";
    try {
        parse(text, target);
    } catch (const UsageError& caught) {
        error = caught.what();
    }
    CAPTURE(error);
    CHECK(error.find(part) != std::string::npos);
    return error.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("collections of Java types are Kryo's in Flink 1 and have serializers in Flink 2") {
    CHECK(words_of("java<List<String>>") == "list<string?>?");
    CHECK(words_of("java<Map<String,Long>>") == "map<string?,long>?");
    CHECK(words_of("java<Set<UUID>>") == "set<kryo<java.util.UUID>>?");
    CHECK(words_of("java<List<String>>", kOld) == "kryo<java.util.List>");
    CHECK(words_of("java<List<List<String>>>") == "kryo<java.util.List>");  // no class, but a parameterized type
    CHECK(words_of("java<List<String[]>>") == "list<string[]?>?");
    CHECK(words_of("java<List<a.B>>", kOld) == "kryo<java.util.List>");  // nobody asks what is inside
    CHECK(words_of("java<a.B{x:List<a.C{y:int}>,z:UUID}>") == "a.B{x:list<a.C{y:int}?>?,z:kryo<java.util.UUID>}");
    CHECK(words_of("java<List<kryo<a.B>>>") == "list<kryo<a.B>?>?");
    CHECK(fails_with("java<List<String>>", "say which one", {}));
    CHECK(words_of("java<String>", {}) == "string");
}

TEST_CASE("a class has as many types in it as it declares") {
    for (const SchemaTarget& target : {kNewest, kOld}) {
        CHECK(fails_with("java<List<String,String>>", "java.util.List has 1 type in it, not 2", target));
        CHECK(fails_with("java<Map<String>>", "java.util.Map has 2 types in it, not 1", target));
        CHECK(fails_with("java<UUID<String>>", "java.util.UUID has 0 types in it, not 1", target));
        CHECK(fails_with("java<List<Optional<String,Long>>>", "java.util.Optional has 1 type in it, not 2", target));
        CHECK(fails_with("java<a.B{x:List<java.util.concurrent.ConcurrentHashMap<String>>}>",
                         "java.util.concurrent.ConcurrentHashMap has 2 types in it, not 1", target));
    }
    CHECK(words_of("java<List<a.B<String,String>>>", kOld) == "kryo<java.util.List>");  // nothing is known of it
}

TEST_CASE("java<…> stands among other words, in both notations") {
    CHECK(words_of("map<string,java<List<Integer>>>") == "map<string,list<int?>?>");
    CHECK(words_of("tuple<java<String>,string>") == "tuple<string,string>");  // its names end with it
    CHECK(words_of(R"({"pojo":"a.B","fields":{"tags":{"java":"List<String>"},"n":"int"}})") ==
          "a.B{n:int,tags:list<string?>?}");
    CHECK(words_of(R"({"java":{"pojo":"a.B","fields":{"x":"String"},"declaring":{"x":"a.Base"}}})") == "a.B{x:string}");
    CHECK(words_of(R"({"java":{"Tuple2":["String",{"List":"String"}]}})") == "tuple<string,list<string?>?>");
    CHECK(words_of(R"({"java":{"array":"int"}})") == "int[]");
}

TEST_CASE("a class inside itself is Kryo's") {
    CHECK(words_of("java<a.B{next:a.B,x:int}>") == "a.B{next:kryo<a.B>,x:int}");
    CHECK(words_of("java<a.B{next:a.C{of:a.B}}>") == "a.B{next:a.C{of:kryo<a.B>}}");
    CHECK(fails_with("java<a.B{next:List<a.B>}>", "does not follow from its name"));
    CHECK(words_of("java<a.B{next:List<a.B>}>", kOld) == "a.B{next:kryo<java.util.List>}");
}

TEST_CASE("errors of java<…>") {
    CHECK(fails_with("java<a.B>",
                     "how Flink stores the class a.B does not follow from its name: write a.B{field:Type,…}"));
    CHECK(fails_with("java<string>", "the class string"));
    CHECK(fails_with("java<java.util.TimeZone>", "java.util.TimeZone"));  // a POJO
    CHECK(fails_with("java<java.time.DayOfWeek>", "enum java.time.DayOfWeek{A,B}"));
    CHECK(fails_with("java<Tuple2<String>>", "Tuple2 has 2 types in it, not 1"));
    CHECK(fails_with("java<Tuple26<String>>", "does not follow"));
    CHECK(fails_with("java<Either>", "Either needs its types"));
    CHECK(fails_with("java<Either<String>>", "does not follow"));
    CHECK(fails_with("java<String<int>>", "the class String"));
    CHECK(fails_with("java", "needs types"));
    CHECK(fails_with("java<String,int>", "one Java type"));
    CHECK(fails_with("java<String?>", "no Java type"));
    CHECK(fails_with("java<List<?>>", "expected a type"));
    CHECK(fails_with("java<a.B{x:int,x:int}>", "stands twice"));
    CHECK(fails_with("java<``>", "how Flink stores the class  does not follow"));
    CHECK(fails_with(R"({"java":5})", "is no type"));
    CHECK(fails_with(R"({"java":{}})", "no Java type"));
    CHECK(fails_with(R"({"java":"String","class":"a.B"})", "java has no member \"class\""));
    std::string deep;
    for (int i = 0; i < 150; ++i) {
        deep += "Optional<";
    }
    CHECK(words_of("java<" + deep + "String" + std::string(151, '>')) == "kryo<java.util.Optional>");
}

TEST_CASE("names of tuples have their arity") {
    CHECK(schema::tuple_arity("Tuple1") == 1U);
    CHECK(schema::tuple_arity("org.apache.flink.api.java.tuple.Tuple25") == 25U);
    for (const char* const name : {"Tuple", "Tuple0", "Tuple26", "Tuple02", "Tuple2x", "a.Tuple2", "tuple2"}) {
        CHECK_FALSE(schema::tuple_arity(name).has_value());
    }
}

TEST_CASE("registrations of Kryo are read as they are printed") {
    const char* const json =
        R"({"kryo":"a.B","registrations":["a.B",{"class":"a.C","serializer":"a.S"},{"class":"a.Stand","name":"a.D"}]})";
    const TypePtr type = parse(json);
    CHECK(type_json(*type).dump() == json);
    const std::vector<KryoRegistration> registrations = kryo_registrations(*type);
    REQUIRE(registrations.size() == 3);
    CHECK(registrations[1].kind == KryoRegistration::Kind::kSerializerClass);
    CHECK(registrations[1].serializer_class == "a.S");
    CHECK(registrations[2].name == "a.D");
    CHECK(kryo_registrations(*parse("kryo<a.B>")).size() == 2);
    CHECK(parse(R"({"kryo":"a.B","registrations":[]})")->kryo_registrations.empty());
    CHECK(fails_with(R"({"kryo":"a.B","registrations":[{"class":"a.C","instance":"a.S"}]})", "serializer object"));
    CHECK(fails_with(R"({"kryo":"a.B","registrations":[{"name":"a.C"}]})", "a registration has no \"class\""));
    CHECK(fails_with(R"({"kryo":"a.B","registrations":"a.C"})", "has to be a list"));
}

TEST_CASE("subclasses have subclasses") {
    const TypePtr type = parse(R"({"pojo":"a.A","fields":{},"subclasses":[
        {"class":"a.B","fields":{},"subclasses":[{"class":"a.C","registered":false,"fields":{"x":"int"}}]}]})");
    const Type& inner = *type->registered_subclasses.at(0).type;
    CHECK(inner.class_name == "a.B");
    CHECK(inner.other_subclasses.at(0).class_name == "a.C");
    CHECK(fails_with(R"({"pojo":"a.A","fields":{},"subclasses":[{"class":"a.B","type":"int","declaring":{}}]})",
                     "either \"fields\" or a \"type\""));
    CHECK(fails_with(R"({"pojo":"a.A","fields":{},"subclasses":[{"class":"a.B"}]})", "either \"fields\""));
    std::string deep = R"({"class":"a.B","fields":{}})";
    for (int i = 0; i < 300; ++i) {
        deep = R"({"class":"a.B","fields":{},"subclasses":[)" + deep + "]}";
    }
    CHECK(fails_with(R"({"pojo":"a.A","fields":{},"subclasses":[)" + deep + "]}", "more than 200 deep"));
}

TEST_CASE("the time to live of asynchronous state has a class of its own") {
    CHECK(type_json(*parse(R"({"ttl":"int","async":true})")).dump() == R"({"ttl":"int","async":true})");
    CHECK(parse(R"({"ttl":"int","async":false})")->snapshot_class == parse("ttl<int>")->snapshot_class);
    CHECK(fails_with(R"({"ttl":"int","async":true})", "since 2.0", kOld));
}

TEST_CASE("the types in what Kryo writes are kept for writing") {
    const auto declared = [](const std::string& text, const SchemaTarget& target) {
        return kryo::words_of(parse(text, target)->kryo->forms().declared());
    };
    CHECK(declared("java<List<Long>>", kOld) == "java.util.List<java.lang.Long>");
    CHECK(declared("java<List<List<String>>>", kNewest) == "java.util.List<java.util.List<java.lang.String>>");
    CHECK(declared("java<Map<String,long[]>>", kOld) == "java.util.Map<java.lang.String,long[]>");
    CHECK(declared("java<Optional<String[]>>", kOld) == "java.util.Optional<java.lang.String[]>");
    CHECK(declared("java<Map<enum a.E{A,B},a.C{x:int}>>", kOld) == "java.util.Map<a.E,a.C>");
    CHECK(declared(R"({"java":{"List":{"Set":"UUID"}}})", kOld) == "java.util.List<java.util.Set<java.util.UUID>>");
    CHECK(declared("kryo<java.util.List>", kOld) == "java.util.List");
    const TypePtr pojo = parse("java<a.B{all:List<Set<Integer>>}>", kOld);
    CHECK(kryo::words_of(pojo->fields[0].type->kryo->forms().declared()) ==
          "java.util.List<java.util.Set<java.lang.Integer>>");
}

TEST_CASE("the version of Kryo is that of Flink, or said") {
    const auto generation = [](const std::string& text, const SchemaTarget& target) {
        return parse(text, target)->kryo->generation();
    };
    CHECK(generation("kryo<a.B>", kOld) == kryo::Generation::kKryo2);
    CHECK(generation("java<List<List<Long>>>", kNewest) == kryo::Generation::kKryo5);
    CHECK(generation("kryo<a.B>", {}) == kryo::Generation::kUnknown);
    CHECK(generation(R"({"kryo":"a.B","generation":5})", kOld) == kryo::Generation::kKryo5);
    CHECK(generation(R"({"kryo":"a.B","registrations":["a.B"],"generation":2})", {}) == kryo::Generation::kKryo2);
    CHECK(fails_with(R"({"kryo":"a.B","generation":3})", "of version 2 in Flink 1"));
}
