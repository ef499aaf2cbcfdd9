#pragma once

// How the elements of one state are cut, for the two files of HeapReader: heap_reader.cpp finds blocks and walks over
// elements, heap_elements.cpp hands them out.

#include <cstdint>
#include <optional>

#include "state/heap_reader.hpp"

namespace sp {

inline constexpr std::size_t kHeapCountSize = 4;
inline constexpr std::size_t kHeapTimestampSize = 8;

struct HeapReader::Codec {
    explicit Codec(const StateInStream& in_stream)
        : state(in_stream.state), use(in_stream.use), key(state->key), name_space(state->name_space) {
        if (state->map_key) {
            map_key.emplace(state->map_key);
        }
        if (state->value) {
            value.emplace(stored_value_type(*state));
        }
        if (key.fixed_size() >= 0 && name_space.fixed_size() >= 0) {
            if (state->kind == StateKind::kTimer) {
                element_size =
                    static_cast<std::int64_t>(kHeapTimestampSize) + key.fixed_size() + name_space.fixed_size();
            } else if (state->kind != StateKind::kMap && state->kind != StateKind::kList && value->fixed_size() >= 0) {
                element_size = name_space.fixed_size() + key.fixed_size() + value->fixed_size();
            }
        }
    }

    const StateDescriptor* state;
    StateUse use;
    codec::Skipper key;
    codec::Skipper name_space;
    std::optional<codec::Skipper> map_key;
    std::optional<codec::Skipper> value;  ///< with its TTL; of lists the element, of maps the map's value
    std::int64_t element_size = -1;       ///< of all elements, or -1 where they vary
};

}  // namespace sp
