#pragma once

// A progress bar on stderr: only on a terminal, only after a second of work, never with --quiet. NO_COLOR is honoured.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace sp::cli {

class Progress {
public:
    /// `is_hidden`: what is worked on goes to the terminal itself.
    explicit Progress(std::string what, bool is_hidden = false);
    ~Progress() { wipe(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `total` in the unit of `done`, usually bytes; 0: not known, then only a count is shown. Cheap enough for every block,
    /// not for every entry. By one thread at a time.
    void update(std::uint64_t done, std::uint64_t total);

    /// Takes the bar off the screen, until the next update; in front of other words.
    void wipe();

private:
    void draw(std::uint64_t done, std::uint64_t total);

    std::string what_;
    bool is_enabled_;
    std::atomic<bool> is_drawn_ = false;
    std::chrono::steady_clock::time_point next_draw_;
};

}  // namespace sp::cli
