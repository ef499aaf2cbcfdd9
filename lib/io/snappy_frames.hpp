#pragma once

// The Snappy framing format as Flink writes it (SnappyStreamCompressionDecorator, 1.8 to 2.3; keyed-state.md section 7):
// a stream identifier, then chunks of at most 64 KiB of data, each with its CRC-32C. The reader takes identifiers anywhere
// and may start at any chunk; Flink does not verify the checksums, we do.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "io/byte_source.hpp"
#include "io/windowed_reader.hpp"
#include "sp/bytes.hpp"

namespace sp {

/// Uncompressed bytes of one chunk, at most.
inline constexpr std::size_t kSnappyBlock = std::size_t{1} << 16;

/// The data of the frames in [begin, end) of a source, to be read through a WindowedReader.
[[nodiscard]] std::unique_ptr<ChunkSource> make_snappy_source(ByteSource source, std::uint64_t begin,
                                                              std::uint64_t end);

/// Where the stream that starts at `begin` with an identifier ends: where the next one starts, or at `end`. Only the
/// chunks' headers are looked at. An InputError if there is no stream, or its last chunk does not end in time.
[[nodiscard]] std::uint64_t find_snappy_stream_end(const ByteSource& source, std::uint64_t begin, std::uint64_t end);

/// Appends frames to bytes in memory: an identifier at once, a chunk for each full block, and the rest at flush().
class SnappyFrameWriter {
public:
    /// `out` must outlive the writer.
    explicit SnappyFrameWriter(ByteVector& out);

    void write(Bytes bytes);

    /// Ends the chunk, so that what follows starts at out.size().
    void flush();

private:
    void write_chunk(Bytes block);

    ByteVector& out_;
    ByteVector block_;
};

}  // namespace sp
