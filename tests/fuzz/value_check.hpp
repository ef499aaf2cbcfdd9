#pragma once

// What must hold of any bytes behind a type: all ways to walk over a value agree on where it ends, all ways to print it give the same
// text and keep to its bound, and what is read back prints the same.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "rows/json_sink.hpp"
#include "rows/json_visitor.hpp"
#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/value_encoder.hpp"

namespace sp::fuzz {

using codec::DecodeFault;
using codec::Program;

inline void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// What a walk over the value comes to: where it ends, or nothing.
template <class Walk>
std::optional<std::size_t> end_of(const std::uint8_t* begin, Walk&& walk) {
    try {
        return static_cast<std::size_t>(walk() - begin);
    } catch (const DecodeFault&) {
    } catch (const Error&) {
    }
    return std::nullopt;
}

inline std::optional<std::string> printed(const Program& program, const std::uint8_t* begin, const std::uint8_t* end) {
    rows::GrowingText growing;
    rows::JsonSink<true> sink(growing.begin(1), &growing);
    sink.bind(program);
    codec::Interpreter<rows::JsonSink<true>> interpreter(program, sink);
    const auto size = end_of(begin, [&] { return interpreter.run(begin, end); });
    return size ? std::optional<std::string>(growing.text(sink.out())) : std::nullopt;
}

inline std::optional<std::string> printed_fast(const Program& program, const std::uint8_t* begin,
                                               const std::uint8_t* end) {
    const std::size_t room = program.text_fixed + program.text_ratio * static_cast<std::size_t>(end - begin);
    const std::unique_ptr<char[]> buffer(new char[room]);  // a sanitizer guards its end
    rows::JsonSink<false> sink(buffer.get());
    sink.bind(program);
    codec::Interpreter<rows::JsonSink<false>> interpreter(program, sink);
    const auto size = end_of(begin, [&] { return interpreter.run(begin, end); });
    return size ? std::optional<std::string>(std::string(buffer.get(), sink.out())) : std::nullopt;
}

inline void check_value(const TypePtr& type, const std::uint8_t* begin, const std::uint8_t* end) {
    const Program program = codec::compile_json(type, {});
    const std::optional<std::string> text = printed(program, begin, end);
    if (program.text_ratio < 100000 && program.text_fixed < (1U << 24)) {
        require(printed_fast(program, begin, end) == text);
    }
    std::string by_events;
    rows::JsonVisitor visitor(by_events);
    const codec::EventDecoder decoder(type);
    const auto size = end_of(begin, [&] { return decoder.decode(begin, end, visitor); });
    if (!text) {
        return;
    }
    require(size && by_events == *text);
    require(end_of(begin, [&] { return codec::Skipper(type).skip(begin, end); }) == size);

    ByteVector bytes;
    try {
        bytes = rows::encode_json(type, *text);
    } catch (const Error&) {
        return;  // for example two fields of one name
    }
    const std::size_t written = bytes.size();
    bytes.resize(written + Program::kLiteralPadding);
    require(printed(program, bytes.data(), bytes.data() + written) == text);
}

/// The same for bytes without padding behind them.
inline void check_bytes(const TypePtr& type, Bytes bytes) {
    const std::unique_ptr<std::uint8_t[]> value(new std::uint8_t[bytes.size() + Program::kLiteralPadding]());
    std::copy(bytes.begin(), bytes.end(), value.get());
    check_value(type, value.get(), value.get() + bytes.size());
}

}  // namespace sp::fuzz
