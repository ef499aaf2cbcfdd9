#include "write/canonical_writer.hpp"

#include <stdexcept>

#include "io/big_endian.hpp"
#include "state/composite_key.hpp"

namespace sp {
namespace {

constexpr std::uint16_t kEndOfKeyGroupMark = 0xFFFF;
constexpr std::uint8_t kMetaDataFollowsMask = 0x80;
constexpr std::size_t kCompressedBuffer = std::size_t{1} << 20;

}  // namespace

CanonicalWriter::CanonicalWriter(ByteSink& sink, Bytes header, KeyGroupRange range, std::int32_t max_parallelism,
                                 bool is_compressed)
    : out_(sink),
      range_(range),
      prefix_size_(key_group_prefix_size(max_parallelism)),
      is_compressed_(is_compressed),
      offsets_(static_cast<std::size_t>(range.count), 0) {
    out_.append(as_text(header));
}

void CanonicalWriter::add(std::int32_t key_group, std::uint16_t state, Bytes key, Bytes value) {
    if (key_group != key_group_) {
        end_group();
        begin_group(key_group);
        append_number(state, 2);
    } else if (has_pending_) {
        write_pending(state == state_ ? std::nullopt : std::optional(state));
    }
    state_ = state;
    key_.assign(key.begin(), key.end());
    value_.assign(value.begin(), value.end());
    has_pending_ = true;
}

std::vector<std::int64_t> CanonicalWriter::finish() {
    end_group();
    out_.flush();
    return offsets_;
}

void CanonicalWriter::begin_group(std::int32_t key_group) {
    if (!range_.contains(key_group) || key_group < key_group_) {
        throw std::logic_error("key group " + std::to_string(key_group) + " is out of its order");
    }
    key_group_ = key_group;
    offsets_[static_cast<std::size_t>(key_group - range_.first)] = static_cast<std::int64_t>(out_.bytes_written());
    if (is_compressed_) {
        frames_.emplace(compressed_);
    }
}

/// An entry that ends its run of a state carries a flag in the free bit of its key group, and what follows behind it.
void CanonicalWriter::write_pending(std::optional<std::uint16_t> next_state) {
    const std::uint32_t flag = next_state ? std::uint32_t{kMetaDataFollowsMask} << (8 * (prefix_size_ - 1)) : 0;
    std::uint8_t head[8];
    std::uint8_t* at = store_big_endian(head, static_cast<std::uint32_t>(prefix_size_ + key_.size()), 4);
    at = store_big_endian(at, static_cast<std::uint32_t>(key_group_) | flag, prefix_size_);
    append({head, at});
    append(key_);
    store_big_endian(head, static_cast<std::uint32_t>(value_.size()), 4);
    append({head, 4});
    append(value_);
    if (next_state) {
        append_number(*next_state, 2);
    }
    has_pending_ = false;
}

void CanonicalWriter::end_group() {
    if (!has_pending_) {
        return;
    }
    write_pending(kEndOfKeyGroupMark);
    if (is_compressed_) {
        frames_->flush();
        frames_.reset();
        out_.append(as_text(compressed_));
        compressed_.clear();
    }
}

void CanonicalWriter::append(Bytes bytes) {
    if (!is_compressed_) {
        out_.append(as_text(bytes));
        return;
    }
    frames_->write(bytes);
    if (compressed_.size() > kCompressedBuffer) {
        out_.append(as_text(compressed_));
        compressed_.clear();
    }
}

void CanonicalWriter::append_number(std::uint32_t number, int size) {
    std::uint8_t bytes[4];
    store_big_endian(bytes, number, static_cast<std::size_t>(size));
    append({bytes, static_cast<std::size_t>(size)});
}

}  // namespace sp
