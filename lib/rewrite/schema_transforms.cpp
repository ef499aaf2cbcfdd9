// New types of states and keys: --schema and --key-schema.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "metadata/flink_compatibility.hpp"
#include "restore/type_context.hpp"
#include "rewrite/class_names.hpp"
#include "rewrite/generation_types.hpp"
#include "rewrite/transforms.hpp"
#include "rewrite/type_changes.hpp"
#include "rows/json_value_reader.hpp"
#include "sp/error.hpp"
#include "state/key_hasher.hpp"
#include "types/schema/changes.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/schema/words.hpp"
#include "types/sql_types.hpp"
#include "types/type_renames.hpp"

namespace sp::rewriting {
namespace {

/// A document with what it says of values that are there already.
struct ChangeDocument {
    SchemaDocument document;
    std::shared_ptr<FieldChanges> changes;
};

/// Where nothing says for which Flink the types are, they are for the one that wrote the savepoint.
std::optional<FlinkVersion> target_version(const RewritePlan& plan, const SchemaText& schema) {
    if (plan.options.flink_version) {
        return plan.options.flink_version;
    }
    const auto json = nlohmann::ordered_json::parse(schema.text, nullptr, false);
    return json.is_object() && json.contains("flinkVersion")
               ? std::nullopt
               : std::optional(possible_writers(plan.input().snapshot.metadata).last);
}

/// SQL's rows that are keys keep room for nulls (types/sql_types.hpp). What is said of their columns goes along.
void lay_out_keys(SchemaDocument& document, FieldChanges& changes) {
    const auto lay_out = [&](TypePtr& key, TypePtr row) {
        if (row == key) {
            return;
        }
        if (const auto said = changes.objects.find(key->structure.get()); said != changes.objects.end()) {
            changes.objects[row->structure.get()] = {row->structure, said->second.fields};
        }
        key = std::move(row);
    };
    for (SchemaOperator& op : document.operators) {
        lay_out(op.key, projected_row(op.key));
        for (StateDescriptor& state : op.states) {
            if (state.map_key) {
                lay_out(state.map_key, map_key_row(state.map_key, *state.value));
            }
        }
    }
}

ChangeDocument read_changes(const RewritePlan& plan, const SchemaText& schema) {
    ChangeDocument result;
    result.changes = std::make_shared<FieldChanges>();
    SchemaTarget target;
    target.flink_version = target_version(plan, schema);
    target.class_path = plan.input().snapshot.classes;
    try {
        result.document = read_schema_changes(schema.text, target, *result.changes);
    } catch (const UsageError& error) {
        throw UsageError(schema.name + ": " + error.what());
    }
    const std::optional<FlinkVersion>& said = result.document.flink_version;
    const Snapshot& input = plan.input().snapshot;
    if (!plan.options.flink_version && said &&
        SchemaTarget{said}.kryo_context().generation != type_context(input).generation) {
        throw UsageError(schema.name + ": its types are for Flink " + to_string(*said) +
                         ", and the savepoint is of Flink " + to_string(possible_writers(input.metadata).last) +
                         ": --flink-version " + to_string(*said) + " converts the rest of it too");
    }
    lay_out_keys(result.document, *result.changes);
    return result;
}

/// The operator of the document, which tells its uid where metadata does not.
OperatorRewrite& find_operator(RewritePlan& plan, const SchemaOperator& wanted, const std::string& file) {
    OperatorRewrite& op = plan.find(wanted.uid.empty() ? wanted.operator_id : wanted.uid, file);
    if (op.uid.empty()) {
        op.uid = wanted.uid;
    }
    return op;
}

std::string step_words(std::string_view part, const std::string& step) {
    const bool is_path = step.starts_with('.') || step.starts_with('[') || step.starts_with('(');
    return std::string(part) + (is_path ? "" : ": ") + step;
}

/// Finds out how values become of other types, and collects what is impossible.
class Converter {
public:
    Converter(const RewritePlan& plan, const ChangeDocument& changes) {
        rules_.changes = changes.changes.get();
        rules_.drop_fields = plan.options.drop_fields;
        rules_.read_json = [](const Type& type, std::string_view json, ValueVisitor& visitor) {
            rows::read_json_value(type, json, visitor);
        };
    }

    /// Null if the bytes stay as they are. `where` stands in front of what is said.
    ConversionPtr convert(const TypePtr& from, const TypePtr& to, const std::string& where, std::string_view part,
                          std::vector<std::string>& said) {
        auto conversion = std::make_shared<conversion::Conversion>(from, to, rules_);
        if (conversion->is_same()) {
            return nullptr;
        }
        for (const std::string& step : conversion->steps()) {
            said.push_back(where + step_words(part, step));
        }
        for (const std::string& problem : conversion->problems()) {
            problems_ += "\n  " + where + step_words(part, problem);
        }
        if (conversion->steps().empty()) {
            said.push_back(where + step_words(part, type_words(*from) + " -> " + type_words(*to)));
        }
        return conversion;
    }

    void check(const std::string& file, const OperatorRewrite& op) const {
        if (!problems_.empty()) {
            throw UsageError(file + ": operator " + op.label() + " cannot get these types:" + problems_);
        }
    }

private:
    conversion::ConversionRules rules_;
    std::string problems_;
};

TypeChanges& changes_of(OperatorRewrite& op) {
    if (!op.types) {
        op.types = std::make_shared<TypeChanges>();
    }
    return *op.types;
}

/// What the operator has, with the names that classes have from now on: entries get these before they are converted.
SchemaOperator stored_schema(const RewritePlan& plan, const OperatorRewrite& op) {
    return op.class_names ? op.class_names->renamed(op.schema(), *plan.class_names) : op.schema();
}

const StateDescriptor& find_state(const std::string& file, const OperatorRewrite& op, const SchemaOperator& schema,
                                  const StateDescriptor& wanted) {
    std::vector<std::string> names;
    const StateDescriptor* found = nullptr;
    for (const StateDescriptor& state : schema.states) {
        names.push_back(state.name);
        if (state.name == wanted.name && (found == nullptr || state.kind == wanted.kind)) {
            found = &state;
        }
    }
    if (found == nullptr) {
        throw UsageError(file + ": operator " + op.label() + " has no state '" + wanted.name + "'" +
                         (names.empty() ? "" : "; there are:" + list_nearest(wanted.name, names)));
    }
    const std::string label = file + ": operator " + op.label() + ": state '" + wanted.name + "'";
    if (found->kind != wanted.kind) {
        throw UsageError(label + " is of the kind " + std::string(name_of(found->kind)) + ", not " +
                         std::string(name_of(wanted.kind)));
    }
    if (found->has_ttl != wanted.has_ttl) {
        throw UsageError(label + (found->has_ttl ? " has" : " has no") +
                         " time to live, which --schema does not change: \"ttl\" says so");
    }
    const bool has_namespace = wanted.name_space && wanted.name_space->kind != TypeKind::kVoidNamespace;
    if (has_namespace && !conversion::have_same_bytes(*found->name_space, *wanted.name_space)) {
        throw UsageError(label + " has the namespace " + type_words(*found->name_space) +
                         ", which --schema does not change");
    }
    return *found;
}

void check_key(const std::string& file, const OperatorRewrite& op, const TypePtr& key, const SchemaOperator& wanted) {
    const bool is_known = !wanted.key || (key && conversion::have_same_bytes(*key, *wanted.key)) ||
                          (op.types && op.types->key && conversion::have_same_bytes(*op.types->key->to(), *wanted.key));
    if (!is_known) {
        throw UsageError(file + ": operator " + op.label() + " has " +
                         (key ? "keys of the type " + type_words(*key) : "no keyed state") + ", not " +
                         type_words(*wanted.key) + "; --key-schema changes keys");
    }
}

void change_states(OperatorRewrite& op, const SchemaOperator& schema, const SchemaOperator& wanted,
                   Converter& converter, const std::string& file) {
    check_key(file, op, schema.key, wanted);
    for (const StateDescriptor& state : wanted.states) {
        const StateDescriptor& stored = find_state(file, op, schema, state);
        const auto& removed = is_keyed(stored.kind) ? op.removed_keyed_states : op.removed_operator_states;
        if (removed.count(stored.name) != 0) {
            throw UsageError(file + ": operator " + op.label() + ": state '" + stored.name +
                             "' cannot be removed and get another type");
        }
        StateTypeChange change;
        const std::string where = "state " + stored.name + ": ";
        if (stored.map_key && state.map_key) {
            change.map_key = converter.convert(stored.map_key, state.map_key, where, "map_key", op.changes);
        }
        change.value = converter.convert(stored.value, state.value, where, "value", op.changes);
        if (!change.map_key && !change.value) {
            continue;
        }
        refuse_finished_subtasks(op);
        TypeChanges& changes = changes_of(op);
        if (is_keyed(stored.kind)) {
            op.keyed = RewriteWay::kEntries;
            changes.keyed_states[stored.name] = std::move(change);
        } else {
            op.operator_state = RewriteWay::kEntries;
            changes.operator_states[stored.name] = std::move(change);
        }
    }
}

void refuse_channel_state_of_keys(const RewritePlan& plan) {
    for (const OperatorRewrite& op : plan.operators) {
        if (has_channel_state(op.op)) {
            throw UnsupportedError(
                "operator " + op.label() +
                " has channel state of an unaligned checkpoint, which --key-schema would lead astray; "
                "--drop-channel-state gives it up");
        }
    }
}

/// Gives one state, or the keys, what the other generation has; false and the problems where that cannot be.
class Generations {
public:
    Generations(RewritePlan& plan, FlinkVersion target) : plan_(plan), target_(target) {
        rules_.read_json = [](const Type&, std::string_view, ValueVisitor&) {};
    }

    ConversionPtr convert(const OperatorRewrite& op, const TypePtr& type, const std::string& where,
                          std::string_view part, std::vector<std::string>& said) {
        std::vector<std::string> problems;
        const GenerationTypes types(target_, type_context(op.source->snapshot).generation,
                                    plan_.input().snapshot.classes);
        const TypePtr there = types.convert(type, problems);
        if (there == type && problems.empty()) {
            return nullptr;
        }
        auto conversion = std::make_shared<conversion::Conversion>(type, there, rules_);
        problems.insert(problems.end(), conversion->problems().begin(), conversion->problems().end());
        for (const std::string& problem : problems) {
            problems_.push_back("operator " + op.label() + ": " + where + step_words(part, problem));
        }
        if (!problems.empty() || conversion->is_same()) {
            return nullptr;
        }
        const auto& steps = conversion->steps();
        for (const std::string& step : steps) {
            said.push_back(where + step_words(part, step));
        }
        if (steps.empty()) {
            said.push_back(where + step_words(part, "for Flink " + to_string(target_)));
        }
        return conversion;
    }

    void finish() const {
        if (problems_.empty()) {
            return;
        }
        if (plan_.options.allow_kryo_mismatch) {
            for (const std::string& problem : problems_) {
                plan_.warn(problem + "; it stays as it is");
            }
            return;
        }
        std::string all;
        for (const std::string& problem : problems_) {
            all += "\n  " + problem;
        }
        throw UnsupportedError("not all state has a form for Flink " + to_string(target_) +
                               "; --schema gives a state another type, --remove-state leaves it out, and "
                               "--allow-kryo-mismatch keeps it as it is:" +
                               all);
    }

private:
    RewritePlan& plan_;
    FlinkVersion target_;
    conversion::ConversionRules rules_;
    std::vector<std::string> problems_;
};

void change_generation_of(OperatorRewrite& op, const SchemaOperator& schema, Generations& generations) {
    for (const StateDescriptor& state : schema.states) {
        const bool is_of_key = is_keyed(state.kind);
        const auto& removed = is_of_key ? op.removed_keyed_states : op.removed_operator_states;
        if (removed.count(state.name) != 0 || (op.types && op.types->find(state) != nullptr)) {
            continue;
        }
        StateTypeChange change;
        const std::string where = "state " + state.name + ": ";
        if (state.map_key) {
            change.map_key = generations.convert(op, state.map_key, where, "map_key", op.changes);
        }
        change.value = generations.convert(op, state.value, where, "value", op.changes);
        if (!change.map_key && !change.value) {
            continue;
        }
        refuse_finished_subtasks(op);
        TypeChanges& changes = changes_of(op);
        changes.is_for_generation = true;
        (is_of_key ? changes.keyed_states : changes.operator_states)[state.name] = std::move(change);
        (is_of_key ? op.keyed : op.operator_state) = RewriteWay::kEntries;
    }
    if (const TypePtr& key = schema.key; key && !(op.types && op.types->key)) {
        if (ConversionPtr conversion = generations.convert(op, key, "", "key", op.changes)) {
            refuse_finished_subtasks(op);
            TypeChanges& changes = changes_of(op);
            changes.key = std::move(conversion);
            changes.keeps_key_groups = true;
            changes.is_for_generation = true;
            op.keyed = RewriteWay::kEntries;
        }
    }
}

}  // namespace

void change_generation(RewritePlan& plan) {
    const std::optional<FlinkVersion>& target = plan.options.flink_version;
    if (!target) {
        if (plan.options.allow_kryo_mismatch) {
            throw UsageError("--allow-kryo-mismatch is about --flink-version");
        }
        return;
    }
    Generations generations(plan, *target);
    for (OperatorRewrite& op : plan.operators) {
        try {
            change_generation_of(op, stored_schema(plan, op), generations);
        } catch (const UnsupportedError& error) {
            plan.warn(std::string(error.what()) + "; the serializers of this operator stay as they are");
        }
    }
    generations.finish();
}

void change_schema(RewritePlan& plan) {
    const std::optional<SchemaText>& schema = plan.options.schema;
    if (!schema) {
        if (plan.options.drop_fields && !plan.options.key_schema) {
            throw UsageError("--drop-fields is about the types of --schema and --key-schema");
        }
        return;
    }
    const ChangeDocument document = read_changes(plan, *schema);
    for (const SchemaOperator& wanted : document.document.operators) {
        OperatorRewrite& op = find_operator(plan, wanted, schema->name);
        Converter converter(plan, document);
        change_states(op, stored_schema(plan, op), wanted, converter, schema->name);
        converter.check(schema->name, op);
    }
}

void change_keys(RewritePlan& plan) {
    const std::optional<SchemaText>& schema = plan.options.key_schema;
    if (!schema) {
        if (plan.options.on_collision != CollisionPolicy::kError) {
            throw UsageError("--on-collision is about the keys of --key-schema");
        }
        return;
    }
    const ChangeDocument document = read_changes(plan, *schema);
    for (const SchemaOperator& wanted : document.document.operators) {
        OperatorRewrite& op = find_operator(plan, wanted, schema->name);
        if (!wanted.key) {
            throw UsageError(schema->name + ": operator " + op.label() + " has no \"key\"");
        }
        const TypePtr key = stored_schema(plan, op).key;
        if (!key) {
            throw UsageError(schema->name + ": operator " + op.label() + " has no keyed state");
        }
        if (op.class_names && can_name_classes(op.schema().key)) {
            throw UsageError(schema->name + ": operator " + op.label() +
                             ": its keys can name classes, so that --rename-class goes first, in a run of its own");
        }
        Converter converter(plan, document);
        ConversionPtr conversion = converter.convert(key, wanted.key, "", "key", op.changes);
        converter.check(schema->name, op);
        if (!conversion) {
            continue;
        }
        if (needs_recipe(*wanted.key) && !wanted.hash) {
            throw UsageError(schema->name + ": operator " + op.label() +
                             ": how the new keys make their hashCode is not known: \"hash\" says it (sp-schema(5))");
        }
        refuse_finished_subtasks(op);
        if (has_raw_keyed_state(op.original()) && op.headers().raw_timers != RawTimers::kYes) {
            throw UnsupportedError(
                "operator " + op.label() +
                ": it has raw keyed state which is no timers, and whose keys only its own code knows");
        }
        TypeChanges& changes = changes_of(op);
        changes.key = std::move(conversion);
        changes.key_hash = wanted.hash;
        op.keyed = RewriteWay::kEntries;
    }
    refuse_channel_state_of_keys(plan);
}

}  // namespace sp::rewriting
