#pragma once

// Numbers, texts and constants of one type as those of another.

#include <optional>
#include <string_view>

#include "sp/type.hpp"
#include "sp/value_events.hpp"
#include "types/conversion/value_tape.hpp"

namespace sp::conversion {

enum class ScalarWay : std::uint8_t {
    kNone,     ///< no value of the one is a value of the other
    kSame,     ///< the encoder takes the events as they are
    kChecked,  ///< the encoder takes them, where they fit
    kConvert,  ///< convert_scalar()
    kConvertChecked,
    kConvertMany,  ///< the same, and different values may become one: "007" and "7"
};

/// Both are behind wrappers. kNone also where one of them is no scalar.
[[nodiscard]] ScalarWay scalar_way(const Type& from, const Type& to);

[[nodiscard]] bool is_scalar(const Type& type);

/// Tells the value of an event as one that an encoder of `to` takes. InputError if there is none; what it can take as it is
/// is told as it is.
void convert_scalar(const ValueTape& tape, const ValueTape::Event& event, const Type& to, ValueVisitor& visitor);

}  // namespace sp::conversion
