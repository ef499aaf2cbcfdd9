// Any bytes are either refused with an sp::Error, or give the same data through windows of any size; and that data comes
// back from frames of our own.

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "io/snappy_frames.hpp"
#include "sp/error.hpp"

namespace {

std::optional<sp::ByteVector> decode(sp::Bytes frames, std::size_t window) {
    sp::ByteVector data;
    try {
        sp::WindowedReader reader(sp::make_snappy_source(sp::ByteSource::of_bytes(frames, "frames"), 0, frames.size()),
                                  window);
        while (!reader.at_end()) {
            const sp::Bytes part = reader.take(reader.available(), "part");
            data.insert(data.end(), part.begin(), part.end());
        }
    } catch (const sp::InputError&) {
        return std::nullopt;
    }
    return data;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::optional<sp::ByteVector> data = decode({bytes, size}, sp::WindowedReader::kDefaultWindow);
    if (decode({bytes, size}, 7) != data) {
        std::abort();
    }
    sp::ByteVector frames;
    sp::SnappyFrameWriter writer(frames);
    writer.write({bytes, size});
    writer.flush();
    if (decode(frames, 1000) != sp::ByteVector(bytes, bytes + size)) {
        std::abort();
    }
    return 0;
}
