#include "report/expectation/state_counts.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "report/parallel_parts.hpp"
#include "sp/read.hpp"

namespace sp {
namespace {

constexpr std::uint64_t kPartBytes = std::uint64_t{8} << 20U;

StateCount count_of(const EntryBatch& batch) {
    StateCount count;
    count.entries = batch.entries.size();
    for (const Entry& entry : batch.entries) {
        count.bytes += entry.key.size() + entry.name_space.size() + entry.map_key.size() + entry.value.size();
    }
    return count;
}

/// Reads parts, one after the other; the counts go by descriptor, which lives as long as its reader.
class PartsWorker {
public:
    void read(const ReadPart& part, const EntryReader& whole) {
        if (!reader_ || !reader_->turn_to(part)) {
            settle();
            reader_.emplace(whole.read_part(part));
        }
        while (reader_->next(batch_)) {
            by_descriptor_[batch_.state].add(count_of(batch_));
        }
    }

    /// When it has read its last part.
    [[nodiscard]] const StateCounts& counts() {
        settle();
        return counts_;
    }

    [[nodiscard]] ReadFindings findings() const { return reader_->findings(); }

private:
    /// Before the reader goes.
    void settle() {
        for (const auto& [state, count] : by_descriptor_) {
            counts_.add(*state, count);
        }
        by_descriptor_.clear();
    }

    std::optional<EntryReader> reader_;
    EntryBatch batch_;
    std::unordered_map<const StateDescriptor*, StateCount> by_descriptor_;
    StateCounts counts_;
};

/// The operators of which something was passed over, and why. Messages open with their operator; one that does not may be of any.
std::map<std::size_t, std::string> uncounted_of(const EntryReader& reader) {
    std::map<std::size_t, std::string> uncounted;
    for (const std::string& message : reader.unsupported()) {
        bool is_known = false;
        for (const std::size_t index : reader.operators()) {
            const std::string name = "operator " + reader.label(index) + ": ";
            if (message.starts_with(name)) {
                uncounted.try_emplace(index, message.substr(name.size()));
                is_known = true;
            }
        }
        for (std::size_t i = 0; !is_known && i < reader.operators().size(); ++i) {
            uncounted.try_emplace(reader.operators()[i], message);
        }
    }
    return uncounted;
}

ReadOptions read_options(const Inspected& inspected, const std::vector<std::size_t>& operators,
                         const AuditOptions& options) {
    ReadOptions read;
    read.files = options.inspect.files;
    read.with_timers = true;
    read.memory = options.memory;
    read.temporary_folder = options.temporary_folder;
    for (const std::size_t index : operators) {
        read.operator_ids.push_back(inspected.snapshot.metadata.operators[index].id.hex());
        if (!inspected.names.uid(index).empty()) {
            read.uid_list.push_back(inspected.names.uid(index));
        }
    }
    return read;
}

}  // namespace

StateCounts StateCounts::count(std::string_view savepoint, const Inspected& inspected,
                               const std::vector<std::size_t>& operators, const AuditOptions& options) {
    EntryReader reader(savepoint, read_options(inspected, operators, options));
    ParallelParts<PartsWorker> parts(reader, [] { return std::make_unique<PartsWorker>(); });
    parts.read_all(std::max(1U, options.threads), kPartBytes);
    StateCounts counts;
    for (const std::unique_ptr<PartsWorker>& worker : parts.workers()) {
        counts.absorb(worker->counts());
    }
    counts.uncounted_ = uncounted_of(reader);
    return counts;
}

StateCount StateCounts::of(std::size_t operator_index, StateGroup group, const std::string& name) const {
    const auto found = counts_.find({operator_index, group, name});
    return found == counts_.end() ? StateCount{} : found->second;
}

void StateCounts::add(const StateDescriptor& state, const StateCount& count) {
    if (state.kind != StateKind::kCoordinator) {
        counts_[{state.operator_index, group_of(state.kind), name_in_group(state)}].add(count);
    }
}

void StateCounts::absorb(const StateCounts& other) {
    for (const auto& [identity, count] : other.counts_) {
        counts_[identity].add(count);
    }
}

}  // namespace sp
