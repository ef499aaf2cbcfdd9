#pragma once

// Headers of state streams: what states a stream holds and with which serializers (Flink's StateMetaInfoSnapshot,
// KeyedBackendSerializationProxy version 6 and OperatorBackendSerializationProxy versions 5 and 6).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/bounded_reader.hpp"
#include "sp/entry.hpp"
#include "sp/error.hpp"
#include "sp/type.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

/// StateMetaInfoSnapshot.BackendStateType; the header stores the ordinal.
enum class BackendStateType : std::uint8_t {
    kKeyValue = 0,
    kOperator = 1,
    kBroadcast = 2,
    kPriorityQueue = 3,
    kKeyValueV2 = 4
};

struct StateMetaInfo {
    std::string name;
    BackendStateType type = BackendStateType::kKeyValue;
    std::vector<std::pair<std::string, std::string>> options;  ///< in file order (a Java HashMap's)
    std::vector<std::pair<std::string, TypePtr>> serializers;  ///< in file order

    [[nodiscard]] const std::string* option(std::string_view key) const;
    [[nodiscard]] TypePtr serializer(std::string_view key) const;  ///< null if there is none
};

/// A header as far as it could be read. A snapshot of a class of the job's own has no length; it is taken to end where what
/// has to stand behind it begins, and its type is of kind kUnknown. Where that is nowhere, `failure` says which class it is and
/// where, and `states` holds the states before it.
struct KeyedStateHeader {
    bool is_compressed = false;
    bool fails_at_own_class = false;  ///< `failure` is not about a class of Flink's in a form that is not supported
    TypePtr key;                      ///< null if the key's own snapshot failed
    std::vector<StateMetaInfo> states;
    std::size_t state_count = 0;  ///< as the header says
    std::optional<UnsupportedError> failure;
    std::string failed_state;  ///< whose snapshot that is; empty: the key's
};

struct OperatorStateHeader {
    bool is_compressed = false;
    bool fails_at_own_class = false;
    std::vector<StateMetaInfo> list_states;
    std::vector<StateMetaInfo> broadcast_states;
    std::optional<UnsupportedError> failure;
    std::string failed_state;
};

/// Reads the header at the start of a canonical or heap stream, or a whole meta stream. Leaves `in` behind it.
[[nodiscard]] KeyedStateHeader read_keyed_state_header(BoundedReader& in, const kryo::KryoContext& context);

[[nodiscard]] OperatorStateHeader read_operator_state_header(BoundedReader& in, const kryo::KryoContext& context);

/// The descriptor of a keyed state; `key` is the header's. UnsupportedError or InputError if its kind and serializers do
/// not fit together.
[[nodiscard]] StateDescriptor describe_state(const StateMetaInfo& info, const TypePtr& key, std::size_t operator_index);

/// The descriptor of an operator state: BackendStateType kOperator or kBroadcast.
[[nodiscard]] StateDescriptor describe_operator_state(const StateMetaInfo& info, std::size_t operator_index);

}  // namespace sp
