#include "write/base_entries.hpp"

#include <exception>
#include <mutex>
#include <unordered_map>

#include "io/worker_threads.hpp"
#include "restore/state_identity.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

constexpr StateKind kKeyedKinds[] = {StateKind::kValue,    StateKind::kList,        StateKind::kMap,
                                     StateKind::kReducing, StateKind::kAggregating, StateKind::kFolding};
constexpr StateKind kOperatorKinds[] = {StateKind::kOperatorList, StateKind::kOperatorUnion, StateKind::kBroadcast};

ReadOptions read_options(const BaseReading& reading) {
    ReadOptions read;
    read.files = reading.files;
    read.operator_ids = {reading.operator_id};
    read.progress = reading.progress;
    const auto add = [&](const auto& kinds, const std::vector<StateDescriptor>& planned) {
        for (const StateKind kind : kinds) {
            for (const StateDescriptor& state : planned) {
                if (state.kind == kind && reading.left_out.count(state.name) == 0) {
                    read.kinds.push_back(kind);
                    read.states.push_back(state.name);
                }
            }
        }
    };
    if (reading.keyed) {
        add(kKeyedKinds, reading.plan->keyed_states);
        for (const StateDescriptor& state : reading.plan->keyed_states) {
            if (state.kind == StateKind::kTimer) {
                read.with_timers = true;
                read.timers.services.push_back(state.timer_service);
            }
        }
        if (read.with_timers) {
            read.kinds.push_back(StateKind::kTimer);
        }
    }
    if (reading.operator_state) {
        add(kOperatorKinds, reading.plan->operator_states);
        read.all_copies = true;
    }
    return read;
}

/// Reads parts, for one thread.
class PartFeeder {
public:
    PartFeeder(const BaseReading& reading, EntryAdder adder)
        : reading_(reading), adder_(std::move(adder)), changes_(reading.changes ? reading.changes() : EntryChanges()) {}

    void add_all(EntryReader& reader) {
        positions_.clear();  // descriptors live as long as their reader
        while (reader.next(batch_)) {
            add_batch();
        }
    }

private:
    [[nodiscard]] std::size_t position_of_batch() {
        const auto [at, is_new] = positions_.try_emplace(batch_.state, 0);
        if (is_new) {
            const StateDescriptor& state = *batch_.state;
            const auto& planned = is_keyed(state.kind) ? reading_.plan->keyed_states : reading_.plan->operator_states;
            const std::size_t position = position_of(planned, state);
            const bool is_wanted = position < planned.size() &&
                                   (state.kind == StateKind::kTimer || reading_.left_out.count(state.name) == 0);
            at->second = is_wanted ? position : SIZE_MAX;
        }
        return at->second;
    }

    void add_batch() {
        const StateKind kind = batch_.state->kind;
        if (kind == StateKind::kCoordinator || !(is_keyed(kind) ? reading_.keyed : reading_.operator_state)) {
            return;
        }
        const std::size_t position = position_of_batch();
        if (position == SIZE_MAX) {
            return;
        }
        new_key_groups_.clear();
        BaseBatch batch = {*batch_.state, position, batch_.key_group, batch_.subtask, batch_.entries, new_key_groups_};
        for (const auto& change : changes_) {
            change->change(batch);
        }
        if (is_keyed(kind)) {
            add_keyed(position);
        } else if (kind == StateKind::kBroadcast) {
            for (const Entry& entry : batch_.entries) {
                adder_.broadcast(reading_.writer_index, position, entry, kBaseSequence);
            }
        } else {
            add_elements(position, kind);
        }
    }

    void add_keyed(std::size_t position) {
        const bool has_groups = !new_key_groups_.empty();
        for (std::size_t i = 0; i < batch_.entries.size(); ++i) {
            adder_.keyed(reading_.writer_index, position, has_groups ? new_key_groups_[i] : batch_.key_group,
                         batch_.entries[i], kBaseSequence);
        }
    }

    void add_elements(std::size_t position, StateKind kind) {
        for (const Entry& entry : batch_.entries) {
            if (!reading_.deals_elements) {
                adder_.element(reading_.writer_index, position, batch_.subtask, entry.index, entry.value,
                               kBaseSequence);
                continue;
            }
            const bool stays = kind == StateKind::kOperatorUnion && batch_.subtask < reading_.plan->parallelism;
            const std::optional<std::int32_t> subtask = stays ? std::optional(batch_.subtask) : std::nullopt;
            adder_.element(reading_.writer_index, position, subtask, std::nullopt, entry.value, ++sequence_);
        }
    }

    const BaseReading& reading_;
    EntryAdder adder_;
    EntryChanges changes_;
    EntryBatch batch_;
    std::unordered_map<const StateDescriptor*, std::size_t> positions_;
    std::vector<std::int32_t> new_key_groups_;
    std::uint64_t sequence_ = kBaseSequence;
};

/// The parts of a reader, shared out among threads.
class Parts {
public:
    Parts(const BaseReading& reading, const ReadOptions& read) : reading_(reading), reader_(reading.savepoint, read) {}

    void read(PartFeeder& feeder) noexcept {
        try {
            while (const std::optional<ReadPart> part = next()) {
                EntryReader reader = reader_.read_part(*part);
                feeder.add_all(reader);
                const std::lock_guard lock(mutex_);
                reader_.absorb(reader.findings());
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            has_failed_ = true;
            if (!error_) {
                error_ = std::current_exception();
            }
        }
    }

    void finish() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
        if (!reader_.unsupported().empty()) {
            throw UnsupportedError(reader_.unsupported().front());
        }
    }

private:
    std::optional<ReadPart> next() {
        const std::lock_guard lock(mutex_);
        return has_failed_ ? std::nullopt : reader_.next_part(reading_.part_bytes);
    }

    const BaseReading& reading_;
    EntryReader reader_;
    std::mutex mutex_;
    bool has_failed_ = false;
    std::exception_ptr error_;
};

}  // namespace

void add_base(const BaseReading& reading, SavepointWriter& writer) {
    ReadOptions read = read_options(reading);
    if (read.kinds.empty()) {
        return;
    }
    Parts parts(reading, read);
    std::vector<std::unique_ptr<PartFeeder>> feeders;
    for (unsigned i = 0; i < reading.threads; ++i) {
        feeders.push_back(std::make_unique<PartFeeder>(reading, writer.adder(i)));
    }
    run_on_threads(reading.threads, [&](unsigned i) { parts.read(*feeders[i]); });
    parts.finish();
}

}  // namespace sp
