#pragma once

// Passes over values: the Interpreter with a sink that takes nothing.

#include "types/codecs/interpreter.hpp"
#include "types/codecs/null_sink.hpp"

namespace sp::codec {

/// Finds the ends of values of one type.
class Skipper {
public:
    explicit Skipper(const TypePtr& type) : program_(compile_skip(type)) {}

    /// Where the value that starts at `p` ends. Throws DecodeFault. `is_exact`: it should end at `end`.
    const std::uint8_t* skip(const std::uint8_t* p, const std::uint8_t* end, bool is_exact = false) const {
        if (program_.fixed_size >= 0 && program_.fixed_size <= end - p) {
            return p + program_.fixed_size;
        }
        NullSink sink;
        return Interpreter<NullSink>(program_, sink).run(p, end, is_exact);
    }

    [[nodiscard]] bool is_decodable() const { return !program_.has_opaque; }
    [[nodiscard]] bool has_kryo() const { return program_.has_kryo; }
    [[nodiscard]] std::int64_t fixed_size() const { return program_.fixed_size; }

private:
    Program program_;
};

}  // namespace sp::codec
