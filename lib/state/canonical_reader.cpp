#include "state/canonical_reader.hpp"

#include <algorithm>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "state/canonical_format.hpp"
#include "state/stream_faults.hpp"

namespace sp {
namespace {

using canonical_format::kMaxLength;

constexpr std::size_t kBatchSize = 256;

}  // namespace

CanonicalReader::CanonicalReader(ByteSource source, bool is_compressed, std::int32_t max_parallelism,
                                 std::vector<const StateDescriptor*> states)
    : window_(std::move(source), is_compressed),
      prefix_size_(static_cast<std::uint32_t>(key_group_prefix_size(max_parallelism))),
      states_(std::move(states)) {
    for (const StateDescriptor* state : states_) {
        keys_.push_back(state == nullptr ? nullptr : std::make_unique<CompositeKey>(*state));
        if (keys_.back() && !keys_.back()->unsupported().empty()) {
            throw UnsupportedError(keys_.back()->unsupported());
        }
    }
}

void CanonicalReader::open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    key_group_ = key_group;
    group_end_ = end;
    const std::uint64_t size = window_.source().size();
    if (window_.is_compressed()) {
        window_.open(offset, std::min(end, size));  // each group is a framed stream of its own
    } else if (!window_.is_at(offset)) {
        window_.open(offset, size);  // to the end: the groups that follow lie in the same window
    }
    is_in_group_ = true;
    is_in_run_ = false;
}

void CanonicalReader::skip_state(const StateDescriptor& state) {
    std::replace(states_.begin(), states_.end(), &state, static_cast<const StateDescriptor*>(nullptr));
    if (run_.state == &state) {
        run_.state = nullptr;
    }
}

/// `id` is what stands in front of a run: the state of the entries that follow, or the end of the key group.
void CanonicalReader::begin_run(std::uint16_t id) {
    if (id == canonical_format::kEndOfKeyGroupMark) {
        end_key_group();
        return;
    }
    if (id >= states_.size()) {
        window_->fail("state id", "found " + std::to_string(id) + ", but the header has " +
                                      std::to_string(states_.size()) + " states");
    }
    run_ = {states_[id], keys_[id].get()};
    is_in_run_ = true;
}

void CanonicalReader::end_key_group() {
    is_in_group_ = false;
    is_in_run_ = false;
    const ByteSource& source = window_.source();
    const std::uint64_t end = std::min(group_end_, source.size());
    const bool is_at_end = window_.is_compressed() ? window_->at_end() : window_.source_offset() == end;
    if (!is_at_end) {
        const InputError error =
            window_->error_at(window_->offset(), "end of key group " + std::to_string(key_group_),
                              "the group should have ended at offset " + std::to_string(source.absolute(end)));
        throw EndFault(error, window_.is_compressed() ? end - 1 : window_.source_offset(), end, source.size());
    }
}

bool CanonicalReader::next(EntryBatch& batch) {
    batch.entries.clear();
    while (is_in_group_) {
        if (!is_in_run_) {
            const std::uint16_t id = load_u16(window_->take(2, "state id").data());
            begin_run(id);
            continue;
        }
        batch.state = run_.state;
        load_entry();
        read_entries(batch);
        if (!batch.entries.empty()) {
            batch.key_group = key_group_;
            batch.subtask = -1;
            batch.source = window_.source().name();
            return true;
        }
    }
    return false;
}

/// Makes the next entry lie in the window as a whole, with the two bytes behind it: a mark is always in front of the
/// group's end.
void CanonicalReader::load_entry() {
    const std::uint32_t key_size = load_u32(window_->need(4, "key length"));
    if (key_size <= prefix_size_ || key_size > kMaxLength) {
        window_->fail("key length", "found " + std::to_string(static_cast<std::int32_t>(key_size)) +
                                        ", expected more than the " + std::to_string(prefix_size_) +
                                        " bytes of the key-group prefix");
    }
    const std::size_t head = std::size_t{4} + key_size + 4;
    const std::uint32_t value_size = load_u32(window_->need(head, "key") + head - 4);
    if (value_size > kMaxLength) {
        window_->fail("value length", "found " + std::to_string(static_cast<std::int32_t>(value_size)));
    }
    static_cast<void>(window_->need(head + value_size + 2, "entry"));
}

/// Reads the entries of the run that the window holds. What it holds in part, or with a length that cannot be, is left
/// to the next load_entry().
void CanonicalReader::read_entries(EntryBatch& batch) {
    for (std::size_t n = 0; n < kBatchSize; ++n) {
        const std::uint8_t* const p = window_->position();
        const std::size_t available = window_->available();
        const std::uint32_t key_size = available >= 4 ? load_u32(p) : 0;
        const std::size_t head = std::size_t{4} + key_size + 4;
        if (key_size <= prefix_size_ || key_size > kMaxLength || head > available) {
            return;
        }
        const std::uint32_t value_size = load_u32(p + head - 4);
        const std::size_t whole = head + value_size + 2;
        if (value_size > kMaxLength || whole > available) {
            return;
        }
        if (run_.state != nullptr) {
            add_entry(batch, {p + 4, key_size}, {p + head, value_size});
        }
        if ((p[4] & canonical_format::kMetaDataFollowsMask) != 0) {
            const std::uint16_t id = load_u16(p + whole - 2);
            window_->consume(whole);
            return begin_run(id);
        }
        window_->consume(whole - 2);
    }
}

void CanonicalReader::add_entry(EntryBatch& batch, Bytes key, Bytes value) {
    const unsigned group = prefix_size_ == 1 ? key[0] & 0x7FU : (key[0] & 0x7FU) << 8 | key[1];
    if (group != static_cast<unsigned>(key_group_)) {
        window_->fail("key-group prefix",
                      "found " + std::to_string(group) + " in key group " + std::to_string(key_group_));
    }
    Entry& entry = batch.entries.emplace_back();
    entry.offset = window_.source_offset();
    try {
        run_.key->split(key.subspan(prefix_size_), entry);
    } catch (const codec::DecodeFault& fault) {
        const KeyFault described = describe_key_fault(*run_.state, key_group_, key, prefix_size_, fault);
        throw EntryFault(window_->error_at(window_->offset(), described.what, described.problem), described.part,
                         *run_.state);
    }
    if (const char* const problem = set_value(*run_.state, value, entry)) [[unlikely]] {
        throw EntryFault(window_->error_at(window_->offset(), "value of state '" + run_.state->name + "'", problem),
                         EntryPart::kValue, *run_.state);
    }
}

}  // namespace sp
