#pragma once

// ParallelParts: the parts of a reading, shared out among threads for what is only counted. Each worker reads parts one after
// the other and keeps what it has learnt; when all are done the workers are asked, one by one.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "io/ordered_tasks.hpp"
#include "sp/read.hpp"

namespace sp {

/// `Worker` has read(const ReadPart&, const EntryReader& whole), which may run on any thread, and findings(), of the part that it
/// has read last.
template <class Worker>
class ParallelParts {
public:
    /// The reader is asked for its parts, and gets their findings in the order of the parts, whatever the threads do.
    ParallelParts(EntryReader& reader, std::function<std::unique_ptr<Worker>()> make_worker)
        : reader_(reader), make_worker_(std::move(make_worker)) {}

    /// Parts of about `part_size` bytes of state, as far as key groups allow. Throws what a worker threw for the first part for
    /// which one did.
    void read_all(unsigned threads, std::uint64_t part_size) {
        run_in_order(threads, [this, part_size] { return next_task(part_size); });
    }

    [[nodiscard]] const std::vector<std::unique_ptr<Worker>>& workers() const { return workers_; }

private:
    std::optional<OrderedTask> next_task(std::uint64_t part_size) {
        const std::lock_guard lock(mutex_);
        const std::optional<ReadPart> part = reader_.next_part(part_size);
        if (!part) {
            return std::nullopt;
        }
        if (idle_.empty()) {
            idle_.push_back(workers_.emplace_back(make_worker_()).get());
        }
        Worker* const worker = idle_.back();
        idle_.pop_back();
        return [this, part = *part, worker](BufferSink&) { return read(part, *worker); };
    }

    Epilogue read(const ReadPart& part, Worker& worker) {
        worker.read(part, reader_);
        Epilogue epilogue = [this, findings = worker.findings()] {
            const std::lock_guard lock(mutex_);
            reader_.absorb(findings);
        };
        const std::lock_guard lock(mutex_);
        idle_.push_back(&worker);
        return epilogue;
    }

    EntryReader& reader_;
    std::function<std::unique_ptr<Worker>()> make_worker_;
    std::mutex mutex_;  // of all but the reader's read_part()
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<Worker*> idle_;
};

}  // namespace sp
