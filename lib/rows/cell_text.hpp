#pragma once

// The JSON text of a single thing, for layouts that do not print entries from left to right into the output. As for rows
// there is a fast way for what surely fits and a checked one for all else.

#include <string_view>
#include <vector>

#include "rows/part_printer.hpp"

namespace sp::rows {

class JsonText {
public:
    /// What `print(sink)` prints, no more than `bound` characters if that is within TextBound::kFast. Valid until the next
    /// call.
    template <class Print>
    [[nodiscard]] std::string_view make(std::uint64_t bound, Print&& print) {
        if (bound <= TextBound::kFast) {
            try {
                JsonSink<false> sink(fast_.data());
                print(sink);
                return {fast_.data(), static_cast<std::size_t>(sink.out() - fast_.data())};
            } catch (const codec::DecodeFault&) {
                // Again below, where what is wrong or opaque gets its words.
            }
        }
        if (is_large_) {
            growing_.release();
        }
        JsonSink<true> sink(growing_.begin(), &growing_);
        print(sink);
        const std::string_view text = growing_.text(sink.out());
        is_large_ = text.size() > TextBound::kFast;
        return text;
    }

private:
    std::vector<char> fast_ = std::vector<char>(TextBound::kFast);
    GrowingText growing_;
    bool is_large_ = false;
};

/// Of a part of an entry.
class CellText {
public:
    explicit CellText(const PrintRules& rules) : rules_(rules) {}

    /// What `print(parts, sink)` prints with a PartPrinter and its sink: no more than `bound` allows for `size` bytes. Valid
    /// until the next call.
    template <class Print>
    [[nodiscard]] std::string_view make(const TextBound& bound, std::size_t size, const EntryPlace& place,
                                        Print&& print) {
        return text_.make(bound.of(size), [&]<bool checked>(JsonSink<checked>& sink) {
            PartPrinter<checked> parts(sink, rules_, place);
            print(parts, sink);
        });
    }

private:
    const PrintRules& rules_;
    JsonText text_;
};

}  // namespace sp::rows
