#pragma once

// The values of sinks that commit in two phases, TwoPhaseCommitSinkFunction's and those of FlinkKafkaProducer inside, are objects,
// lists and optional parts like others, but their snapshots do not say so. Here are these values as Types that codecs
// already know (cep_structure.hpp tells of the two forms that are met in no snapshot).

#include "sp/type.hpp"

namespace sp::codec {

/// What the values of a kTwoPhaseCommit consist of: its transactions and contexts are of the nested types.
[[nodiscard]] TypePtr two_phase_commit_structure(const Type& type);

/// What the value of one of FlinkKafkaProducer's serializers consists of, or of a kTwoPhaseCommit; null for all other kinds.
[[nodiscard]] const Type* sink_structure(const Type& type);

}  // namespace sp::codec
