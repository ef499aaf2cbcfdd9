#include "rewrite/key_hashes.hpp"

#include "metadata/flink_compatibility.hpp"
#include "restore/stored_keys.hpp"
#include "sp/error.hpp"

namespace sp::rewriting {
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
        learn_from_stored_keys(*inference, {op.source->argument, plan.options.files, op.original().id.hex(),
                                            op.original().max_parallelism, op.label()});
    }
    return inference;
}

}  // namespace sp::rewriting
