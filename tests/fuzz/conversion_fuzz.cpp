// Bytes as a value of one type, which becomes one of another: refused with an sp::Error or a DecodeFault, or a value that the new type
// decodes to its end, the same each time; and where nothing is lost, the change back gives what prints as before. Input: which of the
// changes, then the bytes; or 255, the size of a text as two bytes, the text, a JSON array of the old and the new type, the bytes.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rows/json_value_reader.hpp"
#include "rows/json_visitor.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/program.hpp"
#include "types/conversion/value_converter.hpp"
#include "types/schema/changes.hpp"

namespace {

using namespace sp;
using Json = nlohmann::ordered_json;

struct Change {
    const char* from;
    const char* to;
    bool has_inverse;
    FlinkVersion before = {1, 20};
    FlinkVersion after = {1, 20};
};

const Change kChanges[] = {
    {R"j("tuple<int,string,long?>")j", R"j({"row":{"a":"long","b":"string","c":"long"}})j", false},
    {R"j("a.P{n:int,names:list<string>,by:map<string,short>}")j",
     R"j("a.P{by:map<string,int>,n:long,names:string[]}")j", true},
    {R"j("a.P{n:long,gone:string}")j",
     R"j({"pojo":"a.P","fields":{"m":{"type":"short","from":"n"},"new":{"type":"int","default":7}}})j", false},
    {R"j("set<string>")j", R"j("set<long>")j", false, {2, 3}, {2, 3}},
    {R"j("map<string,either<int,string>>")j", R"j("map<long,either<long,string>>")j", false},
    {R"j("enum a.E{A,B,C}")j", R"j({"enum":"a.E","values":["C",{"name":"X","from":["A","B"]}]})j", false},
    {R"j("sql<INT, STRING, ARRAY<INT>, DECIMAL(10, 2)>")j",
     R"j({"rowdata":{"a":{"type":"VARCHAR(40)","from":"f1"},"b":{"type":"BIGINT NOT NULL","from":"f0"},
         "c":{"type":"ARRAY<BIGINT>","from":"f2"},"d":{"type":"DECIMAL(20, 4)","from":"f3"},
         "e":{"type":"INT NOT NULL","default":1}}})j",
     false},
    {R"j({"avro":{"type":"record","name":"R","fields":[{"name":"i","type":"int"},{"name":"u","type":["null","string",
         {"type":"array","items":"long"}]},{"name":"e","type":{"type":"enum","name":"E","symbols":["A","B"]}}]}})j",
     R"j({"avro":{"type":"record","name":"R","fields":[{"name":"e","type":{"type":"enum","name":"E","symbols":["B","A"]}},
         {"name":"u","type":["null",{"type":"array","items":"double"},"string"]},{"name":"j","type":"long","aliases":["i"]},
         {"name":"n","type":["null","int"],"default":null}]}})j",
     false},
    {R"j("java<HashMap<String,Long>>")j", R"j("java<HashMap<String,Long>>")j", true, {1, 20}, {2, 3}},
    {R"j("java<List<Integer>>")j", R"j("list<long?>")j", false, {1, 20}, {2, 3}},
    {R"j("kryo<java.util.ArrayList>")j", R"j("kryo<java.util.ArrayList>")j", false, {2, 3}, {1, 20}},
    {R"j({"option":{"option":"int"}})j", R"j({"option":{"option":"long"}})j", true},
};

TypePtr type_of(const Json& json, FlinkVersion version, FieldChanges& changes) {
    SchemaTarget target;
    target.flink_version = version;
    return parse_changed_type(json, target, changes);
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

conversion::ConversionRules rules_of(const FieldChanges& changes) {
    conversion::ConversionRules rules;
    rules.changes = &changes;
    rules.drop_fields = true;
    rules.read_json = [](const Type& type, std::string_view json, ValueVisitor& visitor) {
        rows::read_json_value(type, json, visitor);
    };
    return rules;
}

std::string printed(const TypePtr& type, Bytes bytes) {
    std::string text;
    rows::JsonVisitor visitor(text);
    const std::uint8_t* const end = bytes.data() + bytes.size();
    require(codec::EventDecoder(type).decode(bytes.data(), end, visitor, true) == end);
    return text;
}

/// With room behind it, as entries have.
Bytes padded(ByteVector& bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + codec::Program::kLiteralPadding);
    return Bytes(bytes).first(size);
}

std::optional<ByteVector> converted(conversion::ValueConverter& converter, Bytes value) {
    try {
        ByteVector out;
        converter.convert(value, out);
        return out;
    } catch (const codec::DecodeFault&) {
    } catch (const Error&) {
    }
    return std::nullopt;
}

void check(const TypePtr& from, const TypePtr& to, const FieldChanges& changes, bool has_inverse, Bytes input) {
    const conversion::Conversion conversion(from, to, rules_of(changes));
    if (conversion.is_same() || !conversion.problems().empty()) {
        return;
    }
    ByteVector bytes(input.begin(), input.end());
    const Bytes value = padded(bytes);
    conversion::ValueConverter converter(conversion);
    std::optional<ByteVector> result = converted(converter, value);
    require(converted(converter, value) == result);
    if (!result) {
        return;
    }
    const Bytes there = padded(*result);
    static_cast<void>(printed(to, there));
    if (!has_inverse) {
        return;
    }
    const FieldChanges none;
    const conversion::Conversion inverse(to, from, rules_of(none));
    conversion::ValueConverter back(inverse);
    std::optional<ByteVector> before = converted(back, there);
    require(before.has_value());
    require(printed(from, padded(*before)) == printed(from, value));
}

void check_told(Bytes input) {
    if (input.size() < 2) {
        return;
    }
    const std::size_t length = std::size_t{input[0]} << 8 | input[1];
    if (length > input.size() - 2) {
        return;
    }
    const Json types = Json::parse(as_text(input.subspan(2, length)), nullptr, false);
    if (!types.is_array() || types.size() != 2) {
        return;
    }
    FieldChanges of_old;
    FieldChanges changes;
    const TypePtr from = type_of(types[0], {1, 20}, of_old);
    const TypePtr to = type_of(types[1], {1, 20}, changes);
    check(from, to, changes, false, input.subspan(2 + length));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const Bytes input(data + 1, size - 1);
    try {
        if (data[0] == 0xFF) {
            check_told(input);
            return 0;
        }
        const Change& change = kChanges[data[0] % std::size(kChanges)];
        FieldChanges of_old;
        FieldChanges changes;
        const TypePtr from = type_of(Json::parse(change.from), change.before, of_old);
        const TypePtr to = type_of(Json::parse(change.to), change.after, changes);
        check(from, to, changes, change.has_inverse, input);
    } catch (const Error&) {
    }
    return 0;
}
