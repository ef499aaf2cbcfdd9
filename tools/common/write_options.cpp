#include "common/write_options.hpp"

#include <limits>

#include "common/option_values.hpp"
#include "common/output_target.hpp"
#include "sp/write.hpp"

namespace sp::cli {
namespace {

constexpr std::string_view kOutput = "Output";
constexpr std::string_view kForm = "Form of the savepoint";
constexpr std::string_view kWork = "Work";
constexpr std::uint64_t kMostParallelism = 1 << 15;  // Flink's upper bound of max parallelism

std::int32_t parse_within(const std::string& text, std::uint64_t least, std::uint64_t most) {
    const std::uint64_t number = parse_number(text);
    if (number < least || number > most) {
        throw UsageError("'" + text + "' is not within " + std::to_string(least) + " and " + std::to_string(most));
    }
    return static_cast<std::int32_t>(number);
}

void set_compression(WritingOptions& o, const std::string& text) {
    static constexpr std::string_view kWords[] = {"none", "snappy"};
    o.is_compressed = parse_word(text, kWords) == "snappy";
}

void set_checkpoint_id(WritingOptions& o, const std::string& text) {
    const std::uint64_t id = parse_number(text);
    if (id > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        throw UsageError("'" + text + "' is out of range");
    }
    o.checkpoint_id = static_cast<std::int64_t>(id);
}

}  // namespace

const OptionRow<WritingOptions> kWritingOptions[kWritingOptionCount] = {
    {{"--output", 'o', "FOLDER", kOutput, "The savepoint to make: a folder that does not exist yet."},
     [](auto& o, const auto& text) { o.output = text; }},
    {{"--overwrite", 0, "", kOutput, "Replace FOLDER if it is a savepoint, or empty."},
     [](auto& o, const auto&) { o.overwrite = true; }},
    {{"--dry-run", 0, "", kOutput, "Do everything but write: print what would be written."},
     [](auto& o, const auto&) { o.dry_run = true; }},
    {{"--verify", 0, "", kOutput, "Read the savepoint back and compare, before it gets its name."},
     [](auto& o, const auto&) { o.verify = true; }},
    {{"--json", 0, "", kOutput, "Print what was written, or with --dry-run would be, as JSON."},
     [](auto& o, const auto&) { o.json = true; }},
    {{"--flink-version", 0, "V", kForm, "Write for this version of Flink: 1.13 to 2.3."},
     [](auto& o, const auto& text) { o.flink_version = parse_flink_version(text); }},
    {{"--metadata-version", 0, "N", kForm,
      "The version of _metadata, 3 to 6 [as before, else by --flink-version, else 3]."},
     [](auto& o, const auto& text) { o.metadata_version = parse_within(text, 3, 6); }},
    {{"--compression", 0, "none|snappy", kForm, "Whether state is compressed [as before, else none]."},
     set_compression},
    {{"--checkpoint-id", 0, "N", kForm, "The id of the checkpoint [as before, else 0]."}, set_checkpoint_id},
    {{"--parallelism", 0, "P", kForm, "The parallelism of all operators [as before or in the schema, else 1]."},
     [](auto& o, const auto& text) { o.parallelism = parse_within(text, 1, kMostParallelism); }},
    {{"--max-parallelism", 0, "M", kForm,
      "The max parallelism of all operators [as before or in the schema, else Flink's for the parallelism]."},
     [](auto& o, const auto& text) { o.max_parallelism = parse_within(text, 1, kMostParallelism); }},
    {{"--threads", 0, "N", kWork, "Threads that read [the cores, at most 8]."},
     [](auto& o, const auto& text) { o.threads = parse_threads(text); }},
    {{"--memory", 0, "SIZE", kWork, "Memory for sorting, above which it uses temporary files [512M]."},
     [](auto& o, const auto& text) { o.memory = parse_size(text); }},
    {{"--tmp-dir", 0, "DIR", kWork, "Where temporary files lie [beside FOLDER]."},
     [](auto& o, const auto& text) { o.tmp_dir = text; }},
};

void check_writing(const WritingOptions& options) {
    if (options.output.empty() && !options.dry_run) {
        throw UsageError("the savepoint to make is not named: --output FOLDER");
    }
    if (options.dry_run && options.verify) {
        throw UsageError("--dry-run writes nothing that --verify could read");
    }
    if (options.output.find("://") != std::string::npos || options.output.starts_with("file:")) {
        throw UsageError("--output: '" + options.output + "' is no local folder; write one and upload it");
    }
    if (options.output == "-") {
        throw UsageError("a savepoint is a folder, and cannot be written to stdout");
    }
}

std::string WritingOptions::temporary_folder() const {
    OutputOptions options;
    options.output = output.empty() ? "-" : output;
    options.tmp_dir = tmp_dir;
    return cli::temporary_folder(options);
}

}  // namespace sp::cli
