#include "rewrite/kafka_offsets.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "io/byte_writer.hpp"
#include "rewrite/transforms.hpp"
#include "rows/kafka_offsets.hpp"
#include "sp/error.hpp"
#include "types/connectors/operator_bytes.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::rewriting {
namespace {

using connectors::KafkaOffset;
using connectors::KafkaPartition;
using rows::KafkaElement;
using rows::KafkaOffsetRow;
using rows::KafkaState;
using rows::name_of;

constexpr std::size_t kReadableBehind = 32;  // of Entry's slices
/// Behind what rows can have.
constexpr std::uint64_t kFirstSequence = std::uint64_t{1} << 60;

/// An element as the state's serializer writes it.
ByteVector serialized(Bytes element, bool is_legacy) {
    if (is_legacy) {
        return {element.begin(), element.end()};
    }
    ByteWriter out;
    out.length_prefixed(element);
    return out.take();
}

/// Takes the rows of one operator.
class OperatorOffsets {
public:
    OperatorOffsets(const RewritePlan& plan, OperatorRewrite& op)
        : plan_(plan),
          op_(op),
          state_(rows::read_kafka_state(op.source->argument, plan.options.files, op.original().id.hex())),
          edits_(std::make_shared<KafkaOffsetEdits>()) {
        for (const StateDescriptor& state : op.schema().states) {
            if (connectors::is_legacy_kafka_state(state)) {
                legacy_state_ = state.name;
            } else if (connectors::operator_bytes_of(state) == connectors::OperatorBytes::kSplit) {
                reader_state_ = state.name;
            }
        }
    }

    void take(const KafkaOffsetRow& row) {
        if (!state_.is_kafka() && legacy_state_.empty()) {
            throw InputError(row.place + ": operator " + op_.label() + " keeps no partitions of Kafka");
        }
        if (!taken_.insert(row.offset.where).second) {
            throw InputError(row.place + ": partition " + name_of(row.offset.where) + " is there twice");
        }
        if (set(row.offset)) {
            return;
        }
        if (!plan_.options.add_partitions) {
            throw InputError(row.place + ": operator " + op_.label() + " has no partition " +
                             name_of(row.offset.where) + "; --add adds it" + nearest(row.offset.where));
        }
        add(row);
    }

    void finish() {
        if (edits_->changed.empty() && edits_->added.empty() && !is_coordinator_changed_) {
            return;
        }
        refuse_finished_subtasks(op_);
        if (!edits_->changed.empty() || !edits_->added.empty()) {
            op_.operator_state = RewriteWay::kEntries;
            op_.kafka_offsets = edits_;
        }
        if (is_coordinator_changed_) {
            op_.op.coordinator_state.tag = HandleTag::kByteStream;
            op_.op.coordinator_state.path = op_.op.id.hex() + "-coordinator";
            op_.op.coordinator_state.bytes = SharedBytes(state_.coordinator->bytes());
            op_.sets_enumerator = true;
        }
        op_.changes.push_back("kafka offsets: " + std::to_string(set_) + " set, " + std::to_string(added_) + " added");
    }

private:
    /// False if the partition is not known.
    bool set(const KafkaOffset& offset) {
        bool is_known = false;
        bool is_changed = false;
        for (const KafkaElement& element : state_.elements) {
            if (element.offset.where != offset.where) {
                continue;
            }
            is_known = true;
            const ByteVector changed = element.is_legacy ? connectors::with_legacy_kafka_offset(element.bytes, offset)
                                                         : connectors::with_kafka_offset(element.bytes, offset);
            if (changed != element.bytes) {
                edits_->changed[{element.state, element.subtask, element.index}] =
                    serialized(changed, element.is_legacy);
                is_changed = true;
            }
        }
        if (is_known) {
            set_in_coordinator(offset);
        } else if (state_.coordinator) {
            is_known = set_unassigned(offset, is_changed);
        }
        set_ += is_changed ? 1 : 0;
        return is_known;
    }

    /// One that the enumerator has found and no reader has: either the enumerator keeps its offset, or a reader gets it.
    bool set_unassigned(const KafkaOffset& offset, bool& is_changed) {
        const auto all = state_.coordinator->partitions();
        const auto known = std::find_if(all.begin(), all.end(), [&](const auto& partition) {
            return partition.where == offset.where && !partition.is_assigned;
        });
        if (known == all.end()) {
            return false;
        }
        if (!offset.offset) {
            return true;
        }
        if (known->offset) {
            set_in_coordinator(offset);
            is_changed = known->offset != offset.offset ||
                         (offset.stopping_offset && known->stopping_offset != offset.stopping_offset);
            return true;
        }
        give_to_reader(offset);
        is_changed = true;
        return true;
    }

    void set_in_coordinator(const KafkaOffset& offset) {
        if (!state_.coordinator) {
            return;
        }
        const ByteVector before = state_.coordinator->bytes();
        state_.coordinator->set(offset);
        is_coordinator_changed_ = is_coordinator_changed_ || state_.coordinator->bytes() != before;
    }

    void give_to_reader(const KafkaOffset& offset) {
        edits_->added.push_back({reader_state_, serialized(connectors::make_kafka_element(offset), false)});
        state_.coordinator->assign(offset, 0);
        is_coordinator_changed_ = true;
    }

    void add(const KafkaOffsetRow& row) {
        const KafkaOffset& offset = row.offset;
        const std::string label = row.place + ": operator " + op_.label() + ": partition " + name_of(offset.where);
        if (!offset.offset) {
            throw InputError(label + " is new and has no offset");
        }
        if (!legacy_state_.empty()) {
            const auto like = std::find_if(state_.elements.begin(), state_.elements.end(),
                                           [](const KafkaElement& element) { return element.is_legacy; });
            if (like == state_.elements.end()) {
                throw UnsupportedError(label + " cannot be added: there is none after which it could be written");
            }
            refuse_cluster(label, offset, false);
            const ByteVector element = connectors::make_legacy_kafka_element(like->bytes, offset);
            edits_->added.push_back({legacy_state_, serialized(element, true)});
            ++added_;
            return;
        }
        if (!state_.coordinator || reader_state_.empty()) {
            throw UnsupportedError(label + " cannot be added: the savepoint has no " +
                                   (reader_state_.empty() ? "state of readers" : "enumerator of Kafka's") +
                                   ", which would find all partitions anew");
        }
        if (state_.coordinator->is_hybrid()) {
            throw UnsupportedError(label + " cannot be added to a HybridSource");
        }
        refuse_cluster(label, offset, state_.coordinator->has_clusters());
        if (!state_.coordinator->knows_cluster(offset.where.cluster)) {
            throw InputError(label + ": there is no such cluster");
        }
        give_to_reader(offset);
        ++added_;
    }

    static void refuse_cluster(const std::string& label, const KafkaOffset& offset, bool has_clusters) {
        if (offset.where.cluster.empty() == has_clusters) {
            throw InputError(label + (has_clusters ? " needs a cluster" : ": its source has no clusters"));
        }
    }

    [[nodiscard]] std::string nearest(const KafkaPartition& wanted) const {
        std::set<std::string> names;
        for (const KafkaElement& element : state_.elements) {
            names.insert(name_of(element.offset.where));
        }
        if (state_.coordinator) {
            for (const auto& partition : state_.coordinator->partitions()) {
                names.insert(name_of(partition.where));
            }
        }
        return names.empty() ? "" : "; there are:" + list_nearest(name_of(wanted), {names.begin(), names.end()});
    }

    const RewritePlan& plan_;
    OperatorRewrite& op_;
    KafkaState state_;
    std::shared_ptr<KafkaOffsetEdits> edits_;
    std::string reader_state_;
    std::string legacy_state_;
    std::set<KafkaPartition> taken_;
    bool is_coordinator_changed_ = false;
    std::uint64_t set_ = 0;
    std::uint64_t added_ = 0;
};

/// The only operator that keeps partitions.
OperatorRewrite& only_source(RewritePlan& plan, const KafkaOffsetRow& row) {
    OperatorRewrite* found = nullptr;
    for (OperatorRewrite& op : plan.operators) {
        if (!has_operator_state(op.op) && op.op.coordinator_state.is_null()) {
            continue;
        }
        if (!rows::read_kafka_state(op.source->argument, plan.options.files, op.original().id.hex()).is_kafka()) {
            continue;
        }
        if (found != nullptr) {
            throw InputError(row.place + ": it has no \"uid\", and operators " + found->label() + " and " + op.label() +
                             " both keep partitions of Kafka");
        }
        found = &op;
    }
    if (found == nullptr) {
        throw InputError(row.place + ": no operator keeps partitions of Kafka");
    }
    return *found;
}

OperatorRewrite& operator_of(RewritePlan& plan, const KafkaOffsetRow& row) {
    try {
        return plan.find(row.uid.empty() ? row.operator_id : row.uid, "--kafka-offsets");
    } catch (const UsageError& error) {
        throw InputError(row.place + ": " + error.what());
    }
}

}  // namespace

void ChangeKafkaOffsets::change(BaseBatch& batch) {
    if (batch.state.kind != StateKind::kOperatorList && batch.state.kind != StateKind::kOperatorUnion) {
        return;
    }
    std::size_t used = 0;
    for (Entry& entry : batch.entries) {
        const auto changed = edits_.changed.find({batch.state.name, batch.subtask, entry.index});
        if (changed == edits_.changed.end()) {
            continue;
        }
        if (used == kept_.size()) {
            kept_.emplace_back();
        }
        ByteVector& bytes = kept_[used++];
        const std::size_t size = changed->second.size();
        bytes.assign(changed->second.begin(), changed->second.end());
        bytes.resize(size + kReadableBehind);
        entry.value = Bytes(bytes).first(size);
    }
}

void add_kafka_elements(const KafkaOffsetEdits& edits, const OperatorPlan& plan, std::size_t writer_index,
                        EntryAdder adder) {
    std::uint64_t sequence = kFirstSequence;
    for (const KafkaOffsetEdits::Added& added : edits.added) {
        const auto state = std::find_if(plan.operator_states.begin(), plan.operator_states.end(),
                                        [&](const StateDescriptor& known) { return known.name == added.state; });
        if (state != plan.operator_states.end()) {
            adder.element(writer_index, static_cast<std::size_t>(state - plan.operator_states.begin()), std::nullopt,
                          std::nullopt, added.element, ++sequence);
        }
    }
}

void set_kafka_offsets(RewritePlan& plan) {
    if (plan.options.kafka_offsets.empty()) {
        return;
    }
    std::map<OperatorRewrite*, OperatorOffsets> operators;
    OperatorRewrite* only = nullptr;
    for (const KafkaOffsetRow& row : rows::read_kafka_offset_rows(plan.options.kafka_offsets)) {
        OperatorRewrite* op = nullptr;
        if (row.uid.empty() && row.operator_id.empty()) {
            only = only == nullptr ? &only_source(plan, row) : only;
            op = only;
        } else {
            op = &operator_of(plan, row);
        }
        operators.try_emplace(op, plan, *op).first->second.take(row);
    }
    for (auto& [op, offsets] : operators) {
        offsets.finish();
    }
}

}  // namespace sp::rewriting
