#pragma once

// Timers in raw keyed state: what RocksDB with timers on the heap and asynchronous ForSt operators leave beside their
// keyed state, and older Flinks in savepoints too (InternalTimerServiceSerializationProxy version 2, Flink 1.8 and
// later; formats/keyed-state section 11, raw_timer_format.hpp). Every key group names its timer services and their
// serializers anew.

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "io/windowed_reader.hpp"
#include "sp/metadata.hpp"
#include "state/key_group_reader.hpp"
#include "state/keyed_stream.hpp"
#include "types/codecs/skipper.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

/// Whether raw keyed state is timers: the first key group that was written begins with their magic number. Anything
/// else is the user's own (Stateful Functions and the like), and only its operator can read it.
[[nodiscard]] bool holds_raw_timers(const KeyGroupsStateHandle& handle, const ByteSource& source);

class RawTimerReader final : public KeyGroupReader {
public:
    /// Gives a descriptor of timers a home and says whether they are wanted. Asked once for each queue of each form in
    /// which a service occurs.
    using Keep = std::function<StateInStream(StateDescriptor)>;

    RawTimerReader(ByteSource source, std::size_t operator_index, Keep keep, kryo::KryoContext context);
    ~RawTimerReader() override;

    void open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) override;

    /// Throws UnsupportedError where keys or namespaces of a service cannot be decoded: timers have no lengths, so
    /// nothing behind them can be found. UndecodableValue as in HeapReader.
    [[nodiscard]] bool next(EntryBatch& batch) override;
    void skip_state(const StateDescriptor& state) override;

private:
    struct Service;

    void begin_service();
    void begin_queue();
    void end_key_group();
    [[nodiscard]] Service* find_service();
    [[nodiscard]] Service* read_service();
    [[nodiscard]] std::unique_ptr<Service> parse_service(Bytes bytes);
    [[nodiscard]] bool add_timer(EntryBatch& batch);
    [[nodiscard]] std::optional<std::size_t> find_end(const codec::Skipper& skipper, std::string_view what,
                                                      std::size_t from, bool may_move);
    [[nodiscard]] std::uint32_t take_count(std::string_view what);

    ByteSource source_;
    std::size_t operator_index_;
    Keep keep_;
    kryo::KryoContext context_;
    std::vector<std::unique_ptr<Service>> services_;
    std::unique_ptr<WindowedReader> window_;
    std::uint64_t range_offset_ = 0;  ///< where the window's range starts in the source
    std::uint64_t group_end_ = 0;
    std::int32_t key_group_ = -1;
    bool is_in_group_ = false;
    std::uint32_t services_left_ = 0;
    Service* service_ = nullptr;      ///< that is being read, or null: another follows
    std::size_t next_queue_ = 0;      ///< of the service
    StateInStream* queue_ = nullptr;  ///< that is being read, or null
    std::uint32_t left_ = 0;          ///< timers of the queue
};

}  // namespace sp
