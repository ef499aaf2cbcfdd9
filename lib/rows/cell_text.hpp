#pragma once

// CellText: the JSON text of a single part of an entry, for layouts that do not print entries from left to right into the
// output. As for rows there is a fast way for what surely fits and a checked one for all else.

#include <string_view>
#include <vector>

#include "rows/part_printer.hpp"

namespace sp::rows {

class CellText {
public:
    explicit CellText(const PrintRules& rules) : rules_(rules), fast_(TextBound::kFast) {}

    /// What `print(parts, sink)` prints with a PartPrinter and its sink: no more than `bound` allows for `size` bytes. Valid
    /// until the next call.
    template <class Print>
    [[nodiscard]] std::string_view make(const TextBound& bound, std::size_t size, const EntryPlace& place,
                                        Print&& print) {
        if (bound.of(size) <= TextBound::kFast) {
            try {
                JsonSink<false> sink(fast_.data());
                PartPrinter<false> parts(sink, rules_, place);
                print(parts, sink);
                return {fast_.data(), static_cast<std::size_t>(sink.out() - fast_.data())};
            } catch (const codec::DecodeFault&) {
                // Again below, where what is wrong or opaque gets its words.
            }
        }
        if (is_large_) {
            growing_.release();
        }
        is_large_ = size > TextBound::kFast;
        JsonSink<true> sink(growing_.begin(size + size / 8 + 4096), &growing_);
        PartPrinter<true> parts(sink, rules_, place);
        print(parts, sink);
        return growing_.text(sink.out());
    }

private:
    const PrintRules& rules_;
    std::vector<char> fast_;
    GrowingText growing_;
    bool is_large_ = false;
};

}  // namespace sp::rows
