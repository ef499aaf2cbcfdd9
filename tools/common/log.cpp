#include "common/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

namespace sp::cli {

namespace {

std::shared_ptr<spdlog::logger>& logger() {
    static std::shared_ptr<spdlog::logger> instance;
    return instance;
}

bool quiet_is_wanted = false;

/// Names in messages come from files: what a terminal would obey is shown as \xNN. That is C0, DEL and C1, in UTF-8 C2 80 to
/// C2 9F.
std::string printable(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const unsigned char next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        const bool is_c1 = c == '\xC2' && next >= 0x80 && next < 0xA0;
        const unsigned char byte = is_c1 ? next : static_cast<unsigned char>(c);
        if (is_c1 || (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F) {
            out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
            i += is_c1 ? 1 : 0;
        } else {
            out += c;
        }
    }
    return out;
}

/// Every line gets the tool's name, except indented ones, which continue the one before.
void write(spdlog::level::level_enum level, std::string_view message) {
    if (!logger()) {
        return;
    }
    while (!message.empty()) {
        std::size_t end = message.find('\n');
        while (end != std::string_view::npos && message.substr(end + 1, 1) == " ") {
            end = message.find('\n', end + 1);
        }
        const std::string line = printable(message.substr(0, end));
        logger()->log(level, spdlog::string_view_t(line.data(), line.size()));
        message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
    }
}

}  // namespace

void set_up_log(std::string_view tool, int verbosity, bool quiet) {
    quiet_is_wanted = quiet;
    auto log = std::make_shared<spdlog::logger>(std::string(tool), std::make_shared<spdlog::sinks::stderr_sink_mt>());
    log->set_pattern("%n: %v");
    log->flush_on(spdlog::level::trace);
    log->set_level(quiet            ? spdlog::level::err
                   : verbosity > 1  ? spdlog::level::debug
                   : verbosity == 1 ? spdlog::level::info
                                    : spdlog::level::warn);
    logger() = std::move(log);
}

void log_error(std::string_view message) { write(spdlog::level::err, message); }

void warn(std::string_view message) { write(spdlog::level::warn, message); }

void inform(std::string_view message) { write(spdlog::level::info, message); }

void debug(std::string_view message) { write(spdlog::level::debug, message); }

bool is_quiet() { return quiet_is_wanted; }

}  // namespace sp::cli
