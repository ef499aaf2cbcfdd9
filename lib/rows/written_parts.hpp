#pragma once

// Which elements of a set, or keys of a map, are equal to Java, told by the bytes that are written for them: however a row spells them,
// equal are those of the same bytes. Where Java compares something else than what is written (sets and maps in any order, URIs without
// regard to case), a text takes the place of the bytes.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "types/codecs/value_encoder.hpp"

namespace sp::rows {

/// Of the value that an encoder is given.
class WrittenValue {
public:
    explicit WrittenValue(const codec::ValueEncoder& encoder) : encoder_(encoder) {}

    /// Where the next byte will be.
    [[nodiscard]] std::size_t position() const { return encoder_.written().size(); }

    /// Whether what comes is inside an element or key, so that what stands for it is asked for.
    [[nodiscard]] bool is_in_part() const { return open_parts_ != 0; }

    /// A value that Kryo writes has been written from `begin` on.
    void end_kryo(std::size_t begin);
    /// A set or map has been written from `begin` on, with elements or entries at `items`.
    void end_unordered(std::size_t begin, const std::vector<std::size_t>& items);

private:
    friend class WrittenParts;

    /// What stands for the bytes from `begin` to `end`.
    struct Stand {
        std::size_t begin;
        std::size_t end;
        std::string text;
        bool is_unequal;  ///< to all others
    };

    [[nodiscard]] std::string_view bytes(std::size_t begin, std::size_t end) const;
    /// From `begin` to `end`, with what stands for it; false if it is equal to nothing else.
    bool append(std::string& text, std::size_t begin, std::size_t end) const;
    [[nodiscard]] bool has_stand(std::size_t begin) const { return !stands_.empty() && stands_.back().begin >= begin; }
    void replace(Stand stand);

    const codec::ValueEncoder& encoder_;
    std::vector<Stand> stands_;  ///< in order, none in another
    std::size_t open_parts_ = 0;
};

/// The elements of one set, or the keys of one map.
class WrittenParts {
public:
    explicit WrittenParts(WrittenValue& value) : value_(value), by_bytes_(Less{&value}) {}

    /// A part comes.
    void begin() {
        begin_ = value_.position();
        ++value_.open_parts_;
    }
    /// It is written; false if one that is equal was there.
    [[nodiscard]] bool end();

private:
    struct Span {
        std::size_t begin;
        std::size_t end;
    };
    struct Less {
        const WrittenValue* value;
        bool operator()(const Span& a, const Span& b) const {
            return value->bytes(a.begin, a.end) < value->bytes(b.begin, b.end);
        }
    };

    WrittenValue& value_;
    std::size_t begin_ = 0;
    std::set<Span, Less> by_bytes_;
    std::set<std::string> by_text_;
};

}  // namespace sp::rows
