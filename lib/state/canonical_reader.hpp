#pragma once

// Walks the key groups of a canonical keyed stream (Flink 1.13 and later: FullSnapshotAsyncWriter; formats/keyed-state
// section 3; canonical_format.hpp) and hands out its entries in batches. The hot path of sp-dump: entries are cut, not
// decoded.

#include <memory>
#include <vector>

#include "io/stream_window.hpp"
#include "sp/entry.hpp"
#include "state/composite_key.hpp"
#include "state/key_group_reader.hpp"

namespace sp {

class CanonicalReader final : public KeyGroupReader {
public:
    /// `states[id]` is the descriptor of kvStateId `id`, or null if its entries are not wanted; they must outlive the
    /// reader. Throws UnsupportedError if the keys of a wanted state cannot be cut.
    CanonicalReader(ByteSource source, bool is_compressed, std::int32_t max_parallelism,
                    std::vector<const StateDescriptor*> states);

    void open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) override;
    [[nodiscard]] bool next(EntryBatch& batch) override;
    void skip_state(const StateDescriptor& state) override;

private:
    struct Run {
        const StateDescriptor* state = nullptr;
        const CompositeKey* key = nullptr;
    };

    void begin_run(std::uint16_t id);
    void end_key_group();
    void load_entry();
    void read_entries(EntryBatch& batch);
    void add_entry(EntryBatch& batch, Bytes key, Bytes value);

    StreamWindow window_;
    std::uint32_t prefix_size_;
    std::vector<const StateDescriptor*> states_;
    std::vector<std::unique_ptr<CompositeKey>> keys_;

    std::int32_t key_group_ = -1;
    std::uint64_t group_end_ = 0;  ///< in the source
    bool is_in_group_ = false;
    bool is_in_run_ = false;  ///< an entry follows; else a state id, or the end of the group
    Run run_;
};

}  // namespace sp
