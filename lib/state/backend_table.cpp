#include "state/backend_table.hpp"

#include <algorithm>
#include <iterator>

#include "state/canonical_reader.hpp"
#include "state/heap_reader.hpp"

namespace sp {
namespace {

std::unique_ptr<KeyGroupReader> open_canonical(KeyedStream stream) {
    std::vector<const StateDescriptor*> wanted;
    for (const StateInStream& state : stream.states) {
        wanted.push_back(state.use == StateUse::kRead ? state.state : nullptr);
    }
    return std::make_unique<CanonicalReader>(std::move(stream.source), stream.is_compressed, stream.max_parallelism,
                                             std::move(wanted));
}

std::unique_ptr<KeyGroupReader> open_heap(KeyedStream stream) {
    return std::make_unique<HeapReader>(std::move(stream));
}

constexpr KeyedBackend kBackends[] = {
    // Savepoints of all backends since 1.13; full checkpoints of RocksDB up to 1.15 and its savepoints up to 1.12.
    {KeyedLayout::kCanonical, false, open_canonical},
    // Checkpoints and native savepoints of HashMap, and its savepoints up to 1.12.
    {KeyedLayout::kHeapNative, true, open_heap},
};

}  // namespace

bool is_supported(HandleTag tag) {
    return tag == HandleTag::kKeyGroups || tag == HandleTag::kSavepointKeyGroups || tag == HandleTag::kKeyGroupsV2;
}

const KeyedBackend& backend_of(const KeyGroupsStateHandle& handle, const ByteSource& source,
                               std::int32_t max_parallelism) {
    const KeyedLayout layout = handle.tag == HandleTag::kSavepointKeyGroups
                                   ? KeyedLayout::kCanonical
                                   : sniff_keyed_layout(handle, source, max_parallelism);
    return *std::find_if(std::begin(kBackends), std::end(kBackends),
                         [&](const KeyedBackend& backend) { return backend.layout == layout; });
}

}  // namespace sp
