#include "restore/stored_keys.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "sp/read.hpp"

namespace sp {

void learn_from_stored_keys(HashInference& inference, const StoredKeys& keys) {
    ReadOptions read;
    read.files = keys.files;
    read.with_timers = true;
    read.operator_ids = {keys.operator_id};
    EntryReader reader(keys.savepoint, read);
    EntryBatch batch;
    ByteVector last;
    while (reader.next(batch)) {
        if (!is_keyed(batch.state->kind)) {
            continue;
        }
        for (const Entry& entry : batch.entries) {
            if (std::ranges::equal(entry.key, last)) {
                continue;
            }
            with_context([&] { return "operator " + keys.label + ": key"; },
                         [&] { inference.add(entry.key, batch.key_group, keys.max_parallelism); });
            last.assign(entry.key.begin(), entry.key.end());
        }
    }
}

}  // namespace sp
