#include "write/state_headers.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "state/state_meta_info.hpp"
#include "state/state_meta_info_format.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp {
namespace {

namespace format = state_meta_info_format;

std::string_view option_of(StateKind kind) {
    const auto* const known = std::ranges::find(format::kKindWords, kind, &format::KindWord::kind);
    if (known == std::end(format::kKindWords)) {
        throw std::logic_error("timers and coordinators have no such option");
    }
    return known->word;
}

void write_count(ByteWriter& out, std::size_t count) {
    if (count > format::kMostStates) {
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
        write_serializer(out, format::kValueSerializer, *state.serializer);
        return;
    }
    write_frame(out, state.name, BackendStateType::kKeyValue, format::kKeyedStateType, option_of(state.kind));
    out.i32(2);
    // In the order in which Java's hash map has them.
    write_serializer(out, format::kValueSerializer, *state.serializer);
    write_serializer(out, format::kNamespaceSerializer, *state.name_space);
}

void write_operator(ByteWriter& out, const StateDescriptor& state) {
    const bool is_broadcast = state.kind == StateKind::kBroadcast;
    write_frame(out, state.name, is_broadcast ? BackendStateType::kBroadcast : BackendStateType::kOperator,
                format::kDistributionMode, option_of(state.kind));
    out.i32(is_broadcast ? 2 : 1);
    write_serializer(out, format::kValueSerializer, *state.serializer);
    if (is_broadcast) {
        write_serializer(out, format::kKeySerializer, *state.map_key);
    }
}

}  // namespace

ByteVector write_keyed_state_header(const Type& key, std::span<const StateDescriptor> states, bool is_compressed) {
    ByteWriter out;
    out.i32(format::kKeyedProxyVersion);
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
    version = is_compressed ? format::kOperatorProxyVersionWithCompression : version;
    out.i32(version);
    if (version >= format::kOperatorProxyVersionWithCompression) {
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
