#pragma once

// The target of -o: stdout, or a file that appears when it is complete.

#include <functional>
#include <string>
#include <vector>

#include "common/option_groups.hpp"
#include "sp/output.hpp"

namespace sp::cli {

/// What a tool reads, which its output must not replace.
struct Inputs {
    std::string savepoint;
    std::vector<std::string> files;
};

/// Throws UsageError if `path` is one of the files, or is or lies in the savepoint's folder or, of a checkpoint chk-N, in
/// the folders shared and taskowned beside it.
void refuse_inputs_as_output(const std::string& path, const Inputs& inputs);

/// Throws UsageError if one of them lies in the folder `path`, which is to be replaced.
void refuse_inputs_in_output(const std::string& path, const Inputs& inputs);

/// Whether the path is the folder or in it, links followed.
[[nodiscard]] bool lies_in_folder(const std::string& path, const std::string& folder);

/// Calls `produce` with a sink for `path` ("-": stdout). A file is moved to its place when `produce` has returned, and
/// also when it threw an UnsupportedError, since what could be read is then complete; after any other exception nothing
/// is left of it. An existing file is a UsageError unless `overwrite`.
void write_output(const std::string& path, bool overwrite, const Inputs& inputs,
                  const std::function<void(ByteSink&)>& produce);

/// Whether what a tool prints appears on a terminal, where a progress bar would be in its way.
[[nodiscard]] bool prints_on_terminal(const OutputOptions& options);

/// Where temporary files go: --tmp-dir, else beside -o, else $TMPDIR, else /tmp.
[[nodiscard]] std::string temporary_folder(const OutputOptions& options);

}  // namespace sp::cli
