#include "rows/import/import_target.hpp"

namespace sp::rows {

void ImportCounts::add(const ImportCounts& other) {
    rows += other.rows;
    skipped += other.skipped;
    of_split.taken.add(other.of_split.taken);
    of_split.elsewhere.add(other.of_split.elsewhere);
    of_split.taken_keyless.add(other.of_split.taken_keyless);
    of_split.elsewhere_keyless.add(other.of_split.elsewhere_keyless);
    of_split.broadcast.add(other.of_split.broadcast);
    const auto add_all =
        [](std::map<std::size_t, std::uint64_t>& counts, const std::map<std::size_t, std::uint64_t>& others) {
        for (const auto& [op, count] : others) {
            counts[op] += count;
        }
    };
    add_all(windows, other.windows);
    add_all(sessions, other.sessions);
    add_all(windowless, other.windowless);
    add_all(timers, other.timers);
}

}  // namespace sp::rows
