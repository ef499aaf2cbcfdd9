#include "state/keyed_layout.hpp"

#include <algorithm>
#include <array>

#include "io/big_endian.hpp"
#include "io/windowed_reader.hpp"
#include "state/canonical_format.hpp"
#include "state/composite_key.hpp"

namespace sp {
namespace {

constexpr std::uint64_t kCompressionFlagOffset = 4;  // behind the header's version

std::uint32_t word_at(const ByteSource& source, std::int64_t offset) {
    std::array<std::uint8_t, 4> word{};
    source.read_at(static_cast<std::uint64_t>(offset), word);
    return load_u32(word.data());
}

bool is_compressed(const ByteSource& source) {
    std::array<std::uint8_t, 1> flag{};
    source.read_at(kCompressionFlagOffset, flag);
    return flag[0] != 0;
}

/// Whether [begin, end) is key group 0 in canonical form. That needs no serializers: entries have lengths, and a bit of
/// the last one of a state says that a state id or the end follows.
bool is_canonical_group_0(const ByteSource& source, std::uint64_t begin, std::uint64_t end, std::size_t prefix_size) {
    WindowedReader window(source, begin, end);
    const auto has = [&](std::uint64_t n) { return n <= end - begin - window.offset(); };
    const auto length = [&] { return std::uint64_t{load_u32(window.take(4, "length").data())}; };
    while (has(2)) {
        if (load_u16(window.take(2, "state id").data()) == canonical_format::kEndOfKeyGroupMark) {
            return !has(1);
        }
        for (bool is_last = false; !is_last;) {
            const std::uint64_t key_size = has(4) ? length() : 0;
            if (key_size <= prefix_size || !has(key_size + 4)) {
                return false;
            }
            const std::uint8_t* const prefix = window.need(prefix_size, "key-group prefix");
            is_last = (prefix[0] & canonical_format::kMetaDataFollowsMask) != 0;
            if ((prefix[0] & 0x7F) != 0 || (prefix_size == 2 && prefix[1] != 0)) {
                return false;
            }
            window.skip(key_size, "key");
            const std::uint64_t value_size = length();
            if (!has(value_size)) {
                return false;
            }
            window.skip(value_size, "value");
        }
    }
    return false;
}

/// Key group 0 alone: in both layouts its first word can be 0.
KeyedLayout sniff_group_0(const KeyGroupsStateHandle& handle, const ByteSource& source, std::int32_t max_parallelism) {
    const std::int64_t begin = handle.offsets.front();
    if (word_at(source, begin) != 0) {
        return KeyedLayout::kCanonical;
    }
    if (is_compressed(source)) {  // a canonical group would begin with the Snappy identifier
        return KeyedLayout::kHeapNative;
    }
    std::uint64_t end = source.size();
    for (const std::int64_t offset : handle.offsets) {
        if (offset > begin) {
            end = std::min(end, static_cast<std::uint64_t>(offset));
        }
    }
    return is_canonical_group_0(source, static_cast<std::uint64_t>(begin), end, key_group_prefix_size(max_parallelism))
               ? KeyedLayout::kCanonical
               : KeyedLayout::kHeapNative;
}

}  // namespace

KeyedLayout sniff_keyed_layout(const KeyGroupsStateHandle& handle, const ByteSource& source,
                               std::int32_t max_parallelism) {
    if (handle.offsets.empty() ||
        std::any_of(handle.offsets.begin(), handle.offsets.end(), [](std::int64_t offset) { return offset <= 0; })) {
        return KeyedLayout::kCanonical;
    }
    std::size_t equal = 0;
    std::size_t looked_at = 0;
    for (std::size_t i = 0; i < handle.offsets.size(); ++i) {
        const std::int64_t key_group = handle.range.first + static_cast<std::int64_t>(i);
        if (key_group != 0) {
            ++looked_at;
            equal += word_at(source, handle.offsets[i]) == key_group ? 1 : 0;
            if (looked_at == 8 && equal == 0) {
                break;
            }
        }
    }
    if (looked_at == 0) {
        return sniff_group_0(handle, source, max_parallelism);
    }
    return 2 * equal > looked_at ? KeyedLayout::kHeapNative : KeyedLayout::kCanonical;
}

}  // namespace sp
