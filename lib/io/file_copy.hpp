#pragma once

// Bytes of a file into another place, in pieces.

#include <cstdint>
#include <string>

#include "io/file.hpp"
#include "sp/output.hpp"

namespace sp {

/// Bytes of a file of the input.
struct FileRange {
    std::string path;
    std::string name;  ///< stands for the path in messages
    std::uint64_t start = 0;
    std::uint64_t size = 0;
};

/// Throws InputError if the file ends before the bytes do, OutputError if they cannot be written.
void copy_bytes(const FileRange& from, ByteSink& to);
/// The same, by the kernel where it can: on some file systems nothing is moved at all.
void copy_bytes(const FileRange& from, FdSink& to);

}  // namespace sp
