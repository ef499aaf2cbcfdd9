#pragma once

// Reads the key groups of a RocksDB instance: a column family a state, keys in the order of their bytes, which begin with
// the key group. States come in the order of their names.

#include <memory>
#include <string>
#include <vector>

#include "sp/entry.hpp"
#include "state/composite_key.hpp"
#include "state/key_group_reader.hpp"
#include "state/rocksdb_instance.hpp"

namespace rocksdb {
class Iterator;
class Slice;
}  // namespace rocksdb

namespace sp {

class RocksDbReader final : public KeyGroupReader {
public:
    /// Of the states those are read that are not null. They must outlive the reader.
    RocksDbReader(std::shared_ptr<const RocksDbInstance> instance, std::int32_t max_parallelism,
                  const std::vector<const StateDescriptor*>& states);
    ~RocksDbReader() override;

    void open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) override;
    void want_keys(std::vector<std::string> keys) override;
    [[nodiscard]] bool next(EntryBatch& batch) override;
    void skip_state(const StateDescriptor& state) override;

private:
    struct Family {
        const StateDescriptor* state;  ///< null: passed over
        CompositeKey key;
        std::unique_ptr<rocksdb::Iterator> iterator;  ///< made when first used, then kept for all key groups
        bool is_behind_run;                           ///< it has just read a key group to its end
    };

    [[nodiscard]] bool open_next_run();
    void begin_family();
    void seek(const std::string& prefix);
    [[nodiscard]] bool is_in_run() const;
    void read_entries(EntryBatch& batch);
    [[nodiscard]] std::uint8_t* copy(const rocksdb::Slice& key, const rocksdb::Slice& value, bool is_first);
    void add_entry(EntryBatch& batch, Bytes key, Bytes value);

    std::shared_ptr<const RocksDbInstance> instance_;
    std::size_t prefix_size_;
    std::vector<Family> families_;  ///< by name

    std::int32_t key_group_ = -1;
    std::string group_prefix_;
    std::vector<std::string> wanted_;  ///< serialized keys to go to; empty: the whole key group is read
    std::size_t family_ = 0;           ///< the one being read, or families_.size()
    std::size_t next_wanted_ = 0;      ///< of that family
    bool is_open_ = false;             ///< the family's iterator is within a run
    std::string run_prefix_;           ///< what all keys of the run begin with

    ByteVector buffer_;  ///< keys and values of the batch, with readable bytes behind
    std::size_t used_ = 0;
};

}  // namespace sp
