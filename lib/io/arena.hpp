#pragma once

// Arena: memory for many small things that live and die together, at addresses that stay. Growing never copies, and what
// was taken once is used again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sp {

class Arena {
public:
    /// Bytes behind whatever is handed out that may be read too: what is there is undefined, but never uninitialised memory.
    static constexpr std::size_t kReadPadding = 32;

    /// Aligned for any object of ours.
    [[nodiscard]] std::uint8_t* allocate(std::size_t size) {
        size = (size + kAlignment - 1) & ~(kAlignment - 1);
        if (size > left_) {
            next_chunk(size);
        }
        std::uint8_t* const at = at_;
        at_ += size;
        left_ -= size;
        used_ += size;
        return at;
    }

    /// Bytes handed out since the last clear().
    [[nodiscard]] std::size_t used() const { return used_; }

    /// Everything handed out is invalid.
    void clear() {
        std::erase_if(chunks_, [](const Chunk& chunk) { return chunk.size > kChunk; });
        next_ = 0;
        at_ = nullptr;
        left_ = 0;
        used_ = 0;
    }

    /// The same, and nothing is kept for later.
    void release() {
        clear();
        chunks_.clear();
    }

private:
    static constexpr std::size_t kAlignment = 8;
    static constexpr std::size_t kChunk = std::size_t{256} << 10;

    struct Chunk {
        std::unique_ptr<std::uint8_t[]> bytes;
        std::size_t size;
    };

    void next_chunk(std::size_t size) {
        if (size > kChunk) {  // in front of the chunks still to be used
            chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(next_), make_chunk(size));
        } else if (next_ == chunks_.size()) {
            chunks_.push_back(make_chunk(kChunk));
        }
        at_ = chunks_[next_].bytes.get();
        left_ = chunks_[next_].size;
        ++next_;
    }

    static Chunk make_chunk(std::size_t size) { return {std::make_unique<std::uint8_t[]>(size + kReadPadding), size}; }

    std::vector<Chunk> chunks_;
    std::size_t next_ = 0;  // the first chunk not in use
    std::uint8_t* at_ = nullptr;
    std::size_t left_ = 0;
    std::size_t used_ = 0;
};

}  // namespace sp
