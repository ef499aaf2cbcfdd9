#include "report/difference/entry_sort.hpp"

#include <cstring>
#include <utility>

#include "io/sort_key.hpp"
#include "types/codecs/decode_fault.hpp"

namespace sp::difference {
namespace {

/// What a record carries in front of its parts, as far as these are not in its identity, and its value.
struct RecordHead {
    std::uint32_t use;  ///< position in uses_
    std::uint16_t key_group;
    std::uint16_t is_null_value;
    std::uint32_t key_size;
    std::uint32_t name_space_size;
    std::uint32_t map_key_size;
};

constexpr std::size_t kPadding = 32;  // entries promise so much readable behind their slices

/// Whether the part's bytes are in the identity as they are, where they can be found without a search.
bool is_in_identity(PartForm form, bool is_last) {
    return form == PartForm::kFixed || (form == PartForm::kBytes && is_last);
}

/// Which parts are in the identity, behind the rank and, of timers, the time stamp.
struct IdentityParts {
    explicit IdentityParts(const StateUse& use)
        : ends_with_map_key(use.forms.map_key != PartForm::kAbsent),
          ends_with_key(!ends_with_map_key && use.forms.name_space == PartForm::kAbsent),
          has_key(is_keyed(use.state->kind) && is_in_identity(use.forms.key, ends_with_key)),
          has_name_space(has_key_section(use) && is_in_identity(use.forms.name_space, !ends_with_map_key)),
          has_map_key(has_key_section(use) && is_in_identity(use.forms.map_key, true)) {}

    static bool has_key_section(const StateUse& use) { return is_keyed(use.state->kind); }

    bool ends_with_map_key;
    bool ends_with_key;
    bool has_key;
    bool has_name_space;  ///< in front of the map key, if that is there
    bool has_map_key;     ///< at the end
};

std::uint8_t* put(std::uint8_t* at, Bytes bytes) {
    if (!bytes.empty()) {
        std::memcpy(at, bytes.data(), bytes.size());
    }
    return at + bytes.size();
}

/// As append_part() does.
std::uint8_t* put_part(std::uint8_t* at, Bytes part) {
    if (!part.empty() && std::memchr(part.data(), 0, part.size()) == nullptr) {
        at = put(at, part);
    } else {
        for (const std::uint8_t byte : part) {
            *at++ = byte;
            if (byte == 0) {
                *at++ = 0xFF;
            }
        }
    }
    *at++ = 0;
    *at++ = 0;
    return at;
}

bool is_decoded(const KeyForms& forms) {
    return forms.key == PartForm::kDecoded || forms.name_space == PartForm::kDecoded ||
           forms.map_key == PartForm::kDecoded;
}

std::size_t most_payload(const Entry& entry) {
    return sizeof(RecordHead) + entry.key.size() + entry.name_space.size() + entry.map_key.size() + entry.value.size() +
           kPadding;
}

/// What store_number() has stored.
std::int64_t load_number(const std::uint8_t* at) {
    return static_cast<std::int64_t>(load_u64(at) ^ std::uint64_t{1} << 63);
}

std::uint8_t* put_part(std::uint8_t* at, PartForm form, bool is_last, Bytes part) {
    return form == PartForm::kAbsent ? at : form == PartForm::kFixed || is_last ? put(at, part) : put_part(at, part);
}

}  // namespace

void EntrySort::add(const EntryBatch& batch, StateUse& use) {
    if (!sorter_) {
        sorter_ = std::make_unique<ExternalSorter>(
            ExternalSorter::Options{.temp_dir = temporary_folder_, .memory = static_cast<std::size_t>(memory_)});
    }
    if (use.number >= uses_.size() || uses_[use.number] != &use) {
        use.number = static_cast<std::uint32_t>(uses_.size());
        uses_.push_back(&use);
    }
    is_empty_ = false;
    const bool decodes = !is_keyed(use.state->kind) || is_decoded(use.forms);
    for (const Entry& entry : batch.entries) {
        decodes ? add_decoding(batch, entry, use) : add_fast(batch, entry, use);
    }
}

void EntrySort::add_fast(const EntryBatch& batch, const Entry& entry, StateUse& use) {
    const std::size_t parts = entry.key.size() + entry.name_space.size() + entry.map_key.size();
    std::uint8_t* const record =
        sorter_->reserve(sizeof use.rank + sizeof entry.timestamp + 2 * parts + 6 + most_payload(entry));
    std::uint8_t* at = store_big_endian(record, use.rank, sizeof use.rank);
    if (use.key.is_timer) {
        at = store_number(at, entry.timestamp);
    }
    const KeyForms& forms = use.forms;
    const IdentityParts identity(use);
    at = put_part(at, forms.key, identity.ends_with_key, entry.key);
    at = put_part(at, forms.name_space, !identity.ends_with_map_key, entry.name_space);
    at = put_part(at, forms.map_key, true, entry.map_key);
    add_record(record, at, batch, entry, use);
}

/// For states whose identity is not just bytes, and for operator state, whose other side is not known yet.
void EntrySort::add_decoding(const EntryBatch& batch, const Entry& entry, StateUse& use) {
    const StateDescriptor& state = *use.state;
    identity_.clear();
    if (is_keyed(state.kind)) {
        const IdentityParts identity(use);
        append_big_endian(identity_, use.rank, sizeof use.rank);
        if (use.key.is_timer) {
            append_number(identity_, entry.timestamp);
        }
        append(use.forms.key, identity.ends_with_key, use.key_events, state.key, entry.key);
        append(use.forms.name_space, !identity.ends_with_map_key, use.name_space_events, state.name_space,
               entry.name_space);
    } else {
        append_part(identity_, as_bytes(state.name));
        if (use.is_element()) {
            append_decoded(use.value_events, state.value, entry.value);
            identity_.insert(identity_.end(), decoded_.begin(), decoded_.end());
        }
    }
    append(use.forms.map_key, true, use.map_key_events, state.map_key, entry.map_key);
    std::uint8_t* const record = sorter_->reserve(identity_.size() + most_payload(entry));
    add_record(record, put(record, identity_), batch, entry, use);
}

/// The identity lies in front of `at`, where most_payload() bytes are reserved.
void EntrySort::add_record(const std::uint8_t* record, std::uint8_t* at, const EntryBatch& batch, const Entry& entry,
                           const StateUse& use) {
    const std::uint8_t* const payload = at;
    const RecordHead head{use.number,
                          static_cast<std::uint16_t>(batch.key_group),
                          static_cast<std::uint16_t>(entry.is_null_value ? 1 : 0),
                          static_cast<std::uint32_t>(entry.key.size()),
                          static_cast<std::uint32_t>(entry.name_space.size()),
                          static_cast<std::uint32_t>(entry.map_key.size())};
    std::memcpy(at, &head, sizeof head);
    const IdentityParts identity(use);
    at = put(at + sizeof head, identity.has_key ? Bytes() : entry.key);
    at = put(at, identity.has_name_space ? Bytes() : entry.name_space);
    at = put(at, identity.has_map_key ? Bytes() : entry.map_key);
    at = put(at, entry.value);
    sorter_->add_reserved(static_cast<std::size_t>(payload - record), static_cast<std::size_t>(at - payload), added_++);
}

void EntrySort::append(PartForm form, bool is_last, LazyEvents& events, const TypePtr& type, Bytes bytes) {
    if (form == PartForm::kDecoded) {
        append_decoded(events, type, bytes);
        bytes = decoded_;
    }
    if (form == PartForm::kFixed || (form != PartForm::kAbsent && is_last)) {
        identity_.insert(identity_.end(), bytes.begin(), bytes.end());
    } else if (form != PartForm::kAbsent) {
        append_part(identity_, bytes);
    }
}

/// What cannot be decoded stands for itself.
void EntrySort::append_decoded(LazyEvents& events, const TypePtr& type, Bytes bytes) {
    decoded_.clear();
    try {
        tree_.clear();
        const std::uint8_t* const end = bytes.data() + bytes.size();
        if (type && tree_.add(events.of(type), bytes.data(), end) == end) {
            decoded_.push_back(1);
            tree_.append_canonical(0, decoded_);
            return;
        }
    } catch (const codec::DecodeFault&) {
        // Printing it tells what is wrong with it.
    }
    decoded_.assign(1, 0);
    decoded_.insert(decoded_.end(), bytes.begin(), bytes.end());
}

void EntrySort::finish() {
    if (!is_empty_) {
        sorter_->finish();
    }
}

bool EntrySort::next(SortedEntry& entry) {
    ExternalSorter::Record record;
    if (is_empty_ || !sorter_->next(record)) {
        if (!std::exchange(is_empty_, true)) {
            sorter_->clear();
        }
        return false;
    }
    RecordHead head;
    std::memcpy(&head, record.payload.data(), sizeof head);
    StateUse& use = *uses_[head.use];
    entry.identity = record.key;
    entry.use = &use;
    entry.key_group = is_keyed(use.state->kind) ? head.key_group : -1;
    Bytes rest = record.payload.subspan(sizeof head);
    const auto take = [&](std::size_t size) {
        const Bytes part = rest.first(size);
        rest = rest.subspan(size);
        return part;
    };
    const IdentityParts identity(use);
    const std::size_t key_at = sizeof use.rank + (use.key.is_timer ? sizeof entry.entry.timestamp : 0);
    const std::size_t map_key_at = record.key.size() - (identity.has_map_key ? head.map_key_size : 0);
    entry.entry.key = identity.has_key ? record.key.subspan(key_at, head.key_size) : take(head.key_size);
    entry.entry.name_space = identity.has_name_space
                                 ? record.key.subspan(map_key_at - head.name_space_size, head.name_space_size)
                                 : take(head.name_space_size);
    entry.entry.map_key = identity.has_map_key ? record.key.subspan(map_key_at) : take(head.map_key_size);
    entry.entry.value = rest;
    entry.entry.is_null_value = head.is_null_value != 0;
    entry.entry.timestamp = use.key.is_timer ? load_number(record.key.data() + sizeof use.rank) : 0;
    entry.entry.offset = Entry::kNoOffset;
    return true;
}

}  // namespace sp::difference
