// Operator state that no real snapshot at hand holds.

#include "catch.hpp"
#include "restore/heap_savepoint.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// The header of a broadcast state "rules", as OperatorBackendSerializationProxy 6 writes it.
ByteWriter broadcast_header(const TypePtr& key, const TypePtr& value) {
    ByteWriter out;
    out.u32(6);
    out.boolean(false);
    out.u16(0);
    out.u16(1);
    java::write_utf(out, "rules");
    out.u32(2);  // BROADCAST
    out.u32(1);
    java::write_utf(out, "OPERATOR_STATE_DISTRIBUTION_MODE");
    java::write_utf(out, "BROADCAST");
    out.u32(2);
    java::write_utf(out, "KEY_SERIALIZER");
    write_top_level_snapshot(out, *key);
    java::write_utf(out, "VALUE_SERIALIZER");
    write_top_level_snapshot(out, *value);
    return out;
}

/// A snapshot of one operator with this stream, in which the map starts there.
void write_snapshot(const TempFolder& folder, std::size_t start, ByteVector stream) {
    OperatorStateHandle handle;
    handle.states = {{"rules", DistributionMode::kBroadcast, {static_cast<std::int64_t>(start)}}};
    handle.delegate.tag = HandleTag::kByteStream;
    handle.delegate.bytes = SharedBytes(std::move(stream));
    SavepointMetadata metadata;
    metadata.version = 4;
    OperatorState op;
    op.parallelism = 1;
    op.max_parallelism = 128;
    op.subtasks.emplace_back().managed_operator_state = std::move(handle);
    metadata.operators.push_back(std::move(op));
    folder.make("_metadata", std::string(as_text(write_metadata(metadata))));
}

/// A broadcast state of long keys and POJO values, written as HeapBroadcastState does. `values` are in readable_bytes,
/// the keys 1, 2, ….
void write_broadcast(const TempFolder& folder, const std::vector<std::string>& values) {
    ByteWriter out = broadcast_header(long_snapshot(), pojo_snapshot());
    const std::size_t start = out.size();
    out.u32(static_cast<std::uint32_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        out.u64(i + 1);
        out.bytes(readable_bytes(values[i]));
    }
    write_snapshot(folder, start, out.take());
}

TypePtr null_value_snapshot() {
    return snapshot_of(TypeKind::kNullValue,
                       "org.apache.flink.api.common.typeutils.base.NullValueSerializer$NullValueSerializerSnapshot", 3);
}

}  // namespace

TEST_CASE("a broadcast map is read entry by entry") {
    const TempFolder folder;
    write_broadcast(folder, {"<02000000000000000005>", "<02000000000000000006>"});
    EntryReader reader(folder.path().string(), {});
    EntryBatch batch;
    REQUIRE(reader.next(batch));
    REQUIRE(batch.entries.size() == 2);
    CHECK(batch.entries[1].map_key.size() == 8);
    CHECK(batch.entries[1].value.back() == 6);
    CHECK_FALSE(reader.next(batch));
}

TEST_CASE("a broadcast map of entries without bytes is as large as one can believe") {
    const auto entries_of = [](std::uint32_t count) {
        const TempFolder folder;
        ByteWriter out = broadcast_header(null_value_snapshot(), null_value_snapshot());
        const std::size_t start = out.size();
        out.u32(count);
        write_snapshot(folder, start, out.take());
        EntryReader reader(folder.path().string(), {});
        EntryBatch batch;
        std::uint32_t found = 0;
        while (reader.next(batch)) {
            found += static_cast<std::uint32_t>(batch.entries.size());
        }
        return found;
    };
    CHECK(entries_of(3) == 3);
    CHECK_THROWS_AS(entries_of(0x7FFFFFFF), InputError);
}

TEST_CASE("a broadcast map with a value of an unknown subclass is one value") {
    const TempFolder folder;
    write_broadcast(folder, {"<02000000000000000005>", "<04000b>com.acme.Su<02000000000000000007>"});
    EntryReader reader(folder.path().string(), {});
    EntryBatch batch;
    REQUIRE(reader.next(batch));
    CHECK(batch.state->name == "rules");
    CHECK(batch.state->kind == StateKind::kBroadcast);
    CHECK_FALSE(batch.state->map_key);
    REQUIRE(batch.entries.size() == 1);
    CHECK(batch.entries[0].map_key.empty());
    CHECK(batch.entries[0].value.size() == 4 + 2 * 8 + 10 + 1 + 2 + 11 + 10);  // count, keys, both values
    CHECK_FALSE(reader.next(batch));
}
