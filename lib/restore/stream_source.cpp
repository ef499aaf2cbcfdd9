#include "restore/stream_source.hpp"

#include "sp/error.hpp"

namespace sp {

ByteSource open_stream(const StreamStateHandle& handle, const FileResolver& files) {
    if (handle.tag == HandleTag::kKeyGroups && handle.key_groups.size() == 1) {
        return open_stream(handle.key_groups.front().delegate, files);
    }
    if (handle.is_inline()) {
        return ByteSource::of_bytes(handle.bytes.view(), "_metadata: inline state '" + handle.path + "'");
    }
    const ResolvedFile resolved = files.require(handle);
    if (resolved.status != ResolvedFile::Status::kFound) {
        return ByteSource::of_bytes({}, "empty state");
    }
    return ByteSource::of_segment(std::make_shared<const File>(File::open(resolved.path)), resolved.start, resolved.size);
}

}  // namespace sp
