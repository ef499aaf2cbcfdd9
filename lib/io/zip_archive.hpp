#pragma once

// The files of a zip archive (a jar), by name. No number from the archive sizes an allocation: an entry's bytes are taken as
// they come out, up to a limit. Failures are InputErrors that name archive and entry.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"

namespace sp {

class ZipArchive {
public:
    /// The largest entry that is read.
    static constexpr std::uint64_t kMostEntryBytes = std::uint64_t{64} << 20U;

    [[nodiscard]] static ZipArchive open(const std::string& path);
    /// An archive in memory; `name` stands for a path in messages.
    [[nodiscard]] static ZipArchive of_bytes(ByteVector bytes, std::string name);

    ZipArchive(ZipArchive&&) noexcept;
    ZipArchive& operator=(ZipArchive&&) noexcept;
    ~ZipArchive();

    [[nodiscard]] const std::string& name() const;

    /// The names of all entries, in the archive's order. Thread-safe.
    [[nodiscard]] std::vector<std::string> entries() const;

    /// The content of the file of this name ("a/B.class"), checked by its checksum; nothing if there is none. One that is
    /// larger than `most` bytes is an UnsupportedError. Thread-safe.
    [[nodiscard]] std::optional<ByteVector> read(const std::string& entry, std::uint64_t most = kMostEntryBytes) const;

private:
    class Impl;
    explicit ZipArchive(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

}  // namespace sp
