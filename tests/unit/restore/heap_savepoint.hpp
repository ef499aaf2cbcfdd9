#pragma once

// A snapshot as the HashMap backend of Flink 1.20 leaves it, of one operator with one subtask, made from parts: for what no
// real savepoint at hand holds.

#include <initializer_list>
#include <string>
#include <vector>

#include "io/byte_writer.hpp"
#include "io/snappy_frames.hpp"
#include "java/modified_utf8.hpp"
#include "metadata/metadata_writer.hpp"
#include "metadata/temp_folder.hpp"
#include "readable_bytes.hpp"
#include "sp/entry.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp::test {

inline TypePtr snapshot_of(TypeKind kind, const std::string& snapshot_class, std::int32_t version, Type rest = {}) {
    rest.kind = kind;
    rest.snapshot_class = snapshot_class;
    rest.snapshot_version = version;
    return std::make_shared<Type>(std::move(rest));
}

inline TypePtr long_snapshot() {
    return snapshot_of(TypeKind::kLong,
                       "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot", 3);
}
inline TypePtr void_snapshot() {
    return snapshot_of(TypeKind::kVoidNamespace,
                       "org.apache.flink.runtime.state.VoidNamespaceSerializer$VoidNamespaceSerializerSnapshot", 3);
}
/// A POJO with a field of type long and without known subclasses.
inline TypePtr pojo_snapshot() {
    Type pojo;
    pojo.class_name = "com.acme.Base";
    pojo.fields = {{"n", "com.acme.Base", true, long_snapshot()}};
    return snapshot_of(TypeKind::kPojo, "org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot", 2, pojo);
}
inline TypePtr kryo_snapshot() {
    Type kryo;
    kryo.class_name = "com.acme.Thing";
    return snapshot_of(TypeKind::kKryo, "org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializerSnapshot", 2,
                       kryo);
}
/// Of a class whose methods write its objects.
inline TypePtr value_snapshot() {
    Type value;
    value.class_name = "com.acme.Thing";
    return snapshot_of(TypeKind::kValue,
                       "org.apache.flink.api.java.typeutils.runtime.ValueSerializer$ValueSerializerSnapshot", 2, value);
}

class HeapSavepoint {
public:
    explicit HeapSavepoint(bool is_compressed) : is_compressed_(is_compressed) {}

    /// A state of values by keys of type long.
    void add_value_state(const std::string& name, const TypePtr& value) {
        java::write_utf(states_, name);
        states_.u32(0);
        states_.u32(1);
        java::write_utf(states_, "KEYED_STATE_TYPE");
        java::write_utf(states_, "VALUE");
        states_.u32(2);
        java::write_utf(states_, "NAMESPACE_SERIALIZER");
        write_top_level_snapshot(states_, *void_snapshot());
        java::write_utf(states_, "VALUE_SERIALIZER");
        write_top_level_snapshot(states_, *value);
        ++count_;
    }

    /// A key group: a block for each state, in readable_bytes, the id in front.
    void add_key_group(std::initializer_list<std::string> blocks) { groups_.emplace_back(blocks); }

    /// Writes the snapshot into a folder, with key groups 0, 1, …
    void write(const TempFolder& folder) {
        ByteWriter out;
        out.u32(6);
        out.boolean(is_compressed_);
        write_top_level_snapshot(out, *long_snapshot());
        out.u16(count_);
        out.bytes(states_.view());
        KeyGroupsStateHandle handle;
        handle.tag = HandleTag::kKeyGroupsV2;
        handle.range = {0, static_cast<std::int32_t>(groups_.size())};
        for (std::uint32_t group = 0; group < groups_.size(); ++group) {
            handle.offsets.push_back(static_cast<std::int64_t>(out.size()));
            out.u32(group);
            for (const std::string& block : groups_[group]) {
                write_block(out, readable_bytes(block));
            }
        }
        handle.delegate.tag = HandleTag::kByteStream;
        handle.delegate.path = "inline";
        handle.delegate.bytes = SharedBytes(out.take());
        handle.state_handle_id = "id";
        SavepointMetadata metadata;
        metadata.version = 4;
        OperatorState op;
        op.parallelism = 1;
        op.max_parallelism = static_cast<std::int32_t>(groups_.size());
        op.subtasks.emplace_back().managed_keyed_state.value = std::move(handle);
        metadata.operators.push_back(std::move(op));
        const ByteVector bytes = write_metadata(metadata);
        folder.make("_metadata", std::string(as_text(bytes)));
    }

private:
    void write_block(ByteWriter& out, const ByteVector& block) const {
        if (!is_compressed_) {
            return out.bytes(block);
        }
        ByteVector framed;
        SnappyFrameWriter frames(framed);
        frames.write(block);
        frames.flush();
        out.bytes(framed);
    }

    bool is_compressed_;
    ByteWriter states_;
    std::uint16_t count_ = 0;
    std::vector<std::vector<std::string>> groups_;
};

}  // namespace sp::test
