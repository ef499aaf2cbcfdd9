#pragma once

// What sources and sinks keep is byte arrays for Flink: a serializer of theirs wrote the bytes, and in front of them stands
// the serializer's version (SimpleVersionedSerialization). No class is named anywhere, so a format is taken for what it looks
// like only if its bytes fit to the last one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/bounded_reader.hpp"
#include "sp/bytes.hpp"
#include "sp/error.hpp"

namespace sp::connectors {

/// i32 version, i32 length, payload. `bytes` is a slice of what was read.
struct VersionedBytes {
    std::int32_t version = 0;
    Bytes bytes;
};

/// i32 version, i32 count, and each payload with its i32 length.
struct VersionedList {
    std::int32_t version = 0;
    std::vector<Bytes> items;
};

/// Versioned bytes, and what they hold if their format is known.
template <class T>
struct Versioned {
    std::int32_t version = 0;
    Bytes bytes;
    std::optional<T> content = {};
};

[[nodiscard]] VersionedBytes read_versioned(BoundedReader& in);
[[nodiscard]] VersionedList read_versioned_list(BoundedReader& in);

/// What `read` finds in bytes that hold this and nothing else; nothing if they do not.
template <class Read>
auto exactly(Bytes bytes, Read&& read) -> std::optional<decltype(read(std::declval<BoundedReader&>()))> {
    try {
        BoundedReader in(bytes, "payload");
        auto found = read(in);
        in.expect_end("payload");
        return found;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

/// As `exactly`, beside the version and bytes; `read` takes the version and the reader.
template <class T, class Read>
Versioned<T> versioned(const VersionedBytes& payload, Read&& read) {
    return {payload.version, payload.bytes,
            exactly(payload.bytes, [&](BoundedReader& in) { return T(read(payload.version, in)); })};
}

template <class T, class Read>
std::vector<Versioned<T>> versioned_items(const VersionedList& list, Read&& read) {
    std::vector<Versioned<T>> items;
    for (const Bytes bytes : list.items) {
        items.push_back(versioned<T>(VersionedBytes{list.version, bytes}, read));
    }
    return items;
}

/// A list whose items all are of a known format: one that is not fails.
template <class Read>
auto list_of(const VersionedList& list, Read&& read) {
    std::vector<decltype(read(list.version, std::declval<BoundedReader&>()))> items;
    for (const Bytes bytes : list.items) {
        BoundedReader in(bytes, "payload");
        items.push_back(read(list.version, in));
        in.expect_end("list item");
    }
    return items;
}

/// Fails unless `is_plausible`: what no writer of the format would have written is another format.
inline void expect(const BoundedReader& in, std::string_view what, bool is_plausible) {
    if (!is_plausible) {
        in.fail(what, "found a value that is never written");
    }
}
inline void expect_magic(BoundedReader& in, std::uint32_t magic) {
    expect(in, "magic number", in.u32("magic number") == magic);
}

// Some formats are of java.nio.ByteBuffer in little-endian order.

[[nodiscard]] std::int32_t le_i32(BoundedReader& in, std::string_view what);
[[nodiscard]] std::int64_t le_i64(BoundedReader& in, std::string_view what);
/// As BoundedReader::count.
[[nodiscard]] std::size_t le_count(BoundedReader& in, std::string_view what, std::size_t min_item_size);
/// UTF-8 of `size` bytes as String.getBytes makes it.
[[nodiscard]] std::string utf8(BoundedReader& in, std::size_t size, std::string_view what);
/// The same behind its little-endian i32 length.
[[nodiscard]] std::string le_utf8(BoundedReader& in, std::string_view what);

}  // namespace sp::connectors
