#include "report/difference/operator_comparison.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "report/difference/schema_difference.hpp"
#include "sp/error.hpp"

namespace sp::difference {
namespace {

constexpr std::int64_t kNoSection = INT64_MAX;

int compare_bytes(Bytes a, Bytes b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    return order != 0 ? order : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

}  // namespace

OperatorComparison::OperatorComparison(const OperatorPair& pair, EntryReader* old_reader, EntryReader* new_reader,
                                       const ComparisonSettings& settings)
    : pair_(pair),
      settings_(settings),
      old_(Side::kOld, old_reader, settings),
      new_(Side::kNew, new_reader, settings) {}

void OperatorComparison::run(DifferenceLines& lines) {
    read(old_);
    read(new_);
    while (old_.has_batch || new_.has_batch) {
        const std::int64_t section = std::min(old_.has_batch ? section_of(old_.batch) : kNoSection,
                                              new_.has_batch ? section_of(new_.batch) : kNoSection);
        take_section(old_, section);
        take_section(new_, section);
        compare_section(lines);
    }
}

OperatorCounts OperatorComparison::take_counts() {
    for (Source* source : {&old_, &new_}) {
        for (auto& [state, use] : source->uses) {
            use.counts = nullptr;
        }
    }
    return std::exchange(counts_, {});
}

// ---- Gathering what belongs together -------------------------------------------------------------------------------

void OperatorComparison::read(Source& source) {
    source.has_batch =
        source.reader != nullptr && on_side(source.side, [&] { return source.reader->next(source.batch); });
}

/// A key group, or all keyed state if key groups do not correspond; a kind of operator state.
std::int64_t OperatorComparison::section_of(const EntryBatch& batch) const {
    constexpr std::int64_t kBehindKeyGroups = 1 << 20;
    if (is_keyed(batch.state->kind)) {
        return pair_.is_aligned ? batch.key_group : 0;
    }
    return kBehindKeyGroups + StateKey::section_of(batch.state->kind);
}

void OperatorComparison::take_section(Source& source, std::int64_t section) {
    while (source.has_batch && section_of(source.batch) == section) {
        StateUse& use = use_of(source);
        if (use.is_counted_only && !use.ignored.everything) {
            StateCounts& counts = counts_of(use);
            (source.side == Side::kOld ? counts.removed : counts.added) += source.batch.entries.size();
            counts.only_in = source.side;
        } else if (!use.ignored.everything) {
            source.sort.add(source.batch, use);
        }
        read(source);
    }
    source.sort.finish();
    source.has_entry = source.sort.next(source.entry);
}

StateUse& OperatorComparison::use_of(Source& source) {
    const StateDescriptor* const state = source.batch.state;
    if (source.last_use == nullptr || source.last_use->state != state) {
        source.last_use = &source.uses.try_emplace(state, *state, source.side, pair_, settings_.filter).first->second;
    }
    return *source.last_use;
}

StateCounts& OperatorComparison::counts_of(StateUse& use) {
    if (use.counts == nullptr) {
        use.counts = &counts_[use.key];
    }
    return *use.counts;
}

// ---- Comparing -----------------------------------------------------------------------------------------------------

void OperatorComparison::compare_section(DifferenceLines& lines) {
    const SortedEntry* const any = old_.has_entry ? &old_.entry : new_.has_entry ? &new_.entry : nullptr;
    if (any == nullptr) {
        return;
    }
    if (!is_keyed(any->use->state->kind)) {
        compare_declarations(lines);
    }
    while (old_.has_entry && new_.has_entry) {
        const int order = compare_bytes(old_.entry.identity, new_.entry.identity);
        if (order == 0) {
            compare_both(lines);
        } else {
            report_one_sided(order < 0 ? old_ : new_, lines);
        }
    }
    while (old_.has_entry) {
        report_one_sided(old_, lines);
    }
    while (new_.has_entry) {
        report_one_sided(new_, lines);
    }
}

void OperatorComparison::compare_both(DifferenceLines& lines) {
    StateCounts& counts = counts_of(*new_.entry.use);
    if (new_.entry.use->is_element() || values_.is_same(old_.entry, new_.entry)) {
        ++counts.same;
    } else {
        ++counts.changed;
        if (settings_.prints_lines) {
            lines.changed(old_.entry, new_.entry, values_.difference());
        }
    }
    old_.has_entry = old_.sort.next(old_.entry);
    new_.has_entry = new_.sort.next(new_.entry);
}

void OperatorComparison::report_one_sided(Source& source, DifferenceLines& lines) {
    StateUse& use = *source.entry.use;
    if (use.ignored.everything) {
        source.has_entry = source.sort.next(source.entry);
        return;
    }
    StateCounts& counts = counts_of(use);
    ++(source.side == Side::kOld ? counts.removed : counts.added);
    // All entries of a state that only one side has become one line, behind those of the operator.
    if (settings_.prints_lines && !counts.only_in) {
        lines.one_sided(source.entry);
    }
    source.has_entry = source.sort.next(source.entry);
}

/// Whether something is passed over, so that what is not there may be there.
bool OperatorComparison::is_incomplete() const {
    return (old_.reader != nullptr && !old_.reader->unsupported().empty()) ||
           (new_.reader != nullptr && !new_.reader->unsupported().empty());
}

void OperatorComparison::ignore(Source& source, const StateKey& key) {
    for (auto& [state, use] : source.uses) {
        use.ignored.everything = use.ignored.everything || use.key == key;
    }
}

/// States of an operator that are not keyed are met only now.
void OperatorComparison::compare_declarations(DifferenceLines& lines) {
    std::map<StateKey, std::pair<Descriptors, Descriptors>> states;
    const int section = (old_.has_entry ? old_.entry : new_.entry).use->key.section;
    for (Source* source : {&old_, &new_}) {
        for (const auto& [state, use] : source->uses) {
            if (use.key.section == section && !use.ignored.everything) {
                auto& both = states[use.key];
                (source->side == Side::kOld ? both.first : both.second).push_back(state);
            }
        }
    }
    for (const auto& [key, both] : states) {
        const auto& [old_states, new_states] = both;
        StateCounts& counts = counts_[key];
        if (key.kind == StateKind::kCoordinator) {
            continue;  // bytes without a type
        }
        if (old_states.empty() || new_states.empty()) {
            Source& only = old_states.empty() ? new_ : old_;
            if (is_incomplete()) {
                ignore(only, key);
            } else {
                counts.only_in = only.side;
            }
            continue;
        }
        const StateUse& use = new_.uses.at(new_states.front());
        if (use.ignored.schema) {
            continue;
        }
        for (const SchemaDifference& difference : schema_of_state(old_states, new_states)) {
            counts.schema.emplace_back(difference.part);
            if (settings_.prints_lines) {
                lines.text(difference.line(use.place));
            }
        }
    }
}

}  // namespace sp::difference
