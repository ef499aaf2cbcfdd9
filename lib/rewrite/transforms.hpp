#pragma once

// What can be changed in a savepoint: one table of transforms, each of which looks at its options and marks in the plan what
// has to be done.

#include <span>
#include <string_view>

#include "rewrite/rewrite_plan.hpp"

namespace sp::rewriting {

struct Transform {
    std::string_view options;  ///< those that ask for it
    void (*apply)(RewritePlan& plan);
};

/// In the order in which they are applied. The rows of --set, --delete and --keep-keys come behind them (row_edits.hpp).
[[nodiscard]] std::span<const Transform> transforms();

void apply_transforms(RewritePlan& plan);

// Which operators there are (operator_transforms.cpp)
void add_operators(RewritePlan& plan);
void remove_operators(RewritePlan& plan);
void rename_operators(RewritePlan& plan);

// Which states they have (state_transforms.cpp)
void remove_states(RewritePlan& plan);
void rename_states(RewritePlan& plan);
void remove_timers(RewritePlan& plan);
void shift_ttl(RewritePlan& plan);

// What their serializers and entries say (class_names.cpp)
void rename_classes(RewritePlan& plan);

// What sources keep (kafka_offsets.cpp)
void set_kafka_offsets(RewritePlan& plan);

// Which types they have (schema_transforms.cpp)
void change_keys(RewritePlan& plan);
void change_schema(RewritePlan& plan);
void change_generation(RewritePlan& plan);

// Key groups and subtasks (parallelism_transforms.cpp)
void change_max_parallelism(RewritePlan& plan);
void change_parallelism(RewritePlan& plan);

// The form (form_transforms.cpp)
void drop_channel_state(RewritePlan& plan);
void change_compression(RewritePlan& plan);
void change_state_format(RewritePlan& plan);
void change_checkpoint_id(RewritePlan& plan);
void change_metadata_version(RewritePlan& plan);

}  // namespace sp::rewriting
