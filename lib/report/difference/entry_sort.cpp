#include "report/difference/entry_sort.hpp"

#include <cstring>

#include "io/sort_key.hpp"
#include "types/codecs/decode_fault.hpp"

namespace sp::difference {
namespace {

/// What a record carries beside the bytes of its parts. Records never leave the process, so that pointers may be in them.
struct RecordHead {
    StateUse* use;
    std::int64_t timestamp;
    std::uint32_t key_size;
    std::uint32_t name_space_size;
    std::uint32_t map_key_size;
    std::uint16_t key_group;
    std::uint8_t is_null_value;
};

constexpr std::size_t kPadding = 32;  // entries promise so much readable behind their slices

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

std::uint8_t* put_payload(std::uint8_t* at, const EntryBatch& batch, const Entry& entry, StateUse& use) {
    const RecordHead head{&use,
                          entry.timestamp,
                          static_cast<std::uint32_t>(entry.key.size()),
                          static_cast<std::uint32_t>(entry.name_space.size()),
                          static_cast<std::uint32_t>(entry.map_key.size()),
                          static_cast<std::uint16_t>(batch.key_group),
                          entry.is_null_value};
    std::memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (const Bytes part : {entry.key, entry.name_space, entry.map_key, entry.value}) {
        at = put(at, part);
    }
    std::memset(at, 0, kPadding);
    return at + kPadding;
}

std::size_t payload_size(const Entry& entry) {
    return sizeof(RecordHead) + entry.key.size() + entry.name_space.size() + entry.map_key.size() +
           entry.value.size() + kPadding;
}

bool is_decoded(const KeyForms& forms) {
    return forms.key == PartForm::kDecoded || forms.name_space == PartForm::kDecoded ||
           forms.map_key == PartForm::kDecoded;
}

std::uint8_t* put_part(std::uint8_t* at, PartForm form, bool is_last, Bytes part) {
    return form == PartForm::kAbsent                ? at
           : form == PartForm::kFixed || is_last ? put(at, part)
                                                 : put_part(at, part);
}

}  // namespace

void EntrySort::add(const EntryBatch& batch, StateUse& use) {
    if (!sorter_) {
        sorter_ = std::make_unique<ExternalSorter>(
            ExternalSorter::Options{.temp_dir = temporary_folder_, .memory = static_cast<std::size_t>(memory_)});
    }
    const bool decodes = !is_keyed(use.state->kind) || is_decoded(use.forms);
    for (const Entry& entry : batch.entries) {
        decodes ? add_decoding(batch, entry, use) : add_fast(batch, entry, use);
    }
}

void EntrySort::add_fast(const EntryBatch& batch, const Entry& entry, StateUse& use) {
    const std::size_t parts = entry.key.size() + entry.name_space.size() + entry.map_key.size();
    const std::size_t most = sizeof use.rank + sizeof entry.timestamp + 2 * parts + 6;
    std::uint8_t* const record = sorter_->reserve(most + payload_size(entry));
    std::uint8_t* at = store_big_endian(record, use.rank, sizeof use.rank);
    if (use.key.is_timer) {
        at = store_number(at, entry.timestamp);
    }
    const KeyForms& forms = use.forms;
    const bool ends_with_map_key = forms.map_key != PartForm::kAbsent;
    const bool ends_with_key = !ends_with_map_key && forms.name_space == PartForm::kAbsent;
    at = put_part(at, forms.key, ends_with_key, entry.key);
    at = put_part(at, forms.name_space, !ends_with_map_key, entry.name_space);
    at = put_part(at, forms.map_key, true, entry.map_key);
    const auto identity_size = static_cast<std::size_t>(at - record);
    put_payload(at, batch, entry, use);
    sorter_->add_reserved(identity_size, payload_size(entry), 0);
}

/// For states whose identity is not just bytes, and for operator state, whose other side is not known yet.
void EntrySort::add_decoding(const EntryBatch& batch, const Entry& entry, StateUse& use) {
    const StateDescriptor& state = *use.state;
    identity_.clear();
    if (is_keyed(state.kind)) {
        append_big_endian(identity_, use.rank, sizeof use.rank);
        if (use.key.is_timer) {
            append_number(identity_, entry.timestamp);
        }
        append(use.forms.key, false, use.key_events, state.key, entry.key);
        append(use.forms.name_space, false, use.name_space_events, state.name_space, entry.name_space);
    } else {
        append_part(identity_, as_bytes(state.name));
        if (use.is_element()) {
            append_decoded(use.value_events, state.value, entry.value);
            identity_.insert(identity_.end(), decoded_.begin(), decoded_.end());
        }
    }
    append(use.forms.map_key, true, use.map_key_events, state.map_key, entry.map_key);
    payload_.resize(payload_size(entry));
    put_payload(payload_.data(), batch, entry, use);
    sorter_->add(identity_, payload_);
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
    if (sorter_) {
        sorter_->finish();
    }
}

bool EntrySort::next(SortedEntry& entry) {
    ExternalSorter::Record record;
    if (!sorter_ || !sorter_->next(record)) {
        sorter_.reset();
        return false;
    }
    RecordHead head;
    std::memcpy(&head, record.payload.data(), sizeof head);
    entry.identity = record.key;
    entry.use = head.use;
    entry.key_group = is_keyed(head.use->state->kind) ? head.key_group : -1;
    std::size_t at = sizeof head;
    const auto slice = [&](std::size_t size) {
        const Bytes part = record.payload.subspan(at, size);
        at += size;
        return part;
    };
    entry.entry.key = slice(head.key_size);
    entry.entry.name_space = slice(head.name_space_size);
    entry.entry.map_key = slice(head.map_key_size);
    entry.entry.value = slice(record.payload.size() - at - kPadding);
    entry.entry.is_null_value = head.is_null_value != 0;
    entry.entry.timestamp = head.timestamp;
    entry.entry.offset = Entry::kNoOffset;
    return true;
}

}  // namespace sp::difference
