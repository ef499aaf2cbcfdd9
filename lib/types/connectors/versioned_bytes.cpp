#include "types/connectors/versioned_bytes.hpp"

#include "java/modified_utf8.hpp"

namespace sp::connectors {

VersionedBytes read_versioned(BoundedReader& in) {
    VersionedBytes payload;
    payload.version = in.i32("serializer version");
    payload.bytes = in.length_prefixed("payload");
    return payload;
}

VersionedList read_versioned_list(BoundedReader& in) {
    VersionedList list;
    list.version = in.i32("serializer version");
    const std::size_t count = in.count("list", 4);
    list.items.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        list.items.push_back(in.length_prefixed("list item"));
    }
    return list;
}

std::int32_t le_i32(BoundedReader& in, std::string_view what) {
    const Bytes bytes = in.bytes(4, what);
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
        value = value << 8 | bytes[i];
    }
    return static_cast<std::int32_t>(value);
}

std::int64_t le_i64(BoundedReader& in, std::string_view what) {
    const Bytes bytes = in.bytes(8, what);
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;) {
        value = value << 8 | bytes[i];
    }
    return static_cast<std::int64_t>(value);
}

std::size_t le_count(BoundedReader& in, std::string_view what, std::size_t min_item_size) {
    const std::int32_t count = le_i32(in, what);
    expect(in, what, count >= 0 && static_cast<std::size_t>(count) <= in.remaining() / min_item_size);
    return static_cast<std::size_t>(count);
}

std::string utf8(BoundedReader& in, std::size_t size, std::string_view what) {
    const Bytes bytes = in.bytes(size, what);
    std::string text(bytes.begin(), bytes.end());
    expect(in, what, java::is_wtf8(text));
    return text;
}

std::string le_utf8(BoundedReader& in, std::string_view what) { return utf8(in, le_count(in, what, 1), what); }

}  // namespace sp::connectors
