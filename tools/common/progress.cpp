#include "common/progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "common/log.hpp"

namespace sp::cli {

namespace {

constexpr auto kQuietTime = std::chrono::seconds(1);
constexpr auto kRedrawTime = std::chrono::milliseconds(200);
constexpr unsigned kBarWidth = 30;

void write_to_terminal(const std::string& text) {
    // Nobody is helped by an error about a progress bar.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Progress::Progress(std::string what, bool is_hidden)
    : what_(std::move(what)),
      is_enabled_(!is_hidden && !is_quiet() && ::isatty(STDERR_FILENO) == 1),
      next_draw_(std::chrono::steady_clock::now() + kQuietTime) {}

void Progress::wipe() {
    if (is_drawn_.exchange(false)) {
        write_to_terminal("\r\x1b[K");
    }
}

void Progress::update(std::uint64_t done, std::uint64_t total) {
    if (!is_enabled_) {
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_draw_) {
        next_draw_ = now + kRedrawTime;
        draw(done, total);
    }
}

void Progress::draw(std::uint64_t done, std::uint64_t total) {
    is_drawn_ = true;
    std::string line = "\r" + what_ + " ";
    if (total == 0) {
        line += std::to_string(done);
    } else {
        const double share = done >= total ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
        const auto filled = static_cast<unsigned>(share * kBarWidth);
        const bool has_color = std::getenv("NO_COLOR") == nullptr;
        line += has_color ? "[\x1b[32m" : "[";
        line.append(filled, '#');
        line += has_color ? "\x1b[0m" : "";
        line.append(kBarWidth - filled, '.');
        line += "] " + std::to_string(static_cast<unsigned>(share * 100)) + "%";
    }
    write_to_terminal(line + "\x1b[K");
}

}  // namespace sp::cli
