#include "report/difference/state_counts.hpp"

#include "rows/part_printer.hpp"

namespace sp::difference {

std::string place_of(std::string_view op, const StateKey& state) {
    const auto word = [](std::string_view name, std::string_view value) {
        return ",\"" + std::string(name) + "\":\"" + std::string(value) + "\"";
    };
    switch (state.kind) {
        case StateKind::kTimer:
            return std::string(op) + word("timer", name_of(state.domain)) +
                   ",\"service\":" + rows::json_text(state.name);
        case StateKind::kCoordinator: return std::string(op) + word("kind", name_of(state.kind));
        default:
            return std::string(op) + ",\"state\":" + rows::json_text(state.name) + word("kind", name_of(state.kind));
    }
}

}  // namespace sp::difference
