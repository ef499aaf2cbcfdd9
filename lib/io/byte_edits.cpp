#include "io/byte_edits.hpp"

#include <algorithm>

namespace sp {

void append_edited(ByteVector& out, Bytes bytes, std::vector<ByteEdit> edits) {
    std::stable_sort(edits.begin(), edits.end(), [](const ByteEdit& a, const ByteEdit& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::uint64_t at = 0;
    const auto copy_to = [&](std::uint64_t end) {
        const Bytes kept = bytes.subspan(at, end - at);
        out.insert(out.end(), kept.begin(), kept.end());
        at = end;
    };
    for (const ByteEdit& edit : edits) {
        if (edit.begin < at) {
            continue;  // there twice
        }
        copy_to(edit.begin);
        out.insert(out.end(), edit.bytes.begin(), edit.bytes.end());
        at = edit.end;
    }
    copy_to(bytes.size());
}

}  // namespace sp
