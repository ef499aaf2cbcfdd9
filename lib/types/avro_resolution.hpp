#pragma once

// Whether a reader of one Avro schema takes what was written by another: SchemaCompatibility.checkReaderWriterCompatibility of Avro
// (1.11), which AvroSerializerSnapshot of Flink asks.

#include <string>
#include <string_view>

namespace sp {

/// Empty if it does; else why not, with the place in the schema: ".total: a long is read, a string was written". Both are schemas as
/// JSON that avro_type() takes.
[[nodiscard]] std::string avro_resolution_problem(std::string_view writer, std::string_view reader);

}  // namespace sp
