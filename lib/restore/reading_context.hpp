#pragma once

// What the readers of one snapshot share: what is wanted, the descriptors handed out, and what had to be passed over.

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "metadata/snapshot_location.hpp"
#include "restore/read_progress.hpp"
#include "sp/read.hpp"
#include "state/rocksdb_instance.hpp"

namespace sp {

class ReadingContext {
public:
    ReadingContext(const Snapshot& snapshot, RocksDbInstances& databases, ReadProgress& progress,
                   const ReadOptions& options)
        : snapshot_(snapshot), databases_(databases), progress_(progress), options_(options) {}

    [[nodiscard]] const Snapshot& snapshot() const { return snapshot_; }
    [[nodiscard]] RocksDbInstances& databases() const { return databases_; }
    [[nodiscard]] const ReadOptions& options() const { return options_; }
    [[nodiscard]] const OperatorState& op(std::size_t index) const { return snapshot_.metadata.operators[index]; }

    /// Whether the kind is asked for, and keyed or operator state is not ruled out by the choice of keys or key groups.
    [[nodiscard]] bool is_wanted(StateKind kind) const;
    /// The same for a state, which is remembered as existing. False also when its limit is reached.
    [[nodiscard]] bool is_wanted(const StateDescriptor& state);

    /// Whether timers are asked for, and nothing else.
    [[nodiscard]] bool wants_only_timers() const;

    /// Whether the key group is asked for and in the split.
    [[nodiscard]] bool is_wanted_group(std::int32_t key_group, std::int32_t max_parallelism) const;

    /// Keeps a descriptor for as long as the context lives.
    [[nodiscard]] const StateDescriptor* keep(StateDescriptor state);

    /// How many of `count` more entries of the state are within its limit; counts them.
    [[nodiscard]] std::uint64_t take(const StateDescriptor& state, std::uint64_t count);
    [[nodiscard]] bool is_exhausted(const StateDescriptor& state) const;

    /// Remembers what is not supported, each message once.
    void pass_over(const std::string& message);
    [[nodiscard]] const std::vector<std::string>& unsupported() const { return unsupported_; }

    [[nodiscard]] ReadFindings findings() const { return {unsupported_, seen_states_, seen_timer_services_}; }
    /// So many more bytes of state are being read.
    void advance(std::uint64_t bytes) const { progress_.advance(bytes); }

    /// Takes over what another reading of the same snapshot has seen and passed over.
    void absorb(const ReadFindings& other);

    [[nodiscard]] const std::set<std::string>& seen_states() const { return seen_states_; }
    [[nodiscard]] const std::set<std::string>& seen_timer_services() const { return seen_timer_services_; }

private:
    /// By its name, or of timers by service and domain.
    [[nodiscard]] bool is_selected(const StateDescriptor& state) const;

    using StateId = std::tuple<std::size_t, StateKind, std::string>;
    static StateId id_of(const StateDescriptor& state) { return {state.operator_index, state.kind, state.name}; }

    const Snapshot& snapshot_;
    RocksDbInstances& databases_;
    ReadProgress& progress_;
    const ReadOptions& options_;
    std::deque<StateDescriptor> descriptors_;
    std::vector<std::string> unsupported_;
    std::set<std::string> seen_states_;
    std::set<std::string> seen_timer_services_;
    std::map<StateId, std::uint64_t> counts_;
};

}  // namespace sp
