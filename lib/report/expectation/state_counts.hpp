#pragma once

// How many entries and bytes each state of a snapshot has, by one pass over them.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "report/inspected.hpp"
#include "restore/state_identity.hpp"
#include "sp/audit.hpp"
#include "sp/entry.hpp"

namespace sp {

struct StateCount {
    std::uint64_t entries = 0;  ///< as EntryReader tells them: a keyed list is one, a broadcast state counts once
    std::uint64_t bytes = 0;    ///< of keys, namespaces, map keys and values

    void add(const StateCount& other) {
        entries += other.entries;
        bytes += other.bytes;
    }
};

class StateCounts {
public:
    /// Reads all state of these operators, positions in SavepointMetadata::operators. What cannot be read throws.
    [[nodiscard]] static StateCounts count(std::string_view savepoint, const Inspected& inspected,
                                           const std::vector<std::size_t>& operators, const AuditOptions& options);

    [[nodiscard]] StateCount of(std::size_t operator_index, StateGroup group, const std::string& name) const;
    [[nodiscard]] StateCount of(std::size_t operator_index, const StateDescriptor& state) const {
        return of(operator_index, group_of(state.kind), name_in_group(state));
    }

    /// Operators of which something had to be passed over, so that their counts are too low, and why.
    [[nodiscard]] const std::map<std::size_t, std::string>& uncounted() const { return uncounted_; }
    [[nodiscard]] bool is_counted(std::size_t operator_index) const { return !uncounted_.contains(operator_index); }

    void add(const StateDescriptor& state, const StateCount& count);
    void absorb(const StateCounts& other);

private:
    std::map<std::tuple<std::size_t, StateGroup, std::string>, StateCount> counts_;
    std::map<std::size_t, std::string> uncounted_;
};

}  // namespace sp
