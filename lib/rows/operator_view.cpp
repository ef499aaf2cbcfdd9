#include "rows/operator_view.hpp"

#include <algorithm>

#include "rows/json_builder.hpp"
#include "types/connectors/operator_bytes.hpp"

namespace sp::rows {
namespace {

using namespace connectors;

/// What each format's fields are called: as its Java class has them.
class ViewPrinter {
public:
    explicit ViewPrinter(bool int64_as_string) : out_(int64_as_string) {}

    /// {"version":…,"NAME":{…}}, or {"version":…,"length":…,"@bytes":…}
    template <class T>
    std::string versioned_view(std::string_view name, const Versioned<T>& payload) {
        if (!payload.content) {
            print(payload);
            return out_.take();
        }
        out_.begin_object();
        member("version", payload.version);
        member(name, *payload.content);
        out_.end_object();
        return out_.take();
    }

    std::string coordinator_view(const SourceCoordinator& coordinator) {
        out_.begin_object();
        member("version", coordinator.version);
        member("enumerator", coordinator.enumerator);
        out_.end_object();
        return out_.take();
    }

    std::string opaque_view(Bytes bytes) {
        out_.begin_object();
        opaque_members(bytes);
        out_.end_object();
        return out_.take();
    }

private:
    void print(std::int64_t value) { out_.integer(value); }
    void print(std::int32_t value) { out_.integer(value); }
    void print(bool value) { out_.boolean(value); }
    void print(const std::string& value) { out_.string(value); }
    void print(std::string_view value) { out_.string(value); }

    template <class T>
    void member(std::string_view name, const T& value) {
        out_.name(name);
        print(value);
    }

    void opaque_members(Bytes bytes) {
        member("length", static_cast<std::int64_t>(bytes.size()));
        out_.name("@bytes").base64(bytes);
    }

    void opaque(const VersionedBytes& payload) {
        out_.begin_object();
        member("version", payload.version);
        opaque_members(payload.bytes);
        out_.end_object();
    }

    // ---- Sources ------------------------------------------------------------------------------------------------------

    void members(const NumberSplit& split) {
        member("id", split.id);
        member("from", split.from);
        member("to", split.to);
    }

    void members(const FilePosition& position) {
        member("offset", position.offset);
        member("recordsAfterOffset", position.records_after_offset);
    }

    void members(const FileSplit& split) {
        member("id", split.id);
        member("path", split.path);
        member("offset", split.offset);
        member("length", split.length);
        member("fileModificationTime", split.modification_time);
        member("fileSize", split.file_size);
        member("hostnames", split.hosts);
        member("readerPosition", split.position);
    }

    /// An offset of Kafka, or what stands for one.
    void offset(std::string_view name, std::int64_t value, bool is_none_null) {
        out_.name(name);
        switch (value) {
            case KafkaSplit::kLatest: out_.string("latest"); break;
            case KafkaSplit::kEarliest: out_.string("earliest"); break;
            case KafkaSplit::kCommitted: out_.string("committed"); break;
            case KafkaSplit::kNone:
                if (is_none_null) {
                    out_.null();
                    break;
                }
                [[fallthrough]];
            default: out_.integer(value);
        }
    }

    void partition_members(const KafkaSplit& split) {
        member("topic", split.topic);
        member("partition", split.partition);
    }

    void members(const KafkaSplit& split) {
        partition_members(split);
        offset("startingOffset", split.starting_offset, false);
        offset("stoppingOffset", split.stopping_offset, true);
    }

    void members(const DynamicKafkaSplit& split) {
        member("kafkaClusterId", split.cluster);
        out_.name("split").begin_object();
        members(split.split);
        out_.end_object();
    }

    void members(const HybridSplit& split) {
        member("sourceIndex", split.source_index);
        member("splitId", split.id);
        member("split", split.split);
    }

    void members(const NumberEnumerator& enumerator) { member("splits", enumerator.splits); }

    void members(const FileEnumerator& enumerator) {
        member("splits", enumerator.splits);
        member("alreadyProcessedPaths", enumerator.processed_paths);
    }

    void members(const KafkaEnumerator::Subtask& subtask) {
        member("subtask", subtask.subtask);
        member("splits", subtask.splits);
    }

    static std::string_view status_word(const KafkaEnumerator& enumerator,
                                        const KafkaEnumerator::Partition& partition) {
        if (partition.status == KafkaEnumerator::kAssigned) {
            return "ASSIGNED";
        }
        return enumerator.version == 2 ? "UNASSIGNED_INITIAL" : "UNASSIGNED";
    }

    void members(const KafkaEnumerator& enumerator) {
        if (enumerator.version == 0) {
            return member("assignments", enumerator.subtasks);
        }
        out_.name("partitions").begin_array();
        for (const KafkaEnumerator::Partition& partition : enumerator.partitions) {
            out_.begin_object();
            if (enumerator.version == 3) {
                members(partition.split);
            } else {
                partition_members(partition.split);
            }
            if (enumerator.version >= 2) {
                member("assignmentStatus", status_word(enumerator, partition));
            }
            out_.end_object();
        }
        out_.end_array();
        if (enumerator.version >= 2) {
            member("initialDiscoveryFinished", enumerator.initial_discovery_finished);
        }
    }

    void members(const DynamicKafkaEnumerator::Cluster& cluster) {
        member("kafkaClusterId", cluster.id);
        member("topics", cluster.topics);
        member("bootstrapServers", cluster.bootstrap_servers);
    }

    void members(const DynamicKafkaEnumerator::Stream& stream) {
        member("streamId", stream.id);
        member("clusters", stream.clusters);
    }

    void members(const DynamicKafkaEnumerator& enumerator) {
        member("kafkaStreams", enumerator.streams);
        out_.name("clusterEnumeratorStates").begin_array();
        for (const DynamicKafkaEnumerator::Enumerator& cluster : enumerator.enumerators) {
            out_.begin_object();
            member("kafkaClusterId", cluster.cluster);
            member("version", cluster.state.version);
            members(cluster.state);
            out_.end_object();
        }
        out_.end_array();
    }

    void members(const HybridEnumerator& enumerator) {
        member("sourceIndex", enumerator.source_index);
        member("enumerator", enumerator.enumerator);
    }

    // ---- Sinks --------------------------------------------------------------------------------------------------------

    void members(const KafkaCommittable& committable) {
        member("transactionalId", committable.transactional_id);
        member("producerId", committable.producer_id);
        member("epoch", static_cast<std::int32_t>(committable.epoch));
    }

    void members(const TextState& state) { member("text", state.text); }

    void members(const KafkaWriterState::Transaction& transaction) {
        member("transactionalId", transaction.transactional_id);
        member("checkpointId", transaction.checkpoint);
    }

    void members(const KafkaWriterState& state) {
        member("transactionalIdPrefix", state.prefix);
        member("ownedSubtaskId", state.owned_subtask);
        member("totalNumberOfOwnedSubtasks", state.owned_subtasks);
        member("transactionOwnership",
               std::string_view(state.is_explicit ? "EXPLICIT_BY_WRITER_STATE" : "IMPLICIT_BY_SUBTASK_ID"));
        member("precommittedTransactionalIds", state.precommitted);
    }

    void members(const FileRecoverable& file) {
        member("fileSystem", std::string_view(file.is_hadoop ? "hadoop" : "local"));
        member("offset", file.offset);
        member("targetFile", file.target_file);
        member("tempFile", file.temp_file);
    }

    void members(const S3Recoverable::Part& part) {
        member("partNumber", part.number);
        member("eTag", part.etag);
    }

    void members(const S3Recoverable& file) {
        member("fileSystem", std::string_view("s3"));
        member("objectName", file.object_name);
        member("uploadId", file.upload_id);
        member("parts", file.parts);
        member("numBytesInParts", file.bytes_in_parts);
        member("incompleteObjectName", file.incomplete_object_name);
        member("incompleteObjectLength", file.incomplete_object_length);
    }

    void members(const InProgressFile& file) {
        member("path", file.path);
        member("resumeRecoverable", file.resumable);
    }

    void members(const PendingFile& file) {
        member("path", file.path);
        if (file.size) {
            member("size", *file.size);
        }
        member("commitRecoverable", file.committable);
    }

    void members(const BucketState::Pending& pending) {
        member("checkpointId", pending.checkpoint);
        member("pendingFiles", pending.files);
    }

    void members(const BucketState& state) {
        if (state.bucket_id.content) {
            member("bucketId", *state.bucket_id.content);
        } else {
            out_.name("bucketId");
            opaque({state.bucket_id.version, state.bucket_id.bytes});
        }
        member("bucketPath", state.path);
        member("inProgressFileCreationTime", state.creation_time);
        member("inProgressFile", state.in_progress);
        if (state.version <= 2) {
            member("pendingFilesPerCheckpoint", state.pending);
        }
    }

    void members(const FileCommittable& committable) {
        if (committable.bucket_id) {
            member("bucketId", *committable.bucket_id);
        }
        member("pendingFile", committable.pending);
        member("inProgressFileToCleanup", committable.in_progress_to_clean_up);
        if (committable.bucket_id) {
            member("compactedFileToCleanup", committable.compacted_to_clean_up);
        }
    }

    void members(const CompactorRequest& request) {
        member("bucketId", request.bucket_id);
        member("committableToCompact", request.to_compact);
        member("committableToPassthrough", request.to_pass_on);
    }

    void members(const CompactorRequests::OfCheckpoint& checkpoint) {
        member("checkpointId", checkpoint.checkpoint);
        member("requests", checkpoint.requests);
    }

    void members(const CompactorRequests& requests) { member("checkpoints", requests.checkpoints); }

    void members(const CommitRequest& request) {
        member("committable", request.committable);
        member("retries", request.retries);
        member("state", request.state);
    }

    void members(const SubtaskCommittables& subtask) {
        if (subtask.subtask) {
            member("subtaskId", *subtask.subtask);
        }
        member("requests", subtask.requests);
        member("numCommittables", subtask.committables);
        if (subtask.drained) {
            member("numDrained", *subtask.drained);
        }
        member("numFailed", subtask.failed);
    }

    void members(const CheckpointCommittables& checkpoint) {
        member("checkpointId", checkpoint.checkpoint);
        if (checkpoint.number_of_subtasks) {
            member("numberOfSubtasks", *checkpoint.number_of_subtasks);
        }
        member("subtasks", checkpoint.subtasks);
    }

    void members(const CommitterState& state) {
        if (state.version == 1) {
            member("committables", state.committables);
        } else {
            member("checkpoints", state.checkpoints);
        }
    }

    void members(const GlobalCommitterState& state) {
        out_.name("globalCommittables");
        if (state.global_committables) {
            out_.begin_array();
            for (const Bytes bytes : state.global_committables->items) {
                opaque({state.global_committables->version, bytes});
            }
            out_.end_array();
        } else {
            out_.null();
        }
        member("collector", state.collector);
    }

    // ---- All ----------------------------------------------------------------------------------------------------------

    /// The version first, then what it is the version of.
    template <class T>
    void members(const Versioned<T>& value) {
        member("version", value.version);
        if (value.content) {
            members(*value.content);
        } else {
            opaque_members(value.bytes);
        }
    }

    template <class... T>
    void members(const std::variant<T...>& value) {
        std::visit([&](const auto& one) { members(one); }, value);
    }

    template <class T>
    void members(const std::shared_ptr<const T>& value) {
        members(*value);
    }

    /// An object of the members that `members` prints.
    template <class T>
    void print(const T& value) {
        out_.begin_object();
        members(value);
        out_.end_object();
    }

    template <class T>
    void print(const std::optional<T>& value) {
        if (value) {
            print(*value);
        } else {
            out_.null();
        }
    }

    template <class T>
    void print(const std::vector<T>& values) {
        out_.begin_array();
        for (const T& value : values) {
            print(value);
        }
        out_.end_array();
    }

    JsonBuilder out_;
};

/// The view of SimpleVersionedSerialization's bytes.
template <class Read>
std::string view_of(Bytes bytes, std::string_view name, bool int64_as_string, Read&& read) {
    ViewPrinter printer(int64_as_string);
    const auto payload = exactly(bytes, read_versioned);
    return payload ? printer.versioned_view(name, read(*payload)) : printer.opaque_view(bytes);
}

/// A reader of a format that nothing else can be, as it has a magic number.
template <auto read>
auto read_one(const VersionedBytes& payload) {
    using Content = decltype(read(0, std::declval<BoundedReader&>()));
    return versioned<Content>(payload, read);
}

template <auto read>
std::string print_element(Bytes value, std::string_view name, bool int64_as_string) {
    constexpr std::size_t kLengthSize = 4;  // what BytePrimitiveArraySerializer puts in front
    return view_of(value.subspan(std::min(kLengthSize, value.size())), name, int64_as_string, read);
}

std::string print_coordinator(Bytes value, bool int64_as_string) {
    ViewPrinter printer(int64_as_string);
    const auto coordinator = exactly(value, read_source_coordinator);
    return coordinator ? printer.coordinator_view(*coordinator) : printer.opaque_view(value);
}

struct View {
    OperatorBytes bytes;
    PrintView print;
};

// In the order of OperatorBytes.
constexpr View kViews[] = {
    {OperatorBytes::kSplit, [](Bytes value, bool text) { return print_element<read_split>(value, "split", text); }},
    {OperatorBytes::kWriterState,
     [](Bytes value, bool text) { return print_element<read_writer_state>(value, "writer", text); }},
    {OperatorBytes::kCommitter,
     [](Bytes value, bool text) { return print_element<read_sink_committer>(value, "committer", text); }},
    {OperatorBytes::kBucket,
     [](Bytes value, bool text) { return print_element<read_one<read_bucket_state>>(value, "bucket", text); }},
    {OperatorBytes::kCompactor,
     [](Bytes value, bool text) { return print_element<read_one<read_compactor_requests>>(value, "compactor", text); }},
    {OperatorBytes::kCommittable,
     [](Bytes value, bool text) { return print_element<read_one<read_file_committable>>(value, "committable", text); }},
    {OperatorBytes::kCoordinator, print_coordinator},
};

}  // namespace

PrintView view_printer_of(const StateDescriptor& state) {
    const std::optional<OperatorBytes> bytes = operator_bytes_of(state);
    return bytes ? kViews[static_cast<std::size_t>(*bytes)].print : nullptr;
}

}  // namespace sp::rows
