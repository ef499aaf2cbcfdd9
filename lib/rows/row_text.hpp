#pragma once

// RowText: a row while it is made of fields, so that one which fails in the middle leaves nothing in the output.

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

namespace sp::rows {

class RowText {
public:
    /// At least n writable bytes, valid until the next call of anything here; commit() tells where writing stopped.
    [[nodiscard]] char* reserve(std::size_t n) {
        if (buffer_.size() - size_ < n) {
            buffer_.resize(std::max(size_ + n, buffer_.size() + buffer_.size() / 2));
        }
        return buffer_.data() + size_;
    }
    void commit(const char* end) { size_ = static_cast<std::size_t>(end - buffer_.data()); }

    void append(std::string_view text) {
        char* const at = reserve(text.size());
        commit(std::copy(text.begin(), text.end(), at));
    }

    [[nodiscard]] std::string_view text() const { return {buffer_.data(), size_}; }

    /// Starts a new row.
    void clear() {
        size_ = 0;
        if (buffer_.size() > kKept) {
            buffer_ = std::vector<char>(kStart);
        }
    }

private:
    static constexpr std::size_t kStart = std::size_t{16} << 10;
    static constexpr std::size_t kKept = std::size_t{1} << 20;

    std::vector<char> buffer_ = std::vector<char>(kStart);
    std::size_t size_ = 0;
};

}  // namespace sp::rows
