#include "types/codecs/json_names.hpp"

namespace sp::codec {

std::string json_quoted(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == '"' || byte == '\\') {
            out += '\\';
            out += text[i];
        } else if (byte < 0x20) {
            out += {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]};
        } else if (byte == 0xED && i + 2 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0xA0) {
            const unsigned unit = 0xD000U | (static_cast<unsigned>(text[i + 1]) & 0x3FU) << 6 |
                                  (static_cast<unsigned>(text[i + 2]) & 0x3FU);
            out += {'\\', 'u', kHex[unit >> 12], kHex[unit >> 8 & 15], kHex[unit >> 4 & 15], kHex[unit & 15]};
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out + '"';
}

std::string json_member(std::string_view name) {
    return json_quoted(!name.empty() && name.front() == '@' ? "@" + std::string(name) : std::string(name)) + ":";
}

}  // namespace sp::codec
