#include "rewrite/transforms.hpp"

namespace sp::rewriting {
namespace {

constexpr Transform kTransforms[] = {
    {"--remove-uid --keep-uid", remove_operators},
    {"--add-from", add_operators},
    {"--drop-channel-state", drop_channel_state},
    {"--remove-state", remove_states},
    {"--rename-state", rename_states},
    {"--remove-timers", remove_timers},
    {"--ttl-shift", shift_ttl},
    {"--kafka-offsets --add", set_kafka_offsets},
    {"--rename-class", rename_classes},
    {"--key-schema --on-collision", change_keys},
    {"--schema --drop-fields", change_schema},
    {"--flink-version --allow-kryo-mismatch", change_generation},
    {"--compression", change_compression},
    {"--state-format", change_state_format},
    {"--max-parallelism --key-hash", change_max_parallelism},
    {"--parallelism", change_parallelism},
    {"--rename-uid", rename_operators},
    {"--checkpoint-id", change_checkpoint_id},
    {"--metadata-version --flink-version", change_metadata_version},
};

}  // namespace

std::span<const Transform> transforms() { return kTransforms; }

void apply_transforms(RewritePlan& plan) {
    for (const Transform& transform : transforms()) {
        transform.apply(plan);
    }
}

}  // namespace sp::rewriting
