// Hash codes and key groups of 10000 keys for each type, against those that real Flink computed
// (tests/interop/hashes/update).

#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "java/hash_codes.hpp"
#include "key_values.hpp"
#include "state/key_hasher.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/schema/document.hpp"
#include "types/schema/parser.hpp"
#include "types/snapshots/snapshot_reader.hpp"

using namespace sp;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kBlock = 500;

/// FNV-1a.
class Digest {
public:
    void add(Bytes bytes) {
        for (const std::uint8_t byte : bytes) {
            hash_ = (hash_ ^ byte) * 0x100000001B3U;
        }
    }
    void add(std::int32_t number) {
        const auto bits = static_cast<std::uint32_t>(number);
        const std::uint8_t bytes[] = {static_cast<std::uint8_t>(bits >> 24), static_cast<std::uint8_t>(bits >> 16),
                                      static_cast<std::uint8_t>(bits >> 8), static_cast<std::uint8_t>(bits)};
        add(bytes);
    }
    [[nodiscard]] std::string text() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash_));
        return digits;
    }

private:
    std::uint64_t hash_ = 0xCBF29CE484222325U;
};

/// As a schema document has it.
std::optional<SchemaHash> recipe_of(const Json& line) {
    if (!line.contains("hash")) {
        return std::nullopt;
    }
    const Json document = {{"schema", 1}, {"operators", {{{"uid", "u"}, {"key", "long"}, {"hash", line.at("hash")}}}}};
    return parse_schema_document(document).operators.at(0).hash;
}

/// Every cut is an error of input; any other damage is one or makes another key.
void check_damage(const KeyHasher& hasher, const ByteVector& key) {
    for (std::size_t size = 0; size < key.size(); ++size) {
        CAPTURE(size);
        REQUIRE_THROWS_AS(hasher.hash(Bytes(key).first(size)), InputError);
    }
    ByteVector damaged = key;
    for (std::size_t i = 0; i < key.size(); ++i) {
        for (const std::uint8_t wrong : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
            damaged[i] = wrong;
            try {
                static_cast<void>(hasher.hash(damaged));
            } catch (const Error&) {  // UnsupportedError: another subclass
            }
        }
        damaged[i] = key[i];
    }
}

void check_line(const Json& line, FlinkVersion version) {
    const TypePtr type = parse_type(line.at("key"), {version});
    const std::optional<SchemaHash> recipe = recipe_of(line);
    const KeyHasher hasher(type, recipe, version);
    test::KeyValues keys(*type, line.at("seed").get<std::int32_t>(),
                         recipe ? recipe->boxed : std::vector<std::string>());
    const Json& first = line.at("first");
    std::size_t block = 0;
    for (const Json& expected : line.at("digests")) {
        Digest bytes;
        Digest hashes;
        for (std::size_t i = 0; i < kBlock; ++i) {
            const ByteVector key = keys.next_key();
            bytes.add(key);
            const std::int32_t hash = hasher.hash(key);
            if (block == 0 && i < first.size()) {
                CAPTURE(i);
                REQUIRE(hash == first[i].get<std::int32_t>());
                check_damage(hasher, key);
            }
            hashes.add(hash);
            hashes.add(java::key_group_of_hash(hash, 128));
            hashes.add(java::key_group_of_hash(hash, 32768));
        }
        CAPTURE(block);
        REQUIRE(bytes.text() + " " + hashes.text() == expected.get<std::string>());
        ++block;
    }
    REQUIRE(block == 20);
}

}  // namespace

TEST_CASE("hash codes and key groups are real Flink's") {
    std::ifstream file(SP_FIXTURES "/hashes/generated.ndjson");
    std::set<std::string> versions;
    int lines = 0;
    for (std::string row; std::getline(file, row); ++lines) {
        const Json line = Json::parse(row);
        CAPTURE(line.at("key").dump());
        for (const Json& version : line.at("flink")) {
            CAPTURE(version.get<std::string>());
            versions.insert(version.get<std::string>());
            check_line(line, parse_flink_version(version.get<std::string>()));
        }
    }
    CHECK(lines > 50);
    CHECK(versions == std::set<std::string>{"1.17", "1.20", "2.3"});
}

namespace {

/// A line of snapshot, recipe and keys with their hashes.
void check_stored_line(const Json& line, FlinkVersion version) {
    const ByteVector snapshot = text::parse_base64(line.at("snapshot").get<std::string>()).value();
    BoundedReader in(snapshot);
    const TypePtr type = read_snapshot(in);
    CAPTURE(type->snapshot_class, type->class_name);
    const KeyHasher hasher(type, recipe_of(line), version);
    CHECK(needs_recipe(*type) == line.contains("hash"));
    CHECK(line.at("keys").size() == 40);
    for (const Json& key : line.at("keys")) {
        CAPTURE(key[0].get<std::string>());
        CHECK(hasher.hash(text::parse_base64(key[0].get<std::string>()).value()) == key[1].get<std::int32_t>());
    }
}

}  // namespace

// Key classes as Lombok, AutoValue, the Kotlin and the Scala compiler made them, and data of the Table API.
TEST_CASE("hash codes are those of the generators themselves") {
    std::ifstream file(SP_FIXTURES "/hashes/generators.ndjson");
    int lines = 0;
    for (std::string row; std::getline(file, row); ++lines) {
        check_stored_line(Json::parse(row), {1, 20});
    }
    CHECK(lines > 20);
}

TEST_CASE("hash codes of rows are those of each Flink") {
    std::ifstream file(SP_FIXTURES "/hashes/rows.ndjson");
    std::set<std::string> versions;
    for (std::string row; std::getline(file, row);) {
        const Json line = Json::parse(row);
        const auto version = line.at("flink").get<std::string>();
        CAPTURE(version);
        versions.insert(version);
        check_stored_line(line, parse_flink_version(version));
    }
    CHECK(versions == std::set<std::string>{"1.10", "1.11", "1.12", "1.13"});
}
