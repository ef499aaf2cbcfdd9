#include <algorithm>
#include <stdexcept>

#include "io/sort_key.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/metadata_writer.hpp"
#include "restore/key_group_assignment.hpp"
#include "sp/error.hpp"
#include "sp/write.hpp"
#include "state/state_meta_info_format.hpp"
#include "types/codecs/skipper.hpp"
#include "write/canonical_writer.hpp"
#include "write/entry_adder.hpp"
#include "write/entry_merger.hpp"
#include "write/operator_state_writer.hpp"
#include "write/output_folder.hpp"
#include "write/part_folder.hpp"
#include "write/read_back.hpp"
#include "write/savepoint_frame.hpp"
#include "write/state_headers.hpp"

namespace sp {
namespace {

/// Elements without a subtask are few beside keyed state, as a rule.
constexpr std::uint64_t kUndealtShare = 8;
constexpr std::size_t kMostOperators = 0xFFFF;

StreamStateHandle handle_of(const std::string& name, std::uint64_t size) {
    StreamStateHandle handle;
    handle.tag = HandleTag::kRelativeFile;
    handle.path = name;
    handle.state_size = static_cast<std::int64_t>(size);
    return handle;
}

}  // namespace

class SavepointWriter::Impl {
public:
    Impl(const std::string& path, WriteOptions options)
        : options_(std::move(options)),
          part_folder_(options_.split && !path.empty() ? new PartFolder(path, *options_.split) : nullptr),
          folder_(part_folder_ != nullptr ? std::unique_ptr<OutputFolder>(part_folder_)
                                          : open_output_folder(path, options_.overwrite)),
          sort_(options_.threads, options_.temporary_folder,
                static_cast<std::size_t>(options_.memory - options_.memory / kUndealtShare)),
          undealt_(options_.threads, options_.temporary_folder,
                   static_cast<std::size_t>(options_.memory / kUndealtShare)) {}

    std::size_t add_operator(OperatorPlan plan) {
        if (operators_.size() == kMostOperators) {
            throw UsageError("more than " + std::to_string(kMostOperators) + " operators cannot be written");
        }
        operators_.emplace_back(std::move(plan));
        return operators_.size() - 1;
    }

    EntryAdder adder(unsigned thread) {
        adders_.push_back(std::make_shared<EntryAdder::Impl>(operators_, sort_, undealt_, thread));
        return EntryAdder(adders_.back());
    }

    /// Of the first thread, for those who have only one.
    EntryAdder& only_adder() {
        if (!only_adder_) {
            only_adder_.emplace(adder(0));
        }
        return *only_adder_;
    }

    std::uint64_t next_sequence() { return sequence_++; }

    void set_frame(std::shared_ptr<SavepointFrame> frame) { frame_ = std::move(frame); }

    [[nodiscard]] bool has_entries(std::size_t op, bool is_keyed) const {
        return std::any_of(adders_.begin(), adders_.end(),
                           [&](const auto& adder) { return adder->has_entries(op, is_keyed); });
    }

    void set_coordinator(std::size_t op, ByteVector bytes) { operators_[op].plan.coordinator = std::move(bytes); }

    void set_part_rows(const PartRows& rows) { part_rows_ = rows; }

    void commit(const std::function<void(const std::vector<WrittenState>&)>& before_rename) {
        deal_elements();
        sort_.finish();
        merger_.emplace(operators_, sort_, options_.origin);
        SavepointMetadata metadata;
        metadata.version = options_.metadata_version;
        metadata.checkpoint_id = options_.checkpoint_id;
        for (std::size_t i = 0; i < operators_.size(); ++i) {
            metadata.operators.push_back(write_operator(i));
        }
        if (!merger_->at_end()) {
            throw std::logic_error("entries of an operator, key group or subtask that is not in the plan");
        }
        if (frame_) {
            metadata = frame_->complete(std::move(metadata.operators), *folder_);
        }
        if (part_folder_ != nullptr) {
            part_folder_->set_part({*options_.split, plan_checksum_, part_rows_, metadata});
        } else {
            StateFile file = folder_->create(std::string(metadata_format::kFileName));
            file.write(as_text(write_metadata(metadata)));
            file.close();
        }
        if (options_.verify && !folder_->temporary_path().empty()) {
            check_read_back(folder_->temporary_path(), operators_, checksums_,
                            [this](std::size_t op, bool is_keyed_state) { return is_written(op, is_keyed_state); });
        }
        if (before_rename) {
            before_rename(report());
        }
        folder_->commit();
    }

    [[nodiscard]] const std::string& temporary_path() const { return folder_->temporary_path(); }

private:
    /// Whether the state of the subtask is written.
    [[nodiscard]] bool is_wanted(const SubtaskState& subtask) const {
        return !options_.split || subtask.index == options_.split->index;
    }

    void add_to_plan(Bytes bytes) { plan_checksum_ = crc32c(bytes, plan_checksum_); }

    /// What all parts must agree on.
    void add_to_plan(const OperatorState& op) {
        add_to_plan(op.id.bytes);
        const std::int64_t numbers[] = {op.parallelism, op.max_parallelism, options_.metadata_version,
                                        options_.checkpoint_id};
        add_to_plan({reinterpret_cast<const std::uint8_t*>(numbers), sizeof numbers});
    }

    /// Gives a subtask to the elements that have none, in contiguous runs.
    void deal_elements() {
        std::map<std::pair<std::size_t, std::uint16_t>, std::uint64_t> counts;
        for (const auto& adder : adders_) {
            for (const auto& undealt : adder->undealt()) {
                counts[{undealt.op, undealt.state}] += undealt.count;
            }
        }
        if (counts.empty()) {
            return;
        }
        undealt_.finish();
        ExternalSorter& sorter = sort_.sorter(0);
        ExternalSorter::Record record;
        ByteVector key;
        std::pair<std::size_t, std::uint16_t> state{SIZE_MAX, 0};
        std::uint64_t position = 0;
        while (undealt_.next(record)) {
            WriteSortKey head = WriteSortKey::parse(record.key);
            if (state != std::pair<std::size_t, std::uint16_t>(head.op, head.state)) {
                state = {head.op, head.state};
                position = 0;
            }
            const auto parallelism = static_cast<std::uint64_t>(operators_[head.op].plan.parallelism);
            head.place = static_cast<std::uint16_t>(position++ * parallelism / counts[state]);
            key.clear();
            head.append_to(key);
            append_number(key, kNoIndex);
            sorter.add(key, record.payload, record.sequence);
        }
    }

    /// Whether the entry at hand is of this section, and of a place up to `last`.
    [[nodiscard]] bool is_at(std::size_t op, WriteSection section, std::int32_t last) const {
        return !merger_->at_end() && merger_->key().op == op && merger_->key().section == section &&
               merger_->key().place <= last;
    }

    [[nodiscard]] bool is_written(std::size_t op, bool is_keyed_state) const {
        return !frame_ || (is_keyed_state ? frame_->writes_keyed(op) : frame_->writes_operator_state(op));
    }

    void count(std::size_t op, bool is_keyed_state, std::size_t state, Bytes identity) {
        const WrittenChecksums::key_type which = {op, is_keyed_state, state};
        if (counted_ == nullptr || counted_->first != which) {  // entries of a state follow each other
            counted_ = &*checksums_.try_emplace(which).first;
        }
        StateChecksum& sum = counted_->second;
        if (frame_ && merger_->value_origin() != EntryMerger::Origin::kBase) {
            Changes& changes = changes_[which];
            ++(merger_->value_origin() == EntryMerger::Origin::kNew ? changes.added : changes.replaced);
        }
        if (options_.verify) {
            sum.add(merger_->key().place, identity, merger_->value());
        } else {
            ++sum.count;
        }
    }

    OperatorState write_operator(std::size_t index) {
        const OperatorPlan& plan = operators_[index].plan;
        OperatorState op;
        op.id = plan.id;
        if (metadata_format::has_operator_names(options_.metadata_version)) {
            op.uid = plan.uid;
            op.name = plan.name;
        }
        op.parallelism = plan.parallelism;
        op.max_parallelism = plan.max_parallelism;
        if (plan.coordinator) {
            op.coordinator_state.tag = HandleTag::kByteStream;
            op.coordinator_state.path = plan.id.hex() + "-coordinator";
            op.coordinator_state.bytes = SharedBytes(*plan.coordinator);
        }
        for (std::int32_t i = 0; i < plan.parallelism; ++i) {
            op.subtasks.emplace_back().index = i;
        }
        add_to_plan(op);
        if (plan.key && !plan.keyed_states.empty() && is_written(index, true)) {
            write_keyed_state(index, op);
        }
        if (!plan.operator_states.empty() && is_written(index, false)) {
            write_operator_state(index, op);
        }
        return op;
    }

    [[nodiscard]] bool is_compressed(const OperatorPlan& plan) const {
        return plan.is_compressed.value_or(options_.is_compressed);
    }

    void write_keyed_state(std::size_t index, OperatorState& op) {
        const OperatorPlan& plan = operators_[index].plan;
        const ByteVector header = write_keyed_state_header(*plan.key, plan.keyed_states, is_compressed(plan));
        add_to_plan(header);
        for (SubtaskState& subtask : op.subtasks) {
            const KeyGroupRange range = key_groups_of_subtask(subtask.index, plan.parallelism, plan.max_parallelism);
            const std::string name = plan.id.hex() + "-keyed-" + std::to_string(subtask.index);
            if (!is_wanted(subtask)) {
                continue;
            }
            StateFile file = folder_->create(name);
            CanonicalWriter writer(file, header, range, plan.max_parallelism, is_compressed(plan));
            while (is_at(index, WriteSection::kKeyed, range.last())) {
                const WriteSortKey& key = merger_->key();
                with_context(
                    [&] {
                    return "operator " + operators_[index].label() + ": state '" + plan.keyed_states[key.state].name +
                           "'";
                    },
                    [&] { writer.add(key.place, key.state, key.rest, merger_->value()); });
                count(index, true, key.state, key.rest);
                merger_->advance();
            }
            KeyGroupsStateHandle handle;
            handle.range = range;
            handle.offsets = writer.finish();
            file.close();
            handle.delegate = handle_of(folder_->name_of(name, file), file.size());
            subtask.managed_keyed_state.value = std::move(handle);
        }
    }

    /// Flink before 1.18 reads operator state as it is only, whatever it does with keyed state.
    [[nodiscard]] bool is_operator_state_compressed(const OperatorPlan& plan) const {
        return is_compressed(plan) &&
               options_.operator_proxy_version >= state_meta_info_format::kOperatorProxyVersionWithCompression;
    }

    void write_operator_state(std::size_t index, OperatorState& op) {
        const OperatorPlan& plan = operators_[index].plan;
        const ByteVector header = write_operator_state_header(plan.operator_states, options_.operator_proxy_version,
                                                              is_operator_state_compressed(plan));
        add_to_plan(header);
        const std::vector<BroadcastMap> maps = read_broadcast(index);
        for (SubtaskState& subtask : op.subtasks) {
            const std::string name = plan.id.hex() + "-operator-" + std::to_string(subtask.index);
            if (!is_wanted(subtask)) {
                continue;
            }
            StateFile file = folder_->create(name);
            OperatorStateWriter writer(file, header, plan.operator_states, is_operator_state_compressed(plan));
            std::vector<std::int64_t> positions(plan.operator_states.size(), 0);
            while (is_at(index, WriteSection::kElements, subtask.index)) {
                const std::uint16_t state = merger_->key().state;
                writer.add_element(state, merger_->value());
                count(index, false, state, ElementIdentity(positions[state]++).view());
                merger_->advance();
            }
            for (std::size_t state = 0; state < maps.size(); ++state) {
                if (plan.operator_states[state].kind == StateKind::kBroadcast) {
                    writer.add_map(state, maps[state].count, maps[state].entries);
                }
            }
            OperatorStateHandle handle = writer.finish();
            file.close();
            handle.delegate = handle_of(folder_->name_of(name, file), file.size());
            subtask.managed_operator_state = std::move(handle);
        }
    }

    struct BroadcastMap {
        static constexpr std::size_t kSizeSize = 4;
        bool is_whole = false;
        std::uint32_t count = 0;
        ByteVector entries;
    };

    /// Broadcast state lies on the heap of every subtask of a job, so that it can be held once here.
    std::vector<BroadcastMap> read_broadcast(std::size_t index) {
        std::vector<BroadcastMap> maps(operators_[index].plan.operator_states.size());
        while (is_at(index, WriteSection::kBroadcast, 0)) {
            const WriteSortKey& key = merger_->key();
            BroadcastMap& map = maps[key.state];
            if (map.is_whole) {
                throw UnsupportedError("operator " + operators_[index].label() + ": broadcast state '" +
                                       operators_[index].plan.operator_states[key.state].name +
                                       "': its map in the savepoint cannot be decoded, so that no entry can be added");
            }
            Bytes value = merger_->value();
            // Only what cannot be decoded has no key. It is a map with its size, as it is stored, and comes first.
            map.is_whole = key.rest.empty() && value.size() >= BroadcastMap::kSizeSize &&
                           codec::Skipper(operators_[index].plan.operator_states[key.state].map_key).fixed_size() != 0;
            if (map.is_whole) {
                map.count = load_u32(value.data());
                value = value.subspan(BroadcastMap::kSizeSize);
            } else {
                ++map.count;
            }
            map.entries.insert(map.entries.end(), key.rest.begin(), key.rest.end());
            map.entries.insert(map.entries.end(), value.begin(), value.end());
            count(index, false, key.state, key.rest);
            merger_->advance();
        }
        return maps;
    }

    [[nodiscard]] std::uint64_t removed(std::size_t op, std::size_t state) const {
        const auto found = merger_->removed().find({op, state});
        return found == merger_->removed().end() ? 0 : found->second;
    }

    [[nodiscard]] std::vector<WrittenState> report() const {
        std::vector<WrittenState> states;
        for (std::size_t op = 0; op < operators_.size(); ++op) {
            for (const bool is_keyed_state : {true, false}) {
                const OperatorPlan& plan = operators_[op].plan;
                const auto& planned = is_keyed_state ? plan.keyed_states : plan.operator_states;
                for (std::size_t i = 0; i < planned.size(); ++i) {
                    const bool is_timer = planned[i].kind == StateKind::kTimer;
                    if (!is_written(op, is_keyed_state)) {
                        continue;
                    }
                    const auto sum = checksums_.find({op, is_keyed_state, i});
                    const auto changes = changes_.find({op, is_keyed_state, i});
                    const Changes made = changes == changes_.end() ? Changes() : changes->second;
                    states.push_back({op, is_timer ? planned[i].timer_service : planned[i].name, planned[i].kind,
                                      is_timer ? std::optional(planned[i].timer_domain) : std::nullopt,
                                      sum == checksums_.end() ? 0 : sum->second.count, made.replaced, made.added,
                                      is_keyed_state ? removed(op, i) : 0});
                }
            }
        }
        return states;
    }

    WriteOptions options_;
    PartFolder* part_folder_;  ///< folder_, of a split
    std::unique_ptr<OutputFolder> folder_;
    PartRows part_rows_;
    std::uint32_t plan_checksum_ = 0;
    MergedSort sort_;
    MergedSort undealt_;
    std::vector<PlannedOperator> operators_;
    std::vector<std::shared_ptr<EntryAdder::Impl>> adders_;
    std::optional<EntryAdder> only_adder_;
    std::uint64_t sequence_ = kBaseSequence + 1;
    std::optional<EntryMerger> merger_;
    WrittenChecksums checksums_;
    WrittenChecksums::value_type* counted_ = nullptr;  ///< of the entry before
    std::shared_ptr<SavepointFrame> frame_;
    /// Entries that are not as in the base.
    struct Changes {
        std::uint64_t replaced = 0;
        std::uint64_t added = 0;
    };
    std::map<WrittenChecksums::key_type, Changes> changes_;
};

SavepointWriter::SavepointWriter(std::string path, WriteOptions options)
    : impl_(std::make_unique<Impl>(path, std::move(options))) {}
SavepointWriter::~SavepointWriter() = default;

std::size_t SavepointWriter::add_operator(OperatorPlan plan) { return impl_->add_operator(std::move(plan)); }

EntryAdder SavepointWriter::adder(unsigned thread) { return impl_->adder(thread); }

void SavepointWriter::set_frame(std::shared_ptr<SavepointFrame> frame) { impl_->set_frame(std::move(frame)); }

bool SavepointWriter::has_entries(std::size_t op, bool is_keyed) const { return impl_->has_entries(op, is_keyed); }

void SavepointWriter::set_coordinator(std::size_t op, ByteVector bytes) {
    impl_->set_coordinator(op, std::move(bytes));
}

void SavepointWriter::add_keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry) {
    impl_->only_adder().keyed(op, state, key_group, entry, impl_->next_sequence());
}

void SavepointWriter::add_element(std::size_t op, std::size_t state, std::int32_t subtask, const Entry& entry) {
    impl_->only_adder().element(op, state, subtask, entry.index, entry.value, impl_->next_sequence());
}

void SavepointWriter::add_broadcast(std::size_t op, std::size_t state, const Entry& entry) {
    impl_->only_adder().broadcast(op, state, entry, impl_->next_sequence());
}

void SavepointWriter::commit(const std::function<void(const std::vector<WrittenState>&)>& before_rename) {
    impl_->commit(before_rename);
}

void SavepointWriter::set_part_rows(const PartRows& rows) { impl_->set_part_rows(rows); }

const std::string& SavepointWriter::temporary_path() const { return impl_->temporary_path(); }

}  // namespace sp
