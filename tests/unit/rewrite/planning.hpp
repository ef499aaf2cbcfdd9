#pragma once

// Operators of a schema in words, as they are planned for changes of a savepoint.

#include <string>

#include "rows/import/import_plan.hpp"
#include "types/schema/document.hpp"

namespace sp_test {

/// Of the operators of a schema document, in its order. All keys are of key group 0.
inline sp::rows::ImportPlan import_plan_of(const std::string& operators) {
    sp::rows::ImportPlan plan(sp::rows::Exactness::kExact, "the savepoint");
    const sp::SchemaDocument document =
        sp::read_schema_document(R"({"schema":1,"maxParallelism":8,"operators":[)" + operators + "]}");
    for (const sp::SchemaOperator& op : document.operators) {
        plan.add(op, op.parallelism == 0 ? 1 : op.parallelism, op.max_parallelism).key_group = [](sp::Bytes) {
            return 0;
        };
    }
    return plan;
}

}  // namespace sp_test
