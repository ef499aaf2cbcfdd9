#pragma once

// Cuts the composite keys of RocksDB and of canonical savepoints into key, namespace and map key
// (CompositeKeySerializationUtils, SerializedCompositeKeyBuilder). The parts have no lengths in front: each is as long as
// its serializer makes it, and only where both key and namespace vary are their lengths appended.

#include <optional>
#include <string>

#include "sp/entry.hpp"
#include "types/codecs/interpreter.hpp"

namespace sp {

class CompositeKey {
public:
    explicit CompositeKey(const StateDescriptor& state);

    /// Why keys of this state cannot be cut, or empty. A key that we cannot decode is found from behind where a namespace
    /// of known size follows it; a map's key has no findable border then.
    [[nodiscard]] const std::string& unsupported() const { return unsupported_; }

    /// Fills the entry's key, namespace, map key and timestamp from a composite key without its key-group prefix. Throws
    /// codec::DecodeFault.
    void split(Bytes composite, Entry& entry) const;

private:
    void split_timer(Bytes composite, Entry& entry) const;
    [[nodiscard]] const std::uint8_t* skip_length(const std::uint8_t* p, const std::uint8_t* end, std::size_t length) const;

    const StateDescriptor* state_;
    codec::Skipper key_;
    codec::Skipper name_space_;
    bool is_ambiguous_;
    std::string unsupported_;
};

/// Bytes of the key-group prefix: CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix.
[[nodiscard]] constexpr std::size_t key_group_prefix_size(std::int32_t max_parallelism) {
    return max_parallelism > 128 ? 2 : 1;
}

}  // namespace sp
