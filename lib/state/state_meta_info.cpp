#include "state/state_meta_info.hpp"

#include <algorithm>

#include "java/modified_utf8.hpp"
#include "state/state_meta_info_format.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace sp {
namespace {

namespace format = state_meta_info_format;

constexpr std::string_view kTimerPrefix = "_timer_state/";

constexpr std::string_view kOptionKeys[] = {format::kKeyedStateType, format::kDistributionMode};
constexpr std::string_view kSerializerKeys[] = {format::kKeySerializer, format::kNamespaceSerializer,
                                                format::kUserKeySerializer, format::kValueSerializer};

/// Looks at bytes that may be anything.
class Peek {
public:
    explicit Peek(Bytes bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint32_t number(std::size_t size) {
        std::uint32_t value = 0;
        for (is_good_ = is_good_ && bytes_.size() >= size; is_good_ && size > 0; --size) {
            value = value << 8 | bytes_.front();
            bytes_ = bytes_.subspan(1);
        }
        return value;
    }
    [[nodiscard]] std::string_view text() {
        const std::size_t size = number(2);
        is_good_ = is_good_ && bytes_.size() >= size;
        const Bytes text = bytes_.first(is_good_ ? size : 0);
        bytes_ = bytes_.subspan(text.size());
        return {reinterpret_cast<const char*>(text.data()), text.size()};
    }
    template <std::size_t size>
    [[nodiscard]] bool is_one_of(const std::string_view (&names)[size]) {
        const std::string_view found = text();
        return is_good_ && std::find(std::begin(names), std::end(names), found) != std::end(names);
    }
    [[nodiscard]] bool is_good() const { return is_good_; }
    [[nodiscard]] bool is_end() const { return is_good_ && bytes_.empty(); }

    [[nodiscard]] bool is_serializer() { return is_one_of(kSerializerKeys) && number(4) == kContainerVersion; }

    [[nodiscard]] bool is_state() {
        constexpr std::uint32_t kMost = 8;  // options, serializers
        if (text().empty() || number(4) > static_cast<std::uint32_t>(BackendStateType::kKeyValueV2)) {
            return false;
        }
        const std::uint32_t options = number(4);
        for (std::uint32_t i = 0; i < std::min(options, kMost); ++i) {
            if (!is_one_of(kOptionKeys)) {
                return false;
            }
            static_cast<void>(text());
        }
        const std::uint32_t serializers = number(4);
        return is_good_ && options <= kMost && serializers > 0 && serializers <= kMost && is_serializer();
    }

    [[nodiscard]] bool is_count_of_states() {
        const std::uint32_t count = number(2);
        return count == 0 ? is_end() : count <= format::kMostStates && is_state();
    }

private:
    static constexpr std::uint32_t kContainerVersion = 2;

    Bytes bytes_;
    bool is_good_ = true;
};

/// What stands in a header behind a snapshot.
struct Behind {
    std::size_t serializers = 0;  ///< of the same state
    std::size_t states = 0;
    bool has_count = false;  ///< then a number of more states

    [[nodiscard]] bool stands_at(Bytes bytes) const {
        Peek peek(bytes);
        return serializers > 0 ? peek.is_serializer()
               : states > 0    ? peek.is_state()
               : has_count     ? peek.is_count_of_states()
                               : peek.is_end();
    }
};

/// A snapshot of the job's own class has no length. It ends where what has to stand behind it begins: names of Flink's.
TypePtr read_serializer(BoundedReader& in, const kryo::KryoContext& context, const Behind& behind) {
    const BoundedReader start = in;
    try {
        return read_top_level_snapshot(in, context);
    } catch (const UnknownSnapshotClass& error) {
        BoundedReader rest = start;
        const Bytes bytes = rest.bytes(rest.remaining(), "snapshot");
        for (std::size_t size = 1; size <= bytes.size(); ++size) {
            if (behind.stands_at(bytes.subspan(size))) {
                in = start;
                return read_cut_snapshot(in.bytes(size, "snapshot"), start, context, error.what());
            }
        }
        throw;
    }
}

void read_state_meta_info(BoundedReader& in, const kryo::KryoContext& context, StateMetaInfo& info, Behind behind) {
    info.name = java::read_utf(in, "state name");
    with_context([&] { return "state '" + info.name + "'"; },
                 [&] {
        const std::uint64_t where = in.offset();
        const std::int32_t type = in.i32("backend state type");
        if (type < 0 || type > static_cast<std::int32_t>(BackendStateType::kKeyValueV2)) {
            in.fail_at(where, "backend state type", "found " + std::to_string(type) + ", expected 0 to 4");
        }
        info.type = static_cast<BackendStateType>(type);
        const std::size_t options = in.count("number of options", 4);
        for (std::size_t i = 0; i < options; ++i) {
            std::string key = java::read_utf(in, "option name");
            info.options.emplace_back(std::move(key), java::read_utf(in, "option value"));
        }
        const std::size_t serializers = in.count("number of serializers", 2);
        for (std::size_t i = 0; i < serializers; ++i) {
            std::string key = java::read_utf(in, "serializer key");
            behind.serializers = serializers - i - 1;
            info.serializers.emplace_back(std::move(key), read_serializer(in, context, behind));
        }
    });
}

template <class Header>
void set_failure(Header& header, const UnsupportedError& error) {
    header.failure = error;
    header.fails_at_own_class = dynamic_cast<const UnknownSnapshotClass*>(&error) != nullptr;
}

/// Reads `count` meta infos into `states` until one has a snapshot that cannot be passed over.
template <class Header>
void read_states(BoundedReader& in, const kryo::KryoContext& context, std::size_t count,
                 std::vector<StateMetaInfo>& states, Header& header, bool has_more) {
    for (std::size_t i = 0; i < count && !header.failure; ++i) {
        StateMetaInfo info;
        try {
            read_state_meta_info(in, context, info, {0, count - i - 1, has_more});
            states.push_back(std::move(info));
        } catch (const UnsupportedError& error) {
            set_failure(header, error);
            header.failed_state = info.name;
        } catch (SnapshotFault& fault) {
            fault.set_state(info.name);
            throw;
        }
    }
}

std::size_t read_state_count(BoundedReader& in, std::string_view what) {
    const std::uint64_t where = in.offset();
    const std::int16_t count = in.i16(what);
    if (count < 0) {
        in.fail_at(where, what, "found " + std::to_string(count));
    }
    return static_cast<std::size_t>(count);
}

[[noreturn]] void unfit(const StateMetaInfo& info, const std::string& why) {
    throw InputError("state '" + info.name + "': " + why);
}

TypePtr require(const StateMetaInfo& info, std::string_view key) {
    TypePtr type = info.serializer(key);
    if (!type) {
        unfit(info, "its header has no " + std::string(key));
    }
    return type;
}

/// Takes the TtlSerializer off.
TypePtr unwrap_ttl(const TypePtr& type, bool& has_ttl) {
    if (type->kind == TypeKind::kTtlAware) {  // 2.0 and later: a wrapper for compatibility checks, no bytes of its own
        return unwrap_ttl(type->nested.at(0), has_ttl);
    }
    if (type->kind == TypeKind::kTtl) {
        has_ttl = true;
        return type->nested.at(1);
    }
    return type;
}

/// The container of a list or map state's serializer, without a wrapper.
const Type& container(const StateMetaInfo& info, const TypePtr& type, std::size_t nested) {
    const Type* at = type.get();
    while (at->kind == TypeKind::kTtlAware || at->kind == TypeKind::kSingleThreadChecking) {
        at = at->nested.at(0).get();
    }
    if (at->kind == TypeKind::kUnknown) {
        throw UnsupportedError("state '" + info.name + "': " + at->text);
    }
    if (at->nested.size() != nested) {
        throw UnsupportedError("state '" + info.name + "': its serializer is " + at->snapshot_class +
                               ", expected one of lists or maps");
    }
    return *at;
}

StateDescriptor describe_timers(const StateMetaInfo& info, StateDescriptor state) {
    state.kind = StateKind::kTimer;
    state.serializer = require(info, format::kValueSerializer);
    if (state.serializer->kind != TypeKind::kTimer) {
        throw UnsupportedError("state '" + info.name + "': a priority queue of " + state.serializer->snapshot_class +
                               ", expected timers");
    }
    state.key = state.serializer->nested.at(0);
    state.name_space = state.serializer->nested.at(1);
    std::string_view name = info.name;
    if (name.starts_with(kTimerPrefix)) {
        name.remove_prefix(kTimerPrefix.size());
    }
    state.timer_domain = name.starts_with("processing_") ? TimerDomain::kProcessingTime : TimerDomain::kEventTime;
    const std::size_t bar = name.find('_');
    state.timer_service = bar == std::string_view::npos ? name : name.substr(bar + 1);
    return state;
}

}  // namespace

const std::string* StateMetaInfo::option(std::string_view key) const {
    for (const auto& [name_of_option, value] : options) {
        if (name_of_option == key) {
            return &value;
        }
    }
    return nullptr;
}

TypePtr StateMetaInfo::serializer(std::string_view key) const {
    for (const auto& [name_of_serializer, type_of_serializer] : serializers) {
        if (name_of_serializer == key) {
            return type_of_serializer;
        }
    }
    return nullptr;
}

KeyedStateHeader read_keyed_state_header(BoundedReader& in, const kryo::KryoContext& context) {
    const std::uint64_t where = in.offset();
    const std::int32_t version = in.i32("keyed state header version");
    if (version >= 1 && version < format::kKeyedProxyVersion) {
        throw UnsupportedError(
            std::string(in.source()) + ": keyed state header version " + std::to_string(version) +
            " was written by Flink before 1.7; restore it with such a Flink up to 1.16 and take a new savepoint");
    }
    if (version != format::kKeyedProxyVersion) {
        in.fail_at(where, "keyed state header version",
                   "found " + std::to_string(version) + ", expected " + std::to_string(format::kKeyedProxyVersion));
    }
    KeyedStateHeader header;
    header.is_compressed = in.boolean("compression flag");
    try {
        header.key = with_context([] { return "key serializer"; },
                                  [&] {
            return read_serializer(in, context, {0, 0, true});
        });
    } catch (const UnsupportedError& error) {
        set_failure(header, error);
        return header;
    }
    header.state_count = read_state_count(in, "number of states");
    read_states(in, context, header.state_count, header.states, header, false);
    return header;
}

OperatorStateHeader read_operator_state_header(BoundedReader& in, const kryo::KryoContext& context) {
    const std::uint64_t where = in.offset();
    const std::int32_t version = in.i32("operator state header version");
    if (version >= 1 && version < format::kFirstOperatorProxyVersion) {
        throw UnsupportedError(std::string(in.source()) + ": operator state header version " + std::to_string(version) +
                               " was written by Flink before 1.8");
    }
    if (version < format::kFirstOperatorProxyVersion || version > format::kOperatorProxyVersionWithCompression) {
        in.fail_at(where, "operator state header version", "found " + std::to_string(version) + ", expected 5 or 6");
    }
    OperatorStateHeader header;
    header.is_compressed = version >= format::kOperatorProxyVersionWithCompression && in.boolean("compression flag");
    read_states(in, context, read_state_count(in, "number of list states"), header.list_states, header, true);
    if (!header.failure) {
        read_states(in, context, read_state_count(in, "number of broadcast states"), header.broadcast_states, header,
                    false);
    }
    return header;
}

StateDescriptor describe_state(const StateMetaInfo& info, const TypePtr& key, std::size_t operator_index) {
    StateDescriptor state;
    state.operator_index = operator_index;
    state.name = info.name;
    if (info.type == BackendStateType::kPriorityQueue) {
        return describe_timers(info, std::move(state));
    }
    if (info.type != BackendStateType::kKeyValue && info.type != BackendStateType::kKeyValueV2) {
        unfit(info, "operator state in a keyed stream");
    }
    state.key = key;
    state.name_space = require(info, format::kNamespaceSerializer);
    state.serializer = require(info, format::kValueSerializer);
    const std::string* const word = info.option(format::kKeyedStateType);
    const auto* const kind = std::ranges::find_if(format::kKindWords, [&](const format::KindWord& known) {
        return word != nullptr && known.word == *word && is_keyed(known.kind);
    });
    if (kind == std::end(format::kKindWords)) {
        throw UnsupportedError("state '" + info.name + "': keyed state type " + (word == nullptr ? "missing" : *word));
    }
    state.kind = kind->kind;
    // Its serializer is the element's, or the map value's.
    const bool is_v2 = info.type == BackendStateType::kKeyValueV2;
    state.value = state.serializer;
    if (state.kind == StateKind::kList && !is_v2) {
        state.value = container(info, state.serializer, 1).nested[0];
    } else if (state.kind == StateKind::kMap) {
        if (is_v2) {
            state.map_key = require(info, format::kUserKeySerializer);
        } else {
            const Type& map = container(info, state.serializer, 2);
            state.map_key = map.nested[0];
            state.value = map.nested[1];
        }
    }
    state.value = unwrap_ttl(state.value, state.has_ttl);
    return state;
}

StateDescriptor describe_operator_state(const StateMetaInfo& info, std::size_t operator_index) {
    StateDescriptor state;
    state.operator_index = operator_index;
    state.name = info.name;
    state.serializer = require(info, format::kValueSerializer);
    state.value = state.serializer;
    if (info.type == BackendStateType::kBroadcast) {
        state.kind = StateKind::kBroadcast;
        state.map_key = require(info, format::kKeySerializer);
    } else if (info.type == BackendStateType::kOperator) {
        const std::string* mode = info.option(format::kDistributionMode);
        state.kind = mode != nullptr && *mode == "UNION" ? StateKind::kOperatorUnion : StateKind::kOperatorList;
    } else {
        unfit(info, "keyed state in an operator state stream");
    }
    return state;
}

}  // namespace sp
