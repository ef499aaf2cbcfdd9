#include "metadata/path_text.hpp"

#include <algorithm>
#include <cctype>

#include "io/hex.hpp"

namespace sp {

namespace {

bool is_scheme_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
}

}  // namespace

std::string_view scheme_of(std::string_view path) {
    const std::size_t colon = path.find_first_of(":/");
    if (colon == std::string_view::npos || colon == 0 || path[colon] != ':') {
        return {};
    }
    const std::string_view scheme = path.substr(0, colon);
    return std::all_of(scheme.begin(), scheme.end(), is_scheme_character) ? scheme : std::string_view{};
}

std::optional<std::string> local_path_of(std::string_view path) {
    const std::string_view scheme = scheme_of(path);
    if (scheme.empty()) {
        return std::string(path);
    }
    if (scheme != "file") {
        return std::nullopt;
    }
    path.remove_prefix(scheme.size() + 1);
    for (const std::string_view authority : {"//localhost/", "///"}) {
        if (path.starts_with(authority)) {
            path.remove_prefix(authority.size() - 1);
            return std::string(path);
        }
    }
    if (path.starts_with("//")) {
        return std::nullopt;  // a file of another host
    }
    return std::string(path);
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    bool has_escape = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        if (low < 0) {
            return std::nullopt;
        }
        decoded += static_cast<char>(high << 4 | low);
        has_escape = true;
        i += 2;
    }
    return has_escape ? std::optional(std::move(decoded)) : std::nullopt;
}

std::optional<std::string_view> without_prefix(std::string_view path, std::string_view prefix) {
    while (prefix.ends_with('/')) {
        prefix.remove_suffix(1);
    }
    if (!path.starts_with(prefix)) {
        return std::nullopt;
    }
    path.remove_prefix(prefix.size());
    if (!path.empty() && path.front() != '/') {
        return std::nullopt;
    }
    while (path.starts_with('/')) {
        path.remove_prefix(1);
    }
    return path;
}

std::optional<std::string> without_uri_prefix(std::string_view path, std::string_view prefix) {
    if (const auto rest = without_prefix(path, prefix)) {
        return std::string(*rest);
    }
    const auto local = local_path_of(path);
    const auto local_prefix = local_path_of(prefix);
    if (local && local_prefix && !local->empty()) {
        if (const auto rest = without_prefix(*local, *local_prefix)) {
            return std::string(*rest);
        }
    }
    return std::nullopt;
}

bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::string path_below(std::string_view folder, std::string_view name) {
    return std::string(folder) + (folder.ends_with('/') ? "" : "/") + std::string(name);
}

}  // namespace sp
