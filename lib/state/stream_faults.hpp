#pragma once

// What can be wrong with a state stream, for those who go on behind it (audits) instead of ending with the message: which part
// of which state, how far something reaches, which file of a database. What is none of these is damage of the framing.

#include <string>

#include "sp/entry.hpp"
#include "sp/error.hpp"

namespace sp {

enum class EntryPart : std::uint8_t { kKey, kNameSpace, kMapKey, kValue };

/// A part of an entry is no value of its type.
class EntryFault : public InputError {
public:
    EntryFault(const InputError& error, EntryPart part, const StateDescriptor& state)
        : InputError(error), part_(part), state_(&state) {}

    [[nodiscard]] EntryPart part() const { return part_; }
    [[nodiscard]] const StateDescriptor& state() const { return *state_; }

private:
    EntryPart part_;
    const StateDescriptor* state_;
};

/// A key group or element ends elsewhere than where the next one begins, or the stream ends.
class EndFault : public InputError {
public:
    enum class Kind : std::uint8_t {
        kTrailing,  ///< bytes follow up to the end of the stream
        kGap,       ///< bytes follow up to what comes next
        kOverrun,   ///< it reaches into what comes next
    };

    EndFault(const InputError& error, Kind kind) : InputError(error), kind_(kind) {}
    /// `found` is where it ends, `expected` where it should; both and `size` are of the stream.
    EndFault(const InputError& error, std::uint64_t found, std::uint64_t expected, std::uint64_t size)
        : EndFault(error, found > expected   ? Kind::kOverrun
                          : expected == size ? Kind::kTrailing
                                             : Kind::kGap) {}

    [[nodiscard]] Kind kind() const { return kind_; }

private:
    Kind kind_;
};

/// RocksDB cannot read one of its files, or the files do not fit together.
class DatabaseFault : public InputError {
public:
    DatabaseFault(std::string message, std::string file, bool is_missing = false)
        : InputError(std::move(message)), file_(std::move(file)), is_missing_(is_missing) {}

    /// As found; empty: no single one.
    [[nodiscard]] const std::string& file() const { return file_; }
    /// The manifest names a file that the snapshot does not have.
    [[nodiscard]] bool is_missing() const { return is_missing_; }

private:
    std::string file_;
    bool is_missing_;
};

}  // namespace sp
