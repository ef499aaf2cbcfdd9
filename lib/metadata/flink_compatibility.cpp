#include "metadata/flink_compatibility.hpp"

#include <algorithm>
#include <string>

#include "metadata/handle_table.hpp"
#include "metadata/metadata_format.hpp"
#include "sp/error.hpp"

namespace sp {

namespace {

constexpr FlinkVersion kFirstWithFinishedMarks = {1, 14};
constexpr FlinkVersion kFirstWithoutChannels111 = {1, 12};

/// Narrows a range by everything in the file that only some versions write.
class Evidence {
public:
    explicit Evidence(const SavepointMetadata& metadata) {
        for (const auto& info : metadata_format::kVersions) {
            if (info.version == metadata.version) {
                range_ = info.written_by;
            }
        }
        for (const OperatorState& op : metadata.operators) {
            add(op);
        }
        if (metadata.dialect == MetadataDialect::kChannels111) {
            range_.last = {1, 11};
        } else if (metadata.dialect == MetadataDialect::kChangelog114) {
            range_.last = {1, 14};
        } else if (has_channels_) {
            not_before(kFirstWithoutChannels111);
        }
    }

    [[nodiscard]] FlinkVersionRange writers() const { return range_; }

private:
    void not_before(FlinkVersion first) { range_.first = std::max(range_.first, first); }
    void add(HandleTag tag) { not_before(handle_kind(tag).written_by.first); }

    void add(const OperatorState& op) {
        if (op.is_fully_finished) {
            not_before(kFirstWithFinishedMarks);
        }
        for_each_stream(op, [&](const StreamStateHandle& handle, const StreamPlace&) { add(handle.tag); });
        for (const SubtaskState& subtask : op.subtasks) {
            if (subtask.is_finished) {
                not_before(kFirstWithFinishedMarks);
            }
            has_channels_ |= !subtask.input_channels.empty() || !subtask.result_subpartitions.empty();
            for (const auto* handle : {&subtask.managed_operator_state, &subtask.raw_operator_state}) {
                if (*handle) {
                    add((*handle)->tag);
                }
            }
            add(subtask.managed_keyed_state);
            add(subtask.raw_keyed_state);
        }
    }

    void add(const KeyedStateHandle& handle) {
        add(handle.tag());
        if (const auto* changelog = std::get_if<ChangelogStateBackendHandle>(&handle.value)) {
            for (const KeyedStateHandle& part : changelog->materialized) {
                add(part);
            }
            for (const KeyedStateHandle& part : changelog->non_materialized) {
                add(part);
            }
        }
    }

    FlinkVersionRange range_ = {{1, 3}, metadata_format::kNewestFlink};
    bool has_channels_ = false;
};

}  // namespace

FlinkVersionRange possible_writers(const SavepointMetadata& metadata) {
    FlinkVersionRange range = Evidence(metadata).writers();
    // A tag that is too new for the metadata version: someone else's tool wrote the file for that version.
    range.last = std::max(range.first, range.last);
    return range;
}

FlinkVersion oldest_reader(const SavepointMetadata& metadata) { return Evidence(metadata).writers().first; }

std::int32_t metadata_version_of(FlinkVersion flink) {
    std::int32_t version = 0;
    for (const auto& info : metadata_format::kVersions) {
        if (info.written_by.first <= flink) {
            version = info.version;
        }
    }
    if (version == 0) {
        throw UnsupportedError("Flink " + to_string(flink) + " writes metadata of version 1, which is not supported");
    }
    return version;
}

}  // namespace sp
