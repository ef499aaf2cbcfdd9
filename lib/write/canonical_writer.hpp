#pragma once

// Writes one canonical keyed stream (FullSnapshotAsyncWriter since Flink 1.13; formats/keyed-state section 3): a
// header, then key groups ascending, in each the entries of a state behind one another. The mirror of
// state/canonical_reader.hpp (state/canonical_format.hpp).

#include <cstdint>
#include <optional>
#include <vector>

#include "io/snappy_frames.hpp"
#include "sp/bytes.hpp"
#include "sp/metadata.hpp"
#include "sp/output.hpp"

namespace sp {

class CanonicalWriter {
public:
    /// `range`: the key groups of the subtask. The header says whether key groups are compressed.
    CanonicalWriter(ByteSink& sink, Bytes header, KeyGroupRange range, std::int32_t max_parallelism,
                    bool is_compressed);

    /// `key`: a composite key without its prefix. Key groups come in ascending order, the entries of a state together.
    /// UnsupportedError for a key or value beyond 2^31 - 1 bytes, whose length no Java int holds.
    void add(std::int32_t key_group, std::uint16_t state, Bytes key, Bytes value);

    /// Ends the last key group and writes all that is left; returns where each key group of the range starts, 0 where
    /// it has no entries.
    [[nodiscard]] std::vector<std::int64_t> finish();

private:
    void begin_group(std::int32_t key_group, std::uint16_t state);
    void end_group();
    void end_state(std::uint16_t next);
    void make_room(std::size_t size);
    void drain();
    void write_out(Bytes bytes);

    ByteSink& sink_;
    std::uint64_t written_ = 0;  ///< to the sink
    KeyGroupRange range_;
    std::size_t prefix_size_;
    bool is_compressed_;
    std::vector<std::int64_t> offsets_;

    std::int32_t key_group_ = -1;
    std::uint16_t state_ = 0;
    /// What is not written yet, of one key group if that is compressed. The last entry is always here: whether its
    /// state or key group ends with it shows with the next one.
    ByteVector buffer_;
    std::size_t size_ = 0;
    std::size_t last_prefix_ = 0;  ///< where the last entry's key group is

    ByteVector compressed_;  ///< of the key group, as far as it is not written
    std::optional<SnappyFrameWriter> frames_;
};

}  // namespace sp
