#pragma once

// The text and the JSON of --version.

#include <string>

#include "common/run_tool.hpp"

namespace sp::cli {

[[nodiscard]] std::string version_text(const ToolInfo& tool);
[[nodiscard]] std::string version_json(const ToolInfo& tool);

}  // namespace sp::cli
