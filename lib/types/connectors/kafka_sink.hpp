#pragma once

// What KafkaSink keeps: in its writers' state the prefix of its transactions' ids (KafkaWriterStateSerializer, versions 1 and 2),
// in its committers' the transactions (KafkaCommittableSerializer, version 1).
//
//     committable   i16 epoch, i64 producer id, UTF transactional id
//     writer 1      UTF prefix
//     writer 2      UTF prefix, i32 subtask, i32 subtasks, i32 ownership, i32 count, each: UTF transactional id, i64 checkpoint

#include <cstdint>
#include <string>
#include <vector>

#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

struct KafkaCommittable {
    std::int64_t producer_id = 0;
    std::int16_t epoch = 0;
    std::string transactional_id;
};

struct KafkaWriterState {
    struct Transaction {
        std::string transactional_id;
        std::int64_t checkpoint = 0;
    };
    std::string prefix;
    std::int32_t owned_subtask = -1;
    std::int32_t owned_subtasks = -1;
    bool is_explicit = false;  ///< TransactionOwnership: EXPLICIT_BY_WRITER_STATE, else IMPLICIT_BY_SUBTASK_ID
    std::vector<Transaction> precommitted;
};

[[nodiscard]] KafkaCommittable read_kafka_committable(std::int32_t version, BoundedReader& in);
/// Version 2 only. Version 1 is but a string, as any sink's state may be.
[[nodiscard]] KafkaWriterState read_kafka_writer_state(std::int32_t version, BoundedReader& in);

}  // namespace sp::connectors
