#include "write/key_group_copy.hpp"

#include <algorithm>

#include "metadata/open_stream.hpp"
#include "metadata/stream_starts.hpp"
#include "restore/key_group_assignment.hpp"
#include "sp/error.hpp"
#include "state/stream_header.hpp"

namespace sp {
namespace {

constexpr std::size_t kPieceSize = std::size_t{1} << 20;

const KeyedStateHandle& handle_of(const SubtaskState& subtask, bool is_managed) {
    return is_managed ? subtask.managed_keyed_state : subtask.raw_keyed_state;
}

/// The streams of all handles, with their common header.
class Streams {
public:
    Streams(const Snapshot& source, const OperatorState& op, bool is_managed)
        : source_(source), is_managed_(is_managed), starts_(op) {}

    /// False if the handle's stream does not go together with those before.
    bool add(const KeyGroupsStateHandle& handle) {
        const ByteSource bytes = open_stream(handle.delegate, source_.files);
        ByteVector header;
        if (is_managed_) {
            header = read_header(bytes, header_end(bytes, starts_.of(handle.delegate)));
        }
        if (!streams.empty() && (header != header_ || handle.tag != first.tag)) {
            return false;
        }
        if (streams.empty()) {
            header_ = std::move(header);
            first = handle;
        }
        streams.push_back(handle.delegate);
        sizes_.push_back(bytes.size());
        return true;
    }

    [[nodiscard]] std::uint64_t header_size() const { return header_.size(); }

    /// Of the stream added last.
    [[nodiscard]] KeyGroupCopy::Piece piece_at(std::int64_t offset) const {
        const auto start = static_cast<std::uint64_t>(offset);
        const std::vector<std::uint64_t>& starts = starts_.of(streams.back());
        const auto behind = std::upper_bound(starts.begin(), starts.end(), start);
        const std::uint64_t end = behind == starts.end() ? sizes_.back() : std::min(*behind, sizes_.back());
        if (start > end) {
            throw InputError(source_.files.require(streams.back()).name + ": a key group starts at offset " +
                             std::to_string(start) + ", but the stream has " + std::to_string(sizes_.back()) +
                             " bytes");
        }
        return {streams.size() - 1, start, end};
    }

    std::vector<StreamStateHandle> streams;
    KeyGroupsStateHandle first;

private:
    const Snapshot& source_;
    bool is_managed_;
    StreamStarts starts_;
    ByteVector header_;
    std::vector<std::uint64_t> sizes_;
};

/// Whether a stream like this one need not have every key group of its handle. One of the heap backend does, and would
/// begin with what the offset 0 stands for.
bool can_lack_key_groups(const KeyGroupsStateHandle& handle) {
    return handle.tag == HandleTag::kSavepointKeyGroups || std::ranges::find(handle.offsets, 0) != handle.offsets.end();
}

void copy_bytes(const ByteSource& source, std::uint64_t start, std::uint64_t end, StateFile& file, ByteVector& buffer) {
    while (start < end) {
        buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(end - start, kPieceSize)));
        source.read_at(start, buffer);
        file.write(as_text(buffer));
        start += buffer.size();
    }
}

}  // namespace

std::optional<std::vector<std::optional<KeyGroupCopy>>> plan_key_group_copies(const Snapshot& source,
                                                                              const OperatorState& op, bool is_managed,
                                                                              std::int32_t parallelism,
                                                                              std::int32_t max_parallelism) {
    const std::int64_t nothing = is_managed ? 0 : -1;
    Streams streams(source, op, is_managed);
    std::vector<std::optional<KeyGroupCopy::Piece>> all(static_cast<std::size_t>(max_parallelism));
    bool can_lack = !is_managed;
    for (const SubtaskState& subtask : op.subtasks) {
        const KeyedStateHandle& old = handle_of(subtask, is_managed);
        if (old.is_null()) {
            continue;
        }
        const auto* const handle = std::get_if<KeyGroupsStateHandle>(&old.value);
        if (handle == nullptr || handle->range.first < 0 || handle->range.last() >= max_parallelism ||
            !streams.add(*handle)) {
            return std::nullopt;
        }
        can_lack = can_lack || can_lack_key_groups(*handle);
        for (std::size_t i = 0; i < handle->offsets.size(); ++i) {
            if (handle->offsets[i] > nothing) {
                auto& piece = all[static_cast<std::size_t>(handle->range.first) + i];
                if (piece) {
                    return std::nullopt;  // whoever reads the entries says what is wrong
                }
                piece = streams.piece_at(handle->offsets[i]);
            }
        }
    }
    std::vector<std::optional<KeyGroupCopy>> copies(static_cast<std::size_t>(parallelism));
    for (std::int32_t i = 0; i < parallelism; ++i) {
        KeyGroupRange range = key_groups_of_subtask(i, parallelism, max_parallelism);
        const auto is_there = [](const auto& piece) { return piece.has_value(); };
        auto first = all.begin() + range.first;
        auto last = first + range.count;
        if (std::none_of(first, last, is_there)) {
            continue;
        }
        if (!can_lack) {  // subtasks that never made the state had no stream
            first = std::find_if(first, last, is_there);
            const auto missing = std::find_if_not(first, last, is_there);
            if (std::any_of(missing, last, is_there)) {
                return std::nullopt;
            }
            last = missing;
            range = {static_cast<std::int32_t>(first - all.begin()), static_cast<std::int32_t>(last - first)};
        }
        KeyGroupCopy& copy = copies[static_cast<std::size_t>(i)].emplace();
        copy.handle = streams.first;
        copy.handle.range = range;
        if (!copy.handle.state_handle_id.empty()) {
            copy.handle.state_handle_id += "-" + std::to_string(i);
        }
        copy.streams = streams.streams;
        copy.header_size = streams.header_size();
        copy.groups.assign(first, last);
        copy.nothing = nothing;
    }
    return copies;
}

KeyGroupsStateHandle copy_key_groups(const KeyGroupCopy& copy, const Snapshot& source, OutputFolder& folder,
                                     const std::string& name) {
    StateFile file = folder.create(name);
    ByteVector buffer;
    copy_bytes(open_stream(copy.streams.front(), source.files), 0, copy.header_size, file, buffer);
    KeyGroupsStateHandle handle = copy.handle;
    handle.offsets.clear();
    std::optional<KeyGroupCopy::Piece> pending;  // key groups that follow each other are copied at once
    const auto write_pending = [&] {
        if (pending) {
            const ByteSource bytes = open_stream(copy.streams[pending->stream], source.files);
            copy_bytes(bytes, pending->start, pending->end, file, buffer);
            pending.reset();
        }
    };
    for (const std::optional<KeyGroupCopy::Piece>& piece : copy.groups) {
        if (!piece) {
            handle.offsets.push_back(copy.nothing);
            continue;
        }
        const std::uint64_t waiting = pending ? pending->end - pending->start : 0;
        handle.offsets.push_back(static_cast<std::int64_t>(file.size() + waiting));
        if (pending && pending->stream == piece->stream && pending->end == piece->start) {
            pending->end = piece->end;
        } else {
            write_pending();
            pending = piece;
        }
    }
    write_pending();
    file.close();
    handle.delegate = {};
    handle.delegate.tag = HandleTag::kRelativeFile;
    handle.delegate.path = folder.name_of(name, file);
    handle.delegate.state_size = static_cast<std::int64_t>(file.size());
    return handle;
}

}  // namespace sp
