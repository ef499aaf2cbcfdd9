#include "metadata/open_stream.hpp"

#include "sp/error.hpp"

namespace sp {

ByteSource open_stream(const StreamStateHandle& handle, const FileResolver& files, RecordedSize recorded) {
    if (handle.tag == HandleTag::kKeyGroups && !handle.key_groups.empty()) {
        return open_stream(handle.key_groups.front().delegate, files, recorded);
    }
    if (!handle.is_file()) {
        return ByteSource::of_bytes(handle.bytes.view(), "_metadata: inline state '" + handle.path + "'");
    }
    const ResolvedFile place = files.require(handle, recorded);
    return ByteSource::of_segment(std::make_shared<const File>(File::open(place.path, place.name)), place.start,
                                  place.size);
}

}  // namespace sp
