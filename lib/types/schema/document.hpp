#pragma once

// A schema document (sp-schema.5) read: operators with their states as descriptors whose serializers are those of the
// natural descriptors of a job. sp-inspect --print-schema prints such documents.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "sp/entry.hpp"
#include "sp/flink_version.hpp"
#include "types/schema/bounds.hpp"
#include "types/schema/target.hpp"

namespace sp {

/// How a key's hashCode is made, where the type does not say it.
enum class HashRecipe : std::uint8_t {
    kJava,
    kObjectsHash,
    k31Chain,
    kLombok,
    kKotlin,
    kAutoValue,
    kRecord,
    kScalaProduct,
    kGuava
};

struct SchemaHash {
    HashRecipe recipe = HashRecipe::kJava;
    std::vector<std::string> order;  ///< of the fields; empty: the key's own
    std::vector<std::string> boxed;  ///< fields of type Integer and so on instead of int
};

enum class WindowAssigner : std::uint8_t { kTumbling, kSliding, kSession };

/// Times in ms.
struct SchemaWindow {
    WindowAssigner assigner = WindowAssigner::kTumbling;
    std::int64_t size = 0;   ///< of session windows the gap
    std::int64_t slide = 0;  ///< sliding windows only
    std::int64_t offset = 0;
    TimerDomain time = TimerDomain::kEventTime;
    std::int64_t lateness = 0;
};

struct SchemaOperator {
    std::string uid;          ///< empty if the document has the id instead
    std::string operator_id;  ///< 32 hex digits; empty if it has the uid
    std::string name;
    std::int32_t parallelism = 0;      ///< 0 if the document does not say it, or only bounds
    std::int32_t max_parallelism = 0;  ///< its own or the document's; 0 if neither is said

    TypePtr key;  ///< null if there is none
    std::optional<SchemaHash> hash;
    std::optional<SchemaWindow> window;
    std::vector<StateDescriptor> states;  ///< keyed and operator states, in the document's order
    std::vector<StateDescriptor> timers;  ///< two queues a service: event time and processing time
    std::optional<ByteVector> coordinator;
    OperatorBounds bounds;
};

struct SchemaDocument {
    std::optional<FlinkVersion> flink_version;  ///< the target's, or the document's
    std::int32_t max_parallelism = 0;           ///< 0 if the document does not say it
    std::vector<SchemaOperator> operators;
    DocumentBounds bounds;
};

/// UsageError with the place in the document. The version of Flink in `target` counts more than the document's.
[[nodiscard]] SchemaDocument parse_schema_document(const nlohmann::ordered_json& json, const SchemaTarget& target = {});

/// From text; UsageError also where it is no JSON, or where a member stands twice.
[[nodiscard]] SchemaDocument read_schema_document(std::string_view text, const SchemaTarget& target = {});

/// A recipe alone: its word, or JSON as in a document's "hash". UsageError.
[[nodiscard]] SchemaHash parse_schema_hash(std::string_view text);

/// What Flink calls the queue of a timer service (InternalTimeServiceManagerImpl).
[[nodiscard]] std::string timer_state_name(TimerDomain domain, const std::string& service);

/// "1.20", "2.0"; a third number is passed over. UsageError.
[[nodiscard]] FlinkVersion parse_flink_version(std::string_view text);

}  // namespace sp
