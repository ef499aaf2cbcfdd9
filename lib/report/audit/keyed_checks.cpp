// Every entry of keyed state and every timer: keys in the groups of their hashes, parts that decode to their last byte, streams
// that end where they should.

#include <algorithm>
#include <set>

#include "metadata/open_stream.hpp"
#include "report/audit/checks.hpp"
#include "report/audit/keyed_work.hpp"
#include "sp/error.hpp"
#include "state/composite_key.hpp"
#include "state/raw_timer_reader.hpp"

namespace sp::auditing {
namespace {

constexpr std::uint64_t kPieceSize = std::uint64_t{8} << 20;  // bytes of state
constexpr std::size_t kSampledPerGroup = 4;                   // keys

/// What all pieces of an operator's work share.
struct KeyedPlan {
    explicit KeyedPlan(OperatorRun& op) : run(op), judges(op.op.max_parallelism) {}

    /// With its snapshot's bytes: the key of managed timers is nested in the serializer of timers, which has them as a whole.
    [[nodiscard]] const TypePtr& key_of(const StateDescriptor& state, const KeyedPart& part) const {
        return state.key->snapshot.empty() ? run.keyed_headers.at(part.handle)->header.key : state.key;
    }

    OperatorRun& run;
    KeyJudges judges;
};

/// Reads key groups of one handle.
class PieceOfWork {
public:
    PieceOfWork(const std::shared_ptr<KeyedPlan>& plan, const KeyedPart& part, std::vector<KeyGroupPlace> places)
        : plan_(plan), part_(part), places_(std::move(places)) {}

    void operator()(FindingList& findings) const {
        if (plan_->run.lost_databases.contains(part_.handle)) {
            return;
        }
        std::optional<KeyedPartReader> reader;
        std::optional<EntryFindings> told;
        try {
            reader.emplace(plan_->run, part_);
            told.emplace(plan_->run, findings, reader->origin());
        } catch (const Error& error) {
            EntryFindings(plan_->run, findings, {part_.subtask, "", "", std::nullopt}).tell(error);
            return;
        }
        for (const KeyGroupPlace& place : places_) {
            check(*reader, place, *told);
        }
        told->finish();
    }

private:
    void check(KeyedPartReader& reader, const KeyGroupPlace& place, EntryFindings& told) const {
        const auto take = [&](const EntryBatch& batch) {
            told.check(batch, &plan_->judges.of(plan_->key_of(*batch.state, part_)));
        };
        const StateDescriptor* passed_over = nullptr;
        for (bool is_done = false; !is_done;) {
            is_done = true;
            try {
                if (passed_over == nullptr) {
                    reader.read(place, take);
                } else if (!reader.go_on(*passed_over, take)) {
                    reader.reset();
                }
            } catch (const UndecodableValue& fault) {
                told.tell_undecodable(fault);
                is_done = passed_over == &fault.state();
                passed_over = &fault.state();
            } catch (const EntryFault& fault) {
                told.tell(fault);
                take_interrupted(reader, fault, take);
                is_done = passed_over == &fault.state();
                passed_over = &fault.state();
            } catch (const Error& error) {
                told.tell(error);
                reader.reset();
            }
        }
    }

    /// The entries of the batch in front of the one at fault.
    template <class Take>
    static void take_interrupted(KeyedPartReader& reader, const EntryFault& fault, Take&& take) {
        EntryBatch& batch = reader.interrupted();
        if (batch.state == &fault.state() && !batch.entries.empty()) {
            batch.entries.pop_back();
            take(batch);
        }
    }

    std::shared_ptr<KeyedPlan> plan_;
    const KeyedPart& part_;
    std::vector<KeyGroupPlace> places_;
};

/// Some keys of every key group, until there are enough. What is damaged is told when it is checked.
class Sampling {
public:
    Sampling(KeyedPlan& plan, const TypePtr& key) : plan_(plan), key_(key) {}

    KeyJudge::Sample take(const std::vector<KeyedPart>& parts) {
        for (const KeyedPart& part : parts) {
            try {
                KeyedPartReader reader(plan_.run, part);
                for (const KeyGroupPlace& place : places_of(plan_.run, part)) {
                    if (sample_.size() >= KeyJudge::kSampleSize) {
                        return std::move(sample_);
                    }
                    take(reader, part, place);
                }
            } catch (const Error&) {
                continue;
            }
        }
        return std::move(sample_);
    }

private:
    struct Enough {};

    void take(KeyedPartReader& reader, const KeyedPart& part, const KeyGroupPlace& place) {
        std::size_t taken = 0;
        try {
            reader.read(place, [&](const EntryBatch& batch) {
                if (plan_.key_of(*batch.state, part)->snapshot != key_->snapshot) {
                    return;
                }
                for (const Entry& entry : batch.entries) {
                    if (seen_.emplace(entry.key.begin(), entry.key.end()).second) {
                        sample_.emplace_back(ByteVector(entry.key.begin(), entry.key.end()), place.key_group);
                        if (++taken == kSampledPerGroup) {
                            throw Enough();
                        }
                    }
                }
            });
        } catch (const Enough&) {
            reader.reset();
        } catch (const Error&) {  // told when it is checked
            reader.reset();
        }
    }

    KeyedPlan& plan_;
    const TypePtr& key_;
    KeyJudge::Sample sample_;
    std::set<ByteVector> seen_;
};

struct Found {
    TypePtr key;
};

/// Why the stream cannot be walked at all, or only in part, is a note.
void tell_opaque_states(OperatorRun& op, const KeyedContent& content, const KeyedBackend& backend) {
    for (const StateDescriptor& state : content.descriptors) {
        std::string why;
        if (backend.has_bare_entries) {
            why = undecodable_part(state).value_or("");
            if (!why.empty() && !content.header.is_compressed) {
                why += "; entries have no lengths there, so that nothing behind can be checked";
            }
        } else {
            why = CompositeKey(state).unsupported();
        }
        if (!why.empty()) {
            Finding finding = op.finding("SP-OPAQUE", why);
            finding.state = name_of_state(state);
            op.add(std::move(finding));
        }
    }
}

/// Whether the entries behind a handle can be reached.
bool is_walkable(OperatorRun& op, const KeyedPart& part, std::set<const void*>& told) {
    if (!is_usable(op, header_stream_of(*part.handle)) || op.misplaced.contains(part.handle)) {
        return false;
    }
    const ByteSource source = open_stream(header_stream_of(*part.handle), op.files());
    if (part.is_raw) {
        const auto* const groups = std::get_if<KeyGroupsStateHandle>(&part.handle->value);
        const bool has_timers = groups != nullptr && holds_raw_timers(*groups, source);
        if (!has_timers && groups != nullptr &&
            std::ranges::any_of(groups->offsets, [](std::int64_t offset) { return offset >= 0; })) {
            op.add(op.finding("SP-OPAQUE", "raw keyed state that is no timers is its operator's own"));
        }
        return has_timers;
    }
    const auto header = op.keyed_headers.find(part.handle);
    if (header == op.keyed_headers.end() || !header->second->header.key) {
        return false;
    }
    const KeyedContent& content = *header->second;
    const KeyedBackend& backend = backend_of(*part.handle, source, op.op.max_parallelism);
    if (told.insert(&content).second) {
        tell_opaque_states(op, content, backend);
    }
    const bool must_know_all = backend.has_bare_entries && !content.header.is_compressed;
    return !must_know_all ||
           (!content.header.failure && std::ranges::none_of(content.states, [](const StateDescriptor* state) {
               return state == nullptr || undecodable_part(*state);
           }));
}

/// Raw timers name their key in each key group. Null if nothing can be read.
TypePtr key_of_timers(KeyedPlan& plan, const KeyedPart& part) {
    try {
        KeyedPartReader reader(plan.run, part);
        for (const KeyGroupPlace& place : places_of(plan.run, part)) {
            reader.read(place, [&](const EntryBatch& batch) { throw Found{batch.state->key}; });
        }
    } catch (const Found& found) {
        return found.key;
    } catch (const Error&) {  // told when it is checked
    }
    return nullptr;
}

void settle_judges(KeyedPlan& plan, const std::vector<KeyedPart>& parts) {
    OperatorRun& op = plan.run;
    std::set<ByteVector> settled;
    for (const KeyedPart& part : parts) {
        const TypePtr key = part.is_raw ? key_of_timers(plan, part) : op.keyed_headers.at(part.handle)->header.key;
        if (key == nullptr || !settled.insert(key->snapshot).second) {
            continue;
        }
        KeyJudge& judge = plan.judges.of(key);
        if (judge.needs_sample()) {
            judge.learn(Sampling(plan, key).take(parts));
        }
        if (!judge.refusal().empty()) {
            op.add(op.finding("SP-HASH-UNKNOWN", "key groups of keys are not checked: " + judge.refusal()));
        }
    }
}

}  // namespace

void add_keyed_work(OperatorRun& op, std::vector<Work>& work) {
    std::vector<KeyedPart> walkable;
    std::set<const void*> told;
    for (const KeyedPart& part : op.keyed_parts) {
        try {
            if (!op.lost_databases.contains(part.handle) && is_walkable(op, part, told)) {
                walkable.push_back(part);
            }
        } catch (const Error& error) {
            EntryFindings(op, op.run.findings, {part.subtask, "", "", std::nullopt}).tell(error);
        }
    }
    const auto plan = std::make_shared<KeyedPlan>(op);
    settle_judges(*plan, walkable);
    for (const KeyedPart& part : op.keyed_parts) {
        const auto is_same = [&](const KeyedPart& other) { return other.handle == part.handle; };
        if (std::ranges::none_of(walkable, is_same)) {
            continue;
        }
        std::vector<KeyGroupPlace> piece;
        std::uint64_t size = 0;
        for (const KeyGroupPlace& place : places_of(op, part)) {
            piece.push_back(place);
            size += place.size;
            if (size >= kPieceSize) {
                work.emplace_back(PieceOfWork(plan, part, std::exchange(piece, {})));
                size = 0;
            }
        }
        if (!piece.empty()) {
            work.emplace_back(PieceOfWork(plan, part, std::move(piece)));
        }
    }
}

}  // namespace sp::auditing
