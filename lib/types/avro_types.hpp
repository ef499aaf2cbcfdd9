#pragma once

// What AvroSerializer writes, as Types: its encoding (org.apache.flink.formats.avro.utils.DataOutputEncoder) follows from the
// schema alone, whatever class the records are of in the job.

#include <string>

#include "sp/type.hpp"

namespace sp {

/// The Type of a schema in JSON. Records, enums and fixed types that the schema names again, inside themselves or behind, are
/// kAvroReferences to the Type that stands first. Throws InputError where the text is no schema of Avro.
[[nodiscard]] TypePtr avro_type(const std::string& schema);

/// What a branch of a union is called, as in Avro's JSON: "string", "array", the full name of a record.
[[nodiscard]] std::string avro_branch_name(const Type& branch);

}  // namespace sp
