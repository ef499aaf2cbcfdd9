#include "types/connectors/operator_bytes.hpp"

#include <algorithm>

#include "java/modified_utf8.hpp"
#include "types/connectors/one_format.hpp"

namespace sp::connectors {
namespace {

struct KnownState {
    std::string_view name;
    OperatorBytes bytes;
};

constexpr KnownState kKnownStates[] = {
    {"SourceReaderState", OperatorBytes::kSplit},
    {"writer_raw_states", OperatorBytes::kWriterState},
    {"streaming_committer_raw_states", OperatorBytes::kCommitter},
    {"bucket-states", OperatorBytes::kBucket},
    {"remaining_requests_raw_state", OperatorBytes::kCompactor},
    {"remaining_compact_commit_raw_state", OperatorBytes::kCommittable},
};

TextState read_text_state(std::int32_t version, BoundedReader& in) {
    // Four or eight bytes may be a number as well.
    expect(in, "text", version == 1 && in.remaining() != 4 && in.remaining() != 8);
    TextState state{java::read_utf(in, "text")};
    const auto is_printed = [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 0x7F; };
    expect(in, "text", !state.text.empty() && std::ranges::all_of(state.text, is_printed));
    return state;
}

}  // namespace

std::optional<OperatorBytes> operator_bytes_of(const StateDescriptor& state) {
    if (state.kind == StateKind::kCoordinator) {
        return OperatorBytes::kCoordinator;
    }
    const bool is_list = state.kind == StateKind::kOperatorList || state.kind == StateKind::kOperatorUnion;
    if (!is_list || !state.value || state.value->kind != TypeKind::kByteArray) {
        return std::nullopt;
    }
    const auto* const known =
        std::ranges::find_if(kKnownStates, [&](const KnownState& line) { return line.name == state.name; });
    return known == std::end(kKnownStates) ? std::nullopt : std::optional(known->bytes);
}

Versioned<WriterState> read_writer_state(const VersionedBytes& payload) {
    return {payload.version, payload.bytes,
            one_format<WriterState>(payload, read_text_state, read_kafka_writer_state, read_bucket_state)};
}

Versioned<SinkCommitter> read_sink_committer(const VersionedBytes& payload) {
    return {payload.version, payload.bytes,
            one_format<SinkCommitter>(payload, read_committer_state, read_global_committer_state)};
}

}  // namespace sp::connectors
