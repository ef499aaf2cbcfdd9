#include "restore/operator_headers.hpp"

#include <algorithm>
#include <map>

#include "io/bounded_reader.hpp"
#include "java/modified_utf8.hpp"
#include "metadata/open_stream.hpp"
#include "metadata/stream_starts.hpp"
#include "restore/column_naming.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "state/raw_timer_format.hpp"
#include "state/state_meta_info.hpp"
#include "state/stream_header.hpp"
#include "types/schema/document.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace sp {
namespace {

constexpr std::uint64_t kMaxTimerHeader = std::uint64_t{1} << 20;  // of the first key group

bool is_same_type(const TypePtr& a, const TypePtr& b) {
    return (a == nullptr || b == nullptr) ? a == b : a->snapshot == b->snapshot;
}

/// More than is_same_state() of state_identity.hpp: subtasks can have the same state with other serializers.
bool is_same_description(const StateDescriptor& a, const StateDescriptor& b) {
    return a.name == b.name && a.kind == b.kind && is_same_type(a.key, b.key) &&
           is_same_type(a.name_space, b.name_space) && is_same_type(a.map_key, b.map_key) &&
           is_same_type(a.serializer, b.serializer);
}

class HeaderReader {
public:
    HeaderReader(const Snapshot& snapshot, std::size_t operator_index, InspectOutcome& outcome)
        : snapshot_(snapshot),
          operator_index_(operator_index),
          starts_(snapshot.metadata.operators[operator_index]),
          outcome_(outcome) {}

    OperatorHeaders read() {
        const OperatorState& op = snapshot_.metadata.operators[operator_index_];
        for (const SubtaskState& subtask : op.subtasks) {
            subtask_ = subtask.index;
            read_keyed(subtask.managed_keyed_state);
        }
        for (const SubtaskState& subtask : op.subtasks) {
            subtask_ = subtask.index;
            if (subtask.managed_operator_state && !subtask.managed_operator_state->is_empty) {
                headers_.operator_subtasks.insert(subtask_);
                const OperatorStateHandle& handle = *subtask.managed_operator_state;
                read_stream(handle.delegate, [&](const ByteSource& source) { add_operator_states(source, handle); });
            }
        }
        for (const SubtaskState& subtask : op.subtasks) {
            subtask_ = subtask.index;
            if (const auto* raw = std::get_if<KeyGroupsStateHandle>(&subtask.raw_keyed_state.value)) {
                read_raw_keyed(*raw);
            }
        }
        return std::move(headers_);
    }

private:
    using States = std::vector<StateDescriptor>;

    /// What fails is told and left out; what was found before stays.
    template <class Work>
    void attempt(Work&& work) {
        try {
            work();
        } catch (const InputError& error) {
            tell(outcome_.damaged, error);
        } catch (const UnsupportedError& error) {
            tell(outcome_.unsupported, error);
        }
    }

    void tell(std::vector<std::string>& messages, const Error& error) const {
        std::string message = "subtask " + std::to_string(subtask_) + ": " + error.what();
        if (std::find(messages.begin(), messages.end(), message) == messages.end()) {
            messages.push_back(std::move(message));
        }
    }

    /// Opens the stream and hands it to `read`.
    template <class Read>
    void read_stream(const StreamStateHandle& handle, Read&& read) {
        const ResolvedFile file = snapshot_.files.resolve(handle);
        if (!file.is_usable()) {
            headers_.lost.push_back(file.problem);
            return;
        }
        attempt([&] { read(open_stream(handle, snapshot_.files)); });
    }

    void read_keyed(const KeyedStateHandle& handle) {
        if (const auto* key_groups = std::get_if<KeyGroupsStateHandle>(&handle.value)) {
            headers_.keyed_subtasks.insert(subtask_);
            read_stream(key_groups->delegate, [&](const ByteSource& source) {
                add_keyed_states(source, read_header(source, header_end(source, starts_.of(key_groups->delegate))));
            });
        } else if (const auto* incremental = std::get_if<IncrementalStateHandle>(&handle.value)) {
            headers_.keyed_subtasks.insert(subtask_);
            read_stream(incremental->meta, [&](const ByteSource& source) {
                add_keyed_states(source, read_header(source, source.size()));
            });
        } else if (const auto* changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
            headers_.is_changelog = true;
            headers_.keyed_subtasks.insert(subtask_);
            for (const KeyedStateHandle& part : changelog->materialized) {
                read_keyed(part);
            }
            for (const KeyedStateHandle& part : changelog->non_materialized) {
                add_size(headers_.changelog_bytes, state_size(part));
            }
        }
    }

    /// Subtasks have the same header as a rule, so each is parsed once.
    void add_keyed_states(const ByteSource& source, ByteVector bytes) {
        const auto [slot, is_new] = keyed_.try_emplace(std::move(bytes));
        if (is_new) {
            BoundedReader in(slot->first, source.name(), source.absolute(0));
            KeyedStateHeader header = read_keyed_state_header(in, type_context(snapshot_));
            header.key = named_key(snapshot_, operator_index_, header.key);
            headers_.is_compressed |= header.is_compressed;
            headers_.key = headers_.key ? headers_.key : header.key;
            describe(header.states, slot->second,
                     [&](const StateMetaInfo& info) { return describe_state(info, header.key, operator_index_); });
            finish(in, header.failure, header.states.size(), header.state_count);
        }
        add(slot->second);
    }

    void add_operator_states(const ByteSource& source, const OperatorStateHandle& handle) {
        const auto [slot, is_new] =
            operator_.try_emplace(read_header(source, header_end(source, starts_.of(handle.delegate))));
        if (is_new) {
            BoundedReader in(slot->first, source.name(), source.absolute(0));
            const OperatorStateHeader header = read_operator_state_header(in, type_context(snapshot_));
            headers_.is_compressed |= header.is_compressed;
            for (const auto* states : {&header.list_states, &header.broadcast_states}) {
                describe(*states, slot->second,
                         [&](const StateMetaInfo& info) { return describe_operator_state(info, operator_index_); });
            }
            if (header.failure) {
                tell(outcome_.unsupported, *header.failure);
            }
        }
        add(slot->second);
    }

    /// Looks at the first key group that was written: all of them begin with the same services.
    void read_raw_keyed(const KeyGroupsStateHandle& handle) {
        const auto first =
            std::find_if(handle.offsets.begin(), handle.offsets.end(), [](std::int64_t offset) { return offset >= 0; });
        if (!snapshot_.files.resolve(handle.delegate).is_usable() || first == handle.offsets.end()) {
            headers_.raw_timers = headers_.raw_timers == RawTimers::kYes ? RawTimers::kYes : RawTimers::kUnknown;
            return;
        }
        attempt([&] {
            const ByteSource source = open_stream(handle.delegate, snapshot_.files);
            const auto start = std::min(static_cast<std::uint64_t>(*first), source.size());
            ByteVector bytes(static_cast<std::size_t>(std::min(source.size() - start, kMaxTimerHeader)));
            source.read_at(start, bytes);
            BoundedReader in(bytes, source.name(), source.absolute(start));
            if (bytes.size() >= sizeof(raw_timer_format::kMagic) && in.u32("timer magic") == raw_timer_format::kMagic) {
                headers_.raw_timers = RawTimers::kYes;
                add_raw_timers(in);
            }
        });
    }

    /// The services up to the first timer, whose length only its serializers know.
    void add_raw_timers(BoundedReader& in) {
        if (const std::int32_t version = in.i32("version of timers"); version != raw_timer_format::kVersion) {
            throw UnsupportedError(std::string(in.source()) + ": version " + std::to_string(version) +
                                   " of raw timers was written by Flink before 1.8");
        }
        const std::size_t services = in.count("number of timer services", 2);
        headers_.raw_timer_services = std::max(headers_.raw_timer_services, static_cast<std::int32_t>(services));
        for (std::size_t i = 0; i < services; ++i) {
            StateDescriptor state;
            state.operator_index = operator_index_;
            state.kind = StateKind::kTimer;
            state.timer_service = java::read_utf(in, "timer service");
            state.key = read_snapshot(in, type_context(snapshot_));
            state.name_space = read_snapshot(in, type_context(snapshot_));
            for (const TimerDomain domain : {TimerDomain::kEventTime, TimerDomain::kProcessingTime}) {
                state.timer_domain = domain;
                state.name = timer_state_name(domain, state.timer_service);
                add(named_state(snapshot_, state), true);
            }
            if (in.i32("number of event timers") != 0 || in.i32("number of processing timers") != 0) {
                return;
            }
        }
    }

    template <class Describe>
    void describe(const std::vector<StateMetaInfo>& infos, States& states, Describe&& describe_one) {
        for (const StateMetaInfo& info : infos) {
            attempt([&] { states.push_back(named_state(snapshot_, describe_one(info))); });
        }
    }

    void finish(BoundedReader& in, const std::optional<UnsupportedError>& failure, std::size_t known,
                std::size_t count) {
        if (!failure) {
            attempt([&] { in.expect_end("end of the header"); });
            return;
        }
        tell(outcome_.unsupported,
             UnsupportedError(std::string(failure->what()) + "; " + std::to_string(known) + " of " +
                              std::to_string(count) + " states of this header are known"));
    }

    void add(const States& states) {
        for (const StateDescriptor& state : states) {
            add(state, false);
        }
    }

    void add(const StateDescriptor& state, bool is_raw) {
        const auto same =
            std::find_if(headers_.states.begin(), headers_.states.end(), [&](const DescribedState& known) {
                return known.is_raw == is_raw && is_same_description(known.state, state);
            });
        if (same == headers_.states.end()) {
            headers_.states.push_back({state, {subtask_}, is_raw});
        } else {
            same->subtasks.insert(subtask_);
        }
    }

    const Snapshot& snapshot_;
    std::size_t operator_index_;
    StreamStarts starts_;
    InspectOutcome& outcome_;
    std::int32_t subtask_ = 0;
    OperatorHeaders headers_;
    std::map<ByteVector, States> keyed_;  ///< by the header's bytes
    std::map<ByteVector, States> operator_;
};

}  // namespace

OperatorHeaders read_headers(const Snapshot& snapshot, std::size_t operator_index, InspectOutcome& outcome) {
    return HeaderReader(snapshot, operator_index, outcome).read();
}

}  // namespace sp
