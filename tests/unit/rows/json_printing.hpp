#pragma once

// Prints values by every way there is: fused with a bound, fused with room made on the way, and through events.

#include <optional>

#include "rows/json_sink.hpp"
#include "rows/json_visitor.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/value_fixtures.hpp"

namespace sp::test {

class JsonPrinters {
public:
    explicit JsonPrinters(const TypePtr& type, codec::JsonOptions options = {}, std::string_view prefix = "")
        : program_(codec::compile_json(type, prefix, options)), events_(type), options_(options), prefix_(prefix) {}

    [[nodiscard]] bool is_bounded() const { return bound(0) < (std::uint64_t{1} << 30); }
    [[nodiscard]] std::uint64_t bound(std::size_t size) const {
        return program_.text_ratio >= (std::uint64_t{1} << 40) ? codec::Program::kUnbounded
                                                               : program_.text_fixed + program_.text_ratio * size;
    }

    /// Into exactly as much room as the program says that it needs: a sanitizer sees a byte more, and so do the marks.
    [[nodiscard]] std::string bounded(const PaddedBytes& bytes) const {
        constexpr std::size_t kMarks = 64;
        const std::size_t room = bound(bytes.size());
        const std::unique_ptr<char[]> buffer(new char[room + kMarks]);
        std::fill_n(buffer.get() + room, kMarks, '\x5A');
        rows::JsonSink<false> sink(buffer.get());
        sink.bind(program_);
        std::optional<codec::DecodeFault> fault;
        try {
            codec::Interpreter<rows::JsonSink<false>> interpreter(program_, sink);
            is_exact_ = interpreter.run(bytes.begin(), bytes.end()) == bytes.end();
        } catch (const codec::DecodeFault& caught) {
            fault = caught;
        }
        for (std::size_t i = 0; i < kMarks; ++i) {
            if (buffer[room + i] != '\x5A') {
                throw std::logic_error("text beyond its bound");
            }
        }
        if (fault) {
            throw *fault;
        }
        return {buffer.get(), sink.out()};
    }

    [[nodiscard]] std::string checked(const PaddedBytes& bytes) const {
        rows::GrowingText growing;
        rows::JsonSink<true> sink(growing.begin(1), &growing);
        sink.bind(program_);
        codec::Interpreter<rows::JsonSink<true>> interpreter(program_, sink);
        is_exact_ = interpreter.run(bytes.begin(), bytes.end()) == bytes.end();
        return std::string(growing.text(sink.out()));
    }

    [[nodiscard]] std::string by_events(const PaddedBytes& bytes) const {
        std::string text(prefix_);
        rows::JsonVisitor visitor(text, options_.int64_as_string);
        is_exact_ = events_.decode(bytes.begin(), bytes.end(), visitor) == bytes.end();
        return text;
    }

    /// Whether the last value ended where its bytes did.
    [[nodiscard]] bool is_exact() const { return is_exact_; }

private:
    codec::Program program_;
    codec::EventDecoder events_;
    codec::JsonOptions options_;
    std::string prefix_;
    mutable bool is_exact_ = false;
};

}  // namespace sp::test
