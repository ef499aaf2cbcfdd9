#include "io/windowed_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sp/error.hpp"

namespace sp {

namespace {

/// What an unfilled window points to, so that its padding is readable too.
constexpr std::uint8_t kNothing[WindowedReader::kPadding] = {};

class RangeSource : public ChunkSource {
public:
    RangeSource(ByteSource source, std::uint64_t begin, std::uint64_t end) : source_(std::move(source)) {
        restart(begin, end);
    }

    void restart(std::uint64_t begin, std::uint64_t end) final {
        if (begin > end || end > source_.size()) {
            throw InputError(source_.name() + ": truncated: bytes " + std::to_string(source_.absolute(begin)) + " to " +
                             std::to_string(source_.absolute(end)) + " are needed, but the data ends at " +
                             std::to_string(source_.absolute(source_.size())));
        }
        begin_ = begin;
        at_ = begin;
        end_ = end;
    }

    std::size_t read(std::span<std::uint8_t> out) final {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), end_ - at_));
        source_.read_at(at_, out.first(n));
        at_ += n;
        return n;
    }

    std::uint64_t left_at_most() const final { return end_ - at_; }

    std::uint64_t absolute(std::uint64_t position) const final { return source_.absolute(begin_ + position); }

    std::string describe(std::uint64_t position, std::string_view what) const final {
        return source_.name() + ": " + std::string(what) + " at offset " + std::to_string(absolute(position));
    }

private:
    ByteSource source_;
    std::uint64_t begin_ = 0;
    std::uint64_t at_ = 0;
    std::uint64_t end_ = 0;
};

}  // namespace

WindowedReader::WindowedReader(ByteSource source, std::uint64_t begin, std::uint64_t end, std::size_t window)
    : WindowedReader(std::make_unique<RangeSource>(std::move(source), begin, end), window) {}

WindowedReader::WindowedReader(std::unique_ptr<ChunkSource> source, std::size_t window)
    : source_(std::move(source)), window_(std::max<std::size_t>(window, 1)), at_(kNothing), end_(kNothing) {}

void WindowedReader::restart(std::uint64_t begin, std::uint64_t end) {
    source_->restart(begin, end);
    if (buffer_) {
        std::memset(buffer_.get(), 0, kPadding);
        at_ = buffer_.get();
        end_ = at_;
    }
    end_offset_ = 0;
}

/// Doubles, but never beyond what the source can still give.
void WindowedReader::grow() {
    const std::size_t unread = available();
    const std::size_t wanted = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max(window_, 2 * capacity_), unread + source_->left_at_most()));
    auto larger = std::make_unique_for_overwrite<std::uint8_t[]>(wanted + kPadding);
    if (unread > 0) {
        std::memcpy(larger.get(), at_, unread);
    }
    buffer_ = std::move(larger);
    capacity_ = wanted;
    at_ = buffer_.get();
}

bool WindowedReader::more() {
    const std::size_t unread = available();
    const std::uint64_t left = source_->left_at_most();
    if (left == 0) {
        return false;
    }
    // Above half, so that a row of entries that nearly fill the window does not move it by a few bytes each time.
    if (left > capacity_ - unread && (capacity_ < window_ || unread > capacity_ / 2)) {
        grow();
    } else if (at_ != buffer_.get()) {
        std::memmove(buffer_.get(), at_, unread);
        at_ = buffer_.get();
    }
    std::uint8_t* const tail = buffer_.get() + unread;
    end_ = tail;
    const std::size_t n = source_->read({tail, capacity_ - unread});
    end_ = tail + n;
    end_offset_ += n;
    std::memset(tail + n, 0, kPadding);
    return n > 0;
}

void WindowedReader::fill(std::size_t n, std::string_view what) {
    while (available() < n) {
        const std::uint64_t left = available() + source_->left_at_most();
        if (n > left || !more()) {
            fail(what, "needs " + std::to_string(n) + " bytes, but no more than " + std::to_string(left) + " are left");
        }
    }
}

void WindowedReader::skip(std::uint64_t n, std::string_view what) {
    while (n > available()) {
        const std::uint64_t left = available() + source_->left_at_most();
        if (n > left) {
            fail(what, "needs " + std::to_string(n) + " bytes, but no more than " + std::to_string(left) + " are left");
        }
        n -= available();
        at_ = end_;
        if (!more()) {
            fail(what, "needs " + std::to_string(n) + " more bytes, but none are left");
        }
    }
    at_ += n;
}

InputError WindowedReader::error_at(std::uint64_t offset, std::string_view what, std::string_view why) const {
    return {source_->describe(offset, what) + ": " + std::string(why), source_->absolute(offset)};
}

}  // namespace sp
