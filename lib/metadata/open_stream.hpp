#pragma once

// From a state handle to its bytes, wherever they lie: in `_metadata`, in a file, or in a window of a merged file. Offsets
// count from the start of the state, as those in handles do.

#include "io/byte_source.hpp"
#include "metadata/file_resolver.hpp"

namespace sp {

/// The bytes of a stream; null and empty handles give a source of size 0. An inline handle's bytes belong to the
/// metadata, which must outlive the source. Throws InputError if the file cannot be used.
[[nodiscard]] ByteSource open_stream(const StreamStateHandle& handle, const FileResolver& files,
                                     RecordedSize recorded = RecordedSize::kOfFile);

}  // namespace sp
