#pragma once

// Decodes parts of entries (keys, namespaces, map keys, values) up to their last byte without making anything of them.

#include "sp/bytes.hpp"
#include "types/codecs/skipper.hpp"

namespace sp::auditing {

class PartCheck {
public:
    explicit PartCheck(const TypePtr& type);

    /// What of the type cannot be decoded, or null.
    [[nodiscard]] const Type* opaque() const { return opaque_; }

    /// Whether Kryo wrote something in it: what that is hangs on classes that only the job knows, so bytes that do not fit
    /// our view of them are not damage.
    [[nodiscard]] bool has_kryo() const { return program_.has_kryo; }

    /// Whether any bytes of this size are a value, so that there is nothing to decode.
    [[nodiscard]] bool takes_any(std::size_t size) const { return static_cast<std::int64_t>(size) == plain_size_; }

    /// Where the value that starts at `p` ends. Throws DecodeFault.
    [[nodiscard]] const std::uint8_t* decode(const std::uint8_t* p, const std::uint8_t* end) const {
        if (plain_size_ >= 0 && plain_size_ <= end - p) {
            return p + plain_size_;
        }
        codec::NullSink sink;
        return codec::Interpreter<codec::NullSink>(program_, sink).run(p, end);
    }

    /// A value that fills the bytes. Throws DecodeFault.
    void decode_all(Bytes bytes) const {
        const std::uint8_t* const end = bytes.data() + bytes.size();
        const std::uint8_t* const stop = decode(bytes.data(), end);
        if (stop != end) [[unlikely]] {
            throw codec::DecodeFault{codec::DecodeFault::Reason::kInvalid, stop, type_.get(), "the end of the value"};
        }
    }

private:
    TypePtr type_;
    codec::Program program_;
    const Type* opaque_;
    std::int64_t plain_size_ = -1;  ///< of all values, if any bytes are one; else -1
};

}  // namespace sp::auditing
