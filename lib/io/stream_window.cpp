#include "io/stream_window.hpp"

#include "io/snappy_frames.hpp"

namespace sp {

void StreamWindow::open(std::uint64_t offset, std::uint64_t end) {
    if (reader_) {
        reader_->restart(offset, end);
    } else if (is_compressed_) {
        reader_ = std::make_unique<WindowedReader>(make_snappy_source(source_, offset, end));
    } else {
        reader_ = std::make_unique<WindowedReader>(source_, offset, end);
    }
    range_offset_ = offset;
}

}  // namespace sp
