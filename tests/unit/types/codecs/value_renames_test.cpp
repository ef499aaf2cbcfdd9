// Other class names in values: at all places where classes are named, and nowhere else.

#include "types/codecs/value_renames.hpp"

#include "catch.hpp"
#include "readable_bytes.hpp"
#include "sp/error.hpp"
#include "types/codecs/skipper.hpp"
#include "types/kryo/kryo_samples.hpp"
#include "types/schema/parser.hpp"

using namespace sp;
using namespace sp::test;
using codec::ValueRenamer;
using java::ClassRenames;
using java::RenameCounts;

namespace {

/// As readable_bytes, with blanks between the bytes.
ByteVector spaced_bytes(std::string_view text) {
    std::string without;
    bool is_hex = false;
    for (const char c : text) {
        is_hex = c == '<' || (is_hex && c != '>');
        without += is_hex && c == ' ' ? "" : std::string(1, c);
    }
    return readable_bytes(without);
}

using Rules = std::vector<std::pair<std::string, std::string>>;

constexpr ValueRenamer::Form kValue{};
constexpr ValueRenamer::Form kList{true, 0};

TypePtr parse(const std::string& text, const std::string& flink = "1.20") {
    const FlinkVersion version = flink == "1.20" ? FlinkVersion{1, 20} : FlinkVersion{2, 3};
    return parse_type(nlohmann::ordered_json::parse(text), SchemaTarget{version});
}

const std::string kPojo =
    R"({"pojo":"a.Animal","fields":{"name":"string"},"subclasses":[{"class":"a.Dog","registered":false,"type":{"pojo":"a.Dog","fields":{"name":"string"}}}]})";

/// As readable_bytes; "-" where nothing is renamed.
ByteVector renamed(const TypePtr& type, const std::string& readable, const ClassRenames& renames,
                   const ValueRenamer::Form& form = kValue) {
    ValueRenamer renamer(type, renames);
    ByteVector out;
    RenameCounts counts;
    return renamer.rename(spaced_bytes(readable), form, out, counts) ? out : spaced_bytes("-");
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to, std::size_t& count) {
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t next = text.find(from, at);
        result += text.substr(at, next - at);
        if (next == std::string_view::npos) {
            return result;
        }
        result += to;
        at = next + from.size();
        ++count;
    }
}

}  // namespace

TEST_CASE("a value of a subclass names it, a string does not") {
    const TypePtr type = parse(kPojo);
    const ClassRenames renames(Rules{{"a.*", "com.b.*"}});
    CHECK(renamed(type, "<04 0005>a.Dog<02 00 02>x", renames) == spaced_bytes("<04 0009>com.b.Dog<02 00 02>x"));
    CHECK(renamed(type, "<02 00 06>a.Dog", renames) == spaced_bytes("-"));
    CHECK(renamed(type, "<04 0005>a.Dog<02 00 06>a.Dog", renames) == spaced_bytes("<04 0009>com.b.Dog<02 00 06>a.Dog"));
    CHECK(renamed(type, "<01>", renames) == spaced_bytes("-"));
}

TEST_CASE("elements of a list are joined, and can have time stamps") {
    const TypePtr type = parse(kPojo);
    const ClassRenames renames(Rules{{"a.Dog", "Hound"}});
    CHECK(renamed(type, "<04 0005>a.Dog<02 00 02>,,<04 0005>a.Dog<02 00 01>", renames, kList) ==
          spaced_bytes("<04 0005>Hound<02 00 02>,,<04 0005>Hound<02 00 01>"));
    CHECK(renamed(type, "<0000000000000007 04 0005>a.Dog<02 00 01 2c 0000000000000008 02 00 01>", renames, {true, 8}) ==
          spaced_bytes("<0000000000000007 04 0005>Hound<02 00 01 2c 0000000000000008 02 00 01>"));
}

TEST_CASE("a value that cannot be decoded is left only if no name can be in it") {
    const TypePtr type = parse(kPojo);
    const ClassRenames renames(Rules{{"a.*", "b.*"}});
    // The class is in neither list of subclasses and in no class file.
    CHECK_THROWS_AS(renamed(type, "<04 0005>a.Cat<02 00 01>", renames), UnsupportedError);
    CHECK(renamed(type, "<04 0005>x.Cat<02 00 01>", renames) == spaced_bytes("-"));
    CHECK_THROWS_AS(renamed(type, "<02 00 06>a.Dog!", renames), UnsupportedError);
}

TEST_CASE("bytes with a length in front are longer then") {
    const auto raw = std::make_shared<Type>();
    raw->kind = TypeKind::kRawData;
    raw->nested = {parse(kPojo)};
    const auto pair = std::make_shared<Type>();
    pair->kind = TypeKind::kTuple;
    pair->nested = {raw, parse(R"("int")")};
    const ClassRenames renames(Rules{{"a.*", "com.b.*"}});
    CHECK(renamed(pair, "<0000000b 04 0005>a.Dog<02 00 01 00000007>", renames) ==
          spaced_bytes("<0000000f 04 0009>com.b.Dog<02 00 01 00000007>"));
}

TEST_CASE("parts of rows move when a RAW column gets longer, and so do those of rows inside rows") {
    const auto make = [](TypeKind kind, std::vector<TypePtr> nested = {}) {
        auto type = std::make_shared<Type>();
        type->kind = kind;
        type->nested = std::move(nested);
        return type;
    };
    const auto row_of = [&](std::vector<TypePtr> columns) {
        auto type = make(TypeKind::kBinaryRow);
        for (TypePtr& column : columns) {
            PojoField field;
            field.name = "f" + std::to_string(type->fields.size());
            field.type = std::move(column);
            type->fields.push_back(std::move(field));
        }
        return type;
    };
    const auto row_data = [&](TypePtr structure) {
        auto type = make(TypeKind::kRowData);
        type->structure = std::move(structure);
        return type;
    };
    const TypePtr raw = make(TypeKind::kRawData, {parse(kPojo)});
    const TypePtr text = make(TypeKind::kStringData);
    const ClassRenames there(Rules{{"a.*", "com.acme.b.*"}});
    const ClassRenames back(Rules{{"com.acme.b.*", "a.*"}});
    const auto moved_pojo = parse(
        R"({"pojo":"com.acme.b.Animal","fields":{"name":"string"},"subclasses":[{"class":"com.acme.b.Dog","registered":false,"type":{"pojo":"com.acme.b.Dog","fields":{"name":"string"}}}]})");
    const TypePtr moved_raw = make(TypeKind::kRawData, {moved_pojo});
    // A header, the slots (size and offset, little-endian), the parts
    const std::string flat =
        "<00000038 0000000000000000 0b00000018000000 0d00000028000000 04 0005>a.Dog<02 00 01 0000000000>a.Dog is "
        "long<000000>";
    const std::string longer =
        "<00000040 0000000000000000 1400000018000000 0d00000030000000 04 000e>com.acme.b.Dog<02 00 01 00000000>a.Dog "
        "is long<000000>";
    CHECK(renamed(row_data(row_of({raw, text})), flat, there) == spaced_bytes(longer));
    CHECK(renamed(row_data(row_of({moved_raw, text})), longer, back) == spaced_bytes(flat));
    const std::string nested =
        "<00000048 0000000000000000 2000000018000000 0d00000038000000 0000000000000000 0b00000010000000"
        "04 0005>a.Dog<02 00 01 0000000000>a.Dog is long<000000>";
    const std::string nested_longer =
        "<00000050 0000000000000000 2800000018000000 0d00000040000000 0000000000000000 1400000010000000"
        "04 000e>com.acme.b.Dog<02 00 01 00000000>a.Dog is long<000000>";
    CHECK(renamed(row_data(row_of({row_of({raw}), text})), nested, there) == spaced_bytes(nested_longer));
    CHECK(renamed(row_data(row_of({row_of({moved_raw}), text})), nested_longer, back) == spaced_bytes(nested));
    // Filled up by as much as before, and not at all
    const ClassRenames by_four(Rules{{"a.*", "com.b.*"}});
    CHECK(renamed(row_data(row_of({raw, text})), flat, by_four) ==
          spaced_bytes("<00000038 0000000000000000 0f00000018000000 0d00000028000000 04 0009>com.b.Dog<02 00 01 "
                       "00>a.Dog is long<000000>"));
    const ClassRenames by_five(Rules{{"a.*", "com.bb.*"}});
    CHECK(renamed(row_data(row_of({text, raw})),
                  "<00000038 0000000000000000 0d00000018000000 0b00000028000000>a.Dog is long<000000 04 0005>a.Dog<02 "
                  "00 01 0000000000>",
                  by_five) == spaced_bytes("<00000038 0000000000000000 0d00000018000000 1000000028000000>a.Dog is "
                                           "long<000000 04 000a>com.bb.Dog<02 00 01>"));
}

TEST_CASE("Java serialization streams are values of JavaSerializer") {
    const auto type = std::make_shared<Type>();
    type->kind = TypeKind::kJavaObject;
    const ClassRenames renames(Rules{{"a.*", "com.b.*"}});
    const std::string stream = "<aced0005 7372 0005>a.Dog<0000000000000001 02 0000 7870>";
    const std::string changed = "<aced0005 7372 0009>com.b.Dog<0000000000000001 02 0000 7870>";
    CHECK(renamed(type, stream, renames) == spaced_bytes(changed));
    CHECK(renamed(type, stream + "," + stream, renames, kList) == spaced_bytes(changed + "," + changed));
    CHECK(renamed(type, "<aced0005 74 0005>a.Dog", renames) == spaced_bytes("-"));
    CHECK_THROWS_AS(renamed(type, "<aced0005 74 0006>a.Dog", renames), UnsupportedError);
}

TEST_CASE("types that name no classes are not looked at") {
    const ClassRenames renames(Rules{{"a.*", "b.*"}});
    for (const char* const type : {R"("string")", R"("list<string>")", R"("enum a.Mood{X}")", R"("bytes")"}) {
        CHECK(renamed(parse(type), "<06>a.Dog and more", renames) == spaced_bytes("-"));
    }
}

TEST_CASE("all that real Kryo wrote: a name as long as the old one stands in the same places") {
    for (const auto& [file, is_kryo5] : {std::pair("kryo2.tsv", false),
                                         {"kryo5.tsv", true},
                                         {"subclasses1.tsv", false},
                                         {"subclasses2.tsv", true},
                                         {"kryo2-registered.tsv", false}}) {
        const KryoSamples samples(file);
        const bool is_pojo = std::string_view(file).starts_with("sub");
        const std::string jar = is_pojo ? "subclasses.jar" : "samples.jar";
        const TypePtr type = samples.type(is_kryo5 ? kryo5_context(jar) : kryo2_context(jar));
        const std::string old = is_pojo ? "Subclasses" : "Samples";
        const std::string now = is_pojo ? "com.Animal" : "a.Moved";
        const ClassRenames renames(Rules{{old, now}});
        ValueRenamer renamer(type, renames);
        std::size_t changed = 0;
        for (const KryoSample& sample : samples.samples) {
            CAPTURE(file, sample.name);
            ByteVector out;
            RenameCounts counts;
            std::size_t places = 0;
            const std::string wanted = replaced(as_text(sample.bytes), old, now, places);
            bool is_changed = false;
            try {
                is_changed = renamer.rename(sample.bytes, kValue, out, counts);
            } catch (const UnsupportedError&) {
                continue;  // of classes that are not decoded
            }
            CHECK(is_changed == (counts.names > 0));
            CHECK(counts.names == places);
            CHECK(as_text(is_changed ? Bytes(out) : Bytes(sample.bytes)) == wanted);
            changed += is_changed ? 1 : 0;
        }
        CHECK(changed > 2);
    }
}

TEST_CASE("Kryo's names have the form that Kryo gives them, whatever their length") {
    for (const bool is_kryo5 : {false, true}) {
        const KryoSamples samples(is_kryo5 ? "kryo5.tsv" : "kryo2.tsv");
        const TypePtr type = samples.type(is_kryo5 ? kryo5_context() : kryo2_context());
        const ByteVector& item = samples["item"].bytes;
        const std::string name = "Samples$Item";
        const std::size_t at = as_text(item).find(name.substr(0, name.size() - 1));
        REQUIRE(at != std::string_view::npos);
        const std::string longer(100, 'x');
        for (const auto& [to, form] : {std::pair<std::string, std::string>{"a.B", "a.<c2>"},
                                       {"B", "<82>B"},
                                       {"ä.B", "<84c3a4>.B"},
                                       {longer, is_kryo5 ? longer.substr(1) + "<f8>" : "<e501>" + longer}}) {
            const ClassRenames renames(Rules{{name, to}});
            ValueRenamer renamer(type, renames);
            ByteVector out;
            RenameCounts counts;
            REQUIRE(renamer.rename(item, kValue, out, counts));
            ByteVector wanted(item.begin(), item.begin() + static_cast<std::ptrdiff_t>(at));
            const ByteVector middle = spaced_bytes(form);
            wanted.insert(wanted.end(), middle.begin(), middle.end());
            wanted.insert(wanted.end(), item.begin() + static_cast<std::ptrdiff_t>(at + name.size()), item.end());
            CHECK(out == wanted);
            CHECK(counts.names == 1);
        }
    }
}
