// A snapshot and behind it bytes that may be a value of its type. Whatever they are: all ways to walk over the value agree
// on where it ends, all ways to print it give the same text and keep to its bound, and what is read back prints the same.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "rows/json_sink.hpp"
#include "rows/json_value_reader.hpp"
#include "rows/json_visitor.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/snapshot_reader.hpp"

namespace {

using sp::codec::DecodeFault;
using sp::codec::Program;

void require(bool holds) {
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
    } catch (const sp::Error&) {
    }
    return std::nullopt;
}

std::optional<std::string> printed(const Program& program, const std::uint8_t* begin, const std::uint8_t* end) {
    sp::rows::GrowingText growing;
    sp::rows::JsonSink<true> sink(growing.begin(1), &growing);
    sink.bind(program);
    sp::codec::Interpreter<sp::rows::JsonSink<true>> interpreter(program, sink);
    const auto size = end_of(begin, [&] { return interpreter.run(begin, end); });
    return size ? std::optional<std::string>(growing.text(sink.out())) : std::nullopt;
}

std::optional<std::string> printed_fast(const Program& program, const std::uint8_t* begin, const std::uint8_t* end) {
    const std::size_t room = program.text_fixed + program.text_ratio * static_cast<std::size_t>(end - begin);
    const std::unique_ptr<char[]> buffer(new char[room]);  // a sanitizer guards its end
    sp::rows::JsonSink<false> sink(buffer.get());
    sink.bind(program);
    sp::codec::Interpreter<sp::rows::JsonSink<false>> interpreter(program, sink);
    const auto size = end_of(begin, [&] { return interpreter.run(begin, end); });
    return size ? std::optional<std::string>(std::string(buffer.get(), sink.out())) : std::nullopt;
}

void check_value(const sp::TypePtr& type, const std::uint8_t* begin, const std::uint8_t* end) {
    const Program program = sp::codec::compile_json(type, {});
    const std::optional<std::string> text = printed(program, begin, end);
    if (program.text_ratio < 100000 && program.text_fixed < (1U << 24)) {
        require(printed_fast(program, begin, end) == text);
    }
    std::string by_events;
    sp::rows::JsonVisitor visitor(by_events);
    const sp::codec::EventDecoder decoder(type);
    const auto size = end_of(begin, [&] { return decoder.decode(begin, end, visitor); });
    if (!text) {
        return;
    }
    require(size && by_events == *text);
    require(end_of(begin, [&] { return sp::codec::Skipper(type).skip(begin, end); }) == size);

    sp::ByteVector bytes;
    try {
        bytes = sp::rows::encode_json(type, *text);
    } catch (const sp::Error&) {
        return;  // for example two fields of one name
    }
    const std::size_t written = bytes.size();
    bytes.resize(written + Program::kLiteralPadding);
    require(printed(program, bytes.data(), bytes.data() + written) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sp::BoundedReader in(sp::Bytes(data, size), "snapshot");
    try {
        const sp::TypePtr type = sp::read_top_level_snapshot(in);
        const std::size_t value_size = in.remaining();
        const std::unique_ptr<std::uint8_t[]> value(new std::uint8_t[value_size + Program::kLiteralPadding]());
        const sp::Bytes rest = in.bytes(value_size, "value");
        std::copy(rest.begin(), rest.end(), value.get());
        check_value(type, value.get(), value.get() + value_size);
    } catch (const sp::Error&) {
    }
    return 0;
}
