// What a schema makes is byte for byte what real Flink writes: tests/fixtures/schema-snapshots.txt, which
// scripts/update-snapshots makes.
#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/declared_types.hpp"
#include "types/schema/java_classes.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;
using Json = nlohmann::ordered_json;

namespace {

SchemaTarget target_of(const std::string& version) {
    const std::size_t dot = version.find('.');
    return {FlinkVersion{std::stoi(version.substr(0, dot)), std::stoi(version.substr(dot + 1))}};
}

Json json_of(const std::string& schema) { return schema.starts_with('{') ? Json::parse(schema) : Json(schema); }

ByteVector snapshot_of(const Json& schema, const SchemaTarget& target) {
    ByteWriter out;
    write_snapshot(out, *parse_type(schema, target));
    return out.take();
}

TypePtr type_of(const ByteVector& snapshot) {
    BoundedReader in(snapshot, "fixture");
    return read_snapshot(in);
}

/// The kinds of the type and of all types in it.
void add_kinds(const Type& type, std::set<TypeKind>& kinds) {
    kinds.insert(type.kind);
    for (const TypePtr& nested : type.nested) {
        add_kinds(*nested, kinds);
    }
}

}  // namespace

TEST_CASE("schemas give the snapshots that Flink writes") {
    const std::vector<DeclaredType> types = declared_types();
    CHECK(types.size() > 200);
    std::size_t checked = 0;
    for (const DeclaredType& type : types) {
        REQUIRE_FALSE(type.schemas.empty());
        for (const auto& [version, expected] : type.snapshots) {
            for (const std::string& schema : type.schemas) {
                CAPTURE(schema);
                CAPTURE(version);
                ByteVector found;
                CHECK_NOTHROW(found = snapshot_of(json_of(schema), target_of(version)));
                CHECK((found == expected));
                ++checked;
            }
        }
    }
    CHECK(checked > 1000);
}

TEST_CASE("the types that Flink's snapshots are read as print as schemas that give them back") {
    for (const DeclaredType& type : declared_types()) {
        for (const auto& [version, expected] : type.snapshots) {
            const Json json = type_json(*type_of(expected));
            CAPTURE(json.dump());
            CAPTURE(version);
            ByteVector found;
            CHECK_NOTHROW(found = snapshot_of(json, target_of(version)));
            CHECK((found == expected));
        }
    }
}

TEST_CASE("types that have a string expression are printed as one that gives the snapshot back") {
    std::size_t checked = 0;
    for (const DeclaredType& type : declared_types()) {
        if (std::all_of(type.schemas.begin(), type.schemas.end(),
                        [](const std::string& schema) { return schema.starts_with('{'); })) {
            continue;
        }
        for (const auto& [version, expected] : type.snapshots) {
            const std::string words = type_words(*type_of(expected));
            CAPTURE(words);
            CAPTURE(version);
            ByteVector found;
            CHECK_NOTHROW(found = snapshot_of(words, target_of(version)));
            CHECK((found == expected));
            ++checked;
        }
    }
    CHECK(checked > 1000);
}

TEST_CASE("serializers that a version of Flink does not have are refused") {
    const std::set<std::string> all = {"1.17", "1.20", "2.0", "2.3"};
    std::set<std::string> refused;
    for (const DeclaredType& type : declared_types()) {
        const std::string& schema = type.schemas.front();
        if (schema.find("two-phase-commit") != std::string::npos) {
            continue;  // the same words in all versions, with "legacy" for those who insist
        }
        for (const std::string& version : all) {
            // 2.0 takes what 1.20 takes: their savepoints look the same.
            if (type.snapshots.contains(version) || (version == "2.0" && type.snapshots.contains("1.20"))) {
                continue;
            }
            CAPTURE(schema);
            CAPTURE(version);
            CHECK_THROWS_AS(parse_type(json_of(schema), target_of(version)), UsageError);
            refused.insert(version);
        }
    }
    CHECK(refused == all);
}

TEST_CASE("an Avro schema gives the snapshot that Flink 1.20.3 wrote") {
    // Not in the list: with flink-avro among the jars other registrations of Kryo are written.
    const std::string snapshot =
        "AD5vcmcuYXBhY2hlLmZsaW5rLmZvcm1hdHMuYXZyby50eXBldXRpbHMuQXZyb1NlcmlhbGl6ZXJTbmFwc2hvdAAAAAMSY29ycHVzLlBvam9zJF"
        "Nw"
        "ZWPPAXsidHlwZSI6InJlY29yZCIsIm5hbWUiOiJTcGVjIiwibmFtZXNwYWNlIjoiY29ycHVzLlBvam9zJCIsImZpZWxkcyI6W3sibmFtZSI6Im"
        "lk"
        "IiwidHlwZSI6ImxvbmcifSx7Im5hbWUiOiJuYW1lIiwidHlwZSI6WyJudWxsIiwic3RyaW5nIl0sImRlZmF1bHQiOm51bGx9LHsibmFtZSI6In"
        "hz"
        "IiwidHlwZSI6eyJ0eXBlIjoiYXJyYXkiLCJpdGVtcyI6ImludCJ9fV19";
    const std::string schema =
        R"({"type":"record","name":"Spec","namespace":"corpus.Pojos$","fields":[{"name":"id","type":"long"},)"
        R"({"name":"name","type":["null","string"],"default":null},{"name":"xs","type":{"type":"array","items":"int"}}]})";
    const ByteVector expected = *text::parse_base64(snapshot);
    CHECK(
        (snapshot_of({{"avro", Json::parse(schema)}, {"class", "corpus.Pojos$Spec"}}, target_of("1.20")) == expected));
    CHECK((snapshot_of({{"avro", schema}, {"class", "corpus.Pojos$Spec"}}, target_of("2.3")) == expected));
    CHECK(parse_type("avro<" + schema + ">", target_of("1.20"))->structure->fields.size() == 3);
    CHECK_THROWS_AS(parse_type("avro<a.B>", target_of("1.20")), UsageError);
    CHECK_THROWS_AS(parse_type("avro<@no-such-file>", target_of("1.20")), UsageError);
}

TEST_CASE("each kind that a schema suffices for has been compared with Flink's") {
    // Avro above; of FlinkKafkaProducer, which the harness has elsewhere: tests/fixtures/connectors.
    std::set<TypeKind> kinds{TypeKind::kAvro, TypeKind::kKafkaTransaction, TypeKind::kKafkaTransactionContext,
                             TypeKind::kKafkaTransactionHint};
    for (const DeclaredType& type : declared_types()) {
        for (const auto& [version, snapshot] : type.snapshots) {
            add_kinds(*type_of(snapshot), kinds);
        }
    }
    for (const SchemaWord& line : schema_words()) {
        CAPTURE(line.head);
        CHECK((line.access != TypeAccess::kFromSchema || kinds.contains(line.kind)));
    }
}

TEST_CASE("each class that java<…> knows has been compared with what TypeExtractor makes of it") {
    std::set<std::string> compared;
    for (const DeclaredType& type : declared_types()) {
        for (const std::string& schema : type.schemas) {
            compared.insert(schema);
        }
    }
    for (const schema::JavaClassName& line : schema::java_classes()) {
        CAPTURE(line.qualified);
        const bool has_own_notation = line.kind == TypeKind::kEither || line.kind == TypeKind::kByteArray;
        CHECK((has_own_notation || compared.contains("java<" + std::string(line.qualified) + ">") ||
               compared.contains("java<" + std::string(line.simple) + ">")));
    }
}
