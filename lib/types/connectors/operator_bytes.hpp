#pragma once

// Which states' byte arrays are known to hold what: by the names that Flink's operators give their states.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "sp/entry.hpp"
#include "types/connectors/file_sink.hpp"
#include "types/connectors/kafka_sink.hpp"
#include "types/connectors/sink_committer.hpp"
#include "types/connectors/source_states.hpp"
#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

enum class OperatorBytes : std::uint8_t {
    kSplit,        ///< SourceReaderState of SourceOperator
    kWriterState,  ///< writer_raw_states of SinkWriterOperator
    kCommitter,    ///< streaming_committer_raw_states of CommitterOperator and GlobalCommitterOperator
    kBucket,       ///< bucket-states of StreamingFileSink
    kCompactor,    ///< remaining_requests_raw_state of FileSink's CompactorOperator
    kCommittable,  ///< remaining_compact_commit_raw_state of FileSink's CompactCoordinator
    kCoordinator,  ///< of an operator, in `_metadata`
};

/// What elements of the state are; nothing for all other states.
[[nodiscard]] std::optional<OperatorBytes> operator_bytes_of(const StateDescriptor& state);

/// A sink writer's state that is one string in modified UTF-8 and nothing more. KafkaSink's of version 1 is that, the
/// prefix of its transactions' ids; others' may be.
struct TextState {
    std::string text;
};

using WriterState = std::variant<TextState, KafkaWriterState, BucketState>;
using SinkCommitter = std::variant<CommitterState, GlobalCommitterState>;

[[nodiscard]] Versioned<WriterState> read_writer_state(const VersionedBytes& payload);
[[nodiscard]] Versioned<SinkCommitter> read_sink_committer(const VersionedBytes& payload);

}  // namespace sp::connectors
