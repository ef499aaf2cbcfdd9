#include "io/ordered_tasks.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "io/worker_threads.hpp"

namespace sp {
namespace {

/// Text that waits for its turn, shared by all tasks: so much for each thread, but no more in all than leaves room
/// within the 64 MB that reading entries may take.
constexpr std::size_t kWaitingText = std::size_t{8} << 20;
constexpr std::size_t kMostWaitingText = std::size_t{24} << 20;
constexpr std::uint64_t kTasksAhead = 4;  // for each thread: ended tasks that wait for their turn

/// Thrown into tasks whose text nobody wants any more.
struct Cancelled {};

/// Text that waits for its task's turn.
struct Piece {
    std::unique_ptr<char[]> buffer;
    std::size_t size;
    std::size_t capacity;
};
using Pieces = std::vector<Piece>;

class OrderedRun {
public:
    OrderedRun(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task, ByteSink& sink)
        : threads_(threads),
          most_waiting_(std::min(kWaitingText * threads, kMostWaitingText)),
          next_task_(next_task),
          sink_(sink) {}

    void run() {
        run_on_threads(threads_, [this](unsigned) { work(); });
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    /// What a task has left behind when it ended.
    struct Ended {
        Pieces text;
        Epilogue epilogue;
        std::exception_ptr failure;
    };

    /// A task's sink.
    class Part : public BufferSink {
    public:
        Part(OrderedRun& run, std::uint64_t turn) : run_(run), turn_(turn) {}

        void write(std::string_view text) override {
            if (has_turn(text.size())) {
                run_.sink_.write(text);
                return;
            }
            auto copy = std::make_unique_for_overwrite<char[]>(text.size());
            std::copy(text.begin(), text.end(), copy.get());
            text_.push_back({std::move(copy), text.size(), text.size()});
        }

        void write_buffer(std::unique_ptr<char[]>& buffer, std::size_t size) override {
            if (has_turn(OutputBuffer::kDefaultCapacity)) {
                run_.sink_.write({buffer.get(), size});
            } else {
                text_.push_back({run_.new_buffer(), size, OutputBuffer::kDefaultCapacity});
                text_.back().buffer.swap(buffer);
            }
        }

        [[nodiscard]] Pieces take_text() { return std::move(text_); }

    private:
        /// Nobody else writes while it is this task's turn.
        [[nodiscard]] bool has_turn(std::size_t size) {
            if (!has_turn_ && run_.has_turn(turn_, size)) {
                has_turn_ = true;
                run_.write(text_);
            }
            return has_turn_;
        }

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
        const std::lock_guard claiming(claiming_);
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return is_over_ || next_turn_ - turn_ < kTasksAhead * threads_; });
            if (is_over_ || is_exhausted_) {
                return false;
            }
            turn = next_turn_++;
        }
        try {
            task = next_task_();
            is_exhausted_ = !task;
        } catch (...) {
            is_exhausted_ = true;
            end(turn, {{}, {}, std::current_exception()});
        }
        return !is_exhausted_;
    }

    /// Whether it is the task's turn; if not, so much more text of it may wait. Sleeps as long as neither is so.
    bool has_turn(std::uint64_t turn, std::size_t size) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
            return is_over_ || turn_ == turn || (size <= most_waiting_ && waiting_text_ <= most_waiting_ - size);
        });
        if (is_over_) {
            throw Cancelled{};
        }
        if (turn_ == turn) {
            return true;
        }
        waiting_text_ += size;
        return false;
    }

    std::unique_ptr<char[]> new_buffer() {
        {
            const std::lock_guard lock(mutex_);
            if (!buffers_.empty()) {
                std::unique_ptr<char[]> buffer = std::move(buffers_.back());
                buffers_.pop_back();
                return buffer;
            }
        }
        return std::make_unique_for_overwrite<char[]>(OutputBuffer::kDefaultCapacity);
    }

    /// Writes what has waited for its turn. Its buffers are used again: giving them back to the system and getting
    /// others costs more than to fill them.
    void write(Pieces& text) {
        for (Piece& piece : text) {
            sink_.write({piece.buffer.get(), piece.size});
            const std::lock_guard lock(mutex_);
            waiting_text_ -= piece.capacity;
            if (piece.capacity == OutputBuffer::kDefaultCapacity) {
                buffers_.push_back(std::move(piece.buffer));
            }
            changed_.notify_all();
        }
        text.clear();
    }

    /// Hands on the turn over all tasks that have ended in a row. One thread does so at a time, and others go on.
    void end(std::uint64_t turn, Ended ended) {
        std::unique_lock lock(mutex_);
        ended_.emplace(turn, std::move(ended));
        if (is_handing_on_) {
            return;
        }
        is_handing_on_ = true;
        while (!is_over_ && !ended_.empty() && ended_.begin()->first == turn_) {
            auto first = ended_.extract(ended_.begin());
            lock.unlock();
            const std::exception_ptr failure = finish(first.mapped());
            lock.lock();
            if (failure) {
                failure_ = failure;
                is_over_ = true;
            } else {
                ++turn_;
            }
            changed_.notify_all();
        }
        is_handing_on_ = false;
    }

    std::exception_ptr finish(Ended& ended) {
        try {
            write(ended.text);
            if (ended.failure) {
                return ended.failure;
            }
            if (ended.epilogue) {
                ended.epilogue();
            }
            return nullptr;
        } catch (...) {
            return std::current_exception();
        }
    }

    unsigned threads_;
    std::size_t most_waiting_;
    const std::function<std::optional<OrderedTask>()>& next_task_;
    ByteSink& sink_;

    std::mutex claiming_;        ///< held while a task is claimed
    bool is_exhausted_ = false;  ///< there are no more tasks

    std::mutex mutex_;  ///< of all below
    std::condition_variable changed_;
    std::uint64_t next_turn_ = 0;           ///< of the next task to be claimed
    std::uint64_t turn_ = 0;                ///< of the task that may write
    std::map<std::uint64_t, Ended> ended_;  ///< tasks whose turn is still to be handed on
    bool is_handing_on_ = false;
    bool is_over_ = false;  ///< a task has failed
    std::exception_ptr failure_;
    std::size_t waiting_text_ = 0;
    std::vector<std::unique_ptr<char[]>> buffers_;  ///< for text to come
};

class Nowhere : public ByteSink {
public:
    void write(std::string_view) override {}
};

}  // namespace

void run_in_order(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task, ByteSink& sink) {
    OrderedRun(threads == 0 ? 1 : threads, next_task, sink).run();
}

void run_in_order(unsigned threads, const std::function<std::optional<OrderedTask>()>& next_task) {
    Nowhere nowhere;
    run_in_order(threads, next_task, nowhere);
}

}  // namespace sp
