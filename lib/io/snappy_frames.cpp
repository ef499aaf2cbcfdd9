#include "io/snappy_frames.hpp"

#include <snappy.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "io/crc32c.hpp"
#include "sp/error.hpp"

namespace sp {

namespace {

constexpr std::uint8_t kCompressed = 0x00;
constexpr std::uint8_t kStored = 0x01;
constexpr std::uint8_t kFirstSkippable = 0x80;
constexpr std::uint8_t kIdentifier = 0xFF;
constexpr std::uint8_t kIdentifierChunk[] = {kIdentifier, 6, 0, 0, 's', 'N', 'a', 'P', 'p', 'Y'};

constexpr std::size_t kHeaderSize = 4;
constexpr std::size_t kChecksumSize = 4;
/// snappy::MaxCompressedLength(kSnappyBlock).
constexpr std::size_t kMaxCompressed = 32 + kSnappyBlock + kSnappyBlock / 6;
/// The input is read in pieces of four blocks.
constexpr std::size_t kInputWindow = 4 * kSnappyBlock;

std::uint32_t little_endian(const std::uint8_t* at, std::size_t size) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        value |= static_cast<std::uint32_t>(at[i]) << 8 * i;
    }
    return value;
}

void put_little_endian(std::uint8_t* at, std::uint32_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        at[i] = static_cast<std::uint8_t>(value >> 8 * i);
    }
}

class SnappySource : public ChunkSource {
public:
    SnappySource(ByteSource source, std::uint64_t begin, std::uint64_t end)
        : name_(source.name()),
          absolute_begin_(source.absolute(begin)),
          size_(end - begin),
          input_(source, begin, end, kInputWindow),
          source_(std::move(source)) {}

    void restart(std::uint64_t begin, std::uint64_t end) final {
        input_.restart(begin, end);
        absolute_begin_ = source_.absolute(begin);
        size_ = end - begin;
        block_at_ = 0;
        block_size_ = 0;
    }

    std::size_t read(std::span<std::uint8_t> out) final {
        std::size_t done = 0;
        while (done < out.size()) {
            if (block_at_ < block_size_) {
                const std::size_t n = std::min(out.size() - done, block_size_ - block_at_);
                std::memcpy(out.data() + done, block_.get() + block_at_, n);
                block_at_ += n;
                done += n;
            } else if (input_.at_end()) {
                break;
            } else {
                done += read_chunk(out.subspan(done));
            }
        }
        return done;
    }

    /// No chunk with data is shorter than a header, a checksum and a byte.
    std::uint64_t left_at_most() const final {
        const std::uint64_t compressed_left = size_ - input_.offset();
        return block_size_ - block_at_ + compressed_left / (kHeaderSize + kChecksumSize + 1) * kSnappyBlock +
               (block_at_ == block_size_ && compressed_left > 0 ? 1 : 0);
    }

    std::uint64_t absolute(std::uint64_t /*position*/) const final { return absolute_begin_; }

    std::string describe(std::uint64_t position, std::string_view what) const final {
        return name_ + ": " + std::string(what) + " at offset " + std::to_string(position) +
               " of the data compressed from offset " + std::to_string(absolute_begin_);
    }

private:
    /// Decodes straight into `out` if the block fits, else into block_. Returns what went to `out`.
    std::size_t read_chunk(std::span<std::uint8_t> out);
    std::span<std::uint8_t> room_for(std::size_t size, std::span<std::uint8_t> out);
    void decode(std::uint8_t type, Bytes data, std::span<std::uint8_t> block);
    [[noreturn]] void fail(std::uint64_t chunk_at, const std::string& why) const {
        input_.fail_at(chunk_at, "a Snappy chunk", why);
    }

    std::string name_;
    std::uint64_t absolute_begin_;
    std::uint64_t size_;
    WindowedReader input_;
    ByteSource source_;
    std::unique_ptr<std::uint8_t[]> block_;  ///< a block that did not fit into the caller's room
    std::size_t block_at_ = 0;
    std::size_t block_size_ = 0;
};

std::span<std::uint8_t> SnappySource::room_for(std::size_t size, std::span<std::uint8_t> out) {
    if (size <= out.size()) {
        return out.first(size);
    }
    if (!block_) {
        block_ = std::make_unique_for_overwrite<std::uint8_t[]>(kSnappyBlock);
    }
    return {block_.get(), size};
}

std::size_t SnappySource::read_chunk(std::span<std::uint8_t> out) {
    const std::uint64_t chunk_at = input_.offset();
    const std::uint8_t* const header = input_.need(kHeaderSize, "a Snappy chunk's header");
    const std::uint8_t type = header[0];
    const std::size_t length = little_endian(header + 1, 3);
    input_.consume(kHeaderSize);
    if (type == kIdentifier) {
        const Bytes name = input_.take(length == 6 ? 6 : 0, "a Snappy stream identifier");
        if (!std::equal(name.begin(), name.end(), std::begin(kIdentifierChunk) + kHeaderSize,
                        std::end(kIdentifierChunk))) {
            fail(chunk_at, "a stream identifier that is not sNaPpY");
        }
        return 0;
    }
    if (type >= kFirstSkippable) {
        input_.skip(length, "a skippable Snappy chunk");
        return 0;
    }
    if (type > kStored) {
        fail(chunk_at, "type " + std::to_string(type) + " is reserved, expected 0, 1 or from 128 on");
    }
    const std::size_t limit = kChecksumSize + (type == kStored ? kSnappyBlock : kMaxCompressed);
    if (length < kChecksumSize || length > limit) {
        fail(chunk_at, "length " + std::to_string(length) + ", expected " + std::to_string(kChecksumSize) + " to " +
                           std::to_string(limit));
    }
    const Bytes body = input_.take(length, "a Snappy chunk");
    const Bytes data = body.subspan(kChecksumSize);
    std::size_t size = data.size();
    if (type == kCompressed &&
        (!snappy::GetUncompressedLength(reinterpret_cast<const char*>(data.data()), data.size(), &size) ||
         size > kSnappyBlock)) {
        fail(chunk_at, "its data does not start with a length of at most " + std::to_string(kSnappyBlock));
    }
    const std::span<std::uint8_t> block = room_for(size, out);
    decode(type, data, block);
    const std::uint32_t expected = little_endian(body.data(), kChecksumSize);
    const std::uint32_t found = mask_crc32c(crc32c(block));
    if (found != expected) {
        fail(chunk_at, "its data has the checksum " + std::to_string(found) + ", expected " + std::to_string(expected));
    }
    if (block.data() == out.data()) {
        return size;
    }
    block_at_ = 0;
    block_size_ = size;
    return 0;
}

void SnappySource::decode(std::uint8_t type, Bytes data, std::span<std::uint8_t> block) {
    if (type == kStored) {
        std::copy(data.begin(), data.end(), block.begin());
    } else if (!snappy::RawUncompress(reinterpret_cast<const char*>(data.data()), data.size(),
                                      reinterpret_cast<char*>(block.data()))) {
        fail(input_.offset() - data.size() - kChecksumSize - kHeaderSize, "its data is not valid Snappy");
    }
}

}  // namespace

std::unique_ptr<ChunkSource> make_snappy_source(ByteSource source, std::uint64_t begin, std::uint64_t end) {
    return std::make_unique<SnappySource>(std::move(source), begin, end);
}

std::uint64_t find_snappy_stream_end(const ByteSource& source, std::uint64_t begin, std::uint64_t end) {
    const auto fail = [&](std::uint64_t at, const std::string& why) {
        throw InputError(
            source.name() + ": a Snappy chunk at offset " + std::to_string(source.absolute(at)) + ": " + why,
            source.absolute(at));
    };
    std::array<std::uint8_t, 4096> page;
    std::uint64_t page_begin = 0;
    std::uint64_t page_end = 0;
    for (std::uint64_t at = begin;;) {
        if (at == end && at > begin) {
            return end;
        }
        if (end < kHeaderSize || at > end - kHeaderSize) {
            fail(at, "its header does not end before offset " + std::to_string(source.absolute(end)));
        }
        if (at < page_begin || at + kHeaderSize > page_end) {  // short chunks share a read
            page_begin = at;
            page_end = std::min<std::uint64_t>(end, at + page.size());
            source.read_at(at, std::span(page).first(static_cast<std::size_t>(page_end - page_begin)));
        }
        const std::uint8_t* const header = page.data() + (at - page_begin);
        if (header[0] == kIdentifier && at > begin) {
            return at;
        }
        if (header[0] != kIdentifier && at == begin) {
            fail(at, "type " + std::to_string(header[0]) + ", expected a stream identifier");
        }
        const std::uint64_t size = kHeaderSize + little_endian(header + 1, 3);
        if (size > end - at) {
            fail(at, "its " + std::to_string(size) + " bytes do not end before offset " +
                         std::to_string(source.absolute(end)));
        }
        at += size;
    }
}

SnappyFrameWriter::SnappyFrameWriter(ByteVector& out) : out_(out) {
    out_.insert(out_.end(), std::begin(kIdentifierChunk), std::end(kIdentifierChunk));
    block_.reserve(kSnappyBlock);
}

void SnappyFrameWriter::write(Bytes bytes) {
    while (!bytes.empty()) {
        if (block_.empty() && bytes.size() >= kSnappyBlock) {
            write_chunk(bytes.first(kSnappyBlock));
            bytes = bytes.subspan(kSnappyBlock);
            continue;
        }
        const std::size_t n = std::min(bytes.size(), kSnappyBlock - block_.size());
        block_.insert(block_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
        bytes = bytes.subspan(n);
        if (block_.size() == kSnappyBlock) {
            flush();
        }
    }
}

void SnappyFrameWriter::flush() {
    if (!block_.empty()) {
        write_chunk(block_);
        block_.clear();
    }
}

void SnappyFrameWriter::write_chunk(Bytes block) {
    const std::size_t start = out_.size();
    const std::size_t data_at = start + kHeaderSize + kChecksumSize;
    out_.resize(data_at + snappy::MaxCompressedLength(block.size()));
    std::size_t size = 0;
    snappy::RawCompress(reinterpret_cast<const char*>(block.data()), block.size(),
                        reinterpret_cast<char*>(out_.data() + data_at), &size);
    // The minimum ratio of the writer that Flink uses (SnappyFramedOutputStream of snappy-java).
    const bool is_worth_it = static_cast<double>(size) / static_cast<double>(block.size()) <= 0.85;
    if (!is_worth_it) {
        size = block.size();
        std::copy(block.begin(), block.end(), out_.begin() + static_cast<std::ptrdiff_t>(data_at));
    }
    out_.resize(data_at + size);
    std::uint8_t* const header = out_.data() + start;
    header[0] = is_worth_it ? kCompressed : kStored;
    put_little_endian(header + 1, static_cast<std::uint32_t>(kChecksumSize + size), 3);
    put_little_endian(header + kHeaderSize, mask_crc32c(crc32c(block)), kChecksumSize);
}

}  // namespace sp
