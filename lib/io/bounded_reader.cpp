#include "io/bounded_reader.hpp"

namespace sp {

void BoundedReader::fail_at(std::uint64_t where, std::string_view what, std::string_view why) const {
    std::string message(source_);
    message.append(": ").append(what).append(" at offset ").append(std::to_string(where)).append(": ").append(why);
    throw InputError(std::move(message), where);
}

void BoundedReader::fail_short(std::size_t n, std::string_view what) const {
    fail(what, "needs " + std::to_string(n) + " bytes, but only " + std::to_string(remaining()) + " are left");
}

}  // namespace sp
