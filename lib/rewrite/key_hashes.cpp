#include "rewrite/key_hashes.hpp"

#include <algorithm>

#include "metadata/flink_compatibility.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

namespace sp::rewriting {
namespace {

void learn(HashInference& inference, const RewritePlan& plan, const OperatorRewrite& op) {
    ReadOptions read;
    read.files = plan.options.files;
    read.with_timers = true;
    read.operator_ids = {op.original().id.hex()};
    EntryReader reader(op.source->argument, read);
    EntryBatch batch;
    ByteVector last;
    while (reader.next(batch)) {
        if (!is_keyed(batch.state->kind)) {
            continue;
        }
        for (const Entry& entry : batch.entries) {
            if (!std::ranges::equal(entry.key, last)) {
                try {
                    inference.add(entry.key, batch.key_group, op.original().max_parallelism);
                } catch (const InputError& error) {
                    throw InputError("operator " + op.label() + ": key: " + error.what());
                }
                last.assign(entry.key.begin(), entry.key.end());
            }
        }
    }
}

}  // namespace

std::shared_ptr<const HashInference> hashes_of(const RewritePlan& plan, const OperatorRewrite& op) {
    const std::string label = "operator " + op.label() + ": ";
    const TypePtr& key = op.schema().key;
    std::shared_ptr<HashInference> inference;
    try {
        const FlinkVersion version =
            version_of_hash(*key).value_or(possible_writers(op.source->snapshot.metadata).last);
        inference = std::make_shared<HashInference>(key, op.hash, version);
    } catch (const UnsupportedError& error) {
        throw UnsupportedError(label + "key: " + error.what());
    } catch (const UsageError& error) {
        throw UsageError(label + "--key-hash: " + error.what());
    }
    if (!op.hash && needs_recipe(*key)) {
        learn(*inference, plan, op);
    }
    return inference;
}

}  // namespace sp::rewriting
