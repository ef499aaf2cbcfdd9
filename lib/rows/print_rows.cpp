#include "rows/print_rows.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "io/ordered_tasks.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

/// When `print` throws, the rows before the failure are right: they are not held back.
template <class Print>
void print_flushed(OutputBuffer& out, Print&& print) {
    try {
        print();
    } catch (...) {
        out.flush();
        throw;
    }
    out.flush();
}

/// A warning that waits for its turn.
struct Warning {
    std::string state;
    std::string problem;
    std::uint64_t failures = 0;  ///< values that should have been decoded but were not; 0: `problem` is of another one
};

/// Passes on the first warning of each state, and the first of what should have been decoded: which values of it a writer has seen before
/// depends on what it was given.
class FirstWarnings {
public:
    explicit FirstWarnings(const std::function<void(const std::string&)>& warn) : warn_(warn) {}

    void pass_on(const Warning& warning) {
        if (warn_ && warned_.emplace(warning.state, warning.failures > 0).second) {
            warn_(warning.state + ": " + warning.problem);
        }
        if (warning.failures > 0) {
            failures_[warning.state] += warning.failures;
        }
    }

    /// UnsupportedError if values should have been decoded but were not.
    void check() const {
        std::string message;
        for (const auto& [state, count] : failures_) {
            message += (message.empty() ? "" : "\n") + state + ": " + std::to_string(count) +
                       (count == 1 ? " value was" : " values were") + " not decoded and shown as @bytes";
        }
        if (!message.empty()) {
            throw UnsupportedError(message);
        }
    }

private:
    const std::function<void(const std::string&)>& warn_;
    std::set<std::pair<std::string, bool>> warned_;
    std::map<std::string, std::uint64_t> failures_;
};

/// Prints parts of a reading, one after the other. What it has opened, compiled and allocated for one part serves the
/// next ones of the same operator.
class PartsWorker {
public:
    /// Makes it ready for a part: `read` makes a reader of it, `make_writer` a writer.
    template <class Read, class MakeWriter>
    void prepare(const ReadPart& part, BufferSink& sink, Read&& read, MakeWriter&& make_writer) {
        out_ ? out_->turn_to(sink) : static_cast<void>(out_.emplace(sink));
        warnings_.clear();
        if (reader_ && reader_->turn_to(part)) {
            return;
        }
        writer_.reset();
        reader_.emplace(read());
        writer_ = make_writer(*out_, [this](const std::string& state, const std::string& problem, bool is_failure) {
            keep_warning(state, problem, is_failure);
        });
        writer_->omit_header();
    }

    void print(const RowPrinting& printing) {
        print_flushed(*out_, [&] {
            printing.copy_rows(*reader_, *writer_);
            writer_->finish();
        });
    }

    [[nodiscard]] ReadFindings findings() const { return reader_->findings(); }
    [[nodiscard]] std::vector<Warning> take_warnings() { return std::exchange(warnings_, {}); }

private:
    void keep_warning(const std::string& state, const std::string& problem, bool is_failure) {
        const auto known = std::find_if(warnings_.begin(), warnings_.end(), [&](const Warning& warning) {
            return warning.state == state && (warning.failures > 0) == is_failure;
        });
        Warning& warning = known == warnings_.end() ? warnings_.emplace_back(Warning{state, problem}) : *known;
        warning.failures += is_failure ? 1 : 0;
    }

    std::optional<OutputBuffer> out_;
    std::vector<Warning> warnings_;
    std::optional<EntryReader> reader_;  // its descriptors outlive the writer
    std::unique_ptr<RowWriter> writer_;
};

class PartsPrinter {
public:
    PartsPrinter(RowInput& input, const RowPrinting& printing, FirstWarnings& warnings)
        : input_(input), printing_(printing), warnings_(warnings) {}

    void run(ByteSink& sink) {
        OutputBuffer out(sink);
        print_flushed(out, [&] { printing_.make_writer(out, nullptr)->finish(); });  // a header
        run_in_order(
            printing_.threads, [&] { return next_task(); }, sink);
        input_.reader().finish_parts();
    }

private:
    std::optional<OrderedTask> next_task() {
        const std::lock_guard lock(mutex_);
        const std::optional<ReadPart> part = input_.reader().next_part(printing_.part_size);
        if (!part) {
            return std::nullopt;
        }
        return [this, part = *part, worker = idle_worker()](BufferSink& sink) { return print(part, worker, sink); };
    }

    Epilogue print(const ReadPart& part, const std::shared_ptr<PartsWorker>& worker, BufferSink& sink) {
        worker->prepare(
            part, sink, [&] { return input_.reader().read_part(part); },
            [&](OutputBuffer& out, Warn warn) {
            const std::lock_guard lock(mutex_);
            return printing_.make_writer(out, std::move(warn));
            });
        worker->print(printing_);
        Epilogue epilogue = [this, warnings = worker->take_warnings(), findings = worker->findings()] {
            for (const Warning& warning : warnings) {
                warnings_.pass_on(warning);
            }
            const std::lock_guard lock(mutex_);
            input_.reader().absorb(findings);
        };
        const std::lock_guard lock(mutex_);
        idle_.push_back(worker);
        return epilogue;
    }

    /// One that has printed only parts before the next one: what it has warned of comes before that. Those whose part has
    /// failed are not seen again.
    std::shared_ptr<PartsWorker> idle_worker() {
        if (idle_.empty()) {
            return std::make_shared<PartsWorker>();
        }
        std::shared_ptr<PartsWorker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
    }

    RowInput& input_;
    const RowPrinting& printing_;
    FirstWarnings& warnings_;
    std::mutex mutex_;  // of the input, but for read_part(), and of idle_
    std::vector<std::shared_ptr<PartsWorker>> idle_;
};

}  // namespace

void print_rows(RowInput& input, const RowPrinting& printing, ByteSink& sink,
                const std::function<void(const std::string&)>& warn) {
    FirstWarnings warnings(warn);
    if (printing.threads > 1) {
        PartsPrinter(input, printing, warnings).run(sink);
    } else {
        OutputBuffer out(sink);
        print_flushed(out, [&] {
            const auto writer =
                printing.make_writer(out, [&](const std::string& state, const std::string& problem, bool is_failure) {
                    warnings.pass_on({state, problem, is_failure ? std::uint64_t{1} : std::uint64_t{0}});
                });
            printing.copy_rows(input.reader(), *writer);
            writer->finish();
        });
    }
    sink.close();
    input.check();
    warnings.check();
}

}  // namespace sp::rows
