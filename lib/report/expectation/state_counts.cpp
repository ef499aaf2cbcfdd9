#include "report/expectation/state_counts.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "io/ordered_tasks.hpp"
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
    void read(const EntryReader& whole, const ReadPart& part) {
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

/// The parts of a reader, shared out among threads.
class PartsCounter {
public:
    PartsCounter(std::string_view savepoint, const ReadOptions& options) : reader_(savepoint, options) {}

    [[nodiscard]] StateCounts count(unsigned threads) {
        run_in_order(threads, [this] { return next_task(); });
        StateCounts counts;
        for (const std::unique_ptr<PartsWorker>& worker : workers_) {
            counts.absorb(worker->counts());
        }
        return counts;
    }

    /// Messages open with their operator; one that does not may be of any.
    [[nodiscard]] std::map<std::size_t, std::string> uncounted() const {
        std::map<std::size_t, std::string> uncounted;
        for (const std::string& message : reader_.unsupported()) {
            bool is_known = false;
            for (const std::size_t index : reader_.operators()) {
                const std::string name = "operator " + reader_.label(index) + ": ";
                if (message.starts_with(name)) {
                    uncounted.try_emplace(index, message.substr(name.size()));
                    is_known = true;
                }
            }
            for (std::size_t i = 0; !is_known && i < reader_.operators().size(); ++i) {
                uncounted.try_emplace(reader_.operators()[i], message);
            }
        }
        return uncounted;
    }

private:
    std::optional<OrderedTask> next_task() {
        const std::lock_guard lock(mutex_);
        const std::optional<ReadPart> part = reader_.next_part(kPartBytes);
        if (!part) {
            return std::nullopt;
        }
        if (idle_.empty()) {
            idle_.push_back(workers_.emplace_back(std::make_unique<PartsWorker>()).get());
        }
        PartsWorker* const worker = idle_.back();
        idle_.pop_back();
        return [this, part = *part, worker](BufferSink&) { return read(part, *worker); };
    }

    /// In the order of the parts the findings come in the same order whatever the threads do.
    Epilogue read(const ReadPart& part, PartsWorker& worker) {
        worker.read(reader_, part);
        Epilogue epilogue = [this, findings = worker.findings()] {
            const std::lock_guard lock(mutex_);
            reader_.absorb(findings);
        };
        const std::lock_guard lock(mutex_);
        idle_.push_back(&worker);
        return epilogue;
    }

    EntryReader reader_;
    std::mutex mutex_;  // of all but the reader's read_part()
    std::vector<std::unique_ptr<PartsWorker>> workers_;
    std::vector<PartsWorker*> idle_;
};

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
    PartsCounter counter(savepoint, read_options(inspected, operators, options));
    StateCounts counts = counter.count(std::max(1U, options.threads));
    counts.uncounted_ = counter.uncounted();
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
