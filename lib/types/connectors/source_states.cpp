#include "types/connectors/source_states.hpp"

#include "java/modified_utf8.hpp"
#include "types/connectors/one_format.hpp"

namespace sp::connectors {
namespace {

constexpr int kMostHybrids = 4;  // hybrid sources inside each other

Versioned<Split> read_split_at(const VersionedBytes& payload, int depth);
Versioned<Enumerator> read_enumerator_at(const VersionedBytes& payload, int depth);

std::int32_t read_source_index(std::int32_t version, BoundedReader& in, int depth) {
    expect(in, "hybrid source", version == 0 && depth < kMostHybrids);
    const std::int32_t index = in.i32("source index");
    expect(in, "source index", index >= 0);
    return index;
}

Split read_hybrid_split(std::int32_t version, BoundedReader& in, int depth) {
    HybridSplit split;
    split.source_index = read_source_index(version, in, depth);
    split.id = java::read_utf(in, "split id");
    split.split = read_split_at(read_versioned(in), depth + 1);
    expect(in, "hybrid source", split.split.content.has_value());  // numbers and a length alone could be anything
    return std::make_shared<const HybridSplit>(std::move(split));
}

Enumerator read_hybrid_enumerator(std::int32_t version, BoundedReader& in, int depth) {
    HybridEnumerator enumerator;
    enumerator.source_index = read_source_index(version, in, depth);
    enumerator.enumerator = read_enumerator_at(read_versioned(in), depth + 1);
    expect(in, "hybrid source", enumerator.enumerator.content.has_value());
    return std::make_shared<const HybridEnumerator>(std::move(enumerator));
}

Versioned<Split> read_split_at(const VersionedBytes& payload, int depth) {
    const auto read_hybrid = [&](std::int32_t version, BoundedReader& in) {
        return read_hybrid_split(version, in, depth);
    };
    return {payload.version, payload.bytes,
            one_format<Split>(payload, read_number_split, read_file_split, read_kafka_split, read_dynamic_kafka_split,
                              read_hybrid)};
}

Versioned<Enumerator> read_enumerator_at(const VersionedBytes& payload, int depth) {
    const auto read_hybrid = [&](std::int32_t version, BoundedReader& in) {
        return read_hybrid_enumerator(version, in, depth);
    };
    return {payload.version, payload.bytes,
            one_format<Enumerator>(payload, read_number_enumerator, read_file_enumerator, read_kafka_enumerator,
                                   read_dynamic_kafka_enumerator, read_hybrid)};
}

}  // namespace

Versioned<Split> read_split(const VersionedBytes& payload) { return read_split_at(payload, 0); }

Versioned<Enumerator> read_enumerator(const VersionedBytes& payload) { return read_enumerator_at(payload, 0); }

SourceCoordinator read_source_coordinator(BoundedReader& in) {
    SourceCoordinator coordinator;
    coordinator.version = in.i32("coordinator version");
    expect(in, "coordinator version", coordinator.version == 0 || coordinator.version == 1);
    coordinator.enumerator = read_enumerator(read_versioned(in));
    return coordinator;
}

}  // namespace sp::connectors
