#pragma once

// What sources of FLIP-27 keep: splits in their readers' state, and what their enumerator knows in the coordinator's.

#include <cstdint>
#include <memory>
#include <variant>

#include "types/connectors/file_source.hpp"
#include "types/connectors/kafka_source.hpp"
#include "types/connectors/number_source.hpp"
#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

struct HybridSplit;
struct HybridEnumerator;

using Split = std::variant<NumberSplit, FileSplit, KafkaSplit, DynamicKafkaSplit, std::shared_ptr<const HybridSplit>>;
using Enumerator = std::variant<NumberEnumerator, FileEnumerator, KafkaEnumerator, DynamicKafkaEnumerator,
                                std::shared_ptr<const HybridEnumerator>>;

/// HybridSource reads one source after the other (version 0): i32 source, UTF split id, versioned split of that source.
struct HybridSplit {
    std::int32_t source_index = 0;
    std::string id;
    Versioned<Split> split;
};

/// i32 source, versioned enumerator of that source.
struct HybridEnumerator {
    std::int32_t source_index = 0;
    Versioned<Enumerator> enumerator;
};

/// SourceCoordinator's form: i32 version, versioned enumerator, and nothing behind it since version 1.
struct SourceCoordinator {
    std::int32_t version = 0;
    Versioned<Enumerator> enumerator;
};

/// A split or enumerator of a known format, if exactly one fits.
[[nodiscard]] Versioned<Split> read_split(const VersionedBytes& payload);
[[nodiscard]] Versioned<Enumerator> read_enumerator(const VersionedBytes& payload);

/// An InputError where the bytes are not in SourceCoordinator's form.
[[nodiscard]] SourceCoordinator read_source_coordinator(BoundedReader& in);

}  // namespace sp::connectors
