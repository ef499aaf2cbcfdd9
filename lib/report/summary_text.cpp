#include "report/summary_text.hpp"

#include "report/text_table.hpp"

namespace sp {
namespace {

constexpr std::size_t kMostProblems = 5;  // of an operator; a folder without files would fill the screen

std::string kind_words(const SnapshotKind& kind) {
    const bool is_guess = kind.source == SnapshotKind::Source::kHandles || kind.source == SnapshotKind::Source::kFolder;
    if (is_guess) {
        return kind.text() + ", going by its " + std::string(kind.source_word());
    }
    return kind.kind == SnapshotKind::Kind::kUnknown ? kind.text() + ": nothing in it tells" : kind.text();
}

std::string properties_words(const CheckpointProperties& properties) {
    const bool says_more = properties.name != "Savepoint" && properties.name != "Checkpoint";
    return says_more && !properties.name.empty() ? " (" + printable(properties.name) + ")" : "";
}

std::string operators_words(const Summary& summary) {
    std::string text = std::to_string(summary.operator_count);
    std::int64_t finished = 0;
    for (const OperatorSummary& op : summary.operators) {
        finished += op.is_fully_finished ? 1 : 0;
    }
    if (summary.operators.size() < summary.operator_count) {
        text += ", " + std::to_string(summary.operators.size()) + " chosen";
    }
    return finished == 0 ? text : text + ", " + std::to_string(finished) + " fully finished";
}

/// "8 files, 12345 bytes (12.1 KiB)".
std::string referenced_words(const SizeSummary& sizes) {
    return sizes.files == 0 ? "" : count_words(sizes.files, "file") + ", " + size_words(sizes.referenced_bytes);
}

/// What was found of it; with what is to be fetched, and what is missing.
std::string on_disk_words(const SizeSummary& sizes) {
    if (sizes.files == 0) {
        return "";
    }
    std::string text = size_words(sizes.found_bytes);
    if (sizes.files_to_fetch > 0) {
        text += "; " + count_words(sizes.files_to_fetch, "file") + " to fetch, " + size_words(sizes.bytes_to_fetch);
    }
    if (sizes.missing_files > 0) {
        text += "; " + count_words(sizes.missing_files, "file") + " missing or not as recorded";
    }
    return text;
}

std::string shared_words(const SizeSummary& sizes) {
    return sizes.shared_files == 0 ? ""
                                   : count_words(sizes.shared_files, "file") + ", " + size_words(sizes.shared_bytes);
}

/// Rows of name and value; those without a value are left out.
class Facts {
public:
    void add(std::string name, std::string value) {
        if (!value.empty()) {
            table_.add({std::move(name), std::move(value)});
        }
    }
    void add_size(std::string name, std::int64_t bytes, const std::string& more = "") {
        add(std::move(name), bytes == 0 ? "" : size_words(bytes) + more);
    }
    void add_sizes(const SizeSummary& sizes) {
        add_size("inline", sizes.inline_bytes);
        add("referenced", referenced_words(sizes));
        add("shared", shared_words(sizes));
        add("uploaded", sizes.shared_files == 0 ? "" : size_words(sizes.checkpointed_bytes) + " by this snapshot");
        add("on disk", on_disk_words(sizes));
    }
    [[nodiscard]] std::string text(std::string_view indent) const { return table_.text(indent); }

private:
    TextTable table_;
};

std::string uid_words(const OperatorSummary& op, const Summary& summary) {
    if (!op.uid.empty()) {
        return printable(op.uid) + (op.is_uid_matched ? " (its hash is the id)" : "");
    }
    if (summary.has_uid_list) {
        return "none of the list fits";
    }
    constexpr std::int32_t kFirstWithUids = 5;
    return summary.metadata_version < kFirstWithUids ? "not stored" : "none set";
}

std::string finished_words(const OperatorSummary& op) {
    if (op.is_fully_finished) {
        return "fully";
    }
    return op.finished_subtasks.empty() ? "" : "subtasks " + range_words(op.finished_subtasks);
}

std::string timer_words(const TimerSummary& timer) {
    std::string text = printable(timer.service) + ": ";
    text += timer.has_event_time ? "event time" : "";
    text += timer.has_event_time && timer.has_processing_time ? ", " : "";
    text += timer.has_processing_time ? "processing time" : "";
    text += timer.name_space.empty() ? "" : "; namespace " + printable(timer.name_space);
    return timer.is_raw ? text + "; in raw keyed state" : text;
}

std::string raw_keyed_words(const OperatorSummary& op) {
    switch (op.raw_timers) {
        case RawTimers::kYes: return ", timers of " + count_words(op.raw_timer_services, "service");
        case RawTimers::kNo: return ", the operator's own";
        case RawTimers::kUnknown: break;
    }
    return "";
}

std::string changelog_words(const OperatorSummary& op) {
    const std::string bytes = size_words(op.changelog_bytes);
    return op.changelog_bytes == 0 ? bytes : bytes + ", not looked into: states that only it has are not shown";
}

std::string subtasks_words(const StateSummary& state, const OperatorSummary& op) {
    return state.is_everywhere ? "" : std::to_string(state.subtasks) + " of " + std::to_string(op.parallelism);
}

TextTable state_table(const OperatorSummary& op) {
    TextTable table({"STATE", "KIND", "NAMESPACE", "TTL", "SUBTASKS", "TYPE"});
    for (const StateSummary& state : op.states) {
        const std::string type = state.map_key.empty() ? state.type : state.map_key + " -> " + state.type;
        table.add({printable(state.name), std::string(name_of(state.kind)), printable(state.name_space),
                   state.has_ttl ? "yes" : "", subtasks_words(state, op), printable(type)});
    }
    return table;
}

std::string problem_lines(const OperatorSummary& op) {
    std::vector<std::string> all = op.outcome.damaged;
    all.insert(all.end(), op.outcome.unsupported.begin(), op.outcome.unsupported.end());
    std::string text;
    if (op.lost_headers > 0) {
        text = "  problem: " + count_words(static_cast<std::int64_t>(op.lost_headers), "header") +
               " lost with the files: states are missing here\n";
    }
    for (std::size_t i = 0; i < std::min(all.size(), kMostProblems); ++i) {
        text += "  problem: " + printable(all[i]) + "\n";
    }
    if (all.size() > kMostProblems) {
        text += "  … and " + count_words(static_cast<std::int64_t>(all.size() - kMostProblems), "more problem") + "\n";
    }
    return text;
}

std::string operator_text(const OperatorSummary& op, const Summary& summary) {
    Facts facts;
    facts.add("uid", uid_words(op, summary));
    facts.add("name", printable(op.name));
    facts.add("parallelism", std::to_string(op.parallelism) + ", maximum " + std::to_string(op.max_parallelism));
    facts.add("finished", finished_words(op));
    facts.add("key", printable(op.key));
    for (const TimerSummary& timer : op.timers) {
        facts.add("timers", timer_words(timer));
    }
    facts.add_size("coordinator", op.coordinator_bytes);
    facts.add_size("raw keyed state", op.raw_keyed_bytes, raw_keyed_words(op));
    facts.add_size("raw operator state", op.raw_operator_bytes);
    facts.add_size("input channels", op.input_channel_bytes);
    facts.add_size("result subpartitions", op.result_subpartition_bytes);
    if (op.is_changelog) {
        facts.add("changelog", changelog_words(op));
    }
    for (const HandleSummary& handle : op.handles) {
        facts.add("handles",
                  std::string(handle.part) + ": " + std::to_string(handle.count) + " " + std::string(handle.handle));
    }
    facts.add("compression", op.is_compressed ? "snappy" : "");
    facts.add_sizes(op.sizes);
    std::string text = "\noperator " + op.id.hex() + "\n" + facts.text("  ");
    const TextTable states = state_table(op);
    return text + (states.empty() ? "" : states.text("  ")) + problem_lines(op);
}

}  // namespace

std::string summary_text(const Summary& summary) {
    Facts facts;
    facts.add("kind", kind_words(summary.kind) + properties_words(summary.properties));
    facts.add("metadata version", std::to_string(summary.metadata_version) + " (Flink " +
                                      to_string(summary.flink_versions) + "), " + size_words(summary.metadata_bytes));
    facts.add("checkpoint id", std::to_string(summary.checkpoint_id));
    for (const MasterStateSummary& state : summary.master_states) {
        facts.add("master state", printable(state.name) + ", version " + std::to_string(state.version) + ", " +
                                      size_words(static_cast<std::int64_t>(state.bytes)));
    }
    facts.add("operators", operators_words(summary));
    facts.add_sizes(summary.sizes);
    std::string text = printable(summary.folder) + "\n" + facts.text("  ");
    for (const OperatorSummary& op : summary.operators) {
        text += operator_text(op, summary);
    }
    return text;
}

std::string list_text(const std::vector<ListedSnapshot>& snapshots) {
    TextTable table({"CHECKPOINT", "KIND", "METADATA", "OPERATORS", "BYTES", "FOLDER"});
    for (const ListedSnapshot& listed : snapshots) {
        const std::string id = listed.checkpoint_id < 0 ? "?" : std::to_string(listed.checkpoint_id);
        if (listed.metadata_version == 0) {
            table.add({id, "unreadable", "", "", "", printable(listed.folder)});
        } else {
            table.add({id, listed.kind.text(), std::to_string(listed.metadata_version),
                       std::to_string(listed.operators), std::to_string(listed.state_bytes), printable(listed.folder)});
        }
    }
    return table.text();
}

namespace {

std::string found_words(const FileUse& use) {
    return use.is_found() ? std::to_string(use.found.found_size) : use.is_to_fetch() ? "to-fetch" : "missing";
}

}  // namespace

std::string files_text(const std::vector<FileUse>& files, const OperatorNames& names) {
    std::string text;
    for (const FileUse& use : files) {
        text += printable(use.path());
        text += "\t" + (use.recorded_size < 0 ? "unknown" : std::to_string(use.recorded_size));
        text += "\t" + found_words(use);
        text += "\t" + std::string(name_of(use.scope));
        if (use.operator_index == FileUse::kNoOperator) {
            text += "\t-\t-\n";
            continue;
        }
        text += "\t" + printable(names.label(use.operator_index));
        text += "\t" + std::to_string(use.subtask) + "\n";
    }
    return text;
}

}  // namespace sp
