// A keyed stream whose bytes are anything: its header is read, then one key group, which is printed twice, by the fast
// path and by the one with checks. Nothing but an sp::Error may come out, and both print the same.
//
// Input: u16 key group with the top bit for prefixes of two bytes, then the stream: header and one key group.

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "rows/ndjson_writer.hpp"
#include "state/canonical_reader.hpp"
#include "state/state_meta_info.hpp"

namespace {

constexpr std::uint16_t kTwoByteFlag = 0x8000;

std::vector<sp::StateDescriptor> describe(const sp::KeyedStateHeader& header) {
    std::vector<sp::StateDescriptor> states;
    for (const sp::StateMetaInfo& info : header.states) {
        try {
            states.push_back(sp::describe_state(info, header.key, 0));
        } catch (const sp::Error&) {
            states.emplace_back();  // its entries are passed over
        }
    }
    return states;
}

bool is_readable(const sp::StateDescriptor& state) {
    return state.key != nullptr && state.kind != sp::StateKind::kTimer && sp::CompositeKey(state).unsupported().empty();
}

/// The rows of the key group; nothing if an error ended them.
std::optional<std::string> print(const sp::ByteSource& stream, std::uint64_t group_at, std::uint16_t control,
                                 bool is_compressed, const std::vector<sp::StateDescriptor>& states, bool is_raw) {
    std::vector<const sp::StateDescriptor*> wanted;
    for (const sp::StateDescriptor& state : states) {
        wanted.push_back(is_readable(state) ? &state : nullptr);
    }
    sp::StringSink sink;
    try {
        const bool has_two_bytes = (control & kTwoByteFlag) != 0;
        sp::CanonicalReader reader(stream, is_compressed, has_two_bytes ? 32768 : 128, wanted);
        reader.open_key_group(control & (has_two_bytes ? 0x7FFF : 0x7F), group_at, stream.size());
        sp::OutputBuffer out(sink);
        sp::rows::NdjsonWriter writer(out, {{"\"uid\":\"u\"", "u"}}, {.raw = is_raw}, nullptr);
        sp::EntryBatch batch;
        while (reader.next(batch)) {
            writer.write(batch, batch.entries.size());
        }
        out.close();
    } catch (const sp::Error&) {
        return std::nullopt;
    }
    return sink.text();
}

/// Whether each line of `rows` is the start of the same line of `raw_rows`, but for the closing brace.
bool begins_alike(const std::string& rows, const std::string& raw_rows) {
    std::size_t at = 0;
    std::size_t raw_at = 0;
    while (at < rows.size()) {
        const std::size_t size = rows.find('\n', at) - at;
        if (raw_rows.compare(raw_at, size - 1, rows, at, size - 1) != 0) {
            return false;
        }
        at += size + 1;
        raw_at = raw_rows.find('\n', raw_at) + 1;
    }
    return raw_at == raw_rows.size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const auto control = static_cast<std::uint16_t>(data[0] << 8 | data[1]);
    const sp::Bytes bytes(data + 2, size - 2);
    try {
        sp::BoundedReader in(bytes, "stream");
        const sp::KeyedStateHeader header = sp::read_keyed_state_header(in, {});
        const std::vector<sp::StateDescriptor> states = describe(header);
        const sp::ByteSource stream = sp::ByteSource::of_bytes(bytes, "stream");
        const auto rows = print(stream, in.offset(), control, header.is_compressed, states, false);
        const auto raw_rows = print(stream, in.offset(), control, header.is_compressed, states, true);
        if (rows && raw_rows && !begins_alike(*rows, *raw_rows)) {
            std::abort();
        }
    } catch (const sp::Error&) {
    }
    return 0;
}
