#include "common/rewrite_options.hpp"

#include "common/option_groups.hpp"
#include "common/option_values.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kOperators = "Operators";
constexpr std::string_view kStates = "States";
constexpr std::string_view kTypes = "Types";
constexpr std::string_view kEntries = "Entries";
constexpr std::string_view kKeyGroups = "Key groups";
constexpr std::string_view kForm = "Form of the savepoint";
constexpr std::string_view kFiles = "Files of what is kept";

RewriteOptions::StateName parse_state(const std::string& text) {
    auto [op, state] = parse_pair(text, '/');
    return {std::move(op), std::move(state)};
}

/// U/S=T, where each side may have escapes.
std::pair<RewriteOptions::StateName, std::string> parse_renamed_state(const std::string& text) {
    std::size_t border = 0;
    while (border < text.size() && text[border] != '=') {
        border += text[border] == '\\' && border + 1 < text.size() ? 2 : 1;
    }
    if (border >= text.size()) {
        throw UsageError("'" + text + "' is not of the form UID/STATE=NAME");
    }
    return {parse_state(text.substr(0, border)), unescape(text.substr(border + 1))};
}

/// SAVEPOINT:UID, where a URI may have colons and the uid's are escaped.
RewriteOptions::AddedOperator parse_added(const std::string& text) {
    for (std::size_t border = text.size(); border-- > 1;) {
        if (text[border] == ':' && text[border - 1] != '\\') {
            const std::string op = unescape(text.substr(border + 1));
            if (op.empty()) {
                break;
            }
            return {text.substr(0, border), op};
        }
    }
    throw UsageError("'" + text + "' is not of the form SAVEPOINT:UID");
}

/// An empty name, as of a shell variable that is not set, must not mean that the option was not given.
const std::string& not_empty(const std::string& text) {
    if (text.empty()) {
        throw UsageError("the name is empty");
    }
    return text;
}

std::string count_of_files(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " file" : " files"); }

void set_on_collision(ChangeOptions& o, const std::string& text) {
    static constexpr std::string_view kWords[] = {"error", "first", "last"};
    const std::string word = parse_word(text, kWords);
    o.on_collision = word == "first"  ? CollisionPolicy::kFirst
                     : word == "last" ? CollisionPolicy::kLast
                                      : CollisionPolicy::kError;
}

std::optional<SchemaText> schema_text(const std::string& path) {
    return path.empty() ? std::nullopt : std::optional(SchemaText{path, read_text(path)});
}

void set_state_format(ChangeOptions& o, const std::string& text) {
    static constexpr std::string_view kWords[] = {"canonical", "same"};
    o.canonical = parse_word(text, kWords) == "canonical";
}

}  // namespace

// Version 14 loses its way in a table of this length.
// clang-format off
const OptionRow<ChangeOptions> kChangeOptions[kChangeOptionCount] = {
    {{"--rename-uid", 0, "A=B", kOperators, "Operator A (uid or 32 hex digits) gets the uid B, with all that it has.", true},
     [](auto& o, const auto& text) { o.rename_uids.push_back(parse_pair(text, '=')); }},
    {{"--remove-uid", 0, "U", kOperators, "Leave this operator out.", true},
     [](auto& o, const auto& text) { o.remove_uids.push_back(text); }},
    {{"--keep-uid", 0, "U", kOperators, "Leave all operators out but this, and others named so.", true},
     [](auto& o, const auto& text) { o.keep_uids.push_back(text); }},
    {{"--add-from", 0, "SP:UID", kOperators, "Add this operator of another savepoint.", true},
     [](auto& o, const auto& text) { o.add_from.push_back(parse_added(text)); }},
    {{"--remove-state", 0, "U/S", kStates, "Leave state S of operator U out.", true},
     [](auto& o, const auto& text) { o.remove_states.push_back(parse_state(text)); }},
    {{"--rename-state", 0, "U/S=T", kStates, "State S of operator U gets the name T.", true},
     [](auto& o, const auto& text) { o.rename_states.push_back(parse_renamed_state(text)); }},
    {{"--remove-timers", 0, "U/SERVICE", kStates, "Leave the timers of this service out.", true},
     [](auto& o, const auto& text) { o.remove_timers.push_back(parse_state(text)); }},
    {{"--rename-class", 0, "OLD=NEW", kStates, "Class OLD and those inside it, or package OLD.*, is NEW in serializers and values.", true},
     [](auto& o, const auto& text) { o.rename_classes.push_back(parse_pair(text, '=')); }},
    {{"--schema", 0, "FILE", kTypes, "New types of states: a document of sp-schema(5)."},
     [](auto& o, const auto& text) { o.schema = not_empty(text); }},
    {{"--drop-fields", 0, "", kTypes, "Give up fields that the new types do not take over."},
     [](auto& o, const auto&) { o.drop_fields = true; }},
    {{"--key-schema", 0, "FILE", kTypes, "New types of operators' keys: a document of sp-schema(5)."},
     [](auto& o, const auto& text) { o.key_schema = not_empty(text); }},
    {{"--on-collision", 0, "error|first|last", kTypes, "Of old keys that become one, which is kept [error]."},
     set_on_collision},
    {{"--allow-kryo-mismatch", 0, "", kTypes, "With --flink-version: keep state that has no form there as it is."},
     [](auto& o, const auto&) { o.allow_kryo_mismatch = true; }},
    {{"--kafka-offsets", 0, "FILE", kEntries, "Offsets of Kafka's partitions, as sp-dump --kafka-offsets prints them."},
     [](auto& o, const auto& text) { o.kafka_offsets = not_empty(text); }},
    {{"--add", 0, "", kEntries, "With --kafka-offsets: partitions that are not there are added."},
     [](auto& o, const auto&) { o.add_partitions = true; }},
    {{"--set", 0, "FILE", kEntries, "Rows whose entries replace those of the same identity, or are added."},
     [](auto& o, const auto& text) { o.set_rows = not_empty(text); }},
    {{"--must-exist", 0, "", kEntries, "With --set: a row that would be added is an error."},
     [](auto& o, const auto&) { o.must_exist = true; }},
    {{"--delete", 0, "FILE", kEntries, "Rows whose entries are left out; with uid and key only: all of the key."},
     [](auto& o, const auto& text) { o.delete_rows = not_empty(text); }},
    {{"--keep-keys", 0, "FILE", kEntries, "Rows with uid and key: the operator's other keys are left out."},
     [](auto& o, const auto& text) { o.keep_keys = not_empty(text); }},
    {{"--ttl-shift", 0, "D", kEntries, "Move the last access of state with TTL by D: 2h, -7d, 500ms."},
     [](auto& o, const auto& text) { o.ttl_shift = parse_duration(text); }},
    {{"--key-hash", 0, "U=RECIPE", kKeyGroups, "How the keys of operator U make their hashCode [learnt from the keys].", true},
     [](auto& o, const auto& text) { o.key_hashes.push_back(parse_pair(text, '=')); }},
    {{"--state-format", 0, "canonical|same", kForm, "canonical: keyed state that every backend restores [same]."},
     set_state_format},
    {{"--drop-channel-state", 0, "", kForm, "Give up the buffers in flight of an unaligned checkpoint."},
     [](auto& o, const auto&) { o.drop_channel_state = true; }},
    {{"--link", 0, "", kFiles, "Hard links instead of copies."},
     [](auto& o, const auto&) { o.is_link = true; }},
    {{"--reference", 0, "", kFiles, "No copies: the new savepoint refers to the files of the old, and needs them."},
     [](auto& o, const auto&) { o.is_reference = true; }},
    {{"--reference-as", 0, "URI", kFiles, "The same, where URI is the old savepoint's folder for whoever restores."},
     [](auto& o, const auto& text) { o.is_reference = true; o.placement.reference_as = not_empty(text); }},
    {{"--relocate", 0, "OLD=NEW", kFiles, "References that begin with OLD begin with NEW; they are not read.", true},
     [](auto& o, const auto& text) { o.placement.relocations.push_back(parse_pair(text, '=')); }},
};
// clang-format on

std::vector<std::string> ChangeOptions::files() const {
    std::vector<std::string> files;
    for (const std::string& file : {schema, key_schema, set_rows, delete_rows, keep_keys, kafka_offsets}) {
        if (!file.empty()) {
            files.push_back(file);
        }
    }
    return files;
}

PlacementOptions ChangeOptions::checked_placement() const {
    if (is_link && is_reference) {
        throw UsageError("--link and --reference do not go together");
    }
    PlacementOptions checked = placement;
    checked.placement = is_link        ? FilePlacement::kLink
                        : is_reference ? FilePlacement::kReference
                                       : FilePlacement::kCopy;
    return checked;
}

void set_change_options(const ChangeOptions& options, RewriteOptions& rewrite) {
    if (options.must_exist && options.set_rows.empty()) {
        throw UsageError("--must-exist is about the rows of --set");
    }
    rewrite.remove_uids = options.remove_uids;
    rewrite.keep_uids = options.keep_uids;
    rewrite.add_from = options.add_from;
    rewrite.rename_uids = options.rename_uids;
    rewrite.remove_states = options.remove_states;
    rewrite.rename_states = options.rename_states;
    rewrite.remove_timers = options.remove_timers;
    rewrite.rename_classes = options.rename_classes;
    if (options.add_partitions && options.kafka_offsets.empty()) {
        throw UsageError("--add is about the partitions of --kafka-offsets");
    }
    rewrite.kafka_offsets = options.kafka_offsets;
    rewrite.add_partitions = options.add_partitions;
    rewrite.schema = schema_text(options.schema);
    rewrite.key_schema = schema_text(options.key_schema);
    rewrite.drop_fields = options.drop_fields;
    rewrite.on_collision = options.on_collision;
    rewrite.allow_kryo_mismatch = options.allow_kryo_mismatch;
    rewrite.set_rows = options.set_rows;
    rewrite.delete_rows = options.delete_rows;
    rewrite.keep_keys = options.keep_keys;
    rewrite.must_exist = options.must_exist;
    rewrite.ttl_shift = options.ttl_shift;
    rewrite.key_hashes = options.key_hashes;
    rewrite.canonical = options.canonical;
    rewrite.drop_channel_state = options.drop_channel_state;
    rewrite.placement = options.checked_placement();
}

std::vector<std::string> remarks(const PlacementOptions& placement, const PlacedFiles& files) {
    std::vector<std::string> remarks;
    if (placement.placement == FilePlacement::kReference && files.referenced != 0) {
        remarks.push_back("the savepoint needs " + count_of_files(files.referenced) +
                          " of its input: restore it with NO_CLAIM, else Flink may delete them");
    }
    if (files.changelogs != 0) {
        remarks.push_back(
            "changelog state of " + std::to_string(files.changelogs) +
            " operators was copied as it is: once restored, take a savepoint, since checkpoints of that job "
            "can go on naming these files without their folder");
    }
    if (!placement.relocations.empty()) {
        remarks.push_back(count_of_files(files.relocated) + " relocated");
        for (const std::string& path : files.not_relocated) {
            remarks.push_back("not relocated: " + path);
        }
    }
    return remarks;
}

}  // namespace sp::cli
