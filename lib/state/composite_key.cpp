#include "state/composite_key.hpp"

#include "state/keyed_stream.hpp"
#include "types/snapshots/serializer_name.hpp"
#include "types/type_properties.hpp"

namespace sp {
namespace {

using codec::DecodeFault;

constexpr std::size_t kTimestampSize = 8;

/// The part at which a composite key (with its prefix) is wrong, found by decoding the first one again.
EntryPart part_at(const StateDescriptor& state, Bytes key, std::size_t prefix_size, const DecodeFault& fault) {
    const std::size_t begin = prefix_size + (state.kind == StateKind::kTimer ? kTimestampSize : 0);
    try {
        const std::uint8_t* const end = key.data() + key.size();
        const bool is_behind =
            begin <= key.size() && fault.at >= codec::Skipper(state.key).skip(key.data() + begin, end);
        const bool has_name_space =
            state.name_space->kind != TypeKind::kVoidNamespace || fault.reason == DecodeFault::Reason::kTruncated;
        return is_behind && has_name_space ? EntryPart::kNameSpace : EntryPart::kKey;
    } catch (const DecodeFault&) {
        return EntryPart::kKey;
    }
}

}  // namespace

CompositeKey::CompositeKey(const StateDescriptor& state)
    : state_(&state),
      key_(state.key),
      name_space_(state.name_space),
      is_ambiguous_(state.kind != StateKind::kTimer && is_ambiguous_key_possible(*state.key, *state.name_space)),
      is_map_(state.kind == StateKind::kMap) {
    if (key_.fixed_size() >= 0 && name_space_.fixed_size() >= 0 && !is_ambiguous_) {
        timestamp_size_ = state.kind == StateKind::kTimer ? kTimestampSize : 0;
        key_size_ = static_cast<std::size_t>(key_.fixed_size());
        name_space_size_ = static_cast<std::size_t>(name_space_.fixed_size());
        fixed_size_ = timestamp_size_ + key_size_ + name_space_size_;
    }
    const auto refuse = [&](const Type& type, std::string_view what) {
        unsupported_ = "state '" + state.name + "': the " + std::string(what) + " is written by " +
                       serializer_class(type) + (type.class_name.empty() ? "" : " of " + type.class_name) +
                       ", which is not decoded, so where it ends cannot be told";
    };
    if (!key_.is_decodable() && (is_map_ || is_ambiguous_ || name_space_.fixed_size() < 0)) {
        refuse(*state.key, "key");
    } else if (!name_space_.is_decodable() && (is_map_ || is_ambiguous_)) {
        refuse(*state.name_space, "namespace");
    }
}

void CompositeKey::split_any(Bytes composite, Entry& entry) const {
    if (state_->kind == StateKind::kTimer) {
        return split_timer(composite, entry);
    }
    const std::uint8_t* const begin = composite.data();
    const std::uint8_t* const end = begin + composite.size();
    const std::uint8_t* const key_end = key_.is_decodable() ? skip_key(begin, end) : end_before_name_space(begin, end);
    const std::uint8_t* const name_space =
        is_ambiguous_ ? skip_length(key_end, end, static_cast<std::size_t>(key_end - begin)) : key_end;
    const std::uint8_t* const name_space_end = name_space_.is_decodable() ? name_space_.skip(name_space, end) : end;
    const std::uint8_t* const rest =
        is_ambiguous_ ? skip_length(name_space_end, end, static_cast<std::size_t>(name_space_end - name_space))
                      : name_space_end;
    entry.key = {begin, key_end};
    entry.name_space = {name_space, name_space_end};
    if (state_->kind == StateKind::kMap) {
        entry.map_key = {rest, end};
    } else if (rest != end) {
        throw DecodeFault{DecodeFault::Reason::kInvalid, rest, state_->name_space.get(), "the end of the key"};
    }
}

/// Where an undecodable key ends, since a namespace of known size follows it.
const std::uint8_t* CompositeKey::end_before_name_space(const std::uint8_t* begin, const std::uint8_t* end) const {
    if (end - begin < name_space_.fixed_size()) {
        throw DecodeFault{DecodeFault::Reason::kTruncated, end, state_->name_space.get(), "a namespace"};
    }
    return end - name_space_.fixed_size();
}

/// A key of a type that can be decoded may be of a subclass that cannot.
const std::uint8_t* CompositeKey::skip_key(const std::uint8_t* begin, const std::uint8_t* end) const {
    try {
        return key_.skip(begin, end);
    } catch (const DecodeFault& fault) {
        if ((fault.reason != DecodeFault::Reason::kOpaque && !key_.has_kryo()) || is_map_ || is_ambiguous_ ||
            name_space_.fixed_size() < 0) {
            throw;
        }
        return end_before_name_space(begin, end);
    }
}

void CompositeKey::split_timer(Bytes composite, Entry& entry) const {
    const std::uint8_t* const begin = composite.data();
    const std::uint8_t* const end = begin + composite.size();
    if (composite.size() < kTimestampSize) {
        throw DecodeFault{DecodeFault::Reason::kTruncated, end, state_->serializer.get(), "a timer's time stamp"};
    }
    entry.timestamp = load_number(begin);
    const std::uint8_t* const key = begin + kTimestampSize;
    const std::uint8_t* const key_end = key_.is_decodable() ? skip_key(key, end) : end_before_name_space(key, end);
    const std::uint8_t* const name_space_end = name_space_.is_decodable() ? name_space_.skip(key_end, end) : end;
    if (name_space_end != end) {
        throw DecodeFault{DecodeFault::Reason::kInvalid, name_space_end, state_->name_space.get(),
                          "the end of the timer"};
    }
    entry.key = {key, key_end};
    entry.name_space = {key_end, end};
}

/// Flink writes a length as little-endian bytes, as few as hold it and one at least.
const std::uint8_t* CompositeKey::skip_length(const std::uint8_t* p, const std::uint8_t* end,
                                              std::size_t length) const {
    do {
        if (p == end || *p != static_cast<std::uint8_t>(length)) {
            throw DecodeFault{DecodeFault::Reason::kInvalid, p, state_->key.get(),
                              "the length that follows a part of a key"};
        }
        ++p;
        length >>= 8;
    } while (length != 0);
    return p;
}

KeyFault describe_key_fault(const StateDescriptor& state, std::int32_t key_group, Bytes key, std::size_t prefix_size,
                            const DecodeFault& fault) {
    if (fault.reason == DecodeFault::Reason::kOpaque) {
        throw UndecodableValue("state '" + state.name + "': a key of key group " + std::to_string(key_group) +
                                   " holds what " + serializer_class(*fault.type) +
                                   " does not describe, so where it ends cannot be told" +
                                   (fault.why.empty() ? "" : " (" + fault.why + ")"),
                               state);
    }
    return {part_at(state, key, prefix_size, fault),
            "key of state '" + state.name + "' in key group " + std::to_string(key_group),
            "at byte " + std::to_string(fault.at - key.data()) + " of " + std::to_string(key.size()) + " expected " +
                fault.expected + " by " + serializer_class(*fault.type)};
}

}  // namespace sp
