#pragma once

// The content of a `_metadata` file as plain structs in Flink's terms: operators, their subtasks, and the handles
// that say where state lies. The structs keep every order and every part that the file has, so that a model that was
// read writes itself back byte for byte (lib/metadata/metadata_reader.hpp, metadata_writer.hpp). No bytes of state
// are read here.

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sp/bytes.hpp"

namespace sp {

/// Bytes with a shared owner: a slice of the `_metadata` file that was read, or bytes of their own. Copies are cheap.
class SharedBytes {
public:
    SharedBytes() = default;
    explicit SharedBytes(ByteVector bytes)
        : owner_(std::make_shared<const ByteVector>(std::move(bytes))), view_(*owner_) {}
    SharedBytes(std::shared_ptr<const ByteVector> owner, Bytes slice) : owner_(std::move(owner)), view_(slice) {}

    [[nodiscard]] Bytes view() const { return view_; }  ///< valid as long as this object or a copy of it
    [[nodiscard]] std::size_t size() const { return view_.size(); }
    [[nodiscard]] bool empty() const { return view_.empty(); }

private:
    std::shared_ptr<const ByteVector> owner_;
    Bytes view_;
};

/// The 16 bytes of an OperatorID in the order of its hex text.
struct OperatorId {
    std::array<std::uint8_t, 16> bytes{};

    [[nodiscard]] std::string hex() const;
    /// The id of 32 hex digits (either case); nothing for other texts.
    [[nodiscard]] static std::optional<OperatorId> from_hex(std::string_view text);

    friend auto operator<=>(const OperatorId&, const OperatorId&) = default;
};

/// The id that Flink gives an operator with this uid (StreamGraphHasherV2: MurmurHash3 x64 128 of its UTF-8).
[[nodiscard]] OperatorId hash_of_uid(std::string_view uid);

/// The byte in front of every state handle (MetadataV2V3SerializerBase). One numbering for streams, keyed and operator
/// handles and for all metadata versions.
enum class HandleTag : std::uint8_t {
    kNull = 0,
    kByteStream = 1,
    kFile = 2,
    kKeyGroups = 3,
    kOperatorStream = 4,
    kIncremental = 5,
    kRelativeFile = 6,
    kSavepointKeyGroups = 7,
    kChangelog = 8,
    kChangelogBytes = 9,
    kChangelogStream = 10,
    kIncrementalV2 = 11,
    kKeyGroupsV2 = 12,
    kChangelogStreamV2 = 13,
    kChangelogV2 = 14,
    kSegmentFile = 15,
    kEmptySegmentFile = 16,
    kFileMergingOperatorStream = 17,
};

/// Flink's name of the handle ("KeyGroupsSavepointStateHandle").
[[nodiscard]] std::string_view name_of(HandleTag tag);

/// Key groups first … first + count - 1.
struct KeyGroupRange {
    std::int32_t first = 0;
    std::int32_t count = 0;

    [[nodiscard]] bool empty() const { return count <= 0; }
    [[nodiscard]] std::int32_t last() const { return first + count - 1; }
    [[nodiscard]] bool contains(std::int32_t group) const { return group >= first && group - first < count; }
    friend auto operator<=>(const KeyGroupRange&, const KeyGroupRange&) = default;
};

// ---- Streams -------------------------------------------------------------------------------------------------------

struct KeyGroupsStateHandle;

/// Where the bytes of one state stream are.
struct StreamStateHandle {
    HandleTag tag = HandleTag::kNull;

    /// kFile, kSegmentFile: absolute path as Flink's Path prints it, unescaped. kRelativeFile: path below the folder of
    /// `_metadata`. kByteStream: the handle's name, an identity only.
    std::string path;
    /// kFile, kRelativeFile: bytes in the file, -1 if the writer did not know. kSegmentFile: length of the window.
    std::int64_t state_size = 0;
    SharedBytes bytes;  ///< kByteStream

    std::int64_t start_position = 0;  ///< kSegmentFile: where the window starts; the state's offsets count from here
    std::int32_t scope = 0;           ///< kSegmentFile: 0 EXCLUSIVE, 1 SHARED
    std::string logical_file_id;      ///< kSegmentFile

    /// kKeyGroups, which Flink also accepts as a stream: exactly one element, whose delegate is the stream.
    std::vector<KeyGroupsStateHandle> key_groups;

    [[nodiscard]] bool is_null() const { return tag == HandleTag::kNull; }
    [[nodiscard]] bool is_inline() const { return tag == HandleTag::kByteStream; }
    /// True for handles whose bytes lie in a file.
    [[nodiscard]] bool is_file() const {
        return tag == HandleTag::kFile || tag == HandleTag::kRelativeFile || tag == HandleTag::kSegmentFile;
    }
};

// ---- Operator state ------------------------------------------------------------------------------------------------

enum class DistributionMode : std::uint8_t { kSplitDistribute = 0, kUnion = 1, kBroadcast = 2 };

/// One named operator state: the start of each element (broadcast: one start) in the stream.
struct OperatorStateOffsets {
    std::string name;
    DistributionMode mode = DistributionMode::kSplitDistribute;
    std::vector<std::int64_t> offsets;
};

struct OperatorStateHandle {
    HandleTag tag = HandleTag::kOperatorStream;  ///< or kFileMergingOperatorStream
    std::vector<OperatorStateOffsets> states;
    std::string task_owned_dir;  ///< kFileMergingOperatorStream only, as the two below
    std::string shared_dir;
    bool is_empty = false;  ///< holds no state, only keeps the two directories alive
    StreamStateHandle delegate;
};

// ---- Keyed state ---------------------------------------------------------------------------------------------------

/// Tags 3, 7 and 12. Offset 0 in canonical savepoints (7, and 3 of RocksDB) and -1 in raw keyed state: no data.
struct KeyGroupsStateHandle {
    HandleTag tag = HandleTag::kSavepointKeyGroups;
    KeyGroupRange range;
    std::vector<std::int64_t> offsets;  ///< one a key group of the range, in the delegate
    StreamStateHandle delegate;
    std::string state_handle_id;  ///< kKeyGroupsV2
};

/// A file of a RocksDB or ForSt instance and its name inside the instance's directory ("000010.sst", "CURRENT").
struct HandleAndLocalPath {
    std::string local_path;
    StreamStateHandle handle;
};

/// Tags 5 and 11 (IncrementalRemoteKeyedStateHandle); also native savepoints and full checkpoints since 1.15.
struct IncrementalStateHandle {
    HandleTag tag = HandleTag::kIncrementalV2;
    std::int64_t checkpoint_id = 0;
    std::string backend_identifier;
    KeyGroupRange range;
    std::int64_t checkpointed_size = 0;  ///< kIncrementalV2
    StreamStateHandle meta;
    std::vector<HandleAndLocalPath> shared_state;
    std::vector<HandleAndLocalPath> private_state;
    std::string state_handle_id;  ///< kIncrementalV2
};

struct StateChange {
    std::int32_t key_group = 0;  ///< -1: metadata
    SharedBytes change;
};

/// Tag 9 (InMemoryChangelogStateHandle).
struct InMemoryChangelogStateHandle {
    HandleTag tag = HandleTag::kChangelogBytes;
    KeyGroupRange range;
    std::int64_t from = 0;  ///< sequence numbers [from, to)
    std::int64_t to = 0;
    std::vector<StateChange> changes;
    std::string state_handle_id;  ///< absent in the 1.14 form
};

struct HandleAndOffset {
    std::int64_t offset = 0;
    StreamStateHandle handle;
};

/// Tags 10 and 13 (ChangelogStateHandleStreamImpl).
struct ChangelogStreamStateHandle {
    HandleTag tag = HandleTag::kChangelogStreamV2;
    KeyGroupRange range;
    std::vector<HandleAndOffset> handles;
    std::int64_t state_size = 0;
    std::int64_t checkpointed_size = 0;             ///< absent in the 1.14 form
    std::string state_handle_id;                    ///< absent in the 1.14 form
    std::string storage_identifier = "filesystem";  ///< written by kChangelogStreamV2 only
};

struct KeyedStateHandle;

/// Tags 8 and 14: materialized snapshots of the inner backend and the log since then.
struct ChangelogStateBackendHandle {
    HandleTag tag = HandleTag::kChangelogV2;
    KeyGroupRange range;
    std::int64_t checkpointed_size = 0;  ///< absent in the 1.14 form
    std::vector<KeyedStateHandle> materialized;
    std::vector<KeyedStateHandle> non_materialized;
    std::int64_t materialization_id = 0;  ///< absent in the 1.14 form
    std::int64_t checkpoint_id = 0;       ///< kChangelogV2
    std::string state_handle_id;          ///< absent in the 1.14 form
};

/// One keyed handle of any kind; std::monostate is the null handle.
struct KeyedStateHandle {
    std::variant<std::monostate, KeyGroupsStateHandle, IncrementalStateHandle, ChangelogStateBackendHandle,
                 InMemoryChangelogStateHandle, ChangelogStreamStateHandle>
        value;

    [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(value); }
    [[nodiscard]] HandleTag tag() const;
    [[nodiscard]] KeyGroupRange range() const;  ///< empty for the null handle
};

// ---- Channel state of unaligned checkpoints ------------------------------------------------------------------------

/// The buffers of one channel. Input: gate and channel index; output: partition and subpartition index.
struct ChannelOffsets {
    std::int32_t gate_or_partition = 0;
    std::int32_t channel_or_subpartition = 0;
    std::int64_t state_size = 0;
    std::vector<std::int64_t> offsets;
};

enum class ChannelHandleType : std::uint8_t {
    kInput = 1,
    kResult = 2,
    kMergedInput = 3,  ///< metadata version 6 only, as the next
    kMergedResult = 4,
};

struct ChannelStateHandle {
    ChannelHandleType type = ChannelHandleType::kInput;
    std::int32_t subtask_index = 0;        ///< absent in files of 1.11
    std::vector<ChannelOffsets> channels;  ///< exactly one unless the type is a merged one
    std::int64_t merged_state_size = 0;    ///< merged types: size of all channels
    StreamStateHandle delegate;

    [[nodiscard]] bool is_merged() const { return type >= ChannelHandleType::kMergedInput; }
    [[nodiscard]] std::int64_t state_size() const {
        return is_merged() || channels.empty() ? merged_state_size : channels.front().state_size;
    }
};

// ---- Operators -----------------------------------------------------------------------------------------------------

struct SubtaskState {
    std::int32_t index = 0;
    bool is_finished = false;  ///< written as a negative index; no state follows

    std::optional<OperatorStateHandle> managed_operator_state;
    std::optional<OperatorStateHandle> raw_operator_state;
    KeyedStateHandle managed_keyed_state;
    KeyedStateHandle raw_keyed_state;
    std::vector<ChannelStateHandle> input_channels;
    std::vector<ChannelStateHandle> result_subpartitions;

    std::int64_t duration = -1;  ///< version 2 only, ignored by Flink
};

struct OperatorState {
    std::string name;  ///< version 5 and later, else empty
    std::string uid;   ///< version 5 and later; empty: the job set none, or unknown
    OperatorId id;
    std::int32_t parallelism = 0;
    std::int32_t max_parallelism = 0;
    StreamStateHandle coordinator_state;  ///< null or kByteStream
    bool is_fully_finished = false;       ///< then there are no subtasks
    std::vector<SubtaskState> subtasks;   ///< in file order; indices may be missing

    std::int32_t chain_length = 1;  ///< version 2 only, ignored by Flink
};

/// State of a hook of the job manager (MasterTriggerRestoreHook).
struct MasterState {
    std::int32_t version = 0;
    std::string name;
    SharedBytes payload;
};

/// What the properties block (version 4 and later) says; nothing of it is needed to read state.
struct CheckpointProperties {
    enum class Kind : std::uint8_t {
        kAbsent,  ///< metadata version 2 or 3
        kNull,    ///< written by the State Processor API
        kSavepoint,
        kCheckpoint,
        kUnknown,  ///< some other object
    };
    Kind kind = Kind::kAbsent;
    std::string name;                    ///< "Savepoint", "Terminate Savepoint", "Checkpoint", "Full Checkpoint", …
    std::string format;                  ///< savepoints: "CANONICAL" or "NATIVE"
    std::string post_checkpoint_action;  ///< savepoints: "NONE", "TERMINATE", "SUSPEND"
    std::string sharing_files_strategy;  ///< checkpoints: "FORWARD_BACKWARD", "FORWARD", "NO_SHARING"
    bool discard_cancelled = false;
    bool discard_failed = false;
    bool discard_finished = false;
    bool discard_subsumed = false;
    bool discard_suspended = false;
    bool forced = false;
    bool unclaimed = false;
};

/// Version 3 files come in forms that no marker tells apart; the reader finds out which one ends at the end of the
/// file.
enum class MetadataDialect : std::uint8_t {
    kCurrent,
    kChannels111,   ///< Flink 1.11: channel handles without subtask index
    kChangelog114,  ///< Flink 1.14: changelog handles without sizes and ids
};

struct SavepointMetadata {
    std::int32_t version = 3;
    MetadataDialect dialect = MetadataDialect::kCurrent;
    std::int64_t checkpoint_id = 0;
    std::vector<MasterState> master_states;
    std::vector<OperatorState> operators;

    /// The Java object stream as it stands in the file; empty for versions 2 and 3. When empty, versions 4 and later
    /// are written with a null object, as the State Processor API does.
    SharedBytes properties;
    CheckpointProperties parsed_properties;  ///< from `properties`; not written
};

// ---- Queries -------------------------------------------------------------------------------------------------------

/// Adds a recorded size. Unknown ones (-1) count as nothing, and those of damaged files cannot overflow the sum.
void add_size(std::int64_t& sum, std::int64_t size);

/// Bytes of state behind a handle (Flink's getStateSize); a size that its writer did not know counts as 0.
[[nodiscard]] std::int64_t state_size(const StreamStateHandle& handle);
[[nodiscard]] std::int64_t state_size(const OperatorStateHandle& handle);
[[nodiscard]] std::int64_t state_size(const KeyedStateHandle& handle);
[[nodiscard]] std::int64_t state_size(const SubtaskState& subtask);
[[nodiscard]] std::int64_t state_size(const OperatorState& op);  ///< with the coordinator's

/// Bytes that the snapshot itself persisted (Flink's getCheckpointedSize): less than state_size where files of earlier
/// checkpoints are shared.
[[nodiscard]] std::int64_t checkpointed_size(const KeyedStateHandle& handle);
[[nodiscard]] std::int64_t checkpointed_size(const SubtaskState& subtask);
[[nodiscard]] std::int64_t checkpointed_size(const OperatorState& op);

/// Bytes that lie inside `_metadata` itself (byte streams and in-memory changelogs).
[[nodiscard]] std::int64_t inline_size(const OperatorState& op);
[[nodiscard]] std::int64_t inline_size(const SavepointMetadata& metadata);

/// False for a subtask or operator without any handle; the empty handle of file merging (tag 17) counts as none.
[[nodiscard]] bool has_state(const SubtaskState& subtask);
[[nodiscard]] bool has_state(const OperatorState& op);

/// The operator as messages name it: its uid, or else its id.
[[nodiscard]] std::string label_of(const OperatorState& op);

/// What the size in a handle means. Increments of a changelog (StateChangeFormat) are written through a stream that
/// counts neither the flag byte in front nor the effect of compression: their size says nothing about the file's.
enum class RecordedSize : std::uint8_t { kOfFile, kOfContent };

/// What a stream is part of.
enum class StatePart : std::uint8_t {
    kCoordinator,
    kManagedOperator,
    kRawOperator,
    kManagedKeyed,
    kRawKeyed,
    kInputChannel,
    kResultSubpartition,
};

[[nodiscard]] std::string_view name_of(StatePart part);  ///< "managed keyed state"

struct StreamPlace {
    StatePart part = StatePart::kCoordinator;
    std::int32_t subtask = -1;    ///< -1 for the coordinator
    std::string_view local_path;  ///< of a file of a RocksDB or ForSt instance, else empty
    bool is_shared = false;       ///< in the shared list of an incremental handle
    bool is_changelog = false;    ///< a file of increments

    [[nodiscard]] RecordedSize recorded_size() const {
        return is_changelog ? RecordedSize::kOfContent : RecordedSize::kOfFile;
    }
};

namespace detail {

/// Calls visit(StreamStateHandle&, const StreamPlace&); the constness of the handles follows from what is walked.
template <class Visitor>
class StreamWalker {
public:
    explicit StreamWalker(Visitor& visit) : visit_(visit) {}

    template <class Operator>
    void operator_state(Operator& op) {
        stream(op.coordinator_state, {StatePart::kCoordinator, -1, {}, false, false});
        for (auto& subtask : op.subtasks) {
            const auto place = [&](StatePart part) { return StreamPlace{part, subtask.index, {}, false, false}; };
            if (subtask.managed_operator_state) {
                stream(subtask.managed_operator_state->delegate, place(StatePart::kManagedOperator));
            }
            if (subtask.raw_operator_state) {
                stream(subtask.raw_operator_state->delegate, place(StatePart::kRawOperator));
            }
            keyed(subtask.managed_keyed_state, place(StatePart::kManagedKeyed));
            keyed(subtask.raw_keyed_state, place(StatePart::kRawKeyed));
            for (auto& channel : subtask.input_channels) {
                stream(channel.delegate, place(StatePart::kInputChannel));
            }
            for (auto& channel : subtask.result_subpartitions) {
                stream(channel.delegate, place(StatePart::kResultSubpartition));
            }
        }
    }

    template <class Keyed>
    void keyed(Keyed& handle, const StreamPlace& place) {
        std::visit([&](auto& kind) { parts(kind, place); }, handle.value);
    }

private:
    template <class Stream>
    void stream(Stream& handle, const StreamPlace& place) {
        if (handle.tag == HandleTag::kKeyGroups) {
            for (auto& wrapped : handle.key_groups) {
                stream(wrapped.delegate, place);
            }
        } else if (!handle.is_null()) {
            visit_(handle, place);
        }
    }

    template <class Kind>
    void parts(Kind& kind, const StreamPlace& place) {
        using Plain = std::remove_const_t<Kind>;
        if constexpr (std::is_same_v<Plain, KeyGroupsStateHandle>) {
            stream(kind.delegate, place);
        } else if constexpr (std::is_same_v<Plain, IncrementalStateHandle>) {
            stream(kind.meta, place);
            for (auto& file : kind.shared_state) {
                stream(file.handle, {place.part, place.subtask, file.local_path, true, false});
            }
            for (auto& file : kind.private_state) {
                stream(file.handle, {place.part, place.subtask, file.local_path, false, false});
            }
        } else if constexpr (std::is_same_v<Plain, ChangelogStateBackendHandle>) {
            for (auto& part : kind.materialized) {
                keyed(part, place);
            }
            for (auto& part : kind.non_materialized) {
                keyed(part, place);
            }
        } else if constexpr (std::is_same_v<Plain, ChangelogStreamStateHandle>) {
            for (auto& part : kind.handles) {
                stream(part.handle, {place.part, place.subtask, {}, false, true});
            }
        }
    }

    Visitor& visit_;
};

}  // namespace detail

/// Calls visit(handle, place) for each stream of the operator in file order, null handles left out. With a non-const
/// operator the handles can be changed. In-memory changelogs (tag 9) have no stream.
template <class Operator, class Visitor>
void for_each_stream(Operator& op, Visitor&& visit) {
    static_assert(std::is_same_v<std::remove_const_t<Operator>, OperatorState>);
    detail::StreamWalker<std::remove_reference_t<Visitor>>(visit).operator_state(op);
}

/// The same for the streams of one keyed handle; their place says kManagedKeyed.
template <class Handle, class Visitor>
void for_each_stream_of_handle(Handle& handle, Visitor&& visit) {
    static_assert(std::is_same_v<std::remove_const_t<Handle>, KeyedStateHandle>);
    const StreamPlace place = {StatePart::kManagedKeyed, -1, {}, false, false};
    detail::StreamWalker<std::remove_reference_t<Visitor>>(visit).keyed(handle, place);
}

}  // namespace sp
