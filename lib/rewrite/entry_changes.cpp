#include "rewrite/entry_changes.hpp"

#include <algorithm>

#include "sp/error.hpp"

namespace sp::rewriting {
namespace {

constexpr std::size_t kReadableBehind = 32;  // of Entry's slices

}  // namespace

void DropEdited::change(BaseBatch& batch) {
    const std::size_t before = batch.entries.size();
    const auto is_dropped = [&](const Entry& entry) {
        if (is_keyed(batch.state.kind)) {
            return edits_.drops_keyed(op_, batch.position, entry);
        }
        return batch.state.kind == StateKind::kBroadcast
                   ? edits_.drops_broadcast(op_, batch.position, entry)
                   : edits_.drops_element(op_, batch.position, batch.subtask, entry);
    };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < before; ++i) {
        if (is_dropped(batch.entries[i])) {
            continue;
        }
        batch.entries[kept] = batch.entries[i];
        if (!batch.new_key_groups.empty()) {
            batch.new_key_groups[kept] = batch.new_key_groups[i];
        }
        ++kept;
    }
    batch.entries.resize(kept);
    batch.new_key_groups.resize(batch.new_key_groups.empty() ? 0 : kept);
    const bool is_broadcast = batch.state.kind == StateKind::kBroadcast;
    counted_copy_ = is_broadcast && counted_copy_ < 0 ? batch.subtask : counted_copy_;
    if (!is_broadcast || batch.subtask == counted_copy_) {
        dropped_ += before - batch.entries.size();
    }
}

void Regroup::change(BaseBatch& batch) {
    if (!is_keyed(batch.state.kind)) {
        return;
    }
    std::vector<std::int32_t>& groups = batch.new_key_groups;
    if (max_parallelism_ % new_max_parallelism_ == 0) {
        groups.assign(batch.entries.size(), batch.key_group % new_max_parallelism_);
        return;
    }
    groups.resize(batch.entries.size());
    try {
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const Bytes key = batch.entries[i].key;
            if (key_group_ != batch.key_group || !std::ranges::equal(key, key_)) {
                new_key_group_ = hashes_->regrouped(key, batch.key_group, max_parallelism_, new_max_parallelism_);
                key_.assign(key.begin(), key.end());
                key_group_ = batch.key_group;
            }
            groups[i] = new_key_group_;
        }
    } catch (const InputError& error) {
        throw InputError("operator " + label_ + ": state '" + batch.state.name + "': key: " + error.what());
    }
}

ShiftTtl::ShiftTtl(const std::vector<StateDescriptor>& states, std::int64_t delta, std::string label)
    : delta_(delta), label_(std::move(label)) {
    for (const StateDescriptor& state : states) {
        stamps_.push_back(state.has_ttl ? std::make_unique<TtlStamps>(state) : nullptr);
    }
}

void ShiftTtl::change(BaseBatch& batch) {
    if (!is_keyed(batch.state.kind) || stamps_[batch.position] == nullptr) {
        return;
    }
    std::size_t size = kReadableBehind;
    for (const Entry& entry : batch.entries) {
        size += entry.value.size();
    }
    values_.resize(size);  // slices into it stay valid
    std::size_t position = 0;
    for (Entry& entry : batch.entries) {
        value_.assign(entry.value.begin(), entry.value.end());
        try {
            stamps_[batch.position]->shift(value_, delta_);
        } catch (const InputError& error) {
            throw InputError("operator " + label_ + ": " + error.what());
        }
        std::copy(value_.begin(), value_.end(), values_.begin() + static_cast<std::ptrdiff_t>(position));
        entry.value = Bytes(values_).subspan(position, value_.size());
        position += value_.size();
    }
}

}  // namespace sp::rewriting
