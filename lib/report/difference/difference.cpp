#include "sp/difference.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "io/ordered_tasks.hpp"
#include "report/difference/comparison_tasks.hpp"
#include "report/difference/difference_summary.hpp"
#include "report/difference/operator_choice.hpp"
#include "report/difference/operator_comparison.hpp"
#include "restore/column_naming.hpp"
#include "rows/row_input.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

using namespace difference;

// ---- What is read --------------------------------------------------------------------------------------------------

/// Adds up how far both readings are.
class BothProgress {
public:
    explicit BothProgress(std::function<void(std::uint64_t, std::uint64_t)> tell) : tell_(std::move(tell)) {}

    [[nodiscard]] std::function<void(std::uint64_t, std::uint64_t)> of(Side side) {
        if (!tell_) {
            return nullptr;
        }
        return [this, side](std::uint64_t done, std::uint64_t total) {
            const std::lock_guard lock(mutex_);
            sides_[static_cast<std::size_t>(side)] = {done, total};
            tell_(sides_[0].first + sides_[1].first, sides_[0].second + sides_[1].second);
        };
    }

private:
    std::function<void(std::uint64_t, std::uint64_t)> tell_;
    std::mutex mutex_;
    std::pair<std::uint64_t, std::uint64_t> sides_[2] = {};
};

// ---- Comparing -----------------------------------------------------------------------------------------------------

/// A warning that waits for its turn: the state, and what is said of it.
using Warning = std::pair<std::string, std::string>;

/// Does tasks, one after the other. What it has opened and compiled for one serves the next ones of the same operator.
class Worker {
public:
    void prepare(const OperatorPair& pair, const ComparisonTask& task, EntryReader& old_whole, EntryReader& new_whole,
                 const ComparisonSettings& settings) {
        if (pair_ == task.pair && turn_to(old_, task.old_part) && turn_to(new_, task.new_part)) {
            return;
        }
        comparison_.reset();
        on_side(Side::kOld, [&] { open(old_, old_whole, task.old_part); });
        on_side(Side::kNew, [&] { open(new_, new_whole, task.new_part); });
        comparison_ =
            std::make_unique<OperatorComparison>(pair, old_ ? &*old_ : nullptr, new_ ? &*new_ : nullptr, settings);
        pair_ = task.pair;
    }

    void run(OutputBuffer& out, std::string_view first_lines) {
        DifferenceLines lines(out, [this](const std::string& state, const std::string& problem, bool) {
            warnings_.emplace_back(state, problem);
        });
        lines.text(first_lines);
        comparison_->run(lines);
    }

    [[nodiscard]] OperatorCounts take_counts() { return comparison_->take_counts(); }
    [[nodiscard]] std::vector<Warning> take_warnings() { return std::exchange(warnings_, {}); }
    [[nodiscard]] std::optional<ReadFindings> findings(Side side) const {
        const std::optional<EntryReader>& reader = side == Side::kOld ? old_ : new_;
        return reader ? std::optional(reader->findings()) : std::nullopt;
    }

private:
    static bool turn_to(std::optional<EntryReader>& reader, const std::optional<ReadPart>& part) {
        return reader.has_value() == part.has_value() && (!reader || reader->turn_to(*part));
    }

    static void open(std::optional<EntryReader>& reader, EntryReader& whole, const std::optional<ReadPart>& part) {
        reader.reset();
        if (part) {
            reader.emplace(whole.read_part(*part));
        }
    }

    std::size_t pair_ = SIZE_MAX;
    std::optional<EntryReader> old_;  // their descriptors outlive the comparison
    std::optional<EntryReader> new_;
    std::unique_ptr<OperatorComparison> comparison_;
    std::vector<Warning> warnings_;
};

class SnapshotComparison {
public:
    using Warn = std::function<void(const std::string&)>;

    SnapshotComparison(rows::RowInput& old_input, rows::RowInput& new_input, std::vector<OperatorPair> pairs,
                       const ComparisonSettings& settings, ByteSink& sink, const Warn& warn)
        : old_(old_input.reader()),
          new_(new_input.reader()),
          pairs_(std::move(pairs)),
          settings_(settings),
          tasks_(pairs_, old_, new_),
          sink_(sink),
          warn_(warn) {}

    void run(unsigned threads) {
        run_in_order(
            threads, [this] { return next_task(); }, sink_);
    }

    /// Of the operators that differ.
    [[nodiscard]] const std::vector<OperatorSummary>& operators() const { return operators_; }

private:
    std::optional<OrderedTask> next_task() {
        const std::optional<ComparisonTask> task = tasks_.next();
        if (!task) {
            return std::nullopt;
        }
        return [this, task = *task, worker = idle_worker()](BufferSink& sink) { return compare(task, worker, sink); };
    }

    Epilogue compare(const ComparisonTask& task, const std::shared_ptr<Worker>& worker, BufferSink& sink) {
        const OperatorPair& pair = pairs_[task.pair];
        OutputBuffer out(sink);
        try {
            worker->prepare(pair, task, old_, new_, settings_);
            worker->run(out, task.is_first && settings_.prints_lines ? pair.schema_lines : "");
        } catch (...) {
            out.flush();  // what differs before the failure is true
            throw;
        }
        out.flush();
        Epilogue epilogue = [this, task, counts = worker->take_counts(), warnings = worker->take_warnings(),
                             old_findings = worker->findings(Side::kOld), new_findings = worker->findings(Side::kNew)] {
            absorb(old_, old_findings);
            absorb(new_, new_findings);
            for (const Warning& warning : warnings) {
                pass_on(warning);
            }
            for (const auto& [state, one] : counts) {
                counts_[state].absorb(one);
            }
            if (task.is_last) {
                finish(pairs_[task.pair]);
            }
        };
        const std::lock_guard lock(mutex_);
        idle_.push_back(worker);
        return epilogue;
    }

    std::shared_ptr<Worker> idle_worker() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) {
            return std::make_shared<Worker>();
        }
        std::shared_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
    }

    void absorb(EntryReader& reader, const std::optional<ReadFindings>& findings) {
        if (findings) {
            const std::lock_guard lock(mutex_);
            reader.absorb(*findings);
        }
    }

    /// The first warning of each state: which values of it a worker has seen before depends on what it was given.
    void pass_on(const Warning& warning) {
        if (warn_ && warned_.insert(warning.first).second) {
            warn_(warning.first + ": " + warning.second);
        }
    }

    /// All parts of the operator have been compared.
    void finish(const OperatorPair& pair) {
        OperatorSummary summary{pair.member, pair.label, pair.only_in(), pair.has_other_keys,
                                std::exchange(counts_, {})};
        for (const auto& [state, counts] : pair.schema_counts) {
            summary.counts[state].absorb(counts);
        }
        add_empty_states(pair, summary.counts);
        std::erase_if(summary.counts, [](const auto& state) { return !state.second.differs(state.first); });
        if (settings_.prints_lines) {
            sink_.write(last_lines(pair, summary));
        }
        if (summary.only_in || summary.has_other_keys || !summary.counts.empty()) {
            operators_.push_back(std::move(summary));
        }
    }

    /// Those that only one side declares, but has no entries of, differ in schema only.
    static void add_empty_states(const OperatorPair& pair, OperatorCounts& counts) {
        for (const PlannedState& state : pair.states) {
            if (state.only_in && !state.ignored.everything && !state.ignored.schema && !state.key.is_timer) {
                counts[state.key].only_in = state.only_in;
            }
        }
    }

    /// What is there on one side only.
    [[nodiscard]] static std::string last_lines(const OperatorPair& pair, const OperatorSummary& summary) {
        std::uint64_t entries = 0;
        std::string lines;
        for (const auto& [state, counts] : summary.counts) {
            entries += counts.added + counts.removed;
            if (counts.only_in) {
                lines += DifferenceLines::whole(*counts.only_in, place_of(pair.member, state),
                                                counts.added + counts.removed);
            }
        }
        return pair.only_in() ? DifferenceLines::whole(*pair.only_in(), pair.member, entries) : lines;
    }

    EntryReader& old_;
    EntryReader& new_;
    std::vector<OperatorPair> pairs_;
    const ComparisonSettings& settings_;
    ComparisonTasks tasks_;
    ByteSink& sink_;
    const Warn& warn_;
    std::mutex mutex_;  // of idle_ and of what the readers take over
    std::vector<std::shared_ptr<Worker>> idle_;
    OperatorCounts counts_;  // of the operator at hand; in the order of the tasks, as all below
    std::vector<OperatorSummary> operators_;
    std::set<std::string> warned_;
};

/// A state or service that was asked for may be in one of the snapshots only.
void finish_parts(EntryReader& old_reader, EntryReader& new_reader) {
    try {
        new_reader.finish_parts();
    } catch (const UsageError&) {
        old_reader.finish_parts();
    }
}

void check(rows::RowInput& old_input, rows::RowInput& new_input) {
    std::string message;
    const auto attempt = [&](Side side, rows::RowInput& input) {
        try {
            on_side(side, [&] { input.check(); });
        } catch (const UnsupportedError&) {
            for (const std::string& one : input.reader().unsupported()) {
                message += (message.empty() ? "" : "\n") + std::string(label_of(side)) + ": " + one;
            }
        }
    };
    attempt(Side::kOld, old_input);
    attempt(Side::kNew, new_input);
    if (!message.empty()) {
        throw UnsupportedError(message);
    }
}

/// Key groups by number are the same keys only if there are equally many of them.
void check_key_groups(const std::vector<OperatorPair>& pairs) {
    for (const OperatorPair& pair : pairs) {
        if (!pair.is_aligned) {
            throw UsageError("operator " + pair.label +
                             " has another max parallelism, or keys of another type, on the "
                             "other side: its key groups cannot be chosen by number");
        }
    }
}

/// Of the names of columns those that each side can have, for an operator or state need not be on both; on neither it is a mistake to
/// tell.
class SidesColumns {
public:
    SidesColumns(const ReadOptions& read, std::string_view old_savepoint, std::string_view new_savepoint) {
        if (read.column_names.empty()) {
            return;
        }
        const auto find = [&](Side side, std::string_view savepoint) {
            on_side(side, [&] {
                const Snapshot snapshot = open_snapshot(savepoint, read.files);
                const OperatorNames names(snapshot.metadata, read.uid_list);
                there_[static_cast<std::size_t>(side)] = columns_there(snapshot, names, read.column_names);
            });
        };
        find(Side::kOld, old_savepoint);
        find(Side::kNew, new_savepoint);
        const auto is_in = [](const std::vector<ColumnNames>& there, const ColumnNames& wanted) {
            return std::any_of(there.begin(), there.end(), [&](const ColumnNames& one) {
                return one.op == wanted.op && one.target == wanted.target;
            });
        };
        for (const ColumnNames& columns : read.column_names) {
            if (!is_in(there_[0], columns) && !is_in(there_[1], columns)) {
                there_[1].push_back(columns);  // opening the new side tells what there is
            }
        }
    }

    [[nodiscard]] const std::vector<ColumnNames>& of(Side side) const { return there_[static_cast<std::size_t>(side)]; }

private:
    std::vector<ColumnNames> there_[2];
};

ReadOptions reading_of(const DifferenceOptions& options, std::vector<std::string> operator_ids) {
    ReadOptions read = options.read;
    read.uid_list.insert(read.uid_list.end(), read.uids.begin(), read.uids.end());
    read.uids.clear();
    read.operator_ids = std::move(operator_ids);
    read.with_timers = read.states.empty() && read.kinds.empty();
    read.is_sorted = false;
    return read;
}

}  // namespace

DifferenceOutcome print_difference(std::string_view old_savepoint, std::string_view new_savepoint,
                                   const DifferenceOptions& options, ByteSink& sink,
                                   const std::function<void(const std::string&)>& warn) {
    const DifferenceFilter filter(options.ignore);
    const unsigned threads = std::max(options.threads, 1U);
    const ComparisonSettings settings{filter, options.read.memory / threads, options.read.temporary_folder,
                                      !options.summary};
    OperatorChoice choice(options.read, filter);
    if (choice.is_needed()) {
        choice.look_into(Side::kOld, old_savepoint);
        choice.look_into(Side::kNew, new_savepoint);
        choice.check();
    }
    BothProgress progress(options.read.progress);
    const SidesColumns columns(options.read, old_savepoint, new_savepoint);
    const auto open = [&](Side side, std::string_view savepoint) {
        return on_side(side, [&] {
            ReadOptions read = reading_of(options, choice.ids_of(side));
            read.column_names = columns.of(side);
            read.progress = progress.of(side);
            return std::make_unique<rows::RowInput>(savepoint, std::move(read), options.keys);
        });
    };
    const auto old_input = open(Side::kOld, old_savepoint);
    const auto new_input = open(Side::kNew, new_savepoint);
    std::vector<OperatorPair> pairs =
        pair_operators(old_input->reader(), new_input->reader(), choice.selection(), filter);
    if (options.read.key_groups) {
        check_key_groups(pairs);
    }
    SnapshotComparison comparison(*old_input, *new_input, std::move(pairs), settings, sink, warn);
    comparison.run(threads);
    finish_parts(old_input->reader(), new_input->reader());
    if (options.summary) {
        sink.write(options.json ? summary_json(comparison.operators()) : summary_text(comparison.operators()));
    }
    sink.close();
    check(*old_input, *new_input);
    return {!comparison.operators().empty()};
}

}  // namespace sp
