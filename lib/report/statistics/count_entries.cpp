#include "report/statistics/count_entries.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/ordered_tasks.hpp"
#include "report/statistics/state_counter.hpp"

namespace sp::statistics {
namespace {

/// Counts parts of a reading, one after the other. What it has opened for one part serves the next ones of the same operator.
class PartsCounter {
public:
    PartsCounter(const AllStatistics& asked, const std::vector<rows::OperatorName>& operators, SharedMemory memory)
        : asked_(asked), operators_(operators), memory_(std::move(memory)) {}

    void count(const ReadPart& part, const EntryReader& whole) {
        if (!reader_ || !reader_->turn_to(part)) {
            counters_by_descriptor_.clear();
            reader_.emplace(whole.read_part(part));
        }
        count(*reader_);
    }

    /// Of a reader that is no part.
    void count(EntryReader& reader) {
        const StateDescriptor* last = nullptr;
        StateCounter* counter = nullptr;
        for (EntryBatch batch; reader.next(batch);) {
            if (batch.state != last) {
                last = batch.state;
                counter = &counter_of(*batch.state);
            }
            counter->add(batch);
        }
        for (auto& [identity, one] : counters_) {
            one.end_group();
        }
    }

    [[nodiscard]] ReadFindings findings() const { return reader_->findings(); }
    /// What it has counted, when it has come to its end.
    [[nodiscard]] AllStatistics& statistics() { return statistics_; }

private:
    StateCounter& counter_of(const StateDescriptor& state) {
        StateCounter*& known = counters_by_descriptor_[&state];
        if (known == nullptr) {
            known = &make_counter(state);
        }
        return *known;
    }

    StateCounter& make_counter(const StateDescriptor& state) {
        const StateIdentity identity(state);
        StateStatistics& statistics = statistics_[identity];
        statistics.has_ttl = statistics.has_ttl || state.has_ttl;
        if (const auto asked = asked_.find(identity); asked != asked_.end()) {
            statistics.expiry = asked->second.expiry;
        }
        const std::string label =
            "operator " + operators_.at(state.operator_index).label + ": state '" + state.name + "'";
        return counters_.try_emplace(identity, statistics, memory_, label).first->second;
    }

    const AllStatistics& asked_;
    const std::vector<rows::OperatorName>& operators_;
    SharedMemory memory_;
    AllStatistics statistics_;
    std::map<StateIdentity, StateCounter> counters_;
    std::unordered_map<const StateDescriptor*, StateCounter*> counters_by_descriptor_;
    std::optional<EntryReader> reader_;
};

class Count {
public:
    Count(rows::RowInput& input, const Counting& counting, AllStatistics& statistics)
        : input_(input), counting_(counting), statistics_(statistics), operators_(input.operators()) {}

    void run() {
        if (counting_.threads > 1) {
            run_in_order(counting_.threads, [&] { return next_task(); });
            input_.reader().finish_parts();
        } else {
            new_counter()->count(input_.reader());
        }
        for (const auto& counter : counters_) {
            for (auto& [identity, statistics] : counter->statistics()) {
                statistics_[identity].absorb(std::move(statistics));
            }
        }
    }

private:
    std::optional<OrderedTask> next_task() {
        const std::lock_guard lock(mutex_);
        const std::optional<ReadPart> part = input_.reader().next_part(counting_.part_size);
        if (!part) {
            return std::nullopt;
        }
        PartsCounter* const counter = idle_.empty() ? new_counter() : idle_.back();
        if (!idle_.empty()) {
            idle_.pop_back();
        }
        return [this, part = *part, counter](BufferSink&) { return count(part, *counter); };
    }

    Epilogue count(const ReadPart& part, PartsCounter& counter) {
        counter.count(part, input_.reader());
        Epilogue epilogue = [this, findings = counter.findings()] {
            const std::lock_guard lock(mutex_);
            input_.reader().absorb(findings);
        };
        const std::lock_guard lock(mutex_);
        idle_.push_back(&counter);
        return epilogue;
    }

    PartsCounter* new_counter() {
        // A larger table would be slower than sorting: no cache holds it.
        constexpr std::uint64_t kMostOfTables = std::uint64_t{8} << 20;
        constexpr std::uint64_t kMostForSorting = std::uint64_t{32} << 20;
        const std::uint64_t half = counting_.memory / std::max(counting_.threads, 1U) / 2;
        counters_.push_back(std::make_unique<PartsCounter>(
            statistics_, operators_,
            SharedMemory{std::min(half, kMostOfTables), std::min(half, kMostForSorting), counting_.temporary_folder}));
        return counters_.back().get();
    }

    rows::RowInput& input_;
    const Counting& counting_;
    AllStatistics& statistics_;
    const std::vector<rows::OperatorName> operators_;
    std::mutex mutex_;  // of the input, but for read_part(), and of the counters
    std::vector<std::unique_ptr<PartsCounter>> counters_;
    std::vector<PartsCounter*> idle_;
};

}  // namespace

void count_entries(rows::RowInput& input, const Counting& counting, AllStatistics& statistics) {
    Count(input, counting, statistics).run();
}

}  // namespace sp::statistics
