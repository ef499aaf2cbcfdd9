#pragma once

// Types and bytes for tests of the state layer.

#include <memory>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"
#include "sp/entry.hpp"
#include "sp/type.hpp"

namespace sp::test {

inline TypePtr type_of(TypeKind kind, std::vector<TypePtr> nested = {}) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->nested = std::move(nested);
    type->snapshot_class = "com.acme.TestSerializerSnapshot";
    return type;
}

inline StateDescriptor state_of(StateKind kind, TypePtr key, TypePtr name_space, TypePtr value = nullptr,
                                TypePtr map_key = nullptr) {
    StateDescriptor state;
    state.name = "s";
    state.kind = kind;
    state.key = std::move(key);
    state.name_space = std::move(name_space);
    state.value = std::move(value);
    state.map_key = std::move(map_key);
    return state;
}

/// Hexadecimal digits, blanks between them ignored.
inline ByteVector from_hex(std::string_view text) {
    ByteVector bytes;
    int high = -1;
    for (const char c : text) {
        if (c == ' ' || c == '\n') {
            continue;
        }
        const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
        if (high < 0) {
            high = digit;
        } else {
            bytes.push_back(static_cast<std::uint8_t>(high << 4 | digit));
            high = -1;
        }
    }
    return bytes;
}

/// As from_hex, with the 32 readable bytes that entries promise behind their slices.
struct Padded {
    explicit Padded(std::string_view hex) : bytes(from_hex(hex)), size(bytes.size()) { bytes.resize(size + 32); }
    [[nodiscard]] Bytes view() const { return {bytes.data(), size}; }
    ByteVector bytes;
    std::size_t size;
};

inline ByteVector copy(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace sp::test
