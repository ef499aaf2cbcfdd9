#include "types/schema/document.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "sp/error.hpp"
#include "types/codecs/text/base64.hpp"
#include "types/schema/changes.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/parse_bounds.hpp"
#include "types/schema/parse_parts.hpp"

namespace sp {

namespace {

using schema::Members;
using schema::Node;

constexpr std::int64_t kMostParallelism = 1 << 15;  // KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM
constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kIdDigits = 32;
constexpr std::string_view kTimerPrefix = "_timer_state/";

template <class Value>
using Words = std::vector<std::pair<std::string_view, Value>>;

const Words<HashRecipe>& hash_recipes() {
    static const Words<HashRecipe> words = {
        {"java", HashRecipe::kJava},        {"objects-hash", HashRecipe::kObjectsHash},
        {"31-chain", HashRecipe::k31Chain}, {"lombok", HashRecipe::kLombok},
        {"kotlin", HashRecipe::kKotlin},    {"autovalue", HashRecipe::kAutoValue},
        {"record", HashRecipe::kRecord},    {"scala-product", HashRecipe::kScalaProduct},
        {"guava", HashRecipe::kGuava},
    };
    return words;
}

const Words<WindowAssigner>& window_assigners() {
    static const Words<WindowAssigner> words = {{"tumbling", WindowAssigner::kTumbling},
                                                {"sliding", WindowAssigner::kSliding},
                                                {"session", WindowAssigner::kSession}};
    return words;
}

const Words<TimerDomain>& time_domains() {
    static const Words<TimerDomain> words = {{"event", TimerDomain::kEventTime},
                                             {"processing", TimerDomain::kProcessingTime}};
    return words;
}

const Words<StateKind>& state_kinds() {
    static const Words<StateKind> words = [] {
        Words<StateKind> kinds;
        for (const StateKind kind :
             {StateKind::kValue, StateKind::kList, StateKind::kMap, StateKind::kReducing, StateKind::kAggregating,
              StateKind::kFolding, StateKind::kOperatorList, StateKind::kOperatorUnion, StateKind::kBroadcast}) {
            kinds.emplace_back(name_of(kind), kind);
        }
        return kinds;
    }();
    return words;
}

/// One of the words; UsageError that lists them.
template <class Value>
Value one_of(const Node& node, std::string_view what, const Words<Value>& words) {
    const std::string& text = node.string(what);
    std::vector<std::string> names;
    for (const auto& [word, value] : words) {
        if (word == text) {
            return value;
        }
        names.emplace_back(word);
    }
    node.fail(std::string(what) + " '" + text + "' does not exist; there are:" + list_nearest(text, names));
}

std::string non_empty(const Node& node, std::string_view what) {
    const std::string& text = node.string(what);
    if (text.empty()) {
        node.fail(std::string(what) + " is empty");
    }
    return text;
}

SchemaHash read_hash(const Node& node) {
    SchemaHash hash;
    if (node.is_text()) {
        hash.recipe = one_of(node, "recipe", hash_recipes());
        return hash;
    }
    Members members(node, "\"hash\"");
    hash.recipe = one_of(members.need("recipe"), "recipe", hash_recipes());
    if (const Node* order = members.find("order")) {
        hash.order = order->strings("\"order\"");
    }
    if (const Node* boxed = members.find("boxed")) {
        hash.boxed = boxed->strings("\"boxed\"");
    }
    members.finish();
    return hash;
}

SchemaWindow read_window(const Node& node) {
    Members members(node, "\"window\"");
    SchemaWindow window;
    window.assigner = one_of(members.need("assigner"), "assigner", window_assigners());
    window.size = members.need("size").integer("\"size\"", 1, kLongest);
    const Node* const slide = members.find("slide");
    if ((window.assigner == WindowAssigner::kSliding) != (slide != nullptr)) {
        node.fail(slide == nullptr ? "sliding windows need a \"slide\"" : "only sliding windows have a \"slide\"");
    }
    if (slide != nullptr) {
        window.slide = slide->integer("\"slide\"", 1, kLongest);
    }
    if (const Node* offset = members.find("offset")) {  // Flink: |offset| below the slide or size
        const std::int64_t most = (slide != nullptr ? window.slide : window.size) - 1;
        window.offset = offset->integer("\"offset\"", -most, most);
    }
    if (window.assigner == WindowAssigner::kSession && window.offset != 0) {
        node.fail("session windows have no \"offset\"");
    }
    if (const Node* time = members.find("time")) {
        window.time = one_of(*time, "time", time_domains());
    }
    if (const Node* lateness = members.find("lateness")) {
        window.lateness = lateness->integer("\"lateness\"", 0, kLongest);
    }
    members.finish();
    return window;
}

class DocumentReader {
public:
    explicit DocumentReader(const SchemaTarget& target, FieldChanges* changes = nullptr)
        : target_(target), changes_(changes) {}

    SchemaDocument read(const Node& node) {
        Members members(node, "a schema document");
        static_cast<void>(members.need("schema").integer("the version of the schema language", 1, 1));
        SchemaDocument document;
        if (const Node* version = members.find("flinkVersion"); version != nullptr) {
            document.flink_version = read_version(*version);
        }
        document.flink_version = target_.flink_version ? target_.flink_version : document.flink_version;
        target_.flink_version = document.flink_version;
        schema::read_bound(members, "maxParallelism", max_parallelism_, 1, kMostParallelism);
        document.max_parallelism = exact(max_parallelism_);
        document.bounds = schema::read_document_bounds(members);
        is_closed_ = document.bounds.is_closed;
        std::set<std::string> known;
        for (const Node& op : members.need("operators").list("\"operators\"")) {
            document.operators.push_back(read_operator(op));
            const SchemaOperator& last = document.operators.back();
            if (!known.insert(last.uid.empty() ? "id " + last.operator_id : "uid " + last.uid).second) {
                op.fail("the operator " + (last.uid.empty() ? last.operator_id : last.uid) + " stands twice");
            }
        }
        members.finish();
        return document;
    }

private:
    static FlinkVersion read_version(const Node& node) {
        try {
            return parse_flink_version(node.string("\"flinkVersion\""));
        } catch (const UsageError& error) {
            node.fail(error.what());
        }
    }

    /// 0: none, or only bounds.
    static std::int32_t exact(const NumberRange& range) {
        return range.least && range.least == range.most ? static_cast<std::int32_t>(*range.least) : 0;
    }

    TypePtr type(const Node& node) { return schema::ParseContext(target_, changes_).type(node); }
    TypePtr make(TypeKind kind, std::vector<TypePtr> nested = {}) {
        return schema::make_type(kind, target_, std::move(nested));
    }

    static void read_identity(Members& members, SchemaOperator& op) {
        const Node* const uid = members.find("uid");
        const Node* const id = members.find("operator");
        if ((uid == nullptr) == (id == nullptr)) {
            members.node.fail("an operator has either a \"uid\" or, as \"operator\", its id");
        }
        if (uid != nullptr) {
            op.uid = non_empty(*uid, "\"uid\"");
            return;
        }
        op.operator_id = id->string("\"operator\"");
        if (op.operator_id.size() != kIdDigits ||
            op.operator_id.find_first_not_of("0123456789abcdef") != std::string::npos) {
            id->fail("the id of an operator has 32 digits of 0 to 9 and a to f");
        }
    }

    void read_sizes(Members& members, SchemaOperator& op) const {
        op.bounds.max_parallelism = max_parallelism_;
        schema::read_bound(members, "maxParallelism", op.bounds.max_parallelism, 1, kMostParallelism);
        op.max_parallelism = exact(op.bounds.max_parallelism);
        const auto limit = op.bounds.max_parallelism.most.value_or(kMostParallelism);
        schema::read_bound(members, "parallelism", op.bounds.parallelism, 1, static_cast<std::int64_t>(limit));
        op.parallelism = exact(op.bounds.parallelism);
    }

    SchemaOperator read_operator(const Node& node) {
        Members members(node, "an operator");
        SchemaOperator op;
        read_identity(members, op);
        if (const Node* name = members.find("name")) {
            op.name = name->string("\"name\"");
        }
        read_sizes(members, op);
        op.bounds.is_closed = is_closed_;
        schema::read_flag(members, "closed", op.bounds.is_closed);
        schema::read_flag(members, "optional", op.bounds.is_optional);
        if (const Node* key = members.find("key")) {
            op.key = type(*key);
        }
        if (const Node* hash = members.find("hash")) {
            op.hash = read_hash(*hash);
        }
        if (const Node* window = members.find("window")) {
            op.window = read_window(*window);
        }
        read_states(members, op);
        if (const Node* coordinator = members.find("coordinator")) {
            op.coordinator = text::parse_base64(coordinator->string("\"coordinator\""));
            if (!op.coordinator) {
                coordinator->fail("\"coordinator\" has to be base64");
            }
        }
        members.finish();
        if (!op.key && (op.hash || op.window)) {
            node.fail("an operator without a \"key\" has no \"hash\" and no \"window\"");
        }
        return op;
    }

    void read_states(Members& members, SchemaOperator& op) {
        std::set<std::pair<int, std::string>> known;  // Flink keeps keyed, list and broadcast states apart
        const auto check_new = [&](const Node& node, int where, const std::string& name) {
            if (!known.emplace(where, name).second) {
                node.fail("'" + name + "' stands twice");
            }
        };
        if (const Node* states = members.find("states")) {
            op.bounds.has_states = true;
            for (const Node& node : states->list("\"states\"")) {
                op.states.push_back(read_state(node, op.key, op.bounds.states.emplace_back()));
                const StateDescriptor& state = op.states.back();
                check_new(node, is_keyed(state.kind) ? 0 : state.kind == StateKind::kBroadcast ? 1 : 2, state.name);
            }
        }
        if (const Node* timers = members.find("timers")) {
            op.bounds.has_timers = true;
            for (const Node& node : timers->list("\"timers\"")) {
                add_timers(node, op);
                check_new(node, 3, op.timers.back().timer_service);
            }
        }
    }

    StateDescriptor read_state(const Node& node, const TypePtr& key, StateBounds& bounds) {
        Members members(node, "a state");
        StateDescriptor state;
        state.name = non_empty(members.need("name"), "\"name\"");
        state.kind = one_of(members.need("kind"), "kind of state", state_kinds());
        state.value = type(members.need("type"));
        read_map_key(members, state);
        const Node* const name_space = members.find("namespace");
        const Node* const ttl = members.find("ttl");
        state.has_ttl = ttl != nullptr && ttl->flag("\"ttl\"");
        bounds = schema::read_state_bounds(members);
        members.finish();
        if (is_keyed(state.kind)) {
            state.key = need_key(node, key);
            state.name_space = name_space == nullptr ? make(TypeKind::kVoidNamespace) : type(*name_space);
        } else if (name_space != nullptr || state.has_ttl) {
            node.fail("operator state has no \"namespace\" and no \"ttl\"");
        }
        state.serializer = serializer_of(state);
        return state;
    }

    void read_map_key(Members& members, StateDescriptor& state) {
        const bool has_map_key = state.kind == StateKind::kMap || state.kind == StateKind::kBroadcast;
        const Node* const map_key = members.find("mapKey");
        if (has_map_key != (map_key != nullptr)) {
            members.node.fail(has_map_key ? "map and broadcast states need a \"mapKey\""
                                          : "only map and broadcast states have a \"mapKey\"");
        }
        if (has_map_key) {
            state.map_key = type(*map_key);
        }
    }

    static TypePtr need_key(const Node& node, const TypePtr& key) {
        if (!key) {
            node.fail("keyed state and timers need a \"key\" of the operator");
        }
        return key;
    }

    /// StateDescriptor.initializeSerializerUnlessSet, TtlStateFactory: lists and maps around the values, TTL inside them.
    TypePtr serializer_of(const StateDescriptor& state) {
        const TypePtr value = state.has_ttl ? make(TypeKind::kTtl, {make(TypeKind::kLong), state.value}) : state.value;
        switch (state.kind) {
            case StateKind::kList: return make(TypeKind::kList, {value});
            case StateKind::kMap: return make(TypeKind::kMap, {state.map_key, value});
            default: return value;
        }
    }

    void add_timers(const Node& node, SchemaOperator& op) {
        Members members(node, "a timer service");
        StateDescriptor timers;
        timers.kind = StateKind::kTimer;
        timers.timer_service = members.need("service").string("\"service\"");
        timers.key = need_key(node, op.key);
        const Node* const name_space = members.find("namespace");
        timers.name_space = name_space == nullptr ? make(TypeKind::kVoidNamespace) : type(*name_space);
        op.bounds.timers.push_back(schema::read_state_bounds(members));
        members.finish();
        timers.serializer = make(TypeKind::kTimer, {timers.key, timers.name_space});
        for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
            timers.timer_domain = domain;
            timers.name = timer_state_name(domain, timers.timer_service);
            op.timers.push_back(timers);
        }
    }

    SchemaTarget target_;
    FieldChanges* changes_;
    NumberRange max_parallelism_;  ///< of operators that say no other
    bool is_closed_ = true;
};

/// JSON in which no object has a member twice: the last one would silently win.
nlohmann::ordered_json parse_json(std::string_view text) {
    using Json = nlohmann::ordered_json;
    std::vector<std::set<std::string>> names;
    const auto check = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) {
            names.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
            names.pop_back();
        } else if (event == Json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second) {
            throw UsageError("the member \"" + value.get<std::string>() + "\" stands twice in an object");
        }
        return true;
    };
    try {
        return Json::parse(text, check);
    } catch (const nlohmann::json::parse_error& error) {
        const std::size_t at = std::min<std::size_t>(error.byte == 0 ? 0 : error.byte - 1, text.size());
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        throw UsageError("line " + std::to_string(line) + ": is no JSON");
    } catch (const nlohmann::json::out_of_range&) {  // 1e999
        throw UsageError("a number is out of range");
    }
}

}  // namespace

SchemaDocument parse_schema_document(const nlohmann::ordered_json& json, const SchemaTarget& target) {
    return DocumentReader(target).read(schema::node_of(json, ""));
}

SchemaDocument read_schema_document(std::string_view text, const SchemaTarget& target) {
    return parse_schema_document(parse_json(text), target);
}

SchemaDocument read_schema_changes(std::string_view text, const SchemaTarget& target, FieldChanges& changes) {
    return DocumentReader(target, &changes).read(schema::node_of(parse_json(text), ""));
}

SchemaHash parse_schema_hash(std::string_view text) {
    const nlohmann::ordered_json json =
        text.starts_with('{') ? parse_json(text) : nlohmann::ordered_json(std::string(text));
    return read_hash(schema::node_of(json, "hash"));
}

std::string timer_state_name(TimerDomain domain, const std::string& service) {
    return std::string(kTimerPrefix) + (domain == TimerDomain::kEventTime ? "event_" : "processing_") + service;
}

FlinkVersion parse_flink_version(std::string_view text) {
    std::array<int, 3> numbers{};
    std::size_t count = 0;
    bool is_version = !text.empty();
    while (is_version && !text.empty()) {
        const std::size_t size = std::min(text.find('.'), text.size());
        const std::string_view digits = text.substr(0, size);
        is_version = count < numbers.size() && !digits.empty() && digits.size() <= 3 &&
                     digits.find_first_not_of("0123456789") == std::string_view::npos;
        if (is_version) {
            for (const char digit : digits) {
                numbers[count] = numbers[count] * 10 + (digit - '0');
            }
            ++count;
        }
        is_version = is_version && size + 1 != text.size();
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    if (!is_version || count < 2) {
        throw UsageError("a version of Flink is written like 1.20 or 2.0");
    }
    return {numbers[0], numbers[1]};
}

}  // namespace sp
