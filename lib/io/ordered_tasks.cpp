#include "io/ordered_tasks.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sp {
namespace {

constexpr std::size_t kWaitingText = std::size_t{16} << 20;  // of all tasks together, before their turn
constexpr std::uint64_t kTasksAhead = 4;                     // for each thread: ended tasks that wait for their turn

/// Thrown into tasks whose text nobody wants any more.
struct Cancelled {};

class OrderedRun {
public:
    OrderedRun(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task, ByteSink& sink)
        : threads_(threads), next_task_(next_task), sink_(sink) {}

    void run() {
        std::vector<std::thread> workers;
        for (unsigned i = 1; i < threads_; ++i) {
            workers.emplace_back([this] { work(); });
        }
        work();
        for (std::thread& worker : workers) {
            worker.join();
        }
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    /// Text in the pieces in which it was written, which take no more memory than that.
    using Pieces = std::vector<std::string>;

    /// What a task has left behind when it ended before its turn.
    struct Ended {
        Pieces text;
        Epilogue epilogue;
        std::exception_ptr failure;
    };

    /// A task's sink.
    class Part : public ByteSink {
    public:
        Part(OrderedRun& run, std::uint64_t turn) : run_(run), turn_(turn) {}

        void write(std::string_view text) override {
            if (!has_turn_ && run_.reserve(text.size())) {
                text_.emplace_back(text);
                has_turn_ = run_.is_turn(turn_);
                return;
            }
            if (!has_turn_) {
                run_.wait_for_turn(turn_);
                has_turn_ = true;
            }
            // Nobody else writes while it is this task's turn.
            run_.write(text_);
            run_.sink_.write(text);
        }

        [[nodiscard]] Pieces take_text() { return std::move(text_); }

    private:
        OrderedRun& run_;
        std::uint64_t turn_;
        bool has_turn_ = false;
        Pieces text_;
    };

    void work() {
        std::optional<OrderedTask> task;
        std::uint64_t turn = 0;
        while (claim(task, turn)) {
            Part part(*this, turn);
            Ended ended;
            try {
                ended.epilogue = (*task)(part);
            } catch (const Cancelled&) {
                return;
            } catch (...) {
                ended.failure = std::current_exception();
            }
            ended.text = part.take_text();
            end(turn, std::move(ended));
        }
    }

    bool claim(std::optional<OrderedTask>& task, std::uint64_t& turn) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_over_ || next_turn_ - turn_ < kTasksAhead * threads_; });
        if (is_over_ || is_exhausted_) {
            return false;
        }
        turn = next_turn_++;
        try {
            task = next_task_();
        } catch (...) {
            is_exhausted_ = true;
            end_locked(turn, {{}, {}, std::current_exception()});
            return false;
        }
        is_exhausted_ = !task;
        return task.has_value();
    }

    void write(Pieces& text) {
        for (const std::string& piece : text) {
            sink_.write(piece);
            waiting_text_ -= piece.size();
        }
        text.clear();
    }

    /// Whether so much more text may wait.
    bool reserve(std::size_t size) {
        if (waiting_text_.fetch_add(size) + size <= kWaitingText) {
            return true;
        }
        waiting_text_ -= size;
        return false;
    }

    bool is_turn(std::uint64_t turn) {
        const std::lock_guard lock(mutex_);
        return turn_ == turn && !is_over_;
    }

    void wait_for_turn(std::uint64_t turn) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_over_ || turn_ == turn; });
        if (is_over_) {
            throw Cancelled{};
        }
    }

    void end(std::uint64_t turn, Ended ended) {
        const std::lock_guard lock(mutex_);
        end_locked(turn, std::move(ended));
    }

    /// Hands on the turn over all tasks that have ended in a row.
    void end_locked(std::uint64_t turn, Ended ended) {
        waiting_.emplace(turn, std::move(ended));
        while (!is_over_ && !waiting_.empty() && waiting_.begin()->first == turn_) {
            finish(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
            ++turn_;
        }
        changed_.notify_all();
    }

    void finish(Ended& ended) {
        try {
            write(ended.text);
            if (ended.failure) {
                std::rethrow_exception(ended.failure);
            }
            if (ended.epilogue) {
                ended.epilogue();
            }
        } catch (...) {
            failure_ = std::current_exception();
            is_over_ = true;
        }
    }

    unsigned threads_;
    const std::function<std::optional<OrderedTask>()>& next_task_;
    ByteSink& sink_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t next_turn_ = 0;             ///< of the next task to be claimed
    std::uint64_t turn_ = 0;                  ///< of the task that may write
    std::map<std::uint64_t, Ended> waiting_;  ///< ended before their turn
    bool is_exhausted_ = false;               ///< there are no more tasks
    bool is_over_ = false;                    ///< a task has failed
    std::exception_ptr failure_;
    std::atomic<std::size_t> waiting_text_ = 0;
};

}  // namespace

void run_in_order(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task, ByteSink& sink) {
    OrderedRun(threads == 0 ? 1 : threads, next_task, sink).run();
}

}  // namespace sp
