// A heap-native keyed stream whose bytes are anything: its header is read, then one key group, once to hand its entries out
// and once only to walk over them. Nothing but an sp::Error may come out, and both ways come to the same end.
//
// Input: u16 key group, then the stream: header and one key group.

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "state/heap_reader.hpp"
#include "state/state_meta_info.hpp"

namespace {

bool is_readable(const sp::StateDescriptor& state) { return !sp::undecodable_part(state); }

/// Looks at every byte of the entries. False if an error ended them.
bool read(const sp::KeyedStream& stream, std::int32_t key_group, std::uint64_t group_at) {
    unsigned sum = 0;
    try {
        sp::HeapReader reader(stream);
        reader.open_key_group(key_group, group_at, stream.source.size());
        sp::EntryBatch batch;
        while (reader.next(batch)) {
            for (const sp::Entry& entry : batch.entries) {
                for (const sp::Bytes part : {entry.key, entry.name_space, entry.map_key, entry.value}) {
                    for (const std::uint8_t byte : part) {
                        sum += byte;
                    }
                    sum += part.empty() ? 0U : part.data()[part.size() + 31];  // readable, whatever it is
                }
            }
        }
    } catch (const sp::Error&) {
        return false;
    }
    volatile unsigned sink = sum;
    static_cast<void>(sink);
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const sp::Bytes bytes(data + 2, size - 2);
    try {
        sp::BoundedReader in(bytes, "stream");
        const sp::KeyedStateHeader header = sp::read_keyed_state_header(in, {});
        std::deque<sp::StateDescriptor> descriptors;
        sp::KeyedStream stream{sp::ByteSource::of_bytes(bytes, "stream"), header.is_compressed, 128, {}};
        for (const sp::StateMetaInfo& info : header.states) {
            descriptors.push_back(sp::describe_state(info, header.key, 0));
            const bool can_be_read = is_readable(descriptors.back());
            stream.states.push_back({can_be_read ? &descriptors.back() : nullptr, sp::StateUse::kRead});
        }
        const auto key_group = static_cast<std::int32_t>(data[0] << 8 | data[1]);
        const bool is_read = read(stream, key_group, in.offset());
        for (sp::StateInStream& state : stream.states) {
            state.use = sp::StateUse::kWalk;
        }
        if (read(stream, key_group, in.offset()) != is_read) {
            std::abort();
        }
    } catch (const sp::Error&) {
    }
    return 0;
}
