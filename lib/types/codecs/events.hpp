#pragma once

// Decoding a value into typed events (sp/value_events.hpp), for all that is not a hot export.

#include "sp/value_events.hpp"
#include "types/codecs/interpreter.hpp"

namespace sp::codec {

/// Decodes values of one type into events.
class EventDecoder {
public:
    explicit EventDecoder(const TypePtr& type) : program_(compile_events(type)) {}

    /// One value that starts at `p`; returns its end. Throws DecodeFault; events up to the fault have been sent then.
    /// `is_exact`: it should end at `end`.
    const std::uint8_t* decode(const std::uint8_t* p, const std::uint8_t* end, ValueVisitor& visitor,
                               bool is_exact = false) const;

private:
    Program program_;
};

}  // namespace sp::codec
