#include <algorithm>
#include <cstring>

#include "io/atomic_folder.hpp"
#include "io/big_endian.hpp"
#include "io/external_sort.hpp"
#include "io/sort_key.hpp"
#include "metadata/metadata_format.hpp"
#include "metadata/metadata_writer.hpp"
#include "restore/key_group_assignment.hpp"
#include "sp/write.hpp"
#include "write/canonical_form.hpp"
#include "write/canonical_writer.hpp"
#include "write/composite_key_writer.hpp"
#include "write/operator_state_writer.hpp"
#include "write/state_headers.hpp"

namespace sp {
namespace {

constexpr std::string_view kMetadataName = "_metadata";

/// The order in which an operator's entries are written; the first byte behind its number in a sort key.
enum class Section : std::uint8_t { kKeyed, kBroadcast, kElements };

/// What all sort keys start with. Behind it follow for keyed state the key group, the state and the composite key, for
/// elements the subtask, the state and the index, for broadcast state the state and the map key.
struct SortKey {
    std::uint32_t op = 0;
    Section section = Section::kKeyed;
    std::uint32_t place = 0;  ///< key group or subtask
    std::uint16_t state = 0;
    Bytes rest;

    static constexpr std::size_t kHeadSize = 4 + 1 + 4 + 2;

    void append_to(ByteVector& out) const {
        const auto number = [&](std::uint64_t value, int size) {
            for (int i = size; i-- > 0;) {
                out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
            }
        };
        number(op, 4);
        number(static_cast<std::uint8_t>(section), 1);
        number(place, 4);
        number(state, 2);
    }

    static SortKey parse(Bytes key) {
        const std::uint8_t* const p = key.data();
        return {load_u32(p), static_cast<Section>(p[4]), load_u32(p + 5), load_u16(p + 9), key.subspan(kHeadSize)};
    }
};

std::string label_of_plan(const OperatorPlan& plan) { return plan.uid.empty() ? plan.id.hex() : plan.uid; }

void check(const OperatorPlan& plan) {
    const auto fail = [&](const std::string& what) {
        throw UsageError("operator " + label_of_plan(plan) + ": " + what);
    };
    if (plan.max_parallelism < 1 || plan.max_parallelism > metadata_format::kMaxKeyGroups) {
        fail("a max parallelism of " + std::to_string(plan.max_parallelism) + " is not within 1 and " +
             std::to_string(metadata_format::kMaxKeyGroups));
    }
    if (plan.parallelism < 1 || plan.parallelism > plan.max_parallelism) {
        fail("a parallelism of " + std::to_string(plan.parallelism) + " is not within 1 and the max parallelism of " +
             std::to_string(plan.max_parallelism));
    }
    for (const StateDescriptor& state : plan.operator_states) {
        if (state.kind == StateKind::kBroadcast && !state.map_key) {
            throw UnsupportedError("operator " + label_of_plan(plan) + ": broadcast state '" + state.name +
                                   "': its entries cannot be told apart, so that it cannot be written");
        }
    }
}

}  // namespace

class SavepointWriter::Impl {
public:
    Impl(std::string path, WriteOptions options)
        : options_(std::move(options)),
          folder_(std::move(path), options_.overwrite, std::string(kMetadataName)),
          sorter_({.temp_dir = options_.temporary_folder, .memory = static_cast<std::size_t>(options_.memory)}) {}

    std::size_t add_operator(OperatorPlan plan) {
        check(plan);
        Operator& op = operators_.emplace_back();
        // List and union states stand first in headers, and so do their elements.
        std::vector<StateDescriptor>& states = plan.operator_states;
        op.header_places.resize(states.size());
        std::size_t place = 0;
        for (const bool is_broadcast : {false, true}) {
            for (std::size_t i = 0; i < states.size(); ++i) {
                if ((states[i].kind == StateKind::kBroadcast) == is_broadcast) {
                    op.header_places[i] = static_cast<std::uint16_t>(place++);
                }
            }
        }
        std::stable_partition(states.begin(), states.end(),
                              [](const StateDescriptor& state) { return state.kind != StateKind::kBroadcast; });
        for (StateDescriptor& state : plan.keyed_states) {
            state = canonical_form(std::move(state));
            op.keys.emplace_back(state);
        }
        op.plan = std::move(plan);
        return operators_.size() - 1;
    }

    void add_keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry) {
        begin_key({static_cast<std::uint32_t>(op),
                   Section::kKeyed,
                   static_cast<std::uint32_t>(key_group),
                   static_cast<std::uint16_t>(state),
                   {}});
        operators_[op].keys[state].append(key_, entry);
        if (operators_[op].plan.keyed_states[state].kind != StateKind::kMap) {
            sorter_.add(key_, entry.value);
            return;
        }
        value_.assign(1, entry.is_null_value ? 1 : 0);
        value_.insert(value_.end(), entry.value.begin(), entry.value.end());
        sorter_.add(key_, value_);
    }

    void add_element(std::size_t op, std::size_t state, std::int32_t subtask, const Entry& entry) {
        begin_key({static_cast<std::uint32_t>(op),
                   Section::kElements,
                   static_cast<std::uint32_t>(subtask),
                   operators_[op].header_places[state],
                   {}});
        append_number(key_, entry.index);
        sorter_.add(key_, entry.value);
    }

    void add_broadcast(std::size_t op, std::size_t state, const Entry& entry) {
        begin_key({static_cast<std::uint32_t>(op), Section::kBroadcast, 0, operators_[op].header_places[state], {}});
        key_.insert(key_.end(), entry.map_key.begin(), entry.map_key.end());
        sorter_.add(key_, entry.value);
    }

    void commit() {
        sorter_.finish();
        is_at_end_ = !sorter_.next(next_key_, next_payload_);
        SavepointMetadata metadata;
        metadata.version = options_.metadata_version;
        metadata.checkpoint_id = options_.checkpoint_id;
        for (std::size_t i = 0; i < operators_.size(); ++i) {
            metadata.operators.push_back(write_operator(i));
        }
        if (!is_at_end_) {
            throw std::logic_error("entries of an operator, key group or subtask that is not in the plan");
        }
        const ByteVector bytes = write_metadata(metadata);
        const auto sink = folder_.create(std::string(kMetadataName));
        sink->write(as_text(bytes));
        close(*sink);
        folder_.commit();
    }

    [[nodiscard]] const std::string& temporary_path() const { return folder_.temporary_path(); }

private:
    struct Operator {
        OperatorPlan plan;
        std::vector<CompositeKeyWriter> keys;      ///< by keyed state
        std::vector<std::uint16_t> header_places;  ///< of the operator states, by their place in the plan as it came
    };

    struct BroadcastMap {
        std::uint32_t count = 0;
        ByteVector entries;
    };

    void begin_key(const SortKey& head) {
        key_.clear();
        head.append_to(key_);
    }

    static void close(FdSink& sink) {
        sink.sync();
        sink.close();
    }

    /// The next record if it is of this section, and of a place up to `last`.
    [[nodiscard]] std::optional<SortKey> peek(std::size_t op, Section section, std::int32_t last) const {
        if (is_at_end_) {
            return std::nullopt;
        }
        const SortKey key = SortKey::parse(next_key_);
        const bool is_wanted = key.op == op && key.section == section && key.place <= static_cast<std::uint32_t>(last);
        return is_wanted ? std::optional(key) : std::nullopt;
    }

    void advance() { is_at_end_ = !sorter_.next(next_key_, next_payload_); }

    OperatorState write_operator(std::size_t index) {
        const OperatorPlan& plan = operators_[index].plan;
        OperatorState op;
        op.id = plan.id;
        if (options_.metadata_version >= 5) {
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
        if (plan.key && !plan.keyed_states.empty()) {
            write_keyed_state(index, op);
        }
        if (!plan.operator_states.empty()) {
            write_operator_state(index, op);
        }
        return op;
    }

    void write_keyed_state(std::size_t index, OperatorState& op) {
        const OperatorPlan& plan = operators_[index].plan;
        const ByteVector header = write_keyed_state_header(*plan.key, plan.keyed_states, options_.is_compressed);
        for (SubtaskState& subtask : op.subtasks) {
            const KeyGroupRange range = key_groups_of_subtask(subtask.index, plan.parallelism, plan.max_parallelism);
            const std::string name = plan.id.hex() + "-keyed-" + std::to_string(subtask.index);
            const auto sink = folder_.create(name);
            CanonicalWriter writer(*sink, header, range, plan.max_parallelism, options_.is_compressed);
            ByteVector previous;
            while (const auto key = peek(index, Section::kKeyed, range.last())) {
                if (std::ranges::equal(previous, next_key_)) {
                    fail_twice(plan, plan.keyed_states[key->state], *key);
                }
                writer.add(static_cast<std::int32_t>(key->place), key->state, key->rest, next_payload_);
                previous.assign(next_key_.begin(), next_key_.end());
                advance();
            }
            KeyGroupsStateHandle handle;
            handle.range = range;
            handle.offsets = writer.finish();
            close(*sink);
            handle.delegate = handle_of(name);
            subtask.managed_keyed_state.value = std::move(handle);
        }
    }

    void write_operator_state(std::size_t index, OperatorState& op) {
        const OperatorPlan& plan = operators_[index].plan;
        const ByteVector header = write_operator_state_header(plan.operator_states, options_.is_compressed);
        const std::vector<BroadcastMap> maps = read_broadcast(index);
        for (SubtaskState& subtask : op.subtasks) {
            const std::string name = plan.id.hex() + "-operator-" + std::to_string(subtask.index);
            const auto sink = folder_.create(name);
            OperatorStateWriter writer(*sink, header, plan.operator_states, options_.is_compressed);
            while (const auto key = peek(index, Section::kElements, subtask.index)) {
                writer.add_element(key->state, next_payload_);
                advance();
            }
            for (std::size_t state = 0; state < maps.size(); ++state) {
                if (plan.operator_states[state].kind == StateKind::kBroadcast) {
                    writer.add_map(state, maps[state].count, maps[state].entries);
                }
            }
            OperatorStateHandle handle = writer.finish();
            close(*sink);
            handle.delegate = handle_of(name);
            subtask.managed_operator_state = std::move(handle);
        }
    }

    /// Broadcast state lies on the heap of every subtask of a job, so that it can be held once here.
    std::vector<BroadcastMap> read_broadcast(std::size_t index) {
        const OperatorPlan& plan = operators_[index].plan;
        std::vector<BroadcastMap> maps(plan.operator_states.size());
        ByteVector previous;
        while (const auto key = peek(index, Section::kBroadcast, 0)) {
            if (std::ranges::equal(previous, next_key_)) {
                fail_twice(plan, plan.operator_states[key->state], *key);
            }
            BroadcastMap& map = maps[key->state];
            ++map.count;
            map.entries.insert(map.entries.end(), key->rest.begin(), key->rest.end());
            map.entries.insert(map.entries.end(), next_payload_.begin(), next_payload_.end());
            previous.assign(next_key_.begin(), next_key_.end());
            advance();
        }
        return maps;
    }

    [[nodiscard]] StreamStateHandle handle_of(const std::string& name) const {
        StreamStateHandle handle;
        handle.tag = HandleTag::kRelativeFile;
        handle.path = name;
        handle.state_size = static_cast<std::int64_t>(File::open(folder_.temporary_path() + "/" + name).size());
        return handle;
    }

    [[noreturn]] static void fail_twice(const OperatorPlan& plan, const StateDescriptor& state, const SortKey& key) {
        throw InputError("operator " + label_of_plan(plan) + ": state '" + state.name + "'" +
                         (key.section == Section::kKeyed ? " in key group " + std::to_string(key.place) : "") +
                         ": two entries have the same key, namespace and map key");
    }

    WriteOptions options_;
    AtomicFolder folder_;
    ExternalSorter sorter_;
    std::vector<Operator> operators_;
    ByteVector key_;
    ByteVector value_;
    Bytes next_key_;
    Bytes next_payload_;
    bool is_at_end_ = false;
};

SavepointWriter::SavepointWriter(std::string path, WriteOptions options)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(options))) {}
SavepointWriter::~SavepointWriter() = default;

std::size_t SavepointWriter::add_operator(OperatorPlan plan) { return impl_->add_operator(std::move(plan)); }

void SavepointWriter::add_keyed(std::size_t op, std::size_t state, std::int32_t key_group, const Entry& entry) {
    impl_->add_keyed(op, state, key_group, entry);
}

void SavepointWriter::add_element(std::size_t op, std::size_t state, std::int32_t subtask, const Entry& entry) {
    impl_->add_element(op, state, subtask, entry);
}

void SavepointWriter::add_broadcast(std::size_t op, std::size_t state, const Entry& entry) {
    impl_->add_broadcast(op, state, entry);
}

void SavepointWriter::commit() { impl_->commit(); }

const std::string& SavepointWriter::temporary_path() const { return impl_->temporary_path(); }

}  // namespace sp
