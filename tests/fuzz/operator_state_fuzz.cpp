// An operator state stream whose bytes are anything: its header is read, and every state in it is read from offsets that
// are anything too, and printed. Nothing but an sp::Error may come out.
//
// Input: u8 number of offsets, u16 each (in the stream), then the stream.

#include <cstdint>
#include <vector>

#include "io/bounded_reader.hpp"
#include "rows/ndjson_writer.hpp"
#include "state/operator_state_reader.hpp"
#include "state/state_meta_info.hpp"

namespace {

/// Takes what is printed, and drops it.
class NoSink : public sp::ByteSink {
public:
    void write(std::string_view) override {}
};

void print_state(const sp::ByteSource& stream, bool is_compressed, const sp::StateMetaInfo& info,
                 const sp::OperatorStateHandle& handle, const std::vector<std::uint64_t>& borders) {
    try {
        const sp::StateDescriptor state = sp::as_readable(sp::describe_operator_state(info, 0));
        sp::OperatorStateReader reader(stream, is_compressed, state, 0, handle.states[0].offsets, borders);
        NoSink sink;
        sp::OutputBuffer out(sink);
        sp::rows::NdjsonWriter writer(out, {{"\"uid\":\"u\"", "u"}}, {}, nullptr);
        sp::EntryBatch batch;
        while (reader.next(batch)) {
            writer.write(batch, batch.entries.size());
        }
        out.close();
    } catch (const sp::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        sp::BoundedReader in({data, size}, "input");
        sp::OperatorStateHandle handle;
        std::vector<std::int64_t>& offsets = handle.states.emplace_back().offsets;
        for (unsigned count = in.u8("number of offsets"); count > 0; --count) {
            offsets.push_back(in.u16("offset"));
        }
        const sp::Bytes bytes = in.bytes(in.remaining(), "stream");
        const sp::ByteSource stream = sp::ByteSource::of_bytes(bytes, "stream");
        sp::BoundedReader header_bytes(bytes, "stream");
        const sp::OperatorStateHeader header = sp::read_operator_state_header(header_bytes, {});
        const std::vector<std::uint64_t> borders = sp::element_borders(handle, stream);
        for (const auto* infos : {&header.list_states, &header.broadcast_states}) {
            for (const sp::StateMetaInfo& info : *infos) {
                print_state(stream, header.is_compressed, info, handle, borders);
            }
        }
    } catch (const sp::Error&) {
    }
    return 0;
}
