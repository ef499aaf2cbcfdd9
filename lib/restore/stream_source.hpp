#pragma once

// From a state handle to its bytes.

#include "io/byte_source.hpp"
#include "metadata/file_resolver.hpp"

namespace sp {

/// The bytes of a stream, inline or in the file that the resolver finds. An inline handle's bytes belong to the metadata,
/// which must outlive the source. Throws InputError if the file cannot be used.
[[nodiscard]] ByteSource open_stream(const StreamStateHandle& handle, const FileResolver& files);

}  // namespace sp
