#include "write/part_file.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "io/file.hpp"
#include "io/hex.hpp"
#include "metadata/metadata_reader.hpp"
#include "metadata/metadata_writer.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"

namespace sp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStatePart = "-part-";
constexpr std::size_t kRandomDigits = 16;
constexpr std::int64_t kMostParts = INT32_MAX;
constexpr std::uint64_t kMostSize = std::uint64_t{1} << 31;

std::string hex(std::uint64_t value) {
    std::string text(kRandomDigits, '0');
    for (std::size_t i = kRandomDigits; i-- > 0; value >>= 4) {
        text[i] = kHexDigits[value & 15U];
    }
    return text;
}

Json rows_json(const RowDigest& digest) { return Json{{"count", digest.count}, {"sum", hex(digest.sum)}}; }

RowDigest rows_of(const Json& json) {
    const std::string text = json.at("sum").get<std::string>();
    RowDigest digest{json.at("count").get<std::uint64_t>(), 0};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digest.sum, 16);
    if (text.size() != kRandomDigits || error != std::errc() || end != text.data() + text.size()) {
        throw std::invalid_argument("a sum of rows is no number of 16 digits");
    }
    return digest;
}

}  // namespace

std::string part_name(const Split& split) {
    return "part-" + std::to_string(split.index) + "-of-" + std::to_string(split.count);
}

bool is_part_name(const std::string& name) {
    constexpr std::string_view kFirst = "part-";
    constexpr std::string_view kSecond = "-of-";
    const std::size_t border = name.find(kSecond);
    const auto is_number = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return name.starts_with(kFirst) && border != std::string::npos &&
           is_number(std::string_view(name).substr(kFirst.size(), border - kFirst.size())) &&
           is_number(std::string_view(name).substr(border + kSecond.size()));
}

std::string part_suffix(const Split& split, std::uint64_t random) {
    return std::string(kStatePart) + std::to_string(split.index) + "-" + hex(random);
}

bool is_state_file_of_part(const std::string& name) {
    const std::size_t at = name.find(kStatePart);
    if (at == std::string::npos || name.size() < kRandomDigits + 1 || name.find('/') != std::string::npos) {
        return false;
    }
    const std::string digits = name.substr(name.size() - kRandomDigits);
    return name[name.size() - kRandomDigits - 1] == '-' && digits.find_first_not_of(kHexDigits) == std::string::npos;
}

std::string write_part(const PartFile& part) {
    const ByteVector metadata = write_metadata(part.metadata);
    std::string base64(text::base64_size(metadata.size()), '\0');
    text::write_base64(base64.data(), metadata);
    const Json json{{"part", part.split.index},
                    {"of", part.split.count},
                    {"plan", part.plan_checksum},
                    {"rows",
                     {{"taken", rows_json(part.rows.taken)},
                      {"elsewhere", rows_json(part.rows.elsewhere)},
                      {"takenKeyless", rows_json(part.rows.taken_keyless)},
                      {"elsewhereKeyless", rows_json(part.rows.elsewhere_keyless)},
                      {"broadcast", rows_json(part.rows.broadcast)}}},
                    {"metadata", base64}};
    return json.dump() + "\n";
}

PartFile read_part(const std::string& path) {
    const auto fail = [&](const std::string& what) { throw InputError(path + ": is no part of a savepoint: " + what); };
    const File file = File::open(path);
    if (file.size() > kMostSize) {
        fail("it is too large");
    }
    const ByteVector bytes = file.read_whole();
    PartFile part;
    try {
        const Json json = Json::parse(as_text(bytes));
        const auto index = json.at("part").get<std::int64_t>();
        const auto count = json.at("of").get<std::int64_t>();
        if (count < 1 || count > kMostParts || index < 0 || index >= count) {
            fail("its number is out of range");
        }
        part.split = {static_cast<std::int32_t>(index), static_cast<std::int32_t>(count)};
        part.plan_checksum = json.at("plan").get<std::uint32_t>();
        const Json& rows = json.at("rows");
        part.rows = {rows_of(rows.at("taken")), rows_of(rows.at("elsewhere")), rows_of(rows.at("takenKeyless")),
                     rows_of(rows.at("elsewhereKeyless")), rows_of(rows.at("broadcast"))};
        const auto metadata = text::parse_base64(json.at("metadata").get<std::string>());
        if (!metadata) {
            fail("its metadata is not base64");
        }
        part.metadata = read_metadata(*metadata, path);
    } catch (const Json::exception& error) {
        fail(error.what());
    } catch (const std::invalid_argument& error) {
        fail(error.what());
    }
    return part;
}

std::vector<StreamStateHandle> files_of(const SavepointMetadata& metadata) {
    std::vector<StreamStateHandle> files;
    for (const OperatorState& op : metadata.operators) {
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace&) {
            if (handle.tag == HandleTag::kRelativeFile) {
                files.push_back(handle);
            }
        });
    }
    return files;
}

}  // namespace sp
