#include "write/canonical_writer.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "state/canonical_format.hpp"
#include "state/composite_key.hpp"

namespace sp {
namespace {

using canonical_format::kLengthSize;
using canonical_format::kStateIdSize;

constexpr std::size_t kCompressedBuffer = std::size_t{1} << 20;
constexpr std::size_t kBuffer = std::size_t{256} << 10;
constexpr std::size_t kKeptBuffer = 8 * kBuffer;  // where entries are large at all, many are a little above the buffer

void check_length(std::size_t size, const char* what) {
    if (size > canonical_format::kMaxLength) {
        throw UnsupportedError(std::string(what) + " of " + std::to_string(size) + " bytes is more than the " +
                               std::to_string(canonical_format::kMaxLength) + " that Flink can hold");
    }
}

}  // namespace

CanonicalWriter::CanonicalWriter(ByteSink& sink, Bytes header, KeyGroupRange range, std::int32_t max_parallelism,
                                 bool is_compressed)
    : sink_(sink),
      range_(range),
      prefix_size_(key_group_prefix_size(max_parallelism)),
      is_compressed_(is_compressed),
      offsets_(static_cast<std::size_t>(range.count), 0),
      buffer_(kBuffer) {
    write_out(header);
}

void CanonicalWriter::add(std::int32_t key_group, std::uint16_t state, Bytes key, Bytes value) {
    check_length(prefix_size_ + key.size(), "a key");
    check_length(value.size(), "a value");
    if (key_group != key_group_) {
        end_group();
        begin_group(key_group, state);
    } else if (state != state_) {
        end_state(state);
    }
    state_ = state;
    make_room(kLengthSize + prefix_size_ + key.size() + kLengthSize + value.size());
    std::uint8_t* at = buffer_.data() + size_;
    at = store_big_endian(at, prefix_size_ + key.size(), kLengthSize);
    last_prefix_ = static_cast<std::size_t>(at - buffer_.data());
    at = store_big_endian(at, static_cast<std::uint32_t>(key_group), prefix_size_);
    at = std::copy(key.begin(), key.end(), at);
    at = store_big_endian(at, value.size(), kLengthSize);
    at = std::copy(value.begin(), value.end(), at);
    size_ = static_cast<std::size_t>(at - buffer_.data());
}

std::vector<std::int64_t> CanonicalWriter::finish() {
    end_group();
    drain();
    return offsets_;
}

void CanonicalWriter::begin_group(std::int32_t key_group, std::uint16_t state) {
    if (!range_.contains(key_group) || key_group < key_group_) {
        throw std::logic_error("key group " + std::to_string(key_group) + " is out of its order");
    }
    key_group_ = key_group;
    offsets_[static_cast<std::size_t>(key_group - range_.first)] = static_cast<std::int64_t>(written_ + size_);
    if (is_compressed_) {
        frames_.emplace(compressed_);
    }
    make_room(0);
    size_ = static_cast<std::size_t>(store_big_endian(buffer_.data() + size_, state, kStateIdSize) - buffer_.data());
}

void CanonicalWriter::end_group() {
    if (key_group_ < 0) {
        return;
    }
    end_state(canonical_format::kEndOfKeyGroupMark);
    if (is_compressed_) {
        drain();
        frames_->flush();
        frames_.reset();
        write_out(compressed_);
        compressed_.clear();
    }
}

/// The entry that ends its run of a state has a flag in the free bit of its key group, and what follows behind it.
void CanonicalWriter::end_state(std::uint16_t next) {
    buffer_[last_prefix_] |= canonical_format::kMetaDataFollowsMask;
    size_ = static_cast<std::size_t>(store_big_endian(buffer_.data() + size_, next, kStateIdSize) - buffer_.data());
}

/// For an entry of this size and two states. Whatever may still change was changed before.
void CanonicalWriter::make_room(std::size_t size) {
    size += 2 * kStateIdSize;
    if (size <= buffer_.size() - size_) {
        return;
    }
    drain();
    if (size > buffer_.size()) {
        buffer_ = ByteVector(size);
    }
}

void CanonicalWriter::drain() {
    const Bytes bytes = Bytes(buffer_).first(size_);
    size_ = 0;
    if (!is_compressed_) {
        write_out(bytes);
    } else if (frames_) {
        frames_->write(bytes);
        if (compressed_.size() > kCompressedBuffer) {
            write_out(compressed_);
            compressed_.clear();
        }
    }
    if (buffer_.size() > kKeptBuffer) {
        buffer_ = ByteVector(kBuffer);
    }
}

void CanonicalWriter::write_out(Bytes bytes) {
    if (!bytes.empty()) {
        sink_.write(as_text(bytes));
        written_ += bytes.size();
    }
}

}  // namespace sp
