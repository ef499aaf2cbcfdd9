#pragma once

// Constants of the headers of state streams (KeyedBackendSerializationProxy, OperatorBackendSerializationProxy and
// StateMetaInfoSnapshot of Flink 1.8 to 2.3; formats/keyed-state section 2), which their reader (state_meta_info.hpp)
// and their writer (write/state_headers.hpp) share. A header is its version, a compression flag (not in operator
// version 5), of keyed state the key's snapshot, and i16 counts of states in front of them. A state is its name, an i32
// BackendStateType, options and serializers, both behind i32 counts and each behind a name from here.

#include <cstdint>
#include <string_view>

#include "sp/entry.hpp"

namespace sp::state_meta_info_format {

inline constexpr std::int32_t kKeyedProxyVersion = 6;  ///< since Flink 1.7

inline constexpr std::int32_t kFirstOperatorProxyVersion = 5;            ///< that is read, since Flink 1.8
inline constexpr std::int32_t kOperatorProxyVersionWithCompression = 6;  ///< since Flink 1.18, the newest

inline constexpr std::size_t kMostStates = 0x7FFF;  ///< an i16

// StateMetaInfoSnapshot.CommonOptionsKeys and CommonSerializerKeys.
inline constexpr std::string_view kKeyedStateType = "KEYED_STATE_TYPE";
inline constexpr std::string_view kDistributionMode = "OPERATOR_STATE_DISTRIBUTION_MODE";
inline constexpr std::string_view kKeySerializer = "KEY_SERIALIZER";  ///< of broadcast state
inline constexpr std::string_view kNamespaceSerializer = "NAMESPACE_SERIALIZER";
inline constexpr std::string_view kUserKeySerializer = "USER_KEY_SERIALIZER";  ///< of map state of State V2
inline constexpr std::string_view kValueSerializer = "VALUE_SERIALIZER";

/// The value of an option: StateDescriptor.Type for KEYED_STATE_TYPE, OperatorStateHandle.Mode for the other.
struct KindWord {
    StateKind kind;
    std::string_view word;
};

inline constexpr KindWord kKindWords[] = {
    {StateKind::kValue, "VALUE"},
    {StateKind::kList, "LIST"},
    {StateKind::kMap, "MAP"},
    {StateKind::kReducing, "REDUCING"},
    {StateKind::kAggregating, "AGGREGATING"},
    {StateKind::kFolding, "FOLDING"},
    {StateKind::kOperatorList, "SPLIT_DISTRIBUTE"},
    {StateKind::kOperatorUnion, "UNION"},
    {StateKind::kBroadcast, "BROADCAST"},
};

}  // namespace sp::state_meta_info_format
