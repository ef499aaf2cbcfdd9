#include "state/value_end.hpp"

#include "types/snapshots/serializer_name.hpp"

namespace sp {

using codec::DecodeFault;

std::optional<std::size_t> decode_to_value_end(WindowedReader& window, const codec::Skipper& skipper, std::size_t from,
                                               bool may_move) {
    for (;;) {
        try {
            const std::uint8_t* const end = skipper.skip(window.position() + from, window.window_end());
            return static_cast<std::size_t>(end - window.position());
        } catch (const DecodeFault& fault) {
            if (fault.reason != DecodeFault::Reason::kTruncated) {
                throw;
            }
            if (!may_move) {
                return std::nullopt;
            }
            const std::ptrdiff_t at = fault.at - window.position();
            if (!window.more()) {
                // What Kryo wrote fits the classes that we know, or not: more is not known of it.
                throw DecodeFault{skipper.has_kryo() ? DecodeFault::Reason::kOpaque : fault.reason,
                                  window.position() + at,
                                  fault.type,
                                  fault.expected,
                                  fault.why,
                                  true};
            }
        }
    }
}

std::string describe_fault(const DecodeFault& fault, const std::uint8_t* begin) {
    return "at its byte " + std::to_string(fault.at - begin) + " expected " + fault.expected + " by " +
           serializer_class(*fault.type) + (fault.why.empty() ? "" : " (" + fault.why + ")");
}

}  // namespace sp
