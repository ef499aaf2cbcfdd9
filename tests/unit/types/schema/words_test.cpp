#include "types/schema/words.hpp"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "types/snapshots/serializer_name.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_samples.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/type_properties.hpp"

using namespace sp;

namespace {

TypePtr leaf(TypeKind kind) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    return type;
}

TypePtr node(TypeKind kind, std::vector<TypePtr> nested) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->nested = std::move(nested);
    return type;
}

struct PageLine {
    char access = ' ';
    std::set<std::string> snapshots;  ///< classes without package
    auto operator<=>(const PageLine&) const = default;
};

/// The table of all words in the man page, by word; "-" stands for no snapshots.
std::map<std::string, PageLine> page_table() {
    std::ifstream in(std::string(SP_FIXTURES) + "/../../man/sp-schema.5.scd");
    std::map<std::string, PageLine> table;
    std::string text;
    const auto next_cell = [&] { return std::getline(in, text) && text.starts_with(":  ") ? text.substr(3) : ""; };
    while (std::getline(in, text)) {
        if (!text.starts_with("|  ")) {
            continue;
        }
        PageLine& line = table[text.substr(3)];
        CHECK(line == PageLine());  // no word stands twice
        line.access = next_cell().at(0);
        std::istringstream snapshots(next_cell());
        for (std::string name; std::getline(snapshots >> std::ws, name, ',');) {
            line.snapshots.insert(name);
        }
    }
    return table;
}

/// The same from the code.
std::map<std::string, PageLine> code_table() {
    std::map<std::string, PageLine> table;
    for (const SchemaWord& word : schema_words()) {
        table[std::string(word.head)].access = static_cast<char>(word.access);
    }
    table[std::string(java_word().head)].access = static_cast<char>(java_word().access);
    for (const SnapshotClass& line : snapshot_classes()) {
        const std::string name(line.name);
        table[std::string(schema_word(line.kind).head)].snapshots.insert(name.substr(name.find_last_of(".$") + 1));
    }
    for (auto& [word, line] : table) {
        if (line.snapshots.empty()) {
            line.snapshots = {"-"};
        }
    }
    return table;
}

}  // namespace

TEST_CASE("the man page's table of words is the code's, with all snapshot classes") {
    const std::map<std::string, PageLine> page = page_table();
    const std::map<std::string, PageLine> code = code_table();
    CHECK(code.size() > 100);
    for (const auto& [word, line] : code) {
        CAPTURE(word);
        REQUIRE(page.contains(word));
        CHECK(page.at(word).access == line.access);
        CHECK(page.at(word).snapshots == line.snapshots);
    }
    for (const auto& [word, line] : page) {
        CAPTURE(word);
        CHECK(code.contains(word));
    }
}

TEST_CASE("every kind has a line, and heads are unique but for the two shared buffer nodes") {
    std::set<std::string_view> heads;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(TypeKind::kUnknown); ++i) {
        const SchemaWord& line = schema_word(static_cast<TypeKind>(i));
        CAPTURE(i);
        CHECK(line.kind == static_cast<TypeKind>(i));
        CHECK_FALSE(line.head.empty());
        CHECK((heads.insert(line.head).second || line.kind == TypeKind::kSharedBufferNodeV2));
        CHECK((find_schema_word(line.head) == &line || line.kind == TypeKind::kSharedBufferNodeV2));
    }
    CHECK(schema_words().size() == static_cast<std::size_t>(TypeKind::kUnknown) + 1);
    CHECK(find_schema_word("bigint") == nullptr);
    CHECK(schema_word(TypeKind::kKryo).access == TypeAccess::kViewOnly);
    CHECK(schema_word(TypeKind::kVariant).access == TypeAccess::kWithSnapshot);
    CHECK(schema_word(TypeKind::kLong).access == TypeAccess::kFromSchema);
}

TEST_CASE("words nest") {
    const TypePtr text = leaf(TypeKind::kString);
    CHECK(type_words(*node(TypeKind::kNullable, {node(TypeKind::kList, {node(TypeKind::kNullable, {text})})})) ==
          "list<string?>?");
    CHECK(type_words(*node(TypeKind::kMap, {text, node(TypeKind::kEither, {text, leaf(TypeKind::kByteArray)})})) ==
          "map<string,either<string,bytes>>");
    CHECK(type_words(*node(TypeKind::kTtl, {leaf(TypeKind::kLong), text})) == "ttl<string>");
}

TEST_CASE("names with punctuation are quoted") {
    auto pojo = std::make_shared<Type>();
    pojo->kind = TypeKind::kPojo;
    pojo->class_name = "a.B$C";
    pojo->fields = {{"plain_1$", "a.B$C", true, leaf(TypeKind::kInt)}, {"o:dd", "a.Base", true, leaf(TypeKind::kInt)}};
    CHECK(type_words(*pojo) == "a.B$C{plain_1$:int,`o:dd`:int}");
    CHECK(type_json(*pojo).dump() ==
          R"({"pojo":"a.B$C","fields":{"plain_1$":"int","o:dd":"int"},"declaring":{"o:dd":"a.Base"}})");
}

TEST_CASE("a snapshot stands beside the types that need it") {
    const ByteVector bytes = readable_bytes(kSnapshotSamples[2].bytes);  // list<int>
    BoundedReader reader(bytes, "test");
    const TypePtr type = read_snapshot(reader);
    const nlohmann::ordered_json all = type_json(*type, [](const Type&) { return true; });
    CHECK(all["list"]["type"] == "int");
    CHECK(all["list"]["snapshot"].get<std::string>().starts_with("AE5vcmcuYXBhY2hl"));
    CHECK(all["snapshot"].get<std::string>().starts_with("AEFvcmcuYXBhY2hl"));
    const nlohmann::ordered_json outer = type_json(*type, [](const Type& one) { return one.kind == TypeKind::kList; });
    CHECK(outer["list"] == "int");
    CHECK(outer.contains("snapshot"));
}

TEST_CASE("an Avro schema that is no JSON stays text") {
    auto avro = std::make_shared<Type>();
    avro->kind = TypeKind::kAvro;
    avro->class_name = "org.apache.avro.generic.GenericRecord";
    avro->text = "{oops";
    CHECK(type_json(*avro).dump() == R"({"avro":"{oops"})");
    avro->text = std::string(100'000, '[');
    CHECK(type_json(*avro)["avro"].get<std::string>().size() == 100'000);
    avro->text = R"("string")";
    CHECK(type_words(*avro) == "avro<string>");
}

TEST_CASE("lengths are Flink's") {
    const TypePtr text = leaf(TypeKind::kString);
    const TypePtr number = leaf(TypeKind::kLong);
    const TypePtr nothing = leaf(TypeKind::kVoidNamespace);
    CHECK(serializer_length(*number) == 8);
    CHECK(serializer_length(*text) == -1);
    CHECK(serializer_length(*nothing) == 0);
    CHECK(serializer_length(*leaf(TypeKind::kLocalDateTime)) == 13);
    CHECK(serializer_length(*leaf(TypeKind::kTimeWindow)) == 16);
    CHECK(serializer_length(*node(TypeKind::kTuple, {number, leaf(TypeKind::kInt)})) == 12);
    CHECK(serializer_length(*node(TypeKind::kTuple, {number, nothing})) == -1);  // a tuple wants fields > 0
    CHECK(serializer_length(*node(TypeKind::kTimer, {number, nothing})) == 16);
    CHECK(serializer_length(*node(TypeKind::kTimer, {text, nothing})) == -1);
    CHECK(serializer_length(*node(TypeKind::kNullable, {number})) == -1);
    Type padded = *node(TypeKind::kNullable, {number});
    padded.padding = 8;
    CHECK(serializer_length(padded) == 9);
    padded.padding = 0x7FFFFFFF;
    const TypePtr huge = std::make_shared<Type>(padded);
    CHECK(serializer_length(*node(TypeKind::kTuple, {huge, huge})) == 0x7FFFFFFF);
    CHECK(is_ambiguous_key_possible(*text, *text));
    CHECK_FALSE(is_ambiguous_key_possible(*text, *nothing));
    CHECK_FALSE(is_ambiguous_key_possible(*number, *text));
}

TEST_CASE("serializer classes are told from snapshot classes") {
    const auto name = [](std::string_view snapshot_class) {
        Type type;
        type.snapshot_class = snapshot_class;
        return serializer_class(type);
    };
    CHECK(name("a.LongSerializer$LongSerializerSnapshot") == "a.LongSerializer");
    CHECK(name("a.TimeWindow$Serializer$TimeWindowSerializerSnapshot") == "a.TimeWindow$Serializer");
    CHECK(name("a.ListSerializerSnapshot") == "a.ListSerializer");
    CHECK(name("a.X$MySerializerSnapshot") == "a.X");
    CHECK(name("a.Other") == "a.Other");
}
