#include "report/statistics/count_entries.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "report/parallel_parts.hpp"
#include "report/statistics/state_counter.hpp"

namespace sp::statistics {
namespace {

/// Counts parts of a reading, one after the other. What it has opened for one part serves the next ones of the same operator.
class PartsCounter {
public:
    PartsCounter(const AllStatistics& asked, const std::vector<rows::OperatorName>& operators, SharedMemory memory)
        : asked_(asked), operators_(operators), memory_(std::move(memory)) {}

    void read(const ReadPart& part, const EntryReader& whole) {
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

SharedMemory memory_of_thread(const Counting& counting) {
    // A larger table would be slower than sorting: no cache holds it.
    constexpr std::uint64_t kMostOfTables = std::uint64_t{8} << 20;
    constexpr std::uint64_t kMostForSorting = std::uint64_t{32} << 20;
    const std::uint64_t half = counting.memory / std::max(counting.threads, 1U) / 2;
    return {std::min(half, kMostOfTables), std::min(half, kMostForSorting), counting.temporary_folder};
}

}  // namespace

void count_entries(rows::RowInput& input, const Counting& counting, AllStatistics& statistics) {
    const std::vector<rows::OperatorName> operators = input.operators();
    const auto make_counter = [&] {
        return std::make_unique<PartsCounter>(statistics, operators, memory_of_thread(counting));
    };
    const auto absorb = [&](PartsCounter& counter) {
        for (auto& [identity, counted] : counter.statistics()) {
            statistics[identity].absorb(std::move(counted));
        }
    };
    if (counting.threads <= 1) {
        const std::unique_ptr<PartsCounter> counter = make_counter();
        counter->count(input.reader());
        return absorb(*counter);
    }
    ParallelParts<PartsCounter> parts(input.reader(), make_counter);
    parts.read_all(counting.threads, counting.part_size);
    input.reader().finish_parts();
    for (const std::unique_ptr<PartsCounter>& counter : parts.workers()) {
        absorb(*counter);
    }
}

}  // namespace sp::statistics
