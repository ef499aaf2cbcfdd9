#pragma once

// How far a reading is, told to whoever asked (ReadOptions::progress). All parts of a reading share one.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>

namespace sp {

class ReadProgress {
public:
    using Listener = std::function<void(std::uint64_t done, std::uint64_t total)>;

    ReadProgress(Listener listener, std::uint64_t total) : listener_(std::move(listener)), total_(total) {}

    /// So many more bytes of state; by any thread.
    void advance(std::uint64_t bytes) {
        if (listener_) {
            const std::lock_guard lock(mutex_);
            done_ = std::min(done_ + bytes, total_);
            listener_(done_, total_);
        }
    }

private:
    Listener listener_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    std::mutex mutex_;
};

}  // namespace sp
