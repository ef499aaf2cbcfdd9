// Whether the headers of state streams parse, and end where the state begins.

#include <algorithm>
#include <array>

#include "metadata/open_stream.hpp"
#include "report/audit/checks.hpp"
#include "restore/type_context.hpp"
#include "sp/error.hpp"
#include "state/keyed_stream.hpp"
#include "state/operator_state_reader.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace sp::auditing {
namespace {

constexpr std::array<std::uint8_t, 10> kSnappyIdentifier = {0xFF, 6, 0, 0, 's', 'N', 'a', 'P', 'p', 'Y'};
constexpr std::uint64_t kMaxHeader = std::uint64_t{64} << 20;  // a header names states and types: far below this

ByteVector read_start(const ByteSource& source, std::uint64_t size) {
    ByteVector bytes(static_cast<std::size_t>(std::min({size, source.size(), kMaxHeader})));
    source.read_at(0, bytes);
    return bytes;
}

/// Compressed operator state may have the identifier of its frames in front of the first element (Flink 2.3).
bool is_identifier(BoundedReader in, bool is_compressed) {
    return is_compressed && in.remaining() == kSnappyIdentifier.size() &&
           std::ranges::equal(in.bytes(kSnappyIdentifier.size(), "identifier"), kSnappyIdentifier);
}

class HeaderCheck {
public:
    explicit HeaderCheck(OperatorRun& op) : run_(op), context_(type_context(op.run.snapshot)) {}

    void check_keyed(const KeyedPart& part) {
        const StreamStateHandle& stream = header_stream_of(*part.handle);
        visit(stream, part.subtask, [&](const ByteSource& source) {
            if (auto content = content_of<KeyedContent>(keyed_, starts_of(stream, part.handle), source, part.subtask)) {
                run_.keyed_headers.emplace(part.handle, std::move(content));
            }
        });
    }

    void check_operator_state(const OperatorStateHandle& handle, std::int32_t subtask) {
        visit(handle.delegate, subtask, [&](const ByteSource& source) {
            if (const auto content =
                    content_of<OperatorContent>(operator_, starts_of(handle.delegate, &handle), source, subtask)) {
                run_.operator_headers.emplace(&handle, content);
                compare(handle, *content, subtask);
            }
        });
    }

private:
    /// Where state begins; of a handle with offsets that cannot be nothing is known.
    [[nodiscard]] std::vector<std::uint64_t> starts_of(const StreamStateHandle& stream, const void* handle) const {
        return run_.misplaced.contains(handle) ? std::vector<std::uint64_t>() : run_.starts.of(stream);
    }

    template <class Content>
    using Known = std::map<ByteVector, std::shared_ptr<const Content>>;

    /// Opens the stream, if its file is whole, and tells what is wrong with what is read of it.
    template <class Work>
    void visit(const StreamStateHandle& stream, std::int32_t subtask, Work&& work) {
        if (!is_usable(run_, stream)) {
            return;
        }
        std::string name = stream.path;
        try {
            const ByteSource source = open_stream(stream, run_.files());
            name = source.name();
            work(source);
        } catch (const InputError& error) {
            tell("SP-STREAM-CORRUPT", error, name, subtask);
        } catch (const UnsupportedError& error) {
            tell("SP-NOT-CHECKED", error, name, subtask);
        }
    }

    /// Null where it is damaged, for each stream anew.
    template <class Content>
    std::shared_ptr<const Content> content_of(Known<Content>& known, const std::vector<std::uint64_t>& starts,
                                              const ByteSource& source, std::int32_t subtask) {
        ByteVector bytes = read_start(source, starts.empty() ? source.size() : starts.front());
        if (const auto found = known.find(bytes); found != known.end()) {
            return found->second;
        }
        auto content = std::make_shared<Content>();
        content->source = source.name();
        BoundedReader in(bytes, source.name(), source.absolute(0));
        try {
            read(in, *content, subtask);
        } catch (const InputError& error) {
            if (!starts.empty() && tell_short_header<Content>(source, bytes.size(), subtask)) {
                return nullptr;
            }
            const auto* const snapshot = dynamic_cast<const SnapshotFault*>(&error);
            Finding finding = run_.finding(snapshot != nullptr ? "SP-SNAPSHOT-CORRUPT" : "SP-STREAM-CORRUPT", error,
                                           source.name(), subtask);
            finding.state = snapshot != nullptr ? snapshot->state() : std::string();
            run_.add(std::move(finding));
            return nullptr;
        }
        if (!content->header.failure && !starts.empty() && !in.at_end() &&
            !is_identifier(in, content->header.is_compressed)) {
            tell_long_header(in, source, subtask);
        }
        return known.emplace(std::move(bytes), std::move(content)).first->second;
    }

    void read(BoundedReader& in, KeyedContent& content, std::int32_t subtask) {
        content.header = read_keyed_state_header(in, context_);
        if (content.header.key != nullptr) {
            tell_own(*content.header.key, {}, in.source(), subtask);
        }
        for (const StateMetaInfo& info : content.header.states) {
            content.states.push_back(describe(info, in.source(), subtask, content.descriptors,
                                              [&] { return describe_state(info, content.header.key, run_.index); }));
        }
        content.states.resize(std::max(content.states.size(), content.header.state_count));
        tell_failure(content.header, content.header.states.size(), in, subtask);
    }

    void read(BoundedReader& in, OperatorContent& content, std::int32_t subtask) {
        content.header = read_operator_state_header(in, context_);
        for (const auto* states : {&content.header.list_states, &content.header.broadcast_states}) {
            for (const StateMetaInfo& info : *states) {
                static_cast<void>(describe(info, in.source(), subtask, content.descriptors,
                                           [&] { return describe_operator_state(info, run_.index); }));
            }
        }
        tell_failure(content.header, content.header.list_states.size() + content.header.broadcast_states.size(), in,
                     subtask);
    }

    /// Flink deals out elements by the mode in the handle, and drops those of a state that the header does not have.
    void compare(const OperatorStateHandle& handle, const OperatorContent& content, std::int32_t subtask) {
        for (const OperatorStateOffsets& offsets : handle.states) {
            const auto state = std::ranges::find(content.descriptors, offsets.name, &StateDescriptor::name);
            std::string message;
            if (state == content.descriptors.end()) {
                message = content.header.failure ? "" : "the handle has it, but the header of the stream does not";
            } else if (state->kind != kind_of(offsets.mode)) {
                message = "the handle has it as " + std::string(name_of(kind_of(offsets.mode))) +
                          ", the header of the stream as " + std::string(name_of(state->kind));
            }
            if (!message.empty()) {
                Finding finding = run_.finding("SP-METADATA-INCONSISTENT", message, subtask);
                finding.state = offsets.name;
                run_.add(std::move(finding));
            }
        }
    }

    static StateKind kind_of(DistributionMode mode) {
        return mode == DistributionMode::kBroadcast ? StateKind::kBroadcast
               : mode == DistributionMode::kUnion   ? StateKind::kOperatorUnion
                                                    : StateKind::kOperatorList;
    }

    template <class Describe>
    const StateDescriptor* describe(const StateMetaInfo& info, std::string_view source, std::int32_t subtask,
                                    std::deque<StateDescriptor>& descriptors, Describe&& describe_one) {
        const auto add = [&](std::string_view code, const Error& error) {
            Finding finding = run_.finding(code, error, source, subtask);
            finding.state = info.name;
            run_.add(std::move(finding));
        };
        for (const auto& [key, type] : info.serializers) {
            tell_own(*type, info.name, source, subtask);
        }
        try {
            return &descriptors.emplace_back(describe_one());
        } catch (const InputError& error) {
            add("SP-STREAM-CORRUPT", error);
        } catch (const UnsupportedError& error) {
            add("SP-NOT-CHECKED", error);
        }
        return nullptr;
    }

    /// A snapshot of the job's own, whose end was found by what stands behind it.
    void tell_own(const Type& type, const std::string& state, std::string_view source, std::int32_t subtask) {
        if (type.kind == TypeKind::kUnknown) {
            Finding finding = run_.finding("SP-SNAPSHOT-UNKNOWN", UnsupportedError(type.text), source, subtask);
            finding.state = state;
            run_.add(std::move(finding));
        }
        for (const TypePtr& nested : type.nested) {
            tell_own(*nested, state, source, subtask);
        }
    }

    /// Snapshots have no lengths, so nothing behind one that is not known can be read.
    void tell_failure(const auto& header, std::size_t known, const BoundedReader& in, std::int32_t subtask) {
        if (!header.failure) {
            return;
        }
        Finding finding = run_.finding(header.fails_at_own_class ? "SP-SNAPSHOT-UNKNOWN" : "SP-NOT-CHECKED",
                                       *header.failure, in.source(), subtask);
        finding.state = header.failed_state;
        finding.message += "; " + std::to_string(known) + " states of this header are known";
        run_.add(std::move(finding));
    }

    /// Whether there is a whole header, and only the first offset lies within it.
    template <class Content>
    bool tell_short_header(const ByteSource& source, std::uint64_t begin, std::int32_t subtask) {
        const ByteVector bytes = read_start(source, source.size());
        BoundedReader in(bytes, source.name(), source.absolute(0));
        try {
            if constexpr (std::is_same_v<Content, KeyedContent>) {
                static_cast<void>(read_keyed_state_header(in, context_));
            } else {
                static_cast<void>(read_operator_state_header(in, context_));
            }
        } catch (const Error&) {
            return false;
        }
        tell_border(begin, in, source, subtask);
        return true;
    }

    void tell_long_header(const BoundedReader& in, const ByteSource& source, std::int32_t subtask) {
        tell_border(in.offset() - source.absolute(0) + in.remaining(), in, source, subtask);
    }

    void tell_border(std::uint64_t begin, const BoundedReader& in, const ByteSource& source, std::int32_t subtask) {
        Finding finding =
            run_.finding("SP-OFFSET",
                         "the first key group or element starts at offset " + std::to_string(source.absolute(begin)) +
                             ", but the header ends at " + std::to_string(in.offset()),
                         subtask);
        finding.file = run_.file_of(source.name());
        finding.offset = source.absolute(begin);
        run_.add(std::move(finding));
    }

    void tell(std::string_view code, const Error& error, const std::string& source, std::int32_t subtask) {
        run_.add(run_.finding(code, error, source, subtask));
    }

    OperatorRun& run_;
    kryo::KryoContext context_;
    Known<KeyedContent> keyed_;
    Known<OperatorContent> operator_;
};

}  // namespace

void check_headers(OperatorRun& op) {
    HeaderCheck check(op);
    for (const KeyedPart& part : op.keyed_parts) {
        if (!part.is_raw) {
            check.check_keyed(part);
        }
    }
    for (const SubtaskState& subtask : op.op.subtasks) {
        const auto& handle = subtask.managed_operator_state;
        if (handle && !handle->is_empty) {
            check.check_operator_state(*handle, subtask.index);
        }
    }
}

}  // namespace sp::auditing
