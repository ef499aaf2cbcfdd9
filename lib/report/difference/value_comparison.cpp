#include "report/difference/value_comparison.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/big_endian.hpp"
#include "report/difference/type_likeness.hpp"
#include "types/codecs/decode_fault.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::difference {
namespace {

using codec::DecodeFault;

bool is_same_bytes(Bytes a, Bytes b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

[[noreturn]] void fail(const Type* type, const std::uint8_t* at, DecodeFault::Reason reason, const char* expected) {
    throw DecodeFault{reason, at, type, expected};
}

std::int64_t take_stamp(const StateDescriptor& state, const std::uint8_t*& p, const std::uint8_t* end) {
    const std::uint8_t* const stamp = std::exchange(p, codec::skip_stamp(p, end, state.value.get()));
    return static_cast<std::int64_t>(load_u64(stamp));
}

}  // namespace

const ValueComparison::Pair& ValueComparison::pair_of(const StateUse& old_use, const StateUse& new_use) {
    const std::pair uses(&old_use, &new_use);
    if (uses != last_uses_) {
        last_uses_ = uses;
        const auto [slot, is_new] = pairs_.try_emplace(uses);
        if (is_new) {
            const bool has_same_ttl = old_use.state->has_ttl == new_use.state->has_ttl;
            slot->second = {has_same_ttl && encodes_alike(old_use.state->value, new_use.state->value),
                            new_use.ignored.ttl || !has_same_ttl,
                            new_use.ignored.ttl && has_same_ttl && new_use.state->has_ttl && !new_use.is_list()};
        }
        last_pair_ = &slot->second;
    }
    return *last_pair_;
}

bool ValueComparison::is_same_in_bytes(const Pair& pair, const Entry& old_entry, const Entry& new_entry) {
    if (!pair.is_alike || old_entry.is_null_value != new_entry.is_null_value) {
        return false;
    }
    const bool skips_stamp =
        pair.skips_stamps && std::min(old_entry.value.size(), new_entry.value.size()) >= kStampSize;
    const std::size_t start = skips_stamp ? kStampSize : 0;
    return is_same_bytes(old_entry.value.subspan(start), new_entry.value.subspan(start));
}

const ValueDifference& ValueComparison::decoded(const SortedEntry& old_entry, const SortedEntry& new_entry) {
    difference_.is_different = difference_.has_more_paths = false;
    difference_.paths.clear();
    if (old_entry.entry.is_null_value || new_entry.entry.is_null_value) {
        if (old_entry.entry.is_null_value != new_entry.entry.is_null_value) {
            difference_.add("");
        }
        return difference_;
    }
    decode(old_entry, old_);
    decode(new_entry, new_);
    if (old_.is_opaque || new_.is_opaque) {
        const auto plain = [](const SortedEntry& entry) {
            const bool has_stamp = entry.use->state->has_ttl && !entry.use->is_list();
            return entry.entry.value.subspan(has_stamp ? kStampSize : 0);
        };
        if (!is_same_bytes(plain(old_entry), plain(new_entry))) {
            difference_.add("");
        }
    } else {
        TreeComparison(old_.tree, new_.tree, new_entry.use->ignored.paths, difference_).run();
    }
    compare_stamps(old_entry, new_entry);
    return difference_;
}

void ValueComparison::compare_stamps(const SortedEntry& old_entry, const SortedEntry& new_entry) {
    if (pair_of(*old_entry.use, *new_entry.use).ignores_ttl) {
        return;
    }
    if (!new_entry.use->is_list()) {
        if (old_.stamps != new_.stamps) {
            difference_.add(std::string(kTtlPath));
        }
        return;
    }
    // Of elements that only one side has a path tells already.
    for (std::size_t i = 0; i < std::min(old_.stamps.size(), new_.stamps.size()); ++i) {
        if (old_.stamps[i] != new_.stamps[i]) {
            difference_.add("[" + std::to_string(i) + "]." + std::string(kTtlPath));
        }
    }
}

void ValueComparison::decode(const SortedEntry& entry, Decoded& decoded) {
    decoded.tree.clear();
    decoded.stamps.clear();
    decoded.is_opaque = false;
    const StateDescriptor& state = *entry.use->state;
    const Bytes value = entry.entry.value;
    try {
        if (!state.value) {
            decoded.is_opaque = true;  // of coordinators
        } else if (entry.use->is_list()) {
            decode_list(entry, decoded);
        } else {
            const std::uint8_t* p = value.data();
            const std::uint8_t* const end = p + value.size();
            if (state.has_ttl) {
                decoded.stamps.push_back(take_stamp(state, p, end));
            }
            p = decoded.tree.add(entry.use->value_events.of(state.value), p, end);
            if (p != end) {
                fail(state.value.get(), p, DecodeFault::Reason::kInvalid, "the end of the value");
            }
        }
    } catch (const DecodeFault& fault) {
        if (fault.reason != DecodeFault::Reason::kOpaque) {
            EntryBatch batch;
            batch.state = &state;
            batch.key_group = entry.key_group;
            batch.source = label_of(entry.use->side);
            rows::fail_part({batch, entry.entry, entry.use->label}, "value", value, fault);
        }
        decoded.is_opaque = true;
    }
}

void ValueComparison::decode_list(const SortedEntry& entry, Decoded& decoded) {
    const StateDescriptor& state = *entry.use->state;
    const codec::Program& events = entry.use->value_events.of(state.value);
    decoded.tree.begin_list();
    codec::for_each_element(entry.entry.value, state.value.get(), [&](const std::uint8_t* p, const std::uint8_t* end) {
        if (state.has_ttl) {
            decoded.stamps.push_back(take_stamp(state, p, end));
        }
        return decoded.tree.add(events, p, end);
    });
    decoded.tree.end_list();
}

}  // namespace sp::difference
