#include "report/expectation/state_counts.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

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

/// Reads parts until there are no more; the counts go by descriptor, which lives as long as its reader.
class PartsWorker {
public:
    void read(const EntryReader& whole, const ReadPart& part, StateCounts& counts) {
        if (!reader_ || !reader_->turn_to(part)) {
            hand_over(counts);
            reader_.emplace(whole.read_part(part));
        }
        while (reader_->next(batch_)) {
            counts_[batch_.state].add(count_of(batch_));
        }
    }

    /// Before the reader goes.
    void hand_over(StateCounts& counts) {
        for (const auto& [state, count] : counts_) {
            counts.add(*state, count);
        }
        counts_.clear();
    }

    [[nodiscard]] ReadFindings findings() const { return reader_->findings(); }

private:
    std::optional<EntryReader> reader_;
    EntryBatch batch_;
    std::unordered_map<const StateDescriptor*, StateCount> counts_;
};

/// The parts of a reader, shared out among threads.
class PartsCounter {
public:
    PartsCounter(std::string_view savepoint, const ReadOptions& options) : reader_(savepoint, options) {}

    [[nodiscard]] StateCounts count(unsigned threads) {
        std::vector<std::thread> others;
        for (unsigned i = 1; i < threads; ++i) {
            others.emplace_back([this] { work(); });
        }
        work();
        for (std::thread& thread : others) {
            thread.join();
        }
        if (error_) {
            std::rethrow_exception(error_);
        }
        return std::move(counts_);
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
    void work() noexcept {
        try {
            PartsWorker worker;
            StateCounts counts;
            while (const std::optional<ReadPart> part = next()) {
                worker.read(reader_, *part, counts);
                const std::lock_guard lock(mutex_);
                reader_.absorb(worker.findings());
            }
            worker.hand_over(counts);
            const std::lock_guard lock(mutex_);
            counts_.absorb(counts);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            error_ = error_ ? error_ : std::current_exception();
        }
    }

    std::optional<ReadPart> next() {
        const std::lock_guard lock(mutex_);
        return error_ ? std::nullopt : reader_.next_part(kPartBytes);
    }

    EntryReader reader_;
    std::mutex mutex_;  // of all but the reader's read_part()
    StateCounts counts_;
    std::exception_ptr error_;
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
