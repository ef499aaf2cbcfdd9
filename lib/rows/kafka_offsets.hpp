#pragma once

// Files of Kafka's offsets, as `sp-dump --kafka-offsets` prints and `sp-rewrite --kafka-offsets` takes them: a JSON object a line,
//
//     {"uid":"clicks","topic":"clicks","partition":0,"offset":1234}
//
// with "operator" for "uid" where only the id is known, "cluster" of DynamicKafkaSource, "stoppingOffset" of bounded partitions.
// Offsets are of the first record to be read; "earliest", "latest" and "committed" are the source's marks. null: not known yet.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sp/entry.hpp"
#include "sp/read.hpp"
#include "types/connectors/kafka_offsets.hpp"

namespace sp::rows {

struct KafkaOffsetRow {
    std::string uid;  ///< at most one of these two
    std::string operator_id;
    connectors::KafkaOffset offset;
    std::string place;  ///< "offsets.ndjson: line 7"
};

/// `path`: a file, or "-" for stdin. InputError with the place of a line that does not fit.
[[nodiscard]] std::vector<KafkaOffsetRow> read_kafka_offset_rows(const std::string& path);

/// "clicks-0", behind its cluster if it has one: as messages name it.
[[nodiscard]] std::string name_of(const connectors::KafkaPartition& partition);

/// An element of a reader's or consumer's state.
struct KafkaElement {
    std::string state;
    std::int32_t subtask = 0;
    std::int64_t index = 0;
    bool is_legacy = false;
    connectors::KafkaOffset offset;
    ByteVector bytes;
};

/// What one operator keeps of Kafka.
struct KafkaState {
    std::vector<KafkaElement> elements;
    std::optional<connectors::KafkaCoordinator> coordinator;
    bool has_other_coordinator = false;  ///< one that is not known to be Kafka's

    [[nodiscard]] bool is_kafka() const { return !elements.empty() || coordinator; }
};

/// Of the operator at this position in `_metadata`. UnsupportedError where its operator state cannot be read.
[[nodiscard]] KafkaState read_kafka_state(const std::string& savepoint, const FileLookup& files,
                                          const std::string& operator_id);

}  // namespace sp::rows
