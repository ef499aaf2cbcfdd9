#include "sp/read.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "restore/column_naming.hpp"
#include "restore/entry_sorter.hpp"
#include "restore/operator_entries.hpp"
#include "restore/operator_names.hpp"
#include "restore/reading_context.hpp"
#include "sp/error.hpp"
#include "types/codecs/program.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp {
namespace {

std::vector<std::string> all_uids(const ReadOptions& options) {
    std::vector<std::string> uids = options.uid_list;
    uids.insert(uids.end(), options.uids.begin(), options.uids.end());
    return uids;
}

std::uint64_t bytes_of_state(const SavepointMetadata& metadata) {
    std::int64_t bytes = 0;
    for (const OperatorState& op : metadata.operators) {
        add_size(bytes, state_size(op));
    }
    return static_cast<std::uint64_t>(bytes);
}

}  // namespace

class EntryReader::Impl {
public:
    Impl(std::string_view savepoint, const ReadOptions& options)
        : Impl(opened(savepoint, checked(options)), nullptr, options) {}

    /// Another reader of a whole snapshot that is open.
    Impl(std::shared_ptr<const Snapshot> snapshot, std::shared_ptr<RocksDbInstances> databases, ReadOptions options)
        : options_(std::move(options)),
          snapshot_(std::move(snapshot)),
          databases_(databases ? std::move(databases) : std::make_shared<RocksDbInstances>(snapshot_->files)),
          names_(snapshot_->metadata, all_uids(options_)),
          progress_(std::make_shared<ReadProgress>(options_.progress, bytes_of_state(snapshot_->metadata))),
          context_(*snapshot_, *databases_, *progress_, options_),
          operators_(names_.select(options_.uids, options_.operator_ids)),
          sorter_(options_.memory, options_.temporary_folder) {
        std::vector<std::reference_wrapper<const OperatorState>> selected;
        for (const std::size_t index : operators_) {
            selected.emplace_back(snapshot_->metadata.operators[index]);
        }
        require_files(snapshot_->files, selected);
        if (options_.is_sorted) {
            sort_operators();
        }
    }

    /// The reader of a part of another's work.
    Impl(const Impl& whole, const ReadPart& part)
        : options_(whole.options_),
          snapshot_(whole.snapshot_),
          databases_(whole.databases_),
          names_(whole.names_),
          progress_(whole.progress_),
          context_(*snapshot_, *databases_, *progress_, options_),
          operators_{part.operator_index},
          content_(part.is_whole_operator ? Content::kAll
                   : part.key_groups      ? Content::kKeyed
                                          : Content::kOther),
          is_part_(true),
          sorter_(options_.memory, options_.temporary_folder) {
        if (part.key_groups) {
            entries_of(part.operator_index).turn_to(*part.key_groups);
        }
    }

    std::optional<ReadPart> next_part(std::uint64_t bytes) {
        while (parts_.empty() && next_operator_ < operators_.size()) {
            const std::size_t index = operators_[next_operator_++];
            const auto ranges = entries_of(index).divide(bytes);
            const bool is_divided = ranges.size() > 1 && !may_lose_states(index);
            opened_.erase(index);
            if (!is_divided) {
                parts_.push_back({index, std::nullopt, true});
                continue;
            }
            for (const auto& range : ranges) {
                parts_.push_back({index, range, false});
            }
            parts_.push_back({index, std::nullopt, false});
        }
        if (parts_.empty()) {
            return std::nullopt;
        }
        const ReadPart part = parts_.front();
        parts_.pop_front();
        return part;
    }

    bool turn_to(const ReadPart& part) {
        const bool is_possible = is_part_ && content_ == Content::kKeyed && part.key_groups &&
                                 part.operator_index == operators_.front() && next_operator_ == operators_.size() &&
                                 unsupported().empty();
        if (is_possible) {
            next_operator_ = 0;
            entries_of(part.operator_index).turn_to(*part.key_groups);
        }
        return is_possible;
    }

    [[nodiscard]] ReadFindings findings() const { return context_.findings(); }
    void absorb(const ReadFindings& part) { context_.absorb(part); }

    bool next(EntryBatch& batch) { return options_.is_sorted ? next_sorted(batch) : next_stored(batch); }

    [[nodiscard]] const std::vector<std::size_t>& operators() const { return operators_; }

    std::vector<const StateDescriptor*> keyed_states(std::size_t operator_index) {
        const auto known = keyed_states_.find(operator_index);
        return known != keyed_states_.end()
                   ? known->second
                   : keyed_states_.emplace(operator_index, entries_of(operator_index).keyed_states()).first->second;
    }

    [[nodiscard]] const SavepointMetadata& metadata() const { return snapshot_->metadata; }
    [[nodiscard]] const OperatorNames& names() const { return names_; }
    [[nodiscard]] const std::vector<std::string>& unsupported() const { return context_.unsupported(); }

    /// A name that was asked for and is nowhere is a mistake to tell, now that all have been seen.
    void check_names() const {
        check_names("state", options_.states, context_.seen_states());
        check_names("timer service", options_.timers.services, context_.seen_timer_services());
    }

private:
    using Content = OperatorEntries::Content;

    static std::shared_ptr<const Snapshot> opened(std::string_view savepoint, const ReadOptions& options) {
        auto snapshot = std::make_shared<Snapshot>(open_snapshot(savepoint, options.files));
        name_columns(*snapshot, OperatorNames(snapshot->metadata, all_uids(options)), options.column_names);
        return snapshot;
    }

    static const ReadOptions& checked(const ReadOptions& options) {
        const auto& split = options.split;
        if (split && (split->count < 1 || split->index < 0 || split->index >= split->count)) {
            throw UsageError("there is no split " + std::to_string(split->index) + " of " +
                             std::to_string(split->count) + ": splits are numbered from 0 to their count less one");
        }
        return options;
    }

    /// Operators by uid, those without one behind them by id.
    void sort_operators() {
        std::stable_sort(operators_.begin(), operators_.end(), [&](std::size_t a, std::size_t b) {
            const std::string& uid_a = names_.uid(a);
            const std::string& uid_b = names_.uid(b);
            if (uid_a.empty() != uid_b.empty()) {
                return uid_b.empty();
            }
            return uid_a != uid_b ? uid_a < uid_b : metadata().operators[a].id < metadata().operators[b].id;
        });
    }

    bool next_stored(EntryBatch& batch) {
        for (;;) {
            if (!read(batch)) {
                return false;
            }
            take(batch);
            if (!batch.entries.empty()) {
                return true;
            }
        }
    }

    /// Gathers what belongs together, sorts it, and hands it out. The limit counts what is handed out.
    bool next_sorted(EntryBatch& batch) {
        for (;;) {
            while (sorter_.next(batch)) {
                take(batch);
                if (!batch.entries.empty()) {
                    return true;
                }
            }
            if (!has_pending_ && !(has_pending_ = read(pending_))) {
                return false;
            }
            const StateKind kind = pending_.state->kind;
            const std::size_t op = pending_.state->operator_index;
            const std::int32_t key_group = pending_.key_group;
            const auto belongs = [&] {
                return pending_.state->operator_index == op && pending_.key_group == key_group &&
                       is_keyed(pending_.state->kind) == is_keyed(kind) &&
                       (is_keyed(kind) || pending_.state->kind == kind);
            };
            do {
                sorter_.add(pending_);
                has_pending_ = read(pending_);
            } while (has_pending_ && belongs());
            sorter_.finish();
        }
    }

    void take(EntryBatch& batch) {
        if (!batch.entries.empty()) {
            batch.entries.resize(static_cast<std::size_t>(context_.take(*batch.state, batch.entries.size())));
        }
    }

    /// An operator that was looked into ahead is not looked into again when its turn comes.
    OperatorEntries& entries_of(std::size_t index) {
        const auto opened = opened_.find(index);
        return opened != opened_.end()
                   ? opened->second
                   : opened_.try_emplace(index, context_, index, names_.label(index), content_).first->second;
    }

    /// The next batch in stored order; it may be empty.
    bool read(EntryBatch& batch) {
        for (;;) {
            if (next_operator_ == operators_.size()) {
                if (!is_part_) {
                    check_names();
                }
                return false;
            }
            const std::size_t index = operators_[next_operator_];
            if (entries_of(index).next(batch)) {
                if (batch.state->kind == StateKind::kTimer && (options_.timers.from || options_.timers.to)) {
                    std::erase_if(batch.entries,
                                  [&](const Entry& timer) { return !options_.timers.contains(timer.timestamp); });
                }
                return true;
            }
            if (!is_part_) {
                opened_.erase(index);
            }
            ++next_operator_;
        }
    }

    /// Whether a state could be passed over from some key group on, which readers of later parts would not know: that
    /// is done where the end of a key or namespace cannot be told, and something follows it.
    bool may_lose_states(std::size_t index) {
        const auto is_uncertain = [](const TypePtr& part) { return part && !codec::compile_skip(part).pojos.empty(); };
        return std::ranges::any_of(keyed_states(index), [&](const StateDescriptor* state) {
            const bool is_key_last = state->kind != StateKind::kMap && state->kind != StateKind::kTimer &&
                                     state->name_space->kind == TypeKind::kVoidNamespace;
            return !is_key_last && (is_uncertain(state->key) || is_uncertain(state->name_space));
        });
    }

    void check_names(const std::string& what, const std::vector<std::string>& wanted,
                     const std::set<std::string>& seen) const {
        for (const std::string& name : wanted) {
            if (!seen.contains(name) && context_.unsupported().empty()) {
                if (options_.split || options_.key_groups) {  // others may have it
                    return check_names_of_whole();
                }
                throw UsageError("no " + what + " has the name '" + name + "'; there " +
                                 (seen.empty() ? "is none" : "are:" + list_nearest(name, {seen.begin(), seen.end()})));
            }
        }
    }

    /// Looks at the headers of all key groups.
    void check_names_of_whole() const {
        ReadOptions whole = options_;
        whole.split.reset();
        whole.key_groups.reset();
        whole.limit_per_state = 0;
        whole.progress = nullptr;
        EntryBatch batch;
        static_cast<void>(Impl(snapshot_, databases_, std::move(whole)).next(batch));
    }

    ReadOptions options_;
    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<RocksDbInstances> databases_;
    OperatorNames names_;
    std::shared_ptr<ReadProgress> progress_;
    ReadingContext context_;
    std::vector<std::size_t> operators_;
    Content content_ = Content::kAll;
    bool is_part_ = false;
    std::size_t next_operator_ = 0;
    std::map<std::size_t, OperatorEntries> opened_;
    std::map<std::size_t, std::vector<const StateDescriptor*>> keyed_states_;  // as far as they were asked for
    std::deque<ReadPart> parts_;  // of the operators before the next one, not yet given out
    EntrySorter sorter_;
    EntryBatch pending_;  // read already, of what is sorted next
    bool has_pending_ = false;
};

EntryReader::EntryReader(std::string_view savepoint, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(savepoint, options)) {}
EntryReader::EntryReader(EntryReader&&) noexcept = default;
EntryReader& EntryReader::operator=(EntryReader&&) noexcept = default;
EntryReader::~EntryReader() = default;

const SavepointMetadata& EntryReader::metadata() const { return impl_->metadata(); }

const std::string& EntryReader::uid(std::size_t operator_index) const { return impl_->names().uid(operator_index); }

std::string EntryReader::label(std::size_t operator_index) const { return impl_->names().label(operator_index); }

std::vector<std::string> EntryReader::row_labels() const {
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < metadata().operators.size(); ++i) {
        labels.push_back(impl_->names().json_member(i));
    }
    return labels;
}

const std::vector<std::size_t>& EntryReader::operators() const { return impl_->operators(); }

std::vector<const StateDescriptor*> EntryReader::keyed_states(std::size_t operator_index) {
    return impl_->keyed_states(operator_index);
}

bool EntryReader::next(EntryBatch& batch) { return impl_->next(batch); }

const std::vector<std::string>& EntryReader::unsupported() const { return impl_->unsupported(); }

EntryReader::EntryReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::optional<ReadPart> EntryReader::next_part(std::uint64_t bytes) { return impl_->next_part(bytes); }

EntryReader EntryReader::read_part(const ReadPart& part) const {
    return EntryReader(std::make_unique<Impl>(*impl_, part));
}

bool EntryReader::turn_to(const ReadPart& part) { return impl_->turn_to(part); }

ReadFindings EntryReader::findings() const { return impl_->findings(); }

void EntryReader::absorb(const ReadFindings& part) { impl_->absorb(part); }

void EntryReader::finish_parts() const { impl_->check_names(); }

}  // namespace sp
