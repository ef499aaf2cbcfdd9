#pragma once

// Walks the key groups of a heap-native keyed stream: what the HashMap backend writes into checkpoints, native savepoints,
// and savepoints up to Flink 1.12 (HeapSnapshotStrategy, CopyOnWriteStateMapSnapshot; formats/keyed-state section 4).
// Elements have no lengths, so each is decoded as far as finding its end; lists and maps are brought into the canonical
// form, maps entry by entry, so that one of any size is never held whole.

#include <memory>
#include <optional>
#include <vector>

#include "io/stream_window.hpp"
#include "sp/entry.hpp"
#include "sp/error.hpp"
#include "state/key_group_reader.hpp"
#include "state/keyed_stream.hpp"
#include "types/codecs/skipper.hpp"

namespace sp {

class HeapReader final : public KeyGroupReader {
public:
    /// The descriptors must outlive the reader. Without compression all states must be there and decodable
    /// (undecodable_part), since nothing behind one that is not can be found; with it, blocks of states without a
    /// descriptor are passed over.
    explicit HeapReader(KeyedStream stream);
    ~HeapReader() override;

    void open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) override;

    /// Throws UndecodableValue for a value that is of a class unknown to the header (a subclass of a POJO).
    [[nodiscard]] bool next(EntryBatch& batch) override;
    void skip_state(const StateDescriptor& state) override;

private:
    struct Codec;

    void begin_block();
    void end_block();
    void end_key_group();

    void walk_elements();
    void walk_value();
    void reach(std::size_t n, std::string_view what);
    void skip(const codec::Skipper& skipper, std::string_view what);

    void read_elements(EntryBatch& batch);
    void read_fixed_values(EntryBatch& batch);
    [[nodiscard]] bool add_element(EntryBatch& batch);
    [[nodiscard]] bool add_value(EntryBatch& batch);
    [[nodiscard]] bool add_list(EntryBatch& batch);
    [[nodiscard]] bool add_map_entry(EntryBatch& batch);
    [[nodiscard]] bool begin_map(bool may_move);
    [[nodiscard]] bool add_timer(EntryBatch& batch);
    void hold_key();

    [[nodiscard]] std::optional<std::size_t> find_end(const codec::Skipper& skipper, std::string_view what,
                                                      std::size_t from, bool may_move);
    [[nodiscard]] std::optional<std::size_t> find_list_end(std::size_t from, std::uint32_t count);
    [[nodiscard]] bool has(std::size_t n, std::string_view what, bool may_move);
    [[nodiscard]] std::uint32_t count_at(std::size_t from, std::string_view what) const;
    [[nodiscard]] Entry& add_entry(EntryBatch& batch);
    void join_elements(Bytes elements, std::uint32_t count);
    void join_long_list(std::uint32_t count);
    void check_progress(std::size_t size, std::uint64_t count, std::string_view what) const;
    [[nodiscard]] std::string where(std::string_view what) const;
    [[noreturn]] void fail_value(std::string_view what, std::string_view why) const;
    [[noreturn]] void fail(const codec::DecodeFault& fault, std::string_view what, std::size_t from) const;

    StreamWindow window_;
    std::vector<std::unique_ptr<Codec>> codecs_;  ///< by kvStateId; null: no descriptor

    std::int32_t key_group_ = -1;
    std::uint64_t group_end_ = 0;
    std::uint64_t block_end_ = 0;  ///< compressed: in the source
    std::size_t blocks_left_ = 0;  ///< of the key group; each state has one
    bool is_in_group_ = false;
    bool is_in_block_ = false;
    const Codec* codec_ = nullptr;  ///< of the block; null: it is passed over
    std::uint32_t count_ = 0;       ///< elements of the block
    std::uint32_t left_ = 0;        ///< of them not read yet; a map that is being read is

    // The map or list that is being read.
    bool is_in_map_ = false;
    std::uint32_t map_left_ = 0;
    Bytes key_;
    Bytes name_space_;
    bool is_key_held_ = false;  ///< key and namespace are in held_, else in the window
    ByteVector held_;

    ByteVector joined_;                ///< the lists of the batch in canonical form
    std::vector<std::size_t> starts_;  ///< of each entry's value in joined_
};

}  // namespace sp
