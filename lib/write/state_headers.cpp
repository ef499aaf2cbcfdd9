#include "write/state_headers.hpp"

#include <algorithm>

#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "state/state_meta_info.hpp"
#include "types/snapshot_writer.hpp"

namespace sp {
namespace {

constexpr std::int32_t kKeyedProxyVersion = 6;
constexpr std::int32_t kOperatorProxyVersionWithCompression = 6;
constexpr std::size_t kMostStates = 0x7FFF;  // an i16

std::string_view option_of(StateKind kind) {
    switch (kind) {
        case StateKind::kValue: return "VALUE";
        case StateKind::kList: return "LIST";
        case StateKind::kMap: return "MAP";
        case StateKind::kReducing: return "REDUCING";
        case StateKind::kFolding: return "FOLDING";
        case StateKind::kAggregating: return "AGGREGATING";
        case StateKind::kOperatorList: return "SPLIT_DISTRIBUTE";
        case StateKind::kOperatorUnion: return "UNION";
        case StateKind::kBroadcast: return "BROADCAST";
        case StateKind::kTimer:
        case StateKind::kCoordinator: break;
    }
    throw std::logic_error("timers and coordinators have no such option");
}

void write_count(ByteWriter& out, std::size_t count) {
    if (count > kMostStates) {
        throw OutputError("an operator with " + std::to_string(count) + " states is more than Flink can hold");
    }
    out.u16(static_cast<std::uint16_t>(count));
}

void write_frame(ByteWriter& out, const std::string& name, BackendStateType type, std::string_view option,
                 std::string_view value) {
    java::write_utf(out, name);
    out.i32(static_cast<std::int32_t>(type));
    if (option.empty()) {
        out.i32(0);
        return;
    }
    out.i32(1);
    java::write_utf(out, option);
    java::write_utf(out, value);
}

void write_serializer(ByteWriter& out, std::string_view key, const Type& type) {
    java::write_utf(out, key);
    write_top_level_snapshot(out, type);
}

void write_keyed(ByteWriter& out, const StateDescriptor& state) {
    if (state.kind == StateKind::kTimer) {
        write_frame(out, state.name, BackendStateType::kPriorityQueue, "", "");
        out.i32(1);
        write_serializer(out, "VALUE_SERIALIZER", *state.serializer);
        return;
    }
    write_frame(out, state.name, BackendStateType::kKeyValue, "KEYED_STATE_TYPE", option_of(state.kind));
    out.i32(2);
    // In the order in which Java's hash map has them.
    write_serializer(out, "VALUE_SERIALIZER", *state.serializer);
    write_serializer(out, "NAMESPACE_SERIALIZER", *state.name_space);
}

void write_operator(ByteWriter& out, const StateDescriptor& state) {
    const bool is_broadcast = state.kind == StateKind::kBroadcast;
    write_frame(out, state.name, is_broadcast ? BackendStateType::kBroadcast : BackendStateType::kOperator,
                "OPERATOR_STATE_DISTRIBUTION_MODE", option_of(state.kind));
    out.i32(is_broadcast ? 2 : 1);
    write_serializer(out, "VALUE_SERIALIZER", *state.serializer);
    if (is_broadcast) {
        write_serializer(out, "KEY_SERIALIZER", *state.map_key);
    }
}

}  // namespace

ByteVector write_keyed_state_header(const Type& key, std::span<const StateDescriptor> states, bool is_compressed) {
    ByteWriter out;
    out.i32(kKeyedProxyVersion);
    out.boolean(is_compressed);
    write_top_level_snapshot(out, key);
    write_count(out, states.size());
    for (const StateDescriptor& state : states) {
        write_keyed(out, state);
    }
    return out.take();
}

ByteVector write_operator_state_header(std::span<const StateDescriptor> states, std::int32_t version,
                                       bool is_compressed) {
    ByteWriter out;
    version = is_compressed ? kOperatorProxyVersionWithCompression : version;
    out.i32(version);
    if (version >= kOperatorProxyVersionWithCompression) {
        out.boolean(is_compressed);
    }
    for (const bool is_broadcast : {false, true}) {
        const auto belongs = [&](const StateDescriptor& state) {
            return (state.kind == StateKind::kBroadcast) == is_broadcast;
        };
        write_count(out, static_cast<std::size_t>(std::count_if(states.begin(), states.end(), belongs)));
        for (const StateDescriptor& state : states) {
            if (belongs(state)) {
                write_operator(out, state);
            }
        }
    }
    return out.take();
}

}  // namespace sp
