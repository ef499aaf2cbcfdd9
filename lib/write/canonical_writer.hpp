#pragma once

// Writes one canonical keyed stream (FullSnapshotAsyncWriter since Flink 1.13; formats/keyed-state section 3): a header,
// then key groups ascending, in each the entries of a state behind one another. The mirror of state/canonical_reader.hpp.

#include <cstdint>
#include <optional>
#include <vector>

#include "io/output.hpp"
#include "io/snappy_frames.hpp"
#include "sp/bytes.hpp"
#include "sp/metadata.hpp"

namespace sp {

class CanonicalWriter {
public:
    /// `range`: the key groups of the subtask. The header says whether key groups are compressed.
    CanonicalWriter(ByteSink& sink, Bytes header, KeyGroupRange range, std::int32_t max_parallelism,
                    bool is_compressed);

    /// `key`: a composite key without its prefix. Key groups come in ascending order, the entries of a state together.
    void add(std::int32_t key_group, std::uint16_t state, Bytes key, Bytes value);

    /// Ends the last key group and flushes; returns where each key group of the range starts, 0 where it has no entries.
    [[nodiscard]] std::vector<std::int64_t> finish();

private:
    void begin_group(std::int32_t key_group);
    void write_pending(std::optional<std::uint16_t> next_state);
    void end_group();
    void append(Bytes bytes);
    void append_number(std::uint32_t number, int size);

    OutputBuffer out_;
    KeyGroupRange range_;
    std::size_t prefix_size_;
    bool is_compressed_;
    std::vector<std::int64_t> offsets_;

    std::int32_t key_group_ = -1;
    // The entry added last: whether its state or key group ends with it shows with the next one.
    bool has_pending_ = false;
    std::uint16_t state_ = 0;
    ByteVector key_;
    ByteVector value_;

    ByteVector compressed_;  ///< of the key group, as far as it is not written
    std::optional<SnappyFrameWriter> frames_;
};

}  // namespace sp
