#pragma once

// The time stamps in the values of keyed states with time to live: an i64 in front of the value, of lists in front of each
// element, in ms since the epoch. Values are changed where they lie; no size changes.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "sp/bytes.hpp"
#include "sp/entry.hpp"
#include "types/codecs/skipper.hpp"

namespace sp {

/// Of a value whose stamp is not known yet.
inline constexpr std::int64_t kNoStamp = std::numeric_limits<std::int64_t>::min();

class TtlStamps {
public:
    /// kEntry: values as in Entry::value, where a null of a map state is empty. kStored: values of map states have the null
    /// mark in front, as they are written. A null of a map state has no stamp in either form.
    enum class Form : std::uint8_t { kEntry, kStored };

    /// UnsupportedError for a list whose elements cannot be told apart. `state` is of keyed state; without time to live
    /// nothing is done to its values.
    explicit TtlStamps(const StateDescriptor& state, Form form = Form::kEntry);

    /// Adds `delta`, in ms, to every stamp. InputError if one leaves the range of i64; the value may then be changed in part.
    void shift(ByteVector& value, std::int64_t delta) const;

    /// Every stamp that is kNoStamp becomes that of `base`, a value of the same state; of lists that of the element at the
    /// same position, and behind base's end the latest of base. Stays kNoStamp where base has none.
    void inherit(ByteVector& value, Bytes base) const;

    /// Whether some stamp is kNoStamp.
    [[nodiscard]] bool has_missing(Bytes value) const;

    // All throw InputError for bytes that are no such value, and UnsupportedError for a list with an element that cannot be
    // decoded, without the place of the entry.

private:
    template <class Use>
    void for_each(Bytes value, Use&& use) const;
    template <class Use>
    void for_each_element(Bytes list, Use&& use) const;
    [[noreturn]] void fail(const std::string& problem) const;

    std::string name_;
    bool has_ttl_;
    bool is_map_;
    bool has_mark_;
    std::optional<codec::Skipper> element_;  ///< lists
};

}  // namespace sp
