#pragma once

// dump_kafka_offsets(): where Kafka's partitions are read from. What `sp-dump --kafka-offsets` does, as a function.

#include <string_view>

#include "sp/output.hpp"
#include "sp/read.hpp"

namespace sp {

/// A JSON object a line for each partition of KafkaSource, DynamicKafkaSource and FlinkKafkaConsumer, in the form that
/// RewriteOptions::kafka_offsets takes: by operators as in `_metadata`, of each by cluster, topic and partition. Of the options
/// the selection of operators counts. Closes the sink. UnsupportedError at the end, after all lines, if something had to be
/// passed over.
void dump_kafka_offsets(std::string_view savepoint, ReadOptions options, bool int64_as_string, ByteSink& sink);

}  // namespace sp
