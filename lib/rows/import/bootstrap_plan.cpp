#include "rows/import/bootstrap_plan.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "metadata/flink_compatibility.hpp"
#include "metadata/metadata_format.hpp"
#include "restore/key_group_assignment.hpp"
#include "restore/savepoint_schema.hpp"
#include "restore/stored_keys.hpp"
#include "rows/csv_text.hpp"
#include "sp/error.hpp"
#include "state/hash_inference.hpp"
#include "types/operator_columns.hpp"
#include "types/schema/forms.hpp"
#include "types/schema/name_suggestions.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "write/duplicates.hpp"
#include "write/metadata_conversion.hpp"
#include "write/ttl_stamps.hpp"

namespace sp::rows {
namespace {

constexpr std::int32_t kUsualMetadataVersion = 3;       // Flink 1.11 and later read it
constexpr std::string_view kDefaultFamily = "default";  // of RocksDB, which is no state's there

/// Where the operators come from, as messages name it.
std::string origin_of(const BootstrapOptions& options) {
    const bool has_schema = !options.schemas.empty() || !options.schema_of.empty() || !options.operators.empty();
    return options.base.empty() ? "the schema" : has_schema ? "the base with the schema" : "the base";
}

std::string label_of(const SchemaOperator& op) { return op.uid.empty() ? op.operator_id : op.uid; }

std::string id_of(const SchemaOperator& op) { return op.uid.empty() ? op.operator_id : hash_of_uid(op.uid).hex(); }

SchemaDocument read_schema(const SchemaText& schema, const SchemaTarget& target) {
    try {
        return read_schema_document(schema.text, target);
    } catch (const UsageError& error) {
        throw UsageError(schema.name + ": " + error.what());
    }
}

/// Null where the user gives none.
std::shared_ptr<const java::ClassPath> class_path_of(const BootstrapOptions& options) {
    return options.files.class_path.empty() ? nullptr
                                            : std::make_shared<const java::ClassPath>(options.files.class_path);
}

/// Serializers of a savepoint for another version of Flink: nothing of its values is taken, so Kryo can be the new one's.
void set_generation(SchemaOperator& schema, kryo::Generation generation) {
    schema.key = with_generation(schema.key, generation);
    for (auto* const states : {&schema.states, &schema.timers}) {
        for (StateDescriptor& state : *states) {
            for (TypePtr* const type :
                 {&state.key, &state.name_space, &state.map_key, &state.value, &state.serializer}) {
                *type = with_generation(*type, generation);
            }
        }
    }
}

class Planner {
public:
    explicit Planner(const BootstrapOptions& options)
        : options_(options),
          target_{options.flink_version, class_path_of(options)},
          plan_(std::make_unique<BootstrapPlan>(options.lossy_floats ? Exactness::kLossyFloats : Exactness::kExact,
                                                origin_of(options))) {
        if (target_.flink_version) {
            check_flink_to_write(*target_.flink_version);
        }
    }

    std::unique_ptr<BootstrapPlan> plan() {
        read_schemas();
        if (!options_.base.empty()) {
            read_base();
        } else if (schemas_.empty()) {
            throw UsageError("the schema has no operators");
        }
        name_columns();
        plan_write_options();
        warn_of_parallelism_for_none();
        for (Source& source : schemas_) {
            add_operator(source);
        }
        plan_policies();
        plan_files();
        return std::move(plan_);
    }

private:
    /// An operator, and where its schema comes from.
    struct Source {
        SchemaOperator schema;
        std::int32_t max_parallelism = 0;  ///< of its document
        std::string savepoint = {};        ///< whose serializers it has; empty: a document's
        FlinkVersion writer = {};          ///< of the savepoint, the last that it can be
        BootstrapBase::Operator* base = nullptr;
    };

    void add(SchemaOperator schema, std::int32_t max_parallelism, const std::string& savepoint = {},
             FlinkVersion writer = {}) {
        for (const Source& known : schemas_) {
            if (id_of(known.schema) == id_of(schema)) {
                throw UsageError("operator " + label_of(schema) + " stands in two schemas");
            }
        }
        schemas_.push_back({std::move(schema), max_parallelism, savepoint, writer});
    }

    void note_version(const SchemaDocument& document) {
        if (document.flink_version && !options_.flink_version) {
            check_flink_to_write(*document.flink_version);
            if (document_version_ && *document_version_ != *document.flink_version) {
                throw UsageError("the schemas are of Flink " + to_string(*document_version_) + " and " +
                                 to_string(*document.flink_version) + "; --flink-version says which it is to be");
            }
            document_version_ = document.flink_version;
        }
    }

    void read_schemas() {
        for (const SchemaText& schema : options_.schemas) {
            const SchemaDocument document = read_schema(schema, target_);
            note_version(document);
            for (const SchemaOperator& op : document.operators) {
                add(op, document.max_parallelism);
            }
        }
        if (!options_.schema_of.empty()) {
            read_schema_of();
        }
        for (const BootstrapOptions::OperatorRows& rows : options_.operators) {
            const SchemaDocument document = read_schema(rows.schema, target_);
            note_version(document);
            add(operator_named(rows, document), document.max_parallelism);
        }
    }

    static SchemaOperator operator_named(const BootstrapOptions::OperatorRows& rows, const SchemaDocument& document) {
        for (const SchemaOperator& op : document.operators) {
            if (label_of(op) == rows.uid) {
                return op;
            }
        }
        if (document.operators.size() == 1) {
            SchemaOperator op = document.operators.front();
            op.uid = rows.uid;
            op.operator_id.clear();
            return op;
        }
        std::vector<std::string> names;
        for (const SchemaOperator& op : document.operators) {
            names.push_back(label_of(op));
        }
        throw UsageError(rows.schema.name + ": no operator '" + rows.uid +
                         "' among several; there are:" + list_nearest(rows.uid, names));
    }

    void read_schema_of() {
        const Snapshot snapshot = open_snapshot(options_.schema_of, options_.files);
        const OperatorNames names(snapshot.metadata, options_.uid_list);
        const SchemaDocument document = read_savepoint_schema(snapshot, names, warn());
        snapshot_metadata_version_ = std::max(snapshot.metadata.version, kUsualMetadataVersion);
        for (SchemaOperator op : document.operators) {
            if (target_.flink_version) {
                set_generation(op, target_.kryo_context().generation);
            }
            add(std::move(op), 0, options_.schema_of, possible_writers(snapshot.metadata).last);
        }
    }

    /// By uid, by id or, if only one operator has it, by name.
    [[nodiscard]] Source* find_schema(const std::string& name) {
        const std::string id = OperatorId::from_hex(name) ? OperatorId::from_hex(name)->hex() : std::string();
        const std::string of_uid = hash_of_uid(name).hex();
        std::vector<Source*> by_name;
        for (Source& source : schemas_) {
            const std::string its_id = id_of(source.schema);
            if (its_id == id || its_id == of_uid) {
                return &source;
            }
            if (!name.empty() && source.schema.name == name) {
                by_name.push_back(&source);
            }
        }
        return by_name.size() == 1 ? by_name.front() : nullptr;
    }

    void name_columns() {
        std::map<Source*, OperatorColumns> named;
        for (const ColumnNames& columns : options_.column_names) {
            Source* const source = find_schema(columns.op);
            if (source != nullptr) {
                named[source].add(columns);
                continue;
            }
            if (const std::optional<std::string> why = plan_->base ? plan_->base->why_kept(columns.op) : std::nullopt) {
                throw UsageError(columns.origin + ": " + *why);
            }
            std::vector<std::string> labels;
            for (const Source& known : schemas_) {
                labels.push_back(label_of(known.schema));
            }
            throw UsageError(columns.origin + ": " + plan_->import.origin() + " has no operator '" + columns.op +
                             "'; there are:" + list_nearest(columns.op, labels));
        }
        for (const auto& [source, columns] : named) {
            SchemaOperator& schema = source->schema;
            columns.check(schema.key, schema.states, label_of(schema));
            schema.key = columns.named_key(schema.key);
            for (auto* const states : {&schema.states, &schema.timers}) {
                for (StateDescriptor& state : *states) {
                    state = columns.named_state(state);
                    state.key = is_keyed(state.kind) ? schema.key : state.key;
                }
            }
        }
    }

    /// Operators of the base have theirs already.
    void warn_of_parallelism_for_none() const {
        const bool has_new = std::any_of(schemas_.begin(), schemas_.end(), [](const Source& source) {
            return source.base == nullptr || source.base->use == BootstrapBase::Use::kReplaced;
        });
        if (plan_->base && !has_new && (options_.parallelism || options_.max_parallelism)) {
            warn()(
                "--parallelism and --max-parallelism are for operators that are new, and none is; "
                "sp-rewrite changes those of a savepoint");
        }
    }

    /// Operators of the base to which rows come, or that are replaced, beside those of the schemas.
    void read_base() {
        plan_->base = std::make_unique<BootstrapBase>(options_);
        snapshot_metadata_version_ = plan_->base->snapshot().metadata.version;
        for (Source& source : schemas_) {
            BootstrapBase::Operator* const op = plan_->base->find(*OperatorId::from_hex(id_of(source.schema)));
            if (op == nullptr) {
                continue;
            }
            if (op->use != BootstrapBase::Use::kReplaced) {
                throw UsageError("operator " + label_of(source.schema) +
                                 " is in the base and in a schema; --replace-uid takes that of the schema, --merge "
                                 "without it adds rows to that of the base");
            }
            const OperatorState& before = plan_->base->snapshot().metadata.operators[op->index];
            source.base = op;
            if (source.schema.name.empty()) {
                source.schema.name = before.name;
            }
            source.schema.parallelism = source.schema.parallelism > 0 ? source.schema.parallelism : before.parallelism;
            source.schema.max_parallelism =
                source.schema.max_parallelism > 0 ? source.schema.max_parallelism : before.max_parallelism;
        }
        for (BootstrapBase::Operator& op : plan_->base->operators()) {
            const bool is_wanted = op.use == BootstrapBase::Use::kMerged || op.use == BootstrapBase::Use::kReplaced;
            const bool has_schema =
                std::any_of(schemas_.begin(), schemas_.end(), [&](const Source& source) { return source.base == &op; });
            if (!is_wanted || has_schema) {
                continue;
            }
            if (!op.schema) {
                const bool has_finished = plan_->base->snapshot().metadata.operators[op.index].is_fully_finished;
                throw UnsupportedError("operator " + plan_->base->label(op) +
                                       (has_finished ? " has finished and has no serializers in the base"
                                                     : ": its serializers in the base cannot be read") +
                                       "; a schema has to say what replaces it");
            }
            Source source{*op.schema, 0, options_.base, possible_writers(plan_->base->snapshot().metadata).last, &op};
            source.schema.coordinator.reset();  // the base's stays, or goes with what is replaced
            schemas_.push_back(std::move(source));
        }
    }

    [[nodiscard]] std::function<void(const std::string&)> warn() const {
        return options_.warn ? options_.warn : [](const std::string&) {};
    }

    [[nodiscard]] std::optional<FlinkVersion> version() const {
        return options_.flink_version ? options_.flink_version : document_version_;
    }

    /// Serializers are taken as they are stored: the target must have them.
    void check_target(const SchemaOperator& schema) const {
        try {
            if (schema.key) {
                schema::check_target(*schema.key, target_);
            }
            for (const auto* states : {&schema.states, &schema.timers}) {
                for (const StateDescriptor& state : *states) {
                    schema::check_target(*state.serializer, target_);
                    for (const TypePtr& type : {state.name_space, state.map_key}) {
                        if (type) {
                            schema::check_target(*type, target_);
                        }
                    }
                }
            }
        } catch (const UsageError& error) {
            throw UsageError("operator " + label_of(schema) + ": " + error.what());
        }
    }

    void plan_write_options() {
        if (options_.parallelism && options_.max_parallelism && *options_.parallelism > *options_.max_parallelism) {
            throw UsageError("--parallelism " + std::to_string(*options_.parallelism) + " is above --max-parallelism " +
                             std::to_string(*options_.max_parallelism));
        }
        WriteOptions& write = plan_->write;
        const std::optional<FlinkVersion> flink = version();
        if (plan_->base) {
            write.metadata_version =
                choose_metadata_version(*snapshot_metadata_version_, options_.metadata_version, options_.flink_version);
        } else if (options_.metadata_version) {
            write.metadata_version = *options_.metadata_version;
        } else if (flink) {
            write.metadata_version = std::max(metadata_version_of(*flink), kUsualMetadataVersion);
        } else {
            write.metadata_version = snapshot_metadata_version_.value_or(kUsualMetadataVersion);
        }
        const bool is_of_base = plan_->base && write.metadata_version == *snapshot_metadata_version_;
        if ((write.metadata_version < kUsualMetadataVersion && !is_of_base) ||
            write.metadata_version > metadata_format::kNewestVersion) {
            throw UsageError("metadata of version " + std::to_string(write.metadata_version) +
                             " cannot be written; 3 to " + std::to_string(metadata_format::kNewestVersion) + " can");
        }
        if (flink && write.metadata_version > metadata_version_of(*flink)) {
            throw UsageError("Flink " + to_string(*flink) + " reads metadata up to version " +
                             std::to_string(metadata_version_of(*flink)) + ", not " +
                             std::to_string(write.metadata_version));
        }
        write.operator_proxy_version = choose_operator_proxy_version(write.metadata_version, flink);
        write.checkpoint_id = options_.checkpoint_id.value_or(0);
        write.is_compressed = options_.is_compressed.value_or(plan_->base && plan_->base->is_compressed());
        write.overwrite = options_.overwrite;
        write.memory = options_.memory;
        write.temporary_folder = options_.temporary_folder;
        write.threads = options_.threads;
        write.verify = options_.verify;
        write.split = options_.split;
        if (options_.split && plan_->base) {
            throw UsageError("--split makes parts of a new savepoint; with --base there are none");
        }
        if (options_.split && (options_.verify || options_.overwrite)) {
            throw UsageError("--verify and --overwrite are for whole savepoints, not for a split");
        }
        if (options_.split && options_.parallelism && *options_.parallelism != options_.split->count) {
            throw UsageError("--parallelism: the splits are " + std::to_string(options_.split->count));
        }
    }

    void add_operator(Source& source) {
        SchemaOperator schema = with_window_parts(source.schema, SchemaTarget{version()});
        const bool is_of_base = source.base != nullptr;
        const std::int32_t parallelism = options_.split                        ? options_.split->count
                                         : options_.parallelism && !is_of_base ? *options_.parallelism
                                                                               : std::max(schema.parallelism, 1);
        std::int32_t max_parallelism =
            options_.max_parallelism && !is_of_base ? *options_.max_parallelism : schema.max_parallelism;
        if (max_parallelism <= 0) {
            max_parallelism =
                source.max_parallelism > 0 ? source.max_parallelism : default_max_parallelism(parallelism);
        }
        if (options_.flink_version && !source.savepoint.empty()) {
            check_target(schema);
        }
        ImportOperator& op = plan_->import.add(schema, std::min(parallelism, max_parallelism), max_parallelism);
        plan_->has_sessions |= op.window && op.window->has_sessions();
        if (schema.key) {
            plan_key_groups(op, schema, source);
        }
        for (const StateDescriptor& state : schema.states) {
            if (is_keyed(state.kind) && state.name == kDefaultFamily) {
                warn()("operator " + op.label() + ": RocksDB cannot restore a state called '" + state.name +
                       "'; HashMap can");
            }
        }
        plan_->operators.push_back(ImportPlan::operator_plan(op, schema));
        if (source.base != nullptr) {
            if (op.window && op.window->has_sessions() && source.base->use == BootstrapBase::Use::kMerged) {
                throw UnsupportedError("operator " + op.label() + ": sessions cannot be merged with those of the base");
            }
            source.base->planned = op.index;
            source.base->plan = plan_->operators.back();
        }
        plan_->operators.back().inherits_ttl = plan_->base != nullptr;
    }

    void plan_key_groups(ImportOperator& op, const SchemaOperator& schema, const Source& source) {
        std::shared_ptr<HashInference> inference;
        const bool is_inferred = !source.savepoint.empty() && !schema.hash && needs_recipe(*schema.key);
        try {
            const bool is_of_document = source.savepoint.empty();
            const FlinkVersion usual =
                version_of_hash(*schema.key).value_or(is_of_document ? metadata_format::kNewestFlink : source.writer);
            const FlinkVersion flink = is_of_document ? version().value_or(usual) : usual;
            if (!is_inferred) {
                static_cast<void>(KeyHasher(schema.key, schema.hash, flink));  // refuses what cannot be hashed
            }
            inference = std::make_shared<HashInference>(schema.key, schema.hash, flink);
        } catch (const UnsupportedError& error) {
            throw UnsupportedError("operator " + op.label() + ": key: " + error.what());
        } catch (const UsageError& error) {
            throw UsageError("operator " + op.label() + ": hash: " + error.what());
        } catch (const InputError& error) {
            throw InputError("operator " + op.label() + ": key: " + error.what());
        }
        if (is_inferred) {
            learn_from_stored_keys(
                *inference, {source.savepoint, options_.files, id_of(schema), schema.max_parallelism, op.label()});
        }
        op.key_group = [inference, most = op.max_parallelism](Bytes key) { return inference->group_of(key, most); };
    }

    void plan_policies() {
        for (std::size_t i = 0; i < plan_->operators.size(); ++i) {
            OperatorPlan& op = plan_->operators[i];
            const ImportOperator& import = *plan_->import.operators()[i];
            const auto set = [&](const std::vector<StateDescriptor>& states, std::vector<DuplicatePolicy>& policies,
                                 std::vector<BasePolicy>& on_base) {
                for (const StateDescriptor& state : states) {
                    policies.push_back(policy_of(import, state));
                    on_base.push_back(options_.keep_existing                       ? BasePolicy::kKeep
                                      : policies.back() != DuplicatePolicy::kError ? BasePolicy::kJoin
                                                                                   : BasePolicy::kReplace);
                }
            };
            set(op.keyed_states, op.on_duplicate, op.on_base);
            set(op.operator_states, op.on_operator_duplicate, op.on_operator_base);
        }
        for (const BootstrapOptions::OnDuplicate& rule : options_.on_duplicate) {
            if (!rule.state.empty()) {
                check_exists(rule);
            }
        }
    }

    /// By uid, which an operator of a savepoint may have only as its hash, or by id.
    static bool is_named(const ImportOperator& op, const std::string& name) {
        return name == op.uid || name == op.id || hash_of_uid(name).hex() == op.id;
    }

    [[nodiscard]] DuplicatePolicy policy_of(const ImportOperator& op, const StateDescriptor& state) const {
        // Elements of a window come as rows of their own.
        DuplicatePolicy policy =
            op.window && state.kind == StateKind::kList && state.name_space->kind == TypeKind::kTimeWindow
                ? DuplicatePolicy::kAppend
                : DuplicatePolicy::kError;
        for (const BootstrapOptions::OnDuplicate& rule : options_.on_duplicate) {
            const bool is_for_all = rule.state.empty();
            if (is_for_all && !can_have(rule.policy, state)) {
                continue;
            }
            if (is_for_all || (rule.state == state.name && state.kind != StateKind::kTimer && is_named(op, rule.uid))) {
                policy = rule.policy;
            }
        }
        return policy;
    }

    /// What is said for all states holds for those that can have it.
    static bool can_have(DuplicatePolicy policy, const StateDescriptor& state) {
        if (state.kind == StateKind::kTimer) {
            return policy == DuplicatePolicy::kFirst || policy == DuplicatePolicy::kLast;
        }
        return DuplicateJoiner::is_possible(policy, state);
    }

    void check_exists(const BootstrapOptions::OnDuplicate& rule) const {
        if (const std::optional<std::string> why = why_no_rows(*plan_, rule.uid)) {
            throw UsageError("--on-duplicate: " + *why);
        }
        std::vector<std::string> names;
        for (const auto& op : plan_->import.operators()) {
            for (const ImportState& state : op->states) {
                if (is_named(*op, rule.uid) && state.descriptor.name == rule.state) {
                    return;
                }
                names.push_back(op->label() + "/" + state.descriptor.name);
            }
        }
        const std::string name = rule.uid + "/" + rule.state;
        throw UsageError("--on-duplicate: " + plan_->import.origin() + " has no state '" + name +
                         "'; there are:" + list_nearest(name, names));
    }

    /// Why the base's operator of this name takes no rows; nothing where there is no base, or it has another reason.
    static std::optional<std::string> why_no_rows(const BootstrapPlan& plan, std::string_view name) {
        if (!plan.base) {
            return std::nullopt;
        }
        std::optional<std::string> why = plan.base->why_kept(name);
        if (!why && plan.import.operators().empty()) {
            why =
                "no operator takes rows: --merge adds them to those of the base, --replace-uid replaces one, "
                "--replace-state one of its states, and a schema has new ones";
        }
        return why;
    }

    [[nodiscard]] const ImportOperator* operator_of(const std::string& uid, const std::string& id) const {
        const ImportOperator* const op = uid.empty() ? plan_->import.find_id(id) : plan_->import.find_uid(uid);
        if (op == nullptr) {
            if (const std::optional<std::string> why = why_no_rows(*plan_, uid.empty() ? id : uid)) {
                throw UsageError(*why);
            }
            std::vector<std::string> names;
            for (const auto& known : plan_->import.operators()) {
                names.push_back(uid.empty() ? known->id : known->label());
            }
            const std::string& name = uid.empty() ? id : uid;
            throw UsageError(plan_->import.origin() + " has no operator '" + name +
                             "'; there are:" + list_nearest(name, names));
        }
        return op;
    }

    [[nodiscard]] bool is_csv(const std::string& path) const {
        return options_.format ? *options_.format == RowFormat::kCsv : path.ends_with(".csv");
    }

    void plan_files() {
        plan_->settings.ttl_timestamp = options_.ttl_timestamp;
        if (plan_->base) {
            plan_->settings.marks_empty_lists = true;
            if (!options_.ttl_timestamp) {
                plan_->settings.ttl_timestamp = kNoStamp;  // the base's, if it has the entry
            }
            plan_->import.set_why_not(
                [this_plan = plan_.get()](std::string_view name) { return why_no_rows(*this_plan, name); });
        }
        plan_->settings.adds_window_timers = options_.window_timers;
        plan_->settings.redistributes = options_.redistribute;
        plan_->settings.split = options_.split;
        const ImportOperator* usual_operator = nullptr;
        if (!options_.uid.empty() || !options_.operator_id.empty()) {
            usual_operator = operator_of(options_.uid, options_.operator_id);
        }
        for (const std::string& path : options_.rows) {
            plan_->files.push_back({path, is_csv(path), options_.layout, usual_operator});
        }
        for (const BootstrapOptions::OperatorRows& rows : options_.operators) {
            plan_->files.push_back({rows.rows, is_csv(rows.rows), options_.layout, operator_of(rows.uid, "")});
        }
        const bool has_csv = std::any_of(plan_->files.begin(), plan_->files.end(),
                                         [](const RowFileOptions& file) { return file.is_csv; });
        if (!has_csv && (!options_.columns.empty() || options_.null_text)) {
            throw UsageError("--column and --null are for CSV");
        }
        if (options_.null_text) {
            static_cast<void>(CsvText(*options_.null_text));  // refuses what would need quotes
        }
        const auto is_stdin = [](const RowFileOptions& file) { return file.path == "-"; };
        if (std::count_if(plan_->files.begin(), plan_->files.end(), is_stdin) > 1) {
            throw UsageError("stdin can be read once only");
        }
    }

    const BootstrapOptions& options_;
    SchemaTarget target_;
    std::optional<FlinkVersion> document_version_;
    std::optional<std::int32_t> snapshot_metadata_version_;
    std::vector<Source> schemas_;
    std::unique_ptr<BootstrapPlan> plan_;
};

}  // namespace

std::unique_ptr<BootstrapPlan> plan_bootstrap(const BootstrapOptions& options) { return Planner(options).plan(); }

}  // namespace sp::rows
