#pragma once

// Which of the formats that can stand somewhere bytes are: the one that they fit. Where several fit, nobody can tell.

#include <optional>
#include <utility>

#include "types/connectors/versioned_bytes.hpp"

namespace sp::connectors {

/// What the only reader (version, BoundedReader&) that can read the payload makes of it, if it is one only.
template <class Variant, class... Read>
std::optional<Variant> one_format(const VersionedBytes& payload, Read&&... read) {
    std::optional<Variant> found;
    int fitting = 0;
    const auto attempt = [&](auto&& reader) {
        if (auto content = exactly(payload.bytes, [&](BoundedReader& in) { return reader(payload.version, in); })) {
            found = std::move(*content);
            ++fitting;
        }
    };
    (attempt(read), ...);
    return fitting == 1 ? std::move(found) : std::nullopt;
}

}  // namespace sp::connectors
