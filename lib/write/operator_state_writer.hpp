#pragma once

// Writes the managed operator state of one subtask (DefaultOperatorStateBackendSnapshotStrategy; formats/metadata
// section 4): a header, then elements behind one another, whose starts the handle has.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "io/output.hpp"
#include "io/snappy_frames.hpp"
#include "sp/entry.hpp"
#include "sp/metadata.hpp"

namespace sp {

class OperatorStateWriter {
public:
    /// `header` is write_operator_state_header() of the same states.
    OperatorStateWriter(ByteSink& sink, Bytes header, std::span<const StateDescriptor> states, bool is_compressed);

    /// An element of a list or union state. The states come in the header's order.
    void add_element(std::size_t state, Bytes element);

    /// All entries of a broadcast state, key and value behind one another.
    void add_map(std::size_t state, std::uint32_t count, Bytes entries);

    /// The handle without its delegate; every state has a place in it.
    [[nodiscard]] OperatorStateHandle finish();

private:
    void begin(std::size_t state);
    void append(Bytes bytes);
    void write_framed();

    OutputBuffer out_;
    ByteVector framed_;                        ///< what is not written yet
    std::optional<SnappyFrameWriter> frames_;  ///< into framed_; nothing: without compression
    std::span<const StateDescriptor> states_;
    std::vector<std::vector<std::int64_t>> offsets_;  ///< by state
};

}  // namespace sp
