#include "metadata/state_stream.hpp"

#include <algorithm>

#include "sp/error.hpp"

namespace sp {

StateStream StateStream::open(const StreamStateHandle& handle, const FileResolver& resolver, RecordedSize recorded) {
    if (handle.tag == HandleTag::kKeyGroups && !handle.key_groups.empty()) {
        return open(handle.key_groups.front().delegate, resolver, recorded);
    }
    StateStream stream;
    if (!handle.is_file()) {
        stream.name_ = "inline state " + handle.path;
        stream.bytes_ = handle.bytes;
        stream.size_ = handle.bytes.size();
        return stream;
    }
    const ResolvedFile place = resolver.require(handle, recorded);
    stream.name_ = place.path;
    stream.start_ = place.start;
    stream.size_ = place.size;
    stream.file_ = std::make_shared<const File>(File::open(place.path));
    return stream;
}

void StateStream::read_at(std::uint64_t offset, std::span<std::uint8_t> out) const {
    if (offset > size_ || out.size() > size_ - offset) {
        throw InputError(name_ + ": truncated: " + std::to_string(out.size()) + " bytes are needed at offset " +
                         std::to_string(offset) + " of a state of " + std::to_string(size_) + " bytes");
    }
    if (file_) {
        file_->read_at(start_ + offset, out);
    } else {
        const Bytes part = bytes_.view().subspan(offset, out.size());
        std::copy(part.begin(), part.end(), out.begin());
    }
}

}  // namespace sp
