#pragma once

// Paths as texts: what Flink's Path prints into handles ("file:/dir/x", "s3://bucket/key", "/dir/x", unescaped) and
// what users type ("file:///dir/with%20space", plain paths).

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sp {

/// "s3" of "s3://bucket/key"; empty if there is no scheme.
[[nodiscard]] std::string_view scheme_of(std::string_view path);

/// The local path of a text without scheme or with "file:" (file:/x, file:///x, file://localhost/x); nothing for other
/// schemes. Nothing is unescaped.
[[nodiscard]] std::optional<std::string> local_path_of(std::string_view path);

/// %20 and the like replaced; nothing if there is no escape or a broken one.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view text);

/// What follows `prefix` in `path` if the prefix ends at a border of components ("s3://b/c" is no prefix of
/// "s3://b/cd"); without a leading slash.
[[nodiscard]] std::optional<std::string_view> without_prefix(std::string_view path, std::string_view prefix);

/// The same for prefixes that users type. Flink prints local files as file:/x; file:///x or /x are the same.
[[nodiscard]] std::optional<std::string> without_uri_prefix(std::string_view path, std::string_view prefix);

/// Whether a path is that folder or lies in it, component by component; both as they are, so that links must have been
/// followed before.
[[nodiscard]] bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// The path of what lies in a folder, with one slash between them.
[[nodiscard]] std::string path_below(std::string_view folder, std::string_view name);

}  // namespace sp
