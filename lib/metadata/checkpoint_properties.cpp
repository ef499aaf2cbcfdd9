#include "metadata/checkpoint_properties.hpp"

#include <cstdint>
#include <string_view>

#include "io/bounded_reader.hpp"
#include "java/object_stream.hpp"

namespace sp {

namespace {

using Kind = CheckpointProperties::Kind;

Kind kind_of(std::string_view class_of_type) {
    if (class_of_type == "org.apache.flink.runtime.checkpoint.SavepointType") {
        return Kind::kSavepoint;
    }
    return class_of_type == "org.apache.flink.runtime.checkpoint.CheckpointType" ? Kind::kCheckpoint : Kind::kUnknown;
}

CheckpointProperties properties_of(const java::ObjectStream& stream) {
    CheckpointProperties properties;
    const java::JavaNode* object = stream.node(stream.root);
    if (object == nullptr) {
        properties.kind = Kind::kNull;
        return properties;
    }
    properties.kind = Kind::kUnknown;
    const java::JavaNode* type = stream.object_field(*object, "checkpointType");
    if (type == nullptr || stream.class_name(*object) != "org.apache.flink.runtime.checkpoint.CheckpointProperties") {
        return properties;
    }
    properties.kind = kind_of(stream.class_name(*type));
    properties.name = stream.text_field(*type, "name");
    properties.format = stream.text_field(*type, "formatType");
    properties.post_checkpoint_action = stream.text_field(*type, "postCheckpointAction");
    properties.sharing_files_strategy = stream.text_field(*type, "sharingFilesStrategy");

    const auto flag = [&](std::string_view name) { return stream.integer_field(*object, name) != 0; };
    properties.discard_cancelled = flag("discardCancelled");
    properties.discard_failed = flag("discardFailed");
    properties.discard_finished = flag("discardFinished");
    properties.discard_subsumed = flag("discardSubsumed");
    properties.discard_suspended = flag("discardSuspended");
    properties.forced = flag("forced");
    properties.unclaimed = flag("unclaimed");
    return properties;
}

}  // namespace

CheckpointProperties parse_checkpoint_properties(Bytes block, std::uint64_t base_offset) {
    BoundedReader in(block, "", base_offset);
    try {
        const java::ObjectStream stream = java::read_object_stream(in);
        in.expect_end("object stream");
        return properties_of(stream);
    } catch (const UnsupportedError&) {
        // Deeper or bigger than we follow: kUnknown says so, and the block is kept as it is.
        CheckpointProperties properties;
        properties.kind = Kind::kUnknown;
        return properties;
    }
}

}  // namespace sp
