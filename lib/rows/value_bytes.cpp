#include "rows/value_bytes.hpp"

#include <string>
#include <utility>

#include "rows/bare_value_reader.hpp"
#include "rows/json_cursor.hpp"
#include "rows/json_value_reader.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/kryo/kryo_decoder.hpp"

namespace sp::rows {
namespace {

using Kind = JsonCursor::Kind;

/// Bytes given as they are must be one value, unless they hold what cannot be decoded.
void check_verbatim(const TypePtr& type, const ByteVector& bytes) {
    ByteVector padded = bytes;
    padded.resize(bytes.size() + codec::Program::kLiteralPadding);
    const std::uint8_t* const end = padded.data() + bytes.size();
    const auto decode = [&] {
        const codec::Skipper skipper(type);
        if (skipper.has_kryo()) {  // it has no encoder
            return skipper.skip(padded.data(), end, true);
        }
        ByteVector same;  // every part of it is looked at on the way
        codec::ValueEncoder encoder(type, same);
        return codec::EventDecoder(type).decode(padded.data(), end, encoder);
    };
    try {
        if (decode() != end) {
            throw InputError("@bytes holds more than a value of its type");
        }
    } catch (const codec::DecodeFault& fault) {
        if (!is_undecodable(fault)) {
            throw InputError("@bytes at byte " + std::to_string(fault.at - padded.data()) + ": expected " +
                             fault.expected);
        }
    }
}

}  // namespace

bool is_undecodable(const codec::DecodeFault& fault) {
    return fault.reason == codec::DecodeFault::Reason::kOpaque &&
           (!fault.is_failure || fault.expected == std::string_view(kryo::kDecodedObject));
}

std::optional<ByteVector> verbatim_bytes(std::string_view json) {
    if (json.find("\"@bytes\"") == std::string_view::npos) {
        return std::nullopt;
    }
    JsonCursor cursor(json);
    if (cursor.peek() != Kind::kObject) {
        return std::nullopt;
    }
    std::optional<ByteVector> bytes;
    std::string name;
    cursor.begin_object();
    for (bool is_first = true; cursor.next_member(name, is_first); is_first = false) {
        if (name != "@bytes") {
            cursor.skip();
            continue;
        }
        std::string text;
        if (cursor.peek() != Kind::kString) {
            cursor.fail("@bytes is not a string");
        }
        cursor.string(text);
        bytes = text::parse_base64(text);
        if (!bytes) {
            throw InputError("@bytes is not base64");
        }
    }
    cursor.expect_end();
    return bytes;
}

ByteVector encode_json(const TypePtr& type, std::string_view json) {
    ByteVector bytes;
    if (std::optional<ByteVector> verbatim = verbatim_bytes(json)) {
        check_verbatim(type, *verbatim);
        return *std::move(verbatim);
    }
    codec::ValueEncoder encoder(type, bytes);
    read_json_value(*type, json, encoder);
    encoder.finish();
    return bytes;
}

void append_json(const TypePtr& type, std::string_view json, ByteVector& out, bool is_utf8, Exactness exactness) {
    if (const std::optional<ByteVector> verbatim = verbatim_bytes(json)) {
        check_verbatim(type, *verbatim);
        out.insert(out.end(), verbatim->begin(), verbatim->end());
        return;
    }
    codec::ValueEncoder encoder(type, out);
    read_json_value(*type, json, encoder, {is_utf8, exactness, &encoder});
    encoder.finish();
}

void append_bare(const TypePtr& type, std::string_view text, ByteVector& out, Exactness exactness) {
    if (text.starts_with('{') && !is_free_text(*type)) {
        if (const std::optional<ByteVector> verbatim = verbatim_bytes(text)) {
            check_verbatim(type, *verbatim);
            out.insert(out.end(), verbatim->begin(), verbatim->end());
            return;
        }
    }
    codec::ValueEncoder encoder(type, out);
    read_bare_value(*type, text, encoder, {false, exactness, &encoder});
    encoder.finish();
}

}  // namespace sp::rows
