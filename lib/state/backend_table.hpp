#pragma once

// The table of what keyed state can be read: a line for each layout, with the reader that opens it. A new backend is a
// reader of its own, a KeyedLayout, and a line here.

#include <memory>
#include <string_view>

#include "sp/metadata.hpp"
#include "state/key_group_reader.hpp"
#include "state/keyed_layout.hpp"
#include "state/keyed_stream.hpp"

namespace sp {

struct KeyedBackend {
    KeyedLayout layout;
    /// Entries have no lengths: without compression nothing behind an entry that cannot be decoded can be found.
    bool has_bare_entries;
    std::unique_ptr<KeyGroupReader> (*open)(KeyedStream stream);
};

/// Whether handles of this kind have a layout of the table: a stream with the offsets of its key groups in it, or a
/// database.
[[nodiscard]] bool is_supported(HandleTag tag);

/// The stream of a handle of a supported kind that begins with the header: the entries follow in it, or lie in a database.
[[nodiscard]] const StreamStateHandle& header_stream_of(const KeyedStateHandle& handle);

/// The line for a handle of a supported kind, whose header_stream_of() is `source`.
[[nodiscard]] const KeyedBackend& backend_of(const KeyedStateHandle& handle, const ByteSource& source,
                                             std::int32_t max_parallelism);

}  // namespace sp
