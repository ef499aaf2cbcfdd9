#pragma once

// Cuts the composite keys of RocksDB and of canonical savepoints into key, namespace and map key
// (CompositeKeySerializationUtils, SerializedCompositeKeyBuilder). The parts have no lengths in front: each is as long
// as its serializer makes it, and only where both key and namespace vary are their lengths appended.

#include <cstdint>
#include <string>

#include "io/sort_key.hpp"
#include "sp/entry.hpp"
#include "state/stream_faults.hpp"
#include "types/codecs/skipper.hpp"

namespace sp {

/// Bytes of the key-group prefix: CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix.
[[nodiscard]] constexpr std::size_t key_group_prefix_size(std::int32_t max_parallelism) {
    return max_parallelism > 128 ? 2 : 1;
}

class CompositeKey {
public:
    explicit CompositeKey(const StateDescriptor& state);

    /// Why keys of this state cannot be cut, or empty. A key that we cannot decode is found from behind where a
    /// namespace of known size follows it; a map's key has no findable border then.
    [[nodiscard]] const std::string& unsupported() const { return unsupported_; }

    /// Fills the entry's key, namespace, map key and timestamp from a composite key without its key-group prefix.
    /// Throws codec::DecodeFault.
    void split(Bytes composite, Entry& entry) const {
        const std::size_t size = composite.size();
        if (size < fixed_size_ || (size > fixed_size_ && !is_map_)) [[unlikely]] {
            return split_any(composite, entry);
        }
        const std::uint8_t* const key = composite.data() + timestamp_size_;
        if (timestamp_size_ != 0) {
            entry.timestamp = load_number(composite.data());  // TimerSerializer: bytes sort like time
        }
        entry.key = {key, key_size_};
        entry.name_space = {key + key_size_, name_space_size_};
        if (is_map_) {
            entry.map_key = composite.subspan(fixed_size_);
        }
    }

private:
    void split_any(Bytes composite, Entry& entry) const;
    void split_timer(Bytes composite, Entry& entry) const;
    [[nodiscard]] const std::uint8_t* skip_key(const std::uint8_t* begin, const std::uint8_t* end) const;
    [[nodiscard]] const std::uint8_t* end_before_name_space(const std::uint8_t* begin, const std::uint8_t* end) const;
    [[nodiscard]] const std::uint8_t* skip_length(const std::uint8_t* p, const std::uint8_t* end,
                                                  std::size_t length) const;

    const StateDescriptor* state_;
    codec::Skipper key_;
    codec::Skipper name_space_;
    bool is_ambiguous_;
    bool is_map_;
    // Keys and namespaces of fixed size, the common case, are cut without a look at them.
    std::size_t timestamp_size_ = 0;
    std::size_t key_size_ = 0;
    std::size_t name_space_size_ = 0;
    std::size_t fixed_size_ = SIZE_MAX;  ///< of the three together; SIZE_MAX where one varies
    std::string unsupported_;
};

/// Fills the entry's value from what stands behind a composite key. What is wrong with it, or null.
[[nodiscard]] inline const char* set_value(const StateDescriptor& state, Bytes value, Entry& entry) {
    entry.value = value;
    if (state.kind == StateKind::kMap) {
        if (value.empty() || value[0] > 1) [[unlikely]] {
            return "a null mark of 0 or 1 was expected in front of it";
        }
        // Behind a set mark the HashMap backend leaves the serializer's own form of null, RocksDB nothing.
        entry.is_null_value = value[0] == 1;
        entry.value = entry.is_null_value ? Bytes() : value.subspan(1);
    } else if (state.kind == StateKind::kTimer && !value.empty()) {
        return "a timer has no value, but there are bytes";
    }
    return nullptr;
}

/// What is wrong with a composite key (with its prefix) that was not cut, in words. A key whose end cannot be told
/// since it holds what its serializer does not describe is an UndecodableValue instead.
struct KeyFault {
    EntryPart part;
    std::string what;
    std::string problem;
};
[[nodiscard]] KeyFault describe_key_fault(const StateDescriptor& state, std::int32_t key_group, Bytes key,
                                          std::size_t prefix_size, const codec::DecodeFault& fault);

}  // namespace sp
