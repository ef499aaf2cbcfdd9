// Raw keyed state whose bytes are anything, read as timers: nothing but an sp::Error may come out, and walking over the timers
// comes to the same end as handing them out.
//
// Input: the bytes of one key group.

#include <cstdint>
#include <cstdlib>
#include <deque>

#include "sp/error.hpp"
#include "state/raw_timer_reader.hpp"

namespace {

bool read(sp::Bytes bytes, sp::StateUse use) {
    std::deque<sp::StateDescriptor> states;
    try {
        const auto keep = [&](sp::StateDescriptor state) {
            states.push_back(std::move(state));
            return sp::StateInStream{&states.back(), use};
        };
        sp::RawTimerReader reader(sp::ByteSource::of_bytes(bytes, "timers"), 0, keep, {});
        reader.open_key_group(0, 0, bytes.size());
        sp::EntryBatch batch;
        while (reader.next(batch)) {
            for (const sp::Entry& entry : batch.entries) {
                if (batch.state->kind != sp::StateKind::kTimer ||
                    entry.key.size() + entry.name_space.size() > bytes.size()) {
                    std::abort();
                }
            }
        }
    } catch (const sp::Error&) {
        return false;
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const sp::Bytes bytes(data, size);
    if (read(bytes, sp::StateUse::kRead) != read(bytes, sp::StateUse::kWalk)) {
        std::abort();
    }
    return 0;
}
