#include "sp/bootstrap.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <set>

#include "io/worker_threads.hpp"
#include "rows/import/bootstrap_plan.hpp"
#include "rows/import/kryo_choices.hpp"
#include "sp/error.hpp"

namespace sp {
namespace {

using namespace rows;

/// A part of the memory for sessions, which are sorted before all else is.
constexpr std::uint64_t kSessionShare = 4;

/// Hands on bad rows in the order of the blocks, whichever thread was done first.
class BadRows {
public:
    explicit BadRows(const BootstrapOptions& options) : options_(options) {}

    [[nodiscard]] bool are_wanted() const { return static_cast<bool>(options_.bad_row); }

    void add(std::size_t block, std::vector<BadRow> rows) {
        if (!are_wanted()) {
            return;
        }
        const std::lock_guard lock(mutex_);
        waiting_[block] = std::move(rows);
        for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; ++next_) {
            for (const BadRow& row : first->second) {
                options_.bad_row(row.row, row.problem);
            }
            first = waiting_.erase(first);
        }
    }

private:
    const BootstrapOptions& options_;
    std::mutex mutex_;
    std::map<std::size_t, std::vector<BadRow>> waiting_;
    std::size_t next_ = 0;
};

/// The first failure in the order of the rows; once there is one, no more rows are begun.
class FirstFailure {
public:
    [[nodiscard]] bool has_any() const { return has_any_; }

    void add(std::size_t block, std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!error_ || block < block_) {
            block_ = block;
            error_ = std::move(error);
        }
        has_any_ = true;
    }

    void rethrow() const {
        if (error_) {
            std::rethrow_exception(error_);
        }
    }

private:
    std::mutex mutex_;
    std::atomic<bool> has_any_ = false;
    std::size_t block_ = 0;
    std::exception_ptr error_;
};

class Coordinators {
public:
    explicit Coordinators(const RowFileLayouts& layouts) : layouts_(layouts) {}

    void set(const ImportOperator& op, ByteVector bytes, std::uint64_t sequence) {
        const std::lock_guard lock(mutex_);
        states_[op.index].emplace(sequence, std::move(bytes));
    }

    /// Returns the operators that have some. InputError if rows differ: which of them comes first is known only now.
    std::set<std::size_t> give(const ImportPlan& plan, SavepointWriter& writer) const {
        std::set<std::size_t> given;
        for (const auto& [index, states] : states_) {
            const auto& [sequence, bytes] = *states.begin();
            for (const auto& [other_sequence, other] : states) {
                if (other != bytes) {
                    throw InputError("operator " + plan.operators()[index]->label() +
                                     ": its coordinator has two states: " + layouts_.place_of(sequence) + " and " +
                                     layouts_.place_of(other_sequence));
                }
            }
            writer.set_coordinator(index, bytes);
            given.insert(index);
        }
        return given;
    }

private:
    const RowFileLayouts& layouts_;
    std::mutex mutex_;
    std::map<std::size_t, std::map<std::uint64_t, ByteVector>> states_;  ///< by operator and sequence
};

std::vector<RowSource::RowFile> row_files(const BootstrapPlan& plan) {
    std::vector<RowSource::RowFile> files;
    for (const RowFileOptions& file : plan.files) {
        files.push_back({file.path, file.is_csv});
    }
    return files;
}

class Bootstrap {
public:
    explicit Bootstrap(const BootstrapOptions& options)
        : options_(options),
          plan_(plan_bootstrap(options)),
          layouts_(plan_->import, plan_->files, options.columns, options.null_text),
          source_(row_files(*plan_), [&](std::size_t file, std::string_view text) { layouts_.begin_file(file, text); }),
          bad_rows_(options),
          coordinators_(layouts_),
          sessions_(options.threads, options.temporary_folder,
                    plan_->has_sessions ? static_cast<std::size_t>(options.memory / kSessionShare) : 1),
          writer_(options.dry_run ? "" : options.output, write_options()) {
        for (OperatorPlan& op : plan_->operators) {
            writer_.add_operator(op);
        }
    }

    void run() {
        run_on_threads(options_.threads, [this](unsigned thread) { read_rows(thread); });
        failure_.rethrow();
        check_sessions();
        if (plan_->has_sessions) {
            EntryAdder adder = writer_.adder(0);
            sessions_.finish(plan_->import, adder);
        }
        const std::set<std::size_t> coordinators = coordinators_.give(plan_->import, writer_);
        std::shared_ptr<SavepointFrame> frame;
        if (plan_->base) {
            frame = std::make_shared<SavepointFrame>(plan_->base->frame(writer_, coordinators));
            plan_->base->add_entries(writer_);
            writer_.set_frame(frame);
        }
        writer_.set_part_rows(counts_.of_split);
        warn_of_windows();
        warn_of_classes();
        writer_.commit([&](const std::vector<WrittenState>& states) {
            if (options_.before_rename) {
                BootstrapReport made = report(states);
                if (frame) {
                    made.base = {frame->head.checkpoint_id, plan_->base->removed(), frame->placed};
                }
                options_.before_rename(made);
            }
        });
    }

private:
    [[nodiscard]] WriteOptions write_options() const {
        WriteOptions write = plan_->write;
        write.memory = plan_->has_sessions ? options_.memory - options_.memory / kSessionShare : options_.memory;
        write.origin = [this](std::uint64_t sequence) { return layouts_.place_of(sequence); };
        return write;
    }

    void read_rows(unsigned thread) {
        RowBlock block;
        block.number = 0;
        try {
            ImportTarget target(adder_of(thread), sessions_, thread);
            RowReader reader(plan_->import, layouts_, plan_->settings, target,
                             [this](const ImportOperator& op, ByteVector bytes, std::uint64_t sequence) {
                coordinators_.set(op, std::move(bytes), sequence);
            });
            while (!failure_.has_any() && source_.next(block)) {
                std::vector<BadRow> bad;
                reader.read(block, bad_rows_.are_wanted() ? &bad : nullptr);
                bad_rows_.add(block.number, std::move(bad));
                tell_progress(block.text.size());
            }
            const std::lock_guard lock(mutex_);
            counts_.add(reader.counts());
        } catch (...) {
            failure_.add(block.number, std::current_exception());
        }
    }

    EntryAdder adder_of(unsigned thread) {
        const std::lock_guard lock(mutex_);
        return writer_.adder(thread);
    }

    void tell_progress(std::size_t size) {
        if (!options_.progress) {
            return;
        }
        const std::lock_guard lock(mutex_);
        done_ += size;
        options_.progress(done_, source_.total_size());
    }

    /// What rows name are whole sessions, which Flink would have merged with those of other rows.
    void check_sessions() const {
        for (const auto& [index, count] : counts_.sessions) {
            if (plan_->settings.adds_window_timers && counts_.windows.count(index) != 0) {
                throw InputError("operator " + plan_->import.operators()[index]->label() +
                                 ": rows with an event_timestamp and rows that name session windows do not go together "
                                 "with --window-timers auto");
            }
        }
    }

    /// Windows without timers would never fire.
    void warn_of_windows() const {
        if (!options_.warn) {
            return;
        }
        for (const auto& [index, count] : counts_.windowless) {
            options_.warn("operator " + plan_->import.operators()[index]->label() + ": " + std::to_string(count) +
                          " entries lie between its windows and are left out, as Flink leaves them out");
        }
        for (const auto& [index, count] : counts_.windows) {
            const ImportOperator* const op = plan_->import.operators()[index].get();
            const auto timers = counts_.timers.find(index);
            if (timers == counts_.timers.end() || timers->second == 0) {
                const bool is_merged = plan_->base && plan_->base->is_merged(index);
                options_.warn("operator " + op->label() + ": " + std::to_string(count) +
                              " entries have a window and no timers came with them, so that " +
                              (is_merged ? "those whose windows have none in the base" : "the windows") +
                              " will never fire" + (op->window ? "; --window-timers auto adds timers" : ""));
            }
        }
    }

    void warn_of_classes() const {
        if (!options_.warn) {
            return;
        }
        for (const std::string& choice :
             kryo_choices(plan_->import, !options_.schema_of.empty() || plan_->base != nullptr)) {
            options_.warn(choice);
        }
    }

    [[nodiscard]] BootstrapReport report(const std::vector<WrittenState>& states) const {
        BootstrapReport report;
        report.rows = counts_.rows;
        report.skipped = counts_.skipped;
        report.metadata_version = plan_->write.metadata_version;
        for (const auto& op : plan_->import.operators()) {
            report.operators.push_back({op->uid, op->id, op->parallelism, op->max_parallelism, {}});
        }
        for (const WrittenState& state : states) {
            report.operators[state.op].states.push_back(state);
        }
        return report;
    }

    const BootstrapOptions& options_;
    std::unique_ptr<BootstrapPlan> plan_;
    RowFileLayouts layouts_;
    RowSource source_;
    BadRows bad_rows_;
    Coordinators coordinators_;
    FirstFailure failure_;
    SessionSorter sessions_;
    SavepointWriter writer_;
    std::mutex mutex_;
    ImportCounts counts_;
    std::uint64_t done_ = 0;
};

}  // namespace

void bootstrap(const BootstrapOptions& options) { Bootstrap(options).run(); }

void print_key_groups(const BootstrapOptions& options, ByteSink& sink) {
    const std::unique_ptr<BootstrapPlan> plan = plan_bootstrap(options);
    RowFileLayouts layouts(plan->import, plan->files, options.columns, options.null_text);
    RowSource source(row_files(*plan),
                     [&](std::size_t file, std::string_view text) { layouts.begin_file(file, text); });
    SavepointWriter trial("", {});
    SessionSorter sessions(1, "", 1);
    ImportTarget target(trial.adder(0), sessions, 0);
    RowReader reader(plan->import, layouts, plan->settings, target, {});
    std::string text;
    RowBlock block;
    while (source.next(block)) {
        text.clear();
        reader.print_key_groups(block, [&](std::string_view row, std::optional<std::int32_t> key_group) {
            text += key_group ? std::to_string(*key_group) : "-";
            text += '\t';
            text += row;
            text += '\n';
        });
        sink.write(text);
    }
    sink.close();
}

}  // namespace sp
