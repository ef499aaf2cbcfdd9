#include "sp/entry.hpp"

namespace sp {

std::string_view name_of(StateKind kind) {
    switch (kind) {
        case StateKind::kValue: return "value";
        case StateKind::kList: return "list";
        case StateKind::kMap: return "map";
        case StateKind::kReducing: return "reducing";
        case StateKind::kAggregating: return "aggregating";
        case StateKind::kFolding: return "folding";
        case StateKind::kTimer: return "timer";
        case StateKind::kOperatorList: return "operator-list";
        case StateKind::kOperatorUnion: return "operator-union";
        case StateKind::kBroadcast: return "broadcast";
        case StateKind::kCoordinator: return "coordinator";
    }
    return "unknown";
}

std::string_view name_of(TimerDomain domain) {
    return domain == TimerDomain::kEventTime ? "event-time" : "processing-time";
}

}  // namespace sp
