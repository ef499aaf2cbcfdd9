#pragma once

// java.net.URI, as far as it decides which texts are one (URI.create) and which are equal.

#include <string>
#include <string_view>

namespace sp::java {

/// Appends what is the same for texts whose URIs are equal by URI.equals, and for no others: schemes and hosts without regard to case,
/// digits of escapes too, ports as numbers. False, and nothing of use in `identity`, if URI.create refuses the text. `text` is WTF-8.
[[nodiscard]] bool append_uri_identity(std::string& identity, std::string_view text);

}  // namespace sp::java
