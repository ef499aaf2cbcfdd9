#include "state/backend_table.hpp"

#include <algorithm>
#include <iterator>

#include "state/canonical_reader.hpp"
#include "state/heap_reader.hpp"
#include "state/rocksdb_reader.hpp"

namespace sp {
namespace {

/// By kvStateId; null where a state is not wanted.
std::vector<const StateDescriptor*> wanted_states(const KeyedStream& stream) {
    std::vector<const StateDescriptor*> wanted;
    for (const StateInStream& state : stream.states) {
        wanted.push_back(state.use == StateUse::kRead ? state.state : nullptr);
    }
    return wanted;
}

std::unique_ptr<KeyGroupReader> open_canonical(KeyedStream stream) {
    std::vector<const StateDescriptor*> wanted = wanted_states(stream);
    return std::make_unique<CanonicalReader>(std::move(stream.source), stream.is_compressed, stream.max_parallelism,
                                             std::move(wanted));
}

std::unique_ptr<KeyGroupReader> open_heap(KeyedStream stream) {
    return std::make_unique<HeapReader>(std::move(stream));
}

std::unique_ptr<KeyGroupReader> open_rocksdb(KeyedStream stream) {
    return std::make_unique<RocksDbReader>(stream.open_database(), stream.max_parallelism, wanted_states(stream));
}

constexpr KeyedBackend kBackends[] = {
    // Savepoints of all backends since 1.13; full checkpoints of RocksDB up to 1.15 and its savepoints up to 1.12.
    {KeyedLayout::kCanonical, false, open_canonical},
    // Checkpoints and native savepoints of HashMap, and its savepoints up to 1.12.
    {KeyedLayout::kHeapNative, true, open_heap},
    // Incremental checkpoints of RocksDB and ForSt; native savepoints, and full checkpoints since 1.16.
    {KeyedLayout::kRocksDb, false, open_rocksdb},
};

KeyedLayout layout_of(const KeyedStateHandle& handle, const ByteSource& source, std::int32_t max_parallelism) {
    const auto* const stream = std::get_if<KeyGroupsStateHandle>(&handle.value);
    if (stream == nullptr) {
        return KeyedLayout::kRocksDb;
    }
    return stream->tag == HandleTag::kSavepointKeyGroups ? KeyedLayout::kCanonical
                                                         : sniff_keyed_layout(*stream, source, max_parallelism);
}

}  // namespace

bool is_supported(HandleTag tag) {
    return tag == HandleTag::kKeyGroups || tag == HandleTag::kSavepointKeyGroups || tag == HandleTag::kKeyGroupsV2 ||
           tag == HandleTag::kIncremental || tag == HandleTag::kIncrementalV2;
}

const StreamStateHandle& header_stream_of(const KeyedStateHandle& handle) {
    const auto* const incremental = std::get_if<IncrementalStateHandle>(&handle.value);
    return incremental != nullptr ? incremental->meta : std::get<KeyGroupsStateHandle>(handle.value).delegate;
}

const KeyedBackend& backend_of(const KeyedStateHandle& handle, const ByteSource& source, std::int32_t max_parallelism) {
    const KeyedLayout layout = layout_of(handle, source, max_parallelism);
    return *std::find_if(std::begin(kBackends), std::end(kBackends),
                         [&](const KeyedBackend& backend) { return backend.layout == layout; });
}

}  // namespace sp
