#pragma once

// --kafka-offsets: other offsets, and more partitions, for Kafka's sources.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sp/write.hpp"
#include "write/base_entries.hpp"

namespace sp::rewriting {

/// What happens to the elements of one operator.
struct KafkaOffsetEdits {
    /// State, subtask and index in the savepoint.
    using Place = std::tuple<std::string, std::int32_t, std::int64_t>;
    std::map<Place, ByteVector> changed;

    struct Added {
        std::string state;
        ByteVector element;
    };
    std::vector<Added> added;
};

/// Changes elements on their way.
class ChangeKafkaOffsets : public EntryChange {
public:
    /// `edits` must outlive the object.
    explicit ChangeKafkaOffsets(const KafkaOffsetEdits& edits) : edits_(edits) {}

    void change(BaseBatch& batch) override;

private:
    const KafkaOffsetEdits& edits_;
    std::vector<ByteVector> kept_;  ///< new elements of a batch
};

/// The elements that are new, behind those that were there.
void add_kafka_elements(const KafkaOffsetEdits& edits, const OperatorPlan& plan, std::size_t writer_index,
                        EntryAdder adder);

}  // namespace sp::rewriting
