#include "types/schema/parse_parts.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "sp/error.hpp"
#include "types/codecs/two_phase_commit.hpp"
#include "types/schema/forms.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp::schema {

namespace {

using enum TypeKind;

constexpr std::int64_t kMostInt = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kLongestTuple = 25;

TypePtr make(const Parts& parts, TypeKind kind, std::vector<TypePtr> nested = {}) {
    return make_type(kind, parts.context.target(), std::move(nested));
}

/// The serializers of CEP, of which all parts are known.
TypePtr node_id(const Parts& parts) { return make(parts, kNodeId, {make(parts, kEventId)}); }

TypePtr shared_buffer_edge(const Parts& parts) {
    return make(parts, kSharedBufferEdge, {node_id(parts), make(parts, kDeweyNumber)});
}

std::int32_t number(const Node& node, std::string_view what, std::int64_t least, std::int64_t most) {
    return static_cast<std::int32_t>(node.integer(what, least, most));
}

/// "v", and the flag of the newest versions.
void read_version(const Parts& parts, Type& type, std::string_view flag_name) {
    const SnapshotClass& line = *find_snapshot_class(type.kind);
    if (const Node* version = parts.find("v")) {
        type.outer_version = number(*version, "the version \"v\"", line.first_version, line.last_version);
        type.flag = default_flag(type.kind, type.outer_version);
    }
    if (const Node* flag = parts.find(flag_name)) {
        const bool wanted = flag->flag("\"" + std::string(flag_name) + "\"");
        if (wanted != type.flag && type.outer_version < first_version_with_flag(type.kind)) {
            flag->fail("\"" + std::string(flag_name) + "\":" + (wanted ? "true" : "false") +
                       " is not possible in version " + std::to_string(type.outer_version) + " of " +
                       std::string(parts.line.head));
        }
        type.flag = wanted;
    }
}

/// In schemas of changes a constant can be {"name":"NEW","from":"OLD"}, where several can become one.
const Node& constant_name(const Parts& parts, const TypePtr& type, const Node& node) {
    FieldChanges* const changes = parts.context.changes();
    if (changes == nullptr || !node.is_object()) {
        return node;
    }
    Members members(node, "a constant");
    const Node& name = members.need("name");
    const Node& from = members.need("from");
    members.finish();
    FieldChanges::Constants& constants = changes->enums[type.get()];
    constants.type = type;
    constants.from[name.string("a constant")] =
        from.is_list() ? from.strings("\"from\"") : std::vector<std::string>{from.string("\"from\"")};
    return name;
}

void add_constant(const Parts& parts, const std::shared_ptr<Type>& pointer, const Node& node,
                  std::set<std::string>& known, std::int32_t id) {
    Type& type = *pointer;
    const std::string& name = constant_name(parts, pointer, node).string("a constant");
    if (!known.insert(name).second) {
        node.fail("the constant " + name + " stands twice");
    }
    type.constants.push_back({name, id});
}

}  // namespace

const Node& Parts::inside() const {
    if (head == nullptr) {
        fail(std::string(line.head) + " needs types or numbers in it: " + std::string(line.head) + "<…>");
    }
    return *head;
}

std::shared_ptr<Type> Parts::make(std::vector<TypePtr> nested) const {
    try {
        return make_type(line.kind, context.target(), std::move(nested));
    } catch (const UsageError& error) {
        fail(error.what());
    }
}

std::vector<TypePtr> Parts::nested() const {
    const Node& types = inside();
    std::vector<TypePtr> result;
    if (types.is_list()) {
        result = context.types(types.items);
    } else {
        result.push_back(context.type(types));
    }
    const int expected = find_snapshot_class(line.kind)->nested;
    if (expected != kAnyNested && result.size() != static_cast<std::size_t>(expected)) {
        types.fail(std::string(line.head) + " has " + std::to_string(expected) + (expected == 1 ? " type" : " types") +
                   " in it, not " + std::to_string(result.size()));
    }
    return result;
}

std::vector<TypePtr> Parts::fields(bool can_have_names, std::vector<FieldChange>& changes) const {
    const Node& types = inside();
    const bool has_names = can_have_names && types.is_object();
    const bool is_list = types.is_list() || has_names;
    std::vector<TypePtr> result;
    for (std::size_t i = 0; i < (is_list ? types.items.size() : 1); ++i) {
        FieldChange& change = changes.emplace_back();
        change.name = has_names ? types.names[i] : "";
        result.push_back(context.field(is_list ? types.items[i] : types, change));
    }
    return result;
}

TypePtr parse_word(const Parts& parts) {
    if (parts.head != nullptr) {
        parts.fail(std::string(parts.line.head) + " has nothing in it");
    }
    switch (parts.line.kind) {
        case kNodeId: return node_id(parts);
        case kSharedBufferEdge: return shared_buffer_edge(parts);
        case kMetaSqnInfo:
        case kRowSqnInfo: return parts.make({make(parts, kLong), make(parts, kLong)});
        default: return parts.make();
    }
}

TypePtr parse_nested(const Parts& parts) { return parts.make(parts.nested()); }

TypePtr need_snapshot(const Parts& parts) {
    parts.fail(std::string(parts.line.head) +
               " cannot be made from the schema alone: it needs the \"snapshot\" of a savepoint that has it, as "
               "sp-inspect --print-schema prints it");
}

TypePtr parse_ttl(const Parts& parts) {
    const Node& inside = parts.inside();
    auto type = parts.make({make(parts, kLong), parts.context.type(inside)});
    const Node* const async = parts.find("async");
    if (async == nullptr || !async->flag("\"async\"")) {
        return type;
    }
    constexpr FlinkVersion kWithAsyncState = {2, 0};
    if (parts.context.target().flink_version && *parts.context.target().flink_version < kWithAsyncState) {
        async->fail("Flink has asynchronous state since 2.0");
    }
    type->snapshot_class = "org.apache.flink.runtime.state.v2.ttl.TtlStateFactory$TtlSerializerSnapshot";
    return type;
}

TypePtr parse_ttl_aware(const Parts& parts) {
    auto type = parts.make(parts.nested());
    type->flag = type->nested[0]->kind == kTtl;
    return type;
}

TypePtr parse_array(const Parts& parts) {
    auto type = parts.make(parts.nested());
    if (const Node* class_name = parts.find("class")) {
        type->class_name = class_name->string("the class of the array's elements");
        return type;
    }
    type->class_name = java_class_name(*type->nested[0]);
    if (type->class_name.empty()) {
        parts.fail(
            "which class the elements of the array have does not follow from their type: write "
            "{\"array\":T,\"class\":\"a.b.C\"}");
    }
    return type;
}

TypePtr parse_enum(const Parts& parts) {
    auto type = parts.make();
    type->class_name = parts.inside().string("the class of the enum");
    const Node* values = parts.find("values");
    if (values == nullptr) {
        parts.fail("the constants of the enum are missing, in the order in which they are declared: enum a.b.E{A,B}");
    }
    std::set<std::string> known;
    for (const Node& value : values->list("\"values\"")) {
        add_constant(parts, type, value, known, static_cast<std::int32_t>(type->constants.size()));
    }
    return type;
}

TypePtr parse_scala_enum(const Parts& parts) {
    auto type = parts.make();
    type->class_name = parts.inside().string("the class of the Enumeration");
    const Node* values = parts.find("values");
    if (values == nullptr) {
        parts.fail("the constants of the Enumeration are missing: \"values\":[[name,id],…]");
    }
    std::set<std::string> known;
    for (const Node& value : values->list("\"values\"")) {
        const std::vector<Node>& pair = value.list("a constant");
        if (pair.size() != 2) {
            value.fail("a constant is a list of its name and its id");
        }
        add_constant(parts, type, pair[0], known,
                     number(pair[1], "the id", std::numeric_limits<std::int32_t>::min(), kMostInt));
    }
    return type;
}

TypePtr parse_tuple(const Parts& parts) {
    std::vector<FieldChange> changes;
    auto type = parts.make(parts.fields(false, changes));
    const std::size_t size = type->nested.size();
    if (size == 0 || size > kLongestTuple) {
        parts.fail("a tuple has 1 to " + std::to_string(kLongestTuple) + " types in it (and tuple0 none), not " +
                   std::to_string(size));
    }
    const Node* class_name = parts.find("class");
    type->class_name = class_name != nullptr ? class_name->string("the class of the tuple")
                                             : "org.apache.flink.api.java.tuple.Tuple" + std::to_string(size);
    parts.context.note_fields(type, std::move(changes));
    return type;
}

TypePtr parse_row(const Parts& parts) {
    std::vector<FieldChange> changes;
    auto type = parts.make(parts.fields(true, changes));
    read_version(parts, *type, "kinds");
    parts.context.note_fields(type, std::move(changes));
    return type;
}

TypePtr parse_nullable(const Parts& parts) {
    auto type = parts.make(parts.nested());
    if (const Node* padding = parts.find("padding")) {
        type->padding = number(*padding, "the padding", 0, kMostInt);
    }
    return type;
}

TypePtr parse_versioned(const Parts& parts) {
    auto type = parts.make(parts.nested());
    read_version(parts, *type, "nulls");
    return type;
}

TypePtr parse_two_phase_commit(const Parts& parts) {
    const Node* legacy = parts.find("legacy");
    std::shared_ptr<Type> type;
    if (legacy == nullptr) {
        type = parts.make(parts.nested());
    } else {  // it says what else the version of Flink decides
        const FlinkVersion renamed = legacy->flag("\"legacy\"") ? FlinkVersion{2, 0} : FlinkVersion{1, 20};
        const FlinkVersion target = parts.context.target().flink_version.value_or(renamed);
        type = make_type(parts.line.kind, {target}, parts.nested());
        type->snapshot_class = make_type(parts.line.kind, {renamed})->snapshot_class;
    }
    read_version(parts, *type, "nulls");
    type->structure = codec::two_phase_commit_structure(*type);
    return type;
}

TypePtr parse_case_class(const Parts& parts) {
    auto type = parts.make();
    type->class_name = parts.inside().string("the case class");
    const Node* fields = parts.find("fields");
    if (fields == nullptr || (!fields->is_list() && !fields->is_object())) {
        parts.fail("the fields of the case class are missing: \"fields\":[T,…]");
    }
    std::vector<FieldChange> changes(fields->items.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        type->nested.push_back(parts.context.field(fields->items[i], changes[i]));
    }
    if (fields->is_object()) {
        type->field_names = fields->names;
    }
    parts.context.note_fields(type, std::move(changes));
    if (type->class_name.starts_with("scala.Tuple2$")) {  // specialized for primitives
        if (type->nested.size() != 2) {
            parts.fail(type->class_name + " has 2 types in it, not " + std::to_string(type->nested.size()));
        }
        type->snapshot_class = "org.apache.flink.api.scala.typeutils.Tuple2CaseClassSerializerSnapshot";
    }
    return type;
}

TypePtr parse_traversable(const Parts& parts) {
    auto type = parts.make(parts.nested());
    const Node* builder = parts.find("builder");
    if (builder == nullptr) {
        parts.fail("the Scala source of the collection's CanBuildFrom is missing: \"builder\"");
    }
    type->text = builder->string("\"builder\"");
    return type;
}

TypePtr parse_decimal(const Parts& parts) {
    constexpr std::int64_t kMostDigits = 38;
    const std::vector<Node>& numbers = parts.inside().list("precision and scale of the decimal");
    if (numbers.size() != 2) {
        parts.fail("a decimal has a precision and a scale: decimal<p,s>");
    }
    auto type = parts.make();
    type->precision = number(numbers[0], "the precision", 1, kMostDigits);
    type->scale = number(numbers[1], "the scale", 0, type->precision);
    return type;
}

TypePtr parse_precision(const Parts& parts) {
    auto type = parts.make();
    type->precision = number(parts.inside(), "the precision", 0, 9);
    return type;
}

/// The list or map around the types goes without saying.
TypePtr parse_view(const Parts& parts) {
    const bool is_list = parts.line.kind == kListView;
    const Node& types = parts.inside();
    std::vector<TypePtr> inner =
        types.is_list() ? parts.context.types(types.items) : std::vector<TypePtr>{parts.context.type(types)};
    if (inner.size() == 1 && inner[0]->kind == kNullAwareMap && !is_list) {
        return parts.make(std::move(inner));
    }
    if (inner.size() != (is_list ? 1U : 2U)) {
        types.fail(std::string(parts.line.head) + (is_list ? " has the type of its elements in it"
                                                           : " has the types of its keys and of its values in it"));
    }
    return parts.make({make(parts, is_list ? kList : kMap, std::move(inner))});
}

TypePtr parse_shared_buffer_node(const Parts& parts) {
    const TypePtr edge = shared_buffer_edge(parts);
    return number(parts.inside(), "the version", 1, 2) == 1
               ? make(parts, kSharedBufferNode, {make(parts, kList, {edge})})
               : make(parts, kSharedBufferNodeV2, {edge});
}

TypePtr parse_nfa_state(const Parts& parts) {
    auto type = parts.make({make(parts, kDeweyNumber), node_id(parts), make(parts, kEventId)});
    type->outer_version = number(parts.inside(), "the version", 1, find_snapshot_class(kNfaState)->last_version);
    type->flag = default_flag(kNfaState, type->outer_version);
    return type;
}

}  // namespace sp::schema
