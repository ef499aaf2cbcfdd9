#include "state/raw_timer_reader.hpp"

#include <algorithm>
#include <array>

#include "io/big_endian.hpp"
#include "java/modified_utf8.hpp"
#include "state/raw_timer_format.hpp"
#include "state/stream_faults.hpp"
#include "state/value_end.hpp"
#include "types/schema/document.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace sp {
namespace {

using raw_timer_format::kMagic;
using raw_timer_format::kVersion;

constexpr std::size_t kTimestampSize = 8;
constexpr std::size_t kBatchSize = 256;
constexpr std::size_t kMaxServiceHeader = std::size_t{64} << 20;  // a name and two snapshots: far below this
constexpr std::size_t kMaxKnownServices = 64;                     // that are looked through; operators have one or two

/// The state that holds the same timers where they are managed.
StateDescriptor describe_queue(std::size_t operator_index, const std::string& service, TimerDomain domain, TypePtr key,
                               TypePtr name_space) {
    StateDescriptor state;
    state.operator_index = operator_index;
    state.name = timer_state_name(domain, service);
    state.kind = StateKind::kTimer;
    state.key = std::move(key);
    state.name_space = std::move(name_space);
    state.timer_service = service;
    state.timer_domain = domain;
    return state;
}

}  // namespace

bool holds_raw_timers(const KeyGroupsStateHandle& handle, const ByteSource& source) {
    const auto written =
        std::find_if(handle.offsets.begin(), handle.offsets.end(), [](std::int64_t at) { return at >= 0; });
    if (written == handle.offsets.end()) {
        return false;
    }
    const auto offset = static_cast<std::uint64_t>(*written);
    std::array<std::uint8_t, sizeof kMagic> found{};
    if (offset > source.size() || source.size() - offset < found.size()) {
        return false;
    }
    source.read_at(offset, found);
    return load_u32(found.data()) == kMagic;
}

struct RawTimerReader::Service {
    Service(ByteVector service_header, const TypePtr& key_type, const TypePtr& name_space_type)
        : header(std::move(service_header)), key(key_type), name_space(name_space_type) {}

    ByteVector header;  ///< the bytes that describe it
    codec::Skipper key;
    codec::Skipper name_space;
    std::array<StateInStream, 2> queues;  ///< event time, processing time
};

RawTimerReader::RawTimerReader(ByteSource source, std::size_t operator_index, Keep keep, kryo::KryoContext context)
    : source_(std::move(source)),
      operator_index_(operator_index),
      keep_(std::move(keep)),
      context_(std::move(context)) {}

RawTimerReader::~RawTimerReader() = default;

void RawTimerReader::skip_state(const StateDescriptor& state) {
    for (const auto& service : services_) {
        for (StateInStream& queue : service->queues) {
            if (queue.state == &state) {
                queue.use = StateUse::kPassOver;
            }
        }
    }
}

void RawTimerReader::open_key_group(std::int32_t key_group, std::uint64_t offset, std::uint64_t end) {
    key_group_ = key_group;
    group_end_ = std::min(end, source_.size());
    if (!window_) {
        window_ = std::make_unique<WindowedReader>(source_, offset, source_.size());
        range_offset_ = offset;
    } else if (range_offset_ + window_->offset() != offset) {
        window_->restart(offset, source_.size());
        range_offset_ = offset;
    }
    if (load_u32(window_->need(sizeof kMagic, "magic number of timers")) != kMagic) {
        window_->fail("magic number of timers in key group " + std::to_string(key_group), "expected f1cd859f");
    }
    window_->consume(sizeof kMagic);
    const auto version = static_cast<std::int32_t>(load_u32(window_->need(4, "version of timers")));
    if (version == 1) {
        throw UnsupportedError(source_.name() +
                               ": timers of version 1 were written by Flink before 1.8; restore them with a " +
                               "Flink up to 1.16 and take a new savepoint");
    }
    if (version != kVersion) {
        window_->fail("version of timers",
                      "found " + std::to_string(version) + ", expected " + std::to_string(kVersion));
    }
    window_->consume(4);
    services_left_ = take_count("number of timer services");
    service_ = nullptr;
    queue_ = nullptr;
    is_in_group_ = true;
}

std::uint32_t RawTimerReader::take_count(std::string_view what) {
    const std::uint32_t count = load_u32(window_->need(4, what));
    if (count > 0x7FFFFFFFU) {
        window_->fail(what, "found " + std::to_string(static_cast<std::int32_t>(count)));
    }
    window_->consume(4);
    return count;
}

bool RawTimerReader::next(EntryBatch& batch) {
    batch.entries.clear();
    while (is_in_group_) {
        if (service_ == nullptr) {
            begin_service();
        } else if (queue_ == nullptr || left_ == 0) {
            begin_queue();
        } else {
            while (left_ > 0 && batch.entries.size() < kBatchSize && add_timer(batch)) {
            }
            if (!batch.entries.empty()) {
                batch.state = queue_->state;
                batch.key_group = key_group_;
                batch.subtask = -1;
                batch.source = source_.name();
                return true;
            }
        }
    }
    return false;
}

void RawTimerReader::begin_service() {
    if (services_left_ == 0) {
        return end_key_group();
    }
    --services_left_;
    service_ = find_service();
    if (service_ == nullptr) {
        service_ = read_service();
    }
    window_->consume(service_->header.size());
    next_queue_ = 0;
    queue_ = nullptr;
}

/// A service that was met before: as a rule all key groups have the same ones.
RawTimerReader::Service* RawTimerReader::find_service() {
    for (std::size_t i = 0; i < std::min(services_.size(), kMaxKnownServices); ++i) {
        const auto& service = services_[i];
        while (window_->available() < service->header.size() && window_->more()) {
        }
        if (window_->available() >= service->header.size() &&
            std::equal(service->header.begin(), service->header.end(), window_->position())) {
            return service.get();
        }
    }
    return nullptr;
}

/// Its description has no length, so a larger window is tried as long as it seems to be cut off.
RawTimerReader::Service* RawTimerReader::read_service() {
    for (;;) {
        try {
            services_.push_back(parse_service({window_->position(), window_->available()}));
            return services_.back().get();
        } catch (const InputError&) {
            if (window_->available() >= kMaxServiceHeader || !window_->more()) {
                throw;
            }
        }
    }
}

std::unique_ptr<RawTimerReader::Service> RawTimerReader::parse_service(Bytes bytes) {
    const std::uint64_t offset = source_.absolute(range_offset_ + window_->offset());
    BoundedReader in(bytes, source_.name(), offset);
    const std::string name = java::read_utf(in, "name of a timer service");
    return with_context([&] { return "timer service '" + name + "'"; },
                        [&] {
        const TypePtr key = read_snapshot(in, context_);
        const TypePtr name_space = read_snapshot(in, context_);
        const auto size = static_cast<std::ptrdiff_t>(in.offset() - offset);
        auto service = std::make_unique<Service>(ByteVector(bytes.begin(), bytes.begin() + size), key, name_space);
        for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
            StateDescriptor state = describe_queue(operator_index_, name, domain, key, name_space);
            if (const auto why = undecodable_part(state)) {
                throw UnsupportedError(*why);
            }
            service->queues[static_cast<std::size_t>(domain)] = keep_(std::move(state));
        }
        return service;
    });
}

void RawTimerReader::begin_queue() {
    if (next_queue_ == service_->queues.size()) {
        service_ = nullptr;
        return;
    }
    queue_ = &service_->queues[next_queue_++];
    left_ = take_count("number of timers");
}

void RawTimerReader::end_key_group() {
    is_in_group_ = false;
    if (range_offset_ + window_->offset() != group_end_) {
        const InputError error =
            window_->error_at(window_->offset(), "end of the timers of key group " + std::to_string(key_group_),
                              "they should have ended at offset " + std::to_string(source_.absolute(group_end_)));
        throw EndFault(error, range_offset_ + window_->offset(), group_end_, source_.size());
    }
}

/// Reads a timer; hands it out if it is wanted. False if the window would have to move while the batch points into it.
bool RawTimerReader::add_timer(EntryBatch& batch) {
    const bool may_move = batch.entries.empty();
    const auto name_space_at = find_end(service_->key, "key", 0, may_move);
    const auto timestamp_at =
        name_space_at ? find_end(service_->name_space, "namespace", *name_space_at, may_move) : std::nullopt;
    if (!timestamp_at) {
        return false;
    }
    const std::size_t size = *timestamp_at + kTimestampSize;
    if (window_->available() < size) {
        if (!may_move) {
            return false;
        }
        static_cast<void>(window_->need(size, "timestamp of a timer"));
    }
    if (queue_->use == StateUse::kRead) {
        const std::uint8_t* const p = window_->position();
        Entry& entry = batch.entries.emplace_back();
        entry.key = {p, *name_space_at};
        entry.name_space = {p + *name_space_at, *timestamp_at - *name_space_at};
        entry.timestamp = static_cast<std::int64_t>(load_u64(p + *timestamp_at));  // plain: no flipped sign
        entry.offset = range_offset_ + window_->offset();
    }
    window_->consume(size);
    --left_;
    return true;
}

std::optional<std::size_t> RawTimerReader::find_end(const codec::Skipper& skipper, std::string_view what,
                                                    std::size_t from, bool may_move) {
    try {
        return find_value_end(*window_, skipper, from, may_move);
    } catch (const codec::DecodeFault& fault) {
        const std::string where = std::string(what) + " of a timer of state '" + queue_->state->name +
                                  "' in key group " + std::to_string(key_group_);
        const std::string why = describe_fault(fault, window_->position() + from);
        if (fault.reason == codec::DecodeFault::Reason::kOpaque) {
            throw UndecodableValue("cannot decode the " + where + ": " + why, *queue_->state);
        }
        throw EntryFault(window_->error_at(window_->offset() + from, where, why),
                         what == "key" ? EntryPart::kKey : EntryPart::kNameSpace, *queue_->state);
    }
}

}  // namespace sp
