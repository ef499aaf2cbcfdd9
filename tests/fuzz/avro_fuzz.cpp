// Any bytes as a value of AvroSerializer, and any text as its schema. Input: which of the schemas, then the bytes; or 255, the size of a
// schema as two bytes, the schema, the bytes.

#include <cstdint>
#include <string>
#include <vector>

#include "types/avro_types.hpp"
#include "value_check.hpp"

namespace {

const char* const kSchemas[] = {
    R"({"type":"record","name":"Plain","fields":[{"name":"i","type":"int"},{"name":"l","type":"long"},{"name":"s","type":"string"},
        {"name":"b","type":"bytes"},{"name":"f","type":{"type":"fixed","name":"F","size":3}},{"name":"d","type":["null","double"]},
        {"name":"e","type":{"type":"enum","name":"E","symbols":["A","B"]}},{"name":"z","type":"boolean"}]})",
    R"({"type":"record","name":"Node","fields":[{"name":"next","type":["null","Node"]},
        {"name":"children","type":{"type":"array","items":"Node"}},{"name":"by","type":{"type":"map","values":["Node","string","null"]}}]})",
    R"({"type":"array","items":{"type":"map","values":{"type":"array","items":"null"}}})",
    R"(["null","string",{"type":"record","name":"Empty","fields":[]},{"type":"array","items":"Empty"},{"type":"map","values":"float"}])",
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<sp::TypePtr> types = [] {
        std::vector<sp::TypePtr> all;
        for (const char* const schema : kSchemas) {
            all.push_back(sp::avro_type(schema));
        }
        return all;
    }();
    if (size == 0) {
        return 0;
    }
    const sp::Bytes input(data + 1, size - 1);
    if (data[0] != 0xFF) {
        sp::fuzz::check_bytes(types[data[0] % types.size()], input);
        return 0;
    }
    if (input.size() < 2) {
        return 0;
    }
    const std::size_t length = std::size_t{input[0]} << 8 | input[1];
    if (length > input.size() - 2) {
        return 0;
    }
    try {
        const sp::TypePtr type =
            sp::avro_type(std::string(input.begin() + 2, input.begin() + 2 + static_cast<std::ptrdiff_t>(length)));
        sp::fuzz::check_bytes(type, input.subspan(2 + length));
    } catch (const sp::Error&) {
    }
    return 0;
}
