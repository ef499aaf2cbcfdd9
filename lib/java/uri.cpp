#include "java/uri.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>

namespace sp::java {
namespace {

// RFC 2396 and 2732 with what the JDK's URI.Parser (8 to 21, the same in all) takes beyond them: other characters than ASCII's, empty
// paths and authorities, names of hosts that are none.

constexpr std::string_view kMarks = "-_.!~*'()";
constexpr std::string_view kAny = ";/?:@&=+$,[]";  // "reserved"
constexpr std::string_view kPath = ":@&=+$,;/";
constexpr std::string_view kRegistry = "$,;:@&=+";
constexpr std::string_view kUserInfo = ";:&=+$,";
constexpr std::string_view kServer = ";:&=+$,@[]";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_alphanum(char c) { return is_alpha(c) || is_digit(c); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_in(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

void append_lower(std::string& out, std::string_view text) {
    std::transform(text.begin(), text.end(), std::back_inserter(out), lower);
}

/// The bytes of a character beyond ASCII that stands for itself; 0 if none is there. Java wants it visible: no control character, no
/// space or separator (Character.isSpaceChar).
std::size_t other_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0U; };
    const std::size_t size = byte(0) < 0xC0 ? 0 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
    if (size == 0 || size > text.size()) {
        return 0;
    }
    const unsigned two = size == 2 ? (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F) : 0;
    const unsigned three = size == 3 ? (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F) : 0;
    const bool is_control = size == 2 && two < 0xA0;
    const bool is_space = two == 0xA0 || three == 0x1680 || (three >= 0x2000 && three <= 0x200A) || three == 0x2028 ||
                          three == 0x2029 || three == 0x202F || three == 0x205F || three == 0x3000;
    return is_control || is_space ? 0 : size;
}

/// How much of the text, from its beginning, is letters, digits, marks, those of `more`, escapes and other characters.
std::size_t span_of(std::string_view text, std::string_view more) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (is_alphanum(text[at]) || is_in(kMarks, text[at]) || is_in(more, text[at])) {
            ++at;
        } else if (text[at] == '%') {
            if (at + 2 >= text.size() || !is_hex(text[at + 1]) || !is_hex(text[at + 2])) {
                return at;
            }
            at += 3;
        } else if (const std::size_t size = other_character(text.substr(at)); size != 0) {
            at += size;
        } else {
            return at;
        }
    }
    return at;
}

bool is_all(std::string_view text, std::string_view more) { return span_of(text, more) == text.size(); }

/// The same with the digits of escapes in lower case, and a length in front. Null is another one than an empty text.
void append_part(std::string& out, std::optional<std::string_view> text) {
    out += text ? std::to_string(text->size()) + ':' : "-:";
    for (std::size_t i = 0; text && i < text->size(); ++i) {
        const bool is_escape = (i > 0 && (*text)[i - 1] == '%') || (i > 1 && (*text)[i - 2] == '%');
        out += is_escape ? lower((*text)[i]) : (*text)[i];
    }
}

bool is_ip4(std::string_view text) {
    int parts = 0;
    while (true) {
        const auto digits = std::find_if_not(text.begin(), text.end(), is_digit) - text.begin();
        int value = 0;
        std::from_chars(text.data(), text.data() + std::min<std::ptrdiff_t>(digits, 9), value);
        if (digits == 0 || value > 255) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(digits));
        if (++parts == 4) {
            return text.empty();
        }
        if (!text.starts_with('.')) {
            return false;
        }
        text.remove_prefix(1);
    }
}

/// Labels with points between them, and perhaps one at the end; of several, the last begins with a letter.
bool is_host_name(std::string_view text) {
    if (text.ends_with('.')) {
        text.remove_suffix(1);
    }
    std::string_view rest = text;
    while (true) {
        const std::size_t point = std::min(rest.find('.'), rest.size());
        const std::string_view label = rest.substr(0, point);
        const bool fits = !label.empty() && is_alphanum(label.front()) && is_alphanum(label.back()) &&
                          std::all_of(label.begin(), label.end(), [](char c) { return is_alphanum(c) || c == '-'; });
        if (!fits) {
            return false;
        }
        if (point == rest.size()) {
            return label.size() == text.size() || is_alpha(label.front());
        }
        rest.remove_prefix(point + 1);
    }
}

/// Between [ and ]: groups of hexadecimal digits, one of :: for those that are left out, an IPv4 address as the last two.
bool is_ip6(std::string_view text) {
    const std::size_t scope = text.find('%');
    if (scope != std::string_view::npos) {
        const std::string_view name = text.substr(scope + 1);
        if (name.empty() ||
            !std::all_of(name.begin(), name.end(), [](char c) { return is_alphanum(c) || is_in("_.", c); })) {
            return false;
        }
        text = text.substr(0, scope);
    }
    int groups = 0;
    bool has_gap = false;
    bool may_end = false;
    if (text.starts_with("::")) {
        has_gap = true;
        may_end = true;
        text.remove_prefix(2);
    }
    while (!text.empty()) {
        if (is_ip4(text)) {
            groups += 2;
            may_end = true;
            break;
        }
        const auto digits = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_hex) - text.begin());
        if (digits == 0 || digits > 4) {
            return false;
        }
        ++groups;
        text.remove_prefix(digits);
        may_end = text.empty();
        if (may_end) {
            break;
        }
        if (text.starts_with("::")) {
            if (has_gap) {
                return false;
            }
            has_gap = true;
            may_end = true;
            text.remove_prefix(2);
        } else if (text.starts_with(':')) {
            text.remove_prefix(1);
        } else {
            return false;
        }
    }
    return may_end && (has_gap ? groups < 8 : groups == 8);
}

struct Server {
    std::optional<std::string_view> user;
    std::string_view host;
    std::int32_t port = -1;
};

/// [user@]host[:port]
bool parse_server(std::string_view text, Server& server) {
    const std::size_t at = text.find('@');
    if (at != std::string_view::npos) {
        server.user = text.substr(0, at);
        if (!is_all(*server.user, kUserInfo)) {
            return false;
        }
        text.remove_prefix(at + 1);
    }
    std::size_t size = std::min(text.find(':'), text.size());
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos || !is_ip6(text.substr(1, close - 1))) {
            return false;
        }
        size = close + 1;
    } else if (!is_ip4(text.substr(0, size)) && !is_host_name(text.substr(0, size))) {
        return false;
    }
    server.host = text.substr(0, size);
    text.remove_prefix(size);
    if (text.empty()) {
        return true;
    }
    text.remove_prefix(1);  // the colon, or what is none
    if (server.host.data()[size] != ':' || text.find_first_not_of("0123456789") != std::string_view::npos) {
        return false;
    }
    return text.empty() || std::from_chars(text.data(), text.data() + text.size(), server.port).ec == std::errc();
}

/// What is no server is the name of a registry, where those may stand.
bool append_authority(std::string& identity, std::string_view text) {
    Server server;
    const bool may_be_server = text.find(']') != std::string_view::npos || is_all(text, kServer);
    if (may_be_server && parse_server(text, server)) {
        identity += 's';
        append_part(identity, server.user);
        identity += std::to_string(server.host.size()) + ':';
        append_lower(identity, server.host);
        identity += std::to_string(server.port) + ':';
        return true;
    }
    identity += 'r';
    append_part(identity, text);
    return is_all(text, kRegistry);
}

bool append_hierarchical(std::string& identity, std::string_view text, bool has_fragment) {
    if (text.starts_with("//")) {
        text.remove_prefix(2);
        const std::size_t size = std::min(text.find_first_of("/?"), text.size());
        if (size == 0 ? text.empty() && !has_fragment : !append_authority(identity, text.substr(0, size))) {
            return false;
        }
        text.remove_prefix(size);
    }
    const std::size_t question = text.find('?');
    const std::string_view path = text.substr(0, question);
    append_part(identity, path);
    std::optional<std::string_view> query;
    if (question != std::string_view::npos) {
        query = text.substr(question + 1);
    }
    append_part(identity, query);
    return is_all(path, kPath) && (!query || is_all(*query, kAny));
}

}  // namespace

bool append_uri_identity(std::string& identity, std::string_view text) {
    std::optional<std::string_view> fragment;
    if (const std::size_t sharp = text.find('#'); sharp != std::string_view::npos) {
        fragment = text.substr(sharp + 1);
        text = text.substr(0, sharp);
        if (!is_all(*fragment, kAny)) {
            return false;
        }
    }
    append_part(identity, fragment);
    const std::size_t colon = text.find_first_of("/?:");
    if (colon == std::string_view::npos || text[colon] != ':') {
        return append_hierarchical(identity, text, fragment.has_value());
    }
    const std::string_view scheme = text.substr(0, colon);
    const auto is_of_scheme = [](char c) { return is_alphanum(c) || is_in("+-.", c); };
    if (scheme.empty() || !is_alpha(scheme.front()) || !std::all_of(scheme.begin(), scheme.end(), is_of_scheme)) {
        return false;
    }
    identity += 'a' + std::to_string(scheme.size()) + ':';
    append_lower(identity, scheme);
    text.remove_prefix(colon + 1);
    if (text.starts_with('/')) {
        return append_hierarchical(identity, text, fragment.has_value());
    }
    identity += 'o';
    append_part(identity, text);
    return !text.empty() && is_all(text, kAny);
}

}  // namespace sp::java
