#pragma once

// Bytes that may be a value of a KryoSerializer. Whatever they are: all ways to walk over the value agree on whether it is one and
// where it ends, and all ways to print it give the same text.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "rows/json_sink.hpp"
#include "rows/json_visitor.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/kryo/kryo_decoder.hpp"

namespace sp::fuzz {

inline void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

/// Where the walk ends; nothing if it does not.
template <class Walk>
std::optional<std::size_t> end_of(const std::uint8_t* begin, Walk&& walk) {
    try {
        return static_cast<std::size_t>(walk() - begin);
    } catch (const codec::DecodeFault&) {
    } catch (const Error&) {
    }
    return std::nullopt;
}

inline void check_kryo_value(const TypePtr& type, const std::uint8_t* data, std::size_t size) {
    const std::unique_ptr<std::uint8_t[]> value(new std::uint8_t[size + codec::Program::kLiteralPadding]());
    std::copy(data, data + size, value.get());
    const std::uint8_t* const begin = value.get();
    const std::uint8_t* const end = begin + size;

    const codec::Program program = codec::compile_json(type, {});
    rows::GrowingText growing;
    rows::JsonSink<true> sink(growing.begin(1), &growing);
    sink.bind(program);
    codec::Interpreter<rows::JsonSink<true>> interpreter(program, sink);
    const auto printed = end_of(begin, [&] { return interpreter.run(begin, end); });

    std::string by_events;
    rows::JsonVisitor visitor(by_events);
    const codec::EventDecoder decoder(type);
    require(end_of(begin, [&] { return decoder.decode(begin, end, visitor); }) == printed);
    if (printed) {
        require(by_events == growing.text(sink.out()));
        require(end_of(begin, [&] { return codec::Skipper(type).skip(begin, end); }) == printed);
    }
}

inline TypePtr kryo_type(kryo::Generation generation) {
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kKryo;
    type->class_name = "java.lang.Object";
    type->kryo = std::make_shared<kryo::KryoDecoder>(kryo::KryoContext{generation, true, nullptr});
    return type;
}

}  // namespace sp::fuzz
