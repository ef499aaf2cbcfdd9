#pragma once

// A progress bar on stderr: only on a terminal, only after a second of work, never with --quiet. NO_COLOR is honoured.

#include <chrono>
#include <cstdint>
#include <string>

namespace sp::cli {

class Progress {
public:
    /// `total` in the unit of update(), usually bytes; 0: not known, then only a count is shown.
    Progress(std::string what, std::uint64_t total);
    ~Progress();  ///< wipes the bar
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Cheap enough for every block, not for every entry.
    void update(std::uint64_t done);

private:
    void draw(std::uint64_t done);

    std::string what_;
    std::uint64_t total_;
    bool is_enabled_;
    bool is_drawn_ = false;
    std::chrono::steady_clock::time_point next_draw_;
};

}  // namespace sp::cli
