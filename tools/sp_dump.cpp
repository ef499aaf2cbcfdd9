// sp-dump: the state of a savepoint as rows.

#include "common/log.hpp"
#include "common/output_target.hpp"
#include "common/run_tool.hpp"
#include "sp/dump.hpp"

namespace {

using namespace sp;
using namespace sp::cli;

struct Options {
    ReadingOptions reading;
    SelectionOptions selection;
    OutputOptions output;
};

void add_options(CommandLine& line, Options& options) {
    line.add(kReadingOptions, options.reading);
    line.add(kSelectionOptions, options.selection);
    line.add(kOutputOptions, options.output);
}

StateKind kind_of(const std::string& word) {
    for (auto kind = StateKind::kValue; kind <= StateKind::kCoordinator;
         kind = static_cast<StateKind>(static_cast<int>(kind) + 1)) {
        if (name_of(kind) == word) {
            return kind;
        }
    }
    throw UsageError("no kind of state is called '" + word + "'");
}

DumpOptions dump_options(const Options& options) {
    DumpOptions dump;
    dump.read.path_maps = options.reading.path_map;
    if (!options.reading.uid_list.empty()) {
        dump.read.uid_list = read_lines(options.reading.uid_list);
    }
    dump.read.uids = options.selection.uids;
    dump.read.operator_ids = options.selection.operator_ids;
    dump.read.states = options.selection.states;
    for (const std::string& word : options.selection.kinds) {
        dump.read.kinds.push_back(kind_of(word));
    }
    dump.read.limit_per_state = options.selection.limit_per_state;
    dump.read.is_sorted = options.output.sort;
    dump.read.memory = options.output.memory;
    dump.read.temporary_folder = temporary_folder(options.output);
    if (options.selection.key_groups) {
        const NumberRange& range = *options.selection.key_groups;
        constexpr std::uint64_t kMost = 32767;  // Flink's upper bound of max parallelism is 32768
        if (range.last > kMost) {
            throw UsageError("--key-group: key groups are 0 to " + std::to_string(kMost));
        }
        dump.read.key_groups = {static_cast<std::int32_t>(range.first), static_cast<std::int32_t>(range.last)};
    }
    dump.keys = options.selection.all_keys();
    dump.limit = options.selection.limit;
    dump.raw = options.output.raw;
    dump.strict = options.output.strict;
    dump.int64_as_string = options.output.int64_as_string;
    return dump;
}

ExitCode run(const Options& options) {
    const DumpOptions dump = dump_options(options);
    write_output(options.output.output, options.output.overwrite, [&](ByteSink& sink) {
        sp::dump(options.reading.savepoint, dump, sink, [](const std::string& message) { warn(message); });
    });
    return ExitCode::kDone;
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool<Options>(argc, argv,
                             {.name = "sp-dump",
                              .summary = "Prints the state of a Flink savepoint or checkpoint as NDJSON rows.",
                              .usage = "[OPTIONS] SAVEPOINT"},
                             add_options, run);
}
