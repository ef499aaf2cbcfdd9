#include "rows/import/window_importer.hpp"

namespace sp::rows {

void WindowImporter::add_at(const ImportOperator& op, const ImportState& state, std::int32_t key_group, Entry entry,
                            std::int64_t timestamp, std::uint64_t sequence) {
    op.window->assign(timestamp, windows_);
    if (windows_.empty()) {
        ++counts_.windowless[op.index];
    }
    for (const TimeWindow& window : windows_) {
        name_space_.clear();
        window.append_to(name_space_);
        entry.name_space = name_space_;
        if (op.window->has_sessions()) {
            target_.session(op, state, key_group, entry, sequence);
            ++counts_.sessions[op.index];
        } else {
            target_.adder().keyed(op.index, state.position, key_group, entry, sequence);
            add_timers(op, key_group, entry.key, window, sequence);
        }
    }
}

void WindowImporter::complete(const ImportOperator& op, const ImportState& state, std::int32_t key_group,
                              const Entry& entry, std::uint64_t sequence) {
    if (state.name_space->type()->kind != TypeKind::kTimeWindow) {
        return;
    }
    ++counts_.windows[op.index];
    if (settings_.adds_window_timers && op.window) {
        const TimeWindow window = TimeWindow::parse(entry.name_space);
        if (op.window->has_sessions()) {
            add_session(op, key_group, entry.key, window, sequence);
        }
        add_timers(op, key_group, entry.key, window, sequence);
    }
}

/// MergingWindowSet: a session, and the window under which its state lies.
void WindowImporter::add_session(const ImportOperator& op, std::int32_t key_group, Bytes key, const TimeWindow& window,
                                 std::uint64_t sequence) {
    value_.clear();
    window.append_to(value_);
    window.append_to(value_);
    Entry entry;
    entry.key = key;
    entry.name_space = {&kVoidNamespace, 1};
    entry.value = value_;
    entry.index = window.start;
    target_.adder().keyed_element(op.index, op.states[op.merging_window_set].position, key_group, entry, sequence,
                                  true);
}

void WindowImporter::add_timers(const ImportOperator& op, std::int32_t key_group, Bytes key, const TimeWindow& window,
                                std::uint64_t sequence) {
    name_space_.clear();
    window.append_to(name_space_);
    op.window->timers(window, times_);
    Entry entry;
    entry.key = key;
    entry.name_space = name_space_;
    for (const std::int64_t time : times_) {
        entry.timestamp = time;
        target_.adder().keyed(op.index, op.timers[op.window_timers].position(op.window->domain()), key_group, entry,
                              sequence, true);
        ++counts_.timers[op.index];
    }
}

}  // namespace sp::rows
