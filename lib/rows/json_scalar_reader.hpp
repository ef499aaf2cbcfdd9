#pragma once

// The scalars of JSON values: what needs nothing but its token, be it a value or the name of a map's member. Also how
// messages name a place in a value and what was found there.

#include <string>
#include <string_view>

#include "rows/json_cursor.hpp"
#include "sp/value_events.hpp"

namespace sp::kryo {
struct KryoForm;
}

namespace sp::rows {

/// Where in a value reading stands; lives on the stack.
struct JsonPlace {
    const JsonPlace* outer = nullptr;
    std::string_view member;  ///< ".member", or
    std::size_t index = 0;    ///< "[index]"
    int depth = 0;

    [[nodiscard]] JsonPlace at(std::string_view name) const { return {this, name, 0, depth + 1}; }
    [[nodiscard]] JsonPlace at(std::size_t i) const { return {this, {}, i, depth + 1}; }
};

/// ".f1[3].name"; empty for the value as a whole.
[[nodiscard]] std::string path(const JsonPlace& place);

/// A value that is one token; strings are unescaped.
struct JsonToken {
    JsonCursor::Kind kind;
    std::string_view text;
};

/// As messages quote it.
[[nodiscard]] std::string shown(const JsonToken& token);

/// "expected …, found …" with the place; an UnsupportedError if values of the type cannot be written at all.
[[noreturn]] void throw_mismatch(const Type& type, const JsonToken& token, const JsonPlace& place,
                                 std::string_view why = {});

/// What else is taken than values that their types hold exactly.
enum class Exactness : std::uint8_t {
    kExact,
    kLossyFloats  ///< integers that a float or double rounds
};

/// Sends the event for a token. `type` is neither a wrapper nor nullable. Every numeric type takes a string too.
void read_scalar(const Type& type, const JsonToken& token, const JsonPlace& place, ValueVisitor& visitor,
                 Exactness exactness = Exactness::kExact);

/// The same for a value that Kryo writes and that is no array or map; else what was expected is said.
void read_kryo_scalar(const kryo::KryoForm& form, const JsonToken& token, const JsonPlace& place, ValueVisitor& visitor,
                      Exactness exactness);

}  // namespace sp::rows
