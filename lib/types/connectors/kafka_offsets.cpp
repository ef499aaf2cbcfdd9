#include "types/connectors/kafka_offsets.hpp"

#include <algorithm>
#include <utility>

#include "java/modified_utf8.hpp"
#include "types/connectors/source_states.hpp"

namespace sp::connectors {
namespace {

constexpr std::int32_t kSplitVersion = 0;
constexpr std::int32_t kDynamicVersion = 1;

KafkaOffset offset_of(const KafkaSplit& split, const std::string& cluster) {
    KafkaOffset offset;
    offset.where = {cluster, split.topic, split.partition};
    if (split.starting_offset != KafkaSplit::kNone) {
        offset.offset = split.starting_offset;
    }
    if (split.stopping_offset != KafkaSplit::kNone) {
        offset.stopping_offset = split.stopping_offset;
    }
    return offset;
}

void change(KafkaSplit& split, const KafkaOffset& offset) {
    split.starting_offset = offset.offset.value_or(split.starting_offset);
    split.stopping_offset = offset.stopping_offset.value_or(split.stopping_offset);
}

KafkaSplit split_of(const KafkaOffset& offset) {
    KafkaSplit split;
    split.topic = offset.where.topic;
    split.partition = offset.where.partition;
    change(split, offset);
    return split;
}

bool is_of(const KafkaSplit& split, const KafkaPartition& where) {
    return split.partition == where.partition && split.topic == where.topic;
}

void write_versioned(ByteWriter& out, std::int32_t version, Bytes payload) {
    out.i32(version);
    out.length_prefixed(payload);
}

/// The split that is inside, whatever is around it.
const Split* innermost(const Split& split) {
    if (const auto* const hybrid = std::get_if<std::shared_ptr<const HybridSplit>>(&split)) {
        return (*hybrid)->split.content ? innermost(*(*hybrid)->split.content) : nullptr;
    }
    return &split;
}

ByteVector changed_payload(const Split& split, const KafkaOffset& offset) {
    ByteWriter out;
    if (const auto* const kafka = std::get_if<KafkaSplit>(&split)) {
        KafkaSplit changed = *kafka;
        change(changed, offset);
        write(out, changed);
    } else if (const auto* const dynamic = std::get_if<DynamicKafkaSplit>(&split)) {
        DynamicKafkaSplit changed = *dynamic;
        change(changed.split, offset);
        write(out, changed);
    } else {
        const HybridSplit& hybrid = *std::get<std::shared_ptr<const HybridSplit>>(split);
        out.i32(hybrid.source_index);
        java::write_utf(out, hybrid.id);
        write_versioned(out, hybrid.split.version, changed_payload(*hybrid.split.content, offset));
    }
    return out.take();
}

Versioned<Split> split_in(Bytes element) {
    BoundedReader in(element, "split");
    const VersionedBytes payload = read_versioned(in);
    in.expect_end("split");
    return read_split(payload);
}

}  // namespace

std::optional<KafkaOffset> read_kafka_offset(Bytes element) {
    Versioned<Split> versioned;
    try {
        versioned = split_in(element);
    } catch (const InputError&) {
        return std::nullopt;
    }
    const Split* const split = versioned.content ? innermost(*versioned.content) : nullptr;
    if (split == nullptr) {
        return std::nullopt;
    }
    if (const auto* const kafka = std::get_if<KafkaSplit>(split)) {
        return offset_of(*kafka, "");
    }
    if (const auto* const dynamic = std::get_if<DynamicKafkaSplit>(split)) {
        return offset_of(dynamic->split, dynamic->cluster);
    }
    return std::nullopt;
}

ByteVector with_kafka_offset(Bytes element, const KafkaOffset& offset) {
    const Versioned<Split> versioned = split_in(element);
    ByteWriter out;
    write_versioned(out, versioned.version, changed_payload(versioned.content.value(), offset));
    return out.take();
}

ByteVector make_kafka_element(const KafkaOffset& offset) {
    ByteWriter payload;
    const bool is_dynamic = !offset.where.cluster.empty();
    if (is_dynamic) {
        write(payload, DynamicKafkaSplit{offset.where.cluster, split_of(offset)});
    } else {
        write(payload, split_of(offset));
    }
    ByteWriter out;
    write_versioned(out, is_dynamic ? kDynamicVersion : kSplitVersion, payload.view());
    return out.take();
}

std::optional<KafkaCoordinator> KafkaCoordinator::read(Bytes state) {
    KafkaCoordinator result;
    Versioned<Enumerator> versioned;
    try {
        BoundedReader in(state, "coordinator");
        SourceCoordinator coordinator = read_source_coordinator(in);
        in.expect_end("coordinator");
        result.version_ = coordinator.version;
        versioned = std::move(coordinator.enumerator);
    } catch (const InputError&) {
        return std::nullopt;
    }
    while (versioned.content) {
        if (const auto* const hybrid = std::get_if<std::shared_ptr<const HybridEnumerator>>(&*versioned.content)) {
            result.hybrids_.push_back({versioned.version, (*hybrid)->source_index});
            versioned = Versioned<Enumerator>((*hybrid)->enumerator);
            continue;
        }
        result.payload_version_ = versioned.version;
        if (auto* const kafka = std::get_if<KafkaEnumerator>(&*versioned.content)) {
            result.enumerator_ = std::move(*kafka);
            return result;
        }
        if (auto* const dynamic = std::get_if<DynamicKafkaEnumerator>(&*versioned.content)) {
            result.enumerator_ = std::move(*dynamic);
            return result;
        }
        break;
    }
    return std::nullopt;
}

std::vector<KafkaCoordinator::Partition> KafkaCoordinator::partitions() const {
    std::vector<Partition> partitions;
    const auto add = [&](const std::string& cluster, const KafkaEnumerator& enumerator) {
        const auto add_split = [&](const KafkaSplit& split, bool is_assigned) {
            const KafkaOffset offset = offset_of(split, cluster);
            partitions.push_back({offset.where, is_assigned, offset.offset, offset.stopping_offset});
        };
        for (const KafkaEnumerator::Subtask& subtask : enumerator.subtasks) {
            for (const KafkaSplit& split : subtask.splits) {
                add_split(split, true);
            }
        }
        for (const KafkaEnumerator::Partition& partition : enumerator.partitions) {
            add_split(partition.split, partition.status == KafkaEnumerator::kAssigned);
        }
    };
    if (const auto* const one = std::get_if<KafkaEnumerator>(&enumerator_)) {
        add("", *one);
    } else {
        for (const DynamicKafkaEnumerator::Enumerator& cluster :
             std::get<DynamicKafkaEnumerator>(enumerator_).enumerators) {
            add(cluster.cluster, cluster.state);
        }
    }
    return partitions;
}

bool KafkaCoordinator::knows_cluster(const std::string& cluster) const {
    const auto* const dynamic = std::get_if<DynamicKafkaEnumerator>(&enumerator_);
    return dynamic == nullptr ||
           std::any_of(dynamic->enumerators.begin(), dynamic->enumerators.end(),
                       [&](const DynamicKafkaEnumerator::Enumerator& one) { return one.cluster == cluster; });
}

KafkaEnumerator* KafkaCoordinator::enumerator_of(const KafkaPartition& where) {
    if (auto* const one = std::get_if<KafkaEnumerator>(&enumerator_)) {
        return one;
    }
    for (DynamicKafkaEnumerator::Enumerator& cluster : std::get<DynamicKafkaEnumerator>(enumerator_).enumerators) {
        if (cluster.cluster == where.cluster) {
            return &cluster.state;
        }
    }
    return nullptr;
}

bool KafkaCoordinator::keeps_offset(const KafkaPartition& where) const {
    const std::vector<Partition> all = partitions();
    return std::any_of(all.begin(), all.end(), [&](const Partition& partition) {
        return partition.where == where && !partition.is_assigned && partition.offset;
    });
}

void KafkaCoordinator::set(const KafkaOffset& offset) {
    KafkaEnumerator* const enumerator = enumerator_of(offset.where);
    if (enumerator == nullptr) {
        return;
    }
    for (KafkaEnumerator::Subtask& subtask : enumerator->subtasks) {
        for (KafkaSplit& split : subtask.splits) {
            if (is_of(split, offset.where)) {
                change(split, offset);
            }
        }
    }
    if (enumerator->version != 3) {
        return;  // without offsets
    }
    for (KafkaEnumerator::Partition& partition : enumerator->partitions) {
        // One that was taken over from an older version has none, and needs none.
        if (is_of(partition.split, offset.where) && partition.split.starting_offset != KafkaSplit::kNone) {
            change(partition.split, offset);
        }
    }
}

void KafkaCoordinator::assign(const KafkaOffset& offset, std::int32_t subtask) {
    KafkaEnumerator* const enumerator = enumerator_of(offset.where);
    if (enumerator == nullptr) {
        return;
    }
    if (enumerator->version == 0) {
        const auto known =
            std::find_if(enumerator->subtasks.begin(), enumerator->subtasks.end(),
                         [&](const KafkaEnumerator::Subtask& candidate) { return candidate.subtask == subtask; });
        KafkaEnumerator::Subtask& owner =
            known != enumerator->subtasks.end()
                ? *known
                : enumerator->subtasks.emplace_back(KafkaEnumerator::Subtask{subtask, {}});
        owner.splits.push_back(split_of(offset));
        return;
    }
    KafkaSplit split = split_of(offset);
    if (enumerator->version != 3) {
        split.starting_offset = KafkaSplit::kNone;
        split.stopping_offset = KafkaSplit::kNone;
    }
    const auto known =
        std::find_if(enumerator->partitions.begin(), enumerator->partitions.end(),
                     [&](const KafkaEnumerator::Partition& partition) { return is_of(partition.split, offset.where); });
    if (known != enumerator->partitions.end()) {
        *known = {std::move(split), KafkaEnumerator::kAssigned};
    } else {
        enumerator->partitions.push_back({std::move(split), KafkaEnumerator::kAssigned});
    }
}

ByteVector KafkaCoordinator::payload() const {
    ByteWriter out;
    std::visit([&](const auto& enumerator) { write(out, enumerator); }, enumerator_);
    ByteVector bytes = out.take();
    std::int32_t version = payload_version_;
    for (std::size_t i = hybrids_.size(); i-- > 0;) {
        ByteWriter around;
        around.i32(hybrids_[i].source_index);
        write_versioned(around, version, bytes);
        bytes = around.take();
        version = hybrids_[i].version;
    }
    return bytes;
}

ByteVector KafkaCoordinator::bytes() const {
    ByteWriter out;
    out.i32(version_);
    write_versioned(out, hybrids_.empty() ? payload_version_ : hybrids_.front().version, payload());
    return out.take();
}

}  // namespace sp::connectors
