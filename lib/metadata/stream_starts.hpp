#pragma once

// Where key groups or elements start in the streams of one operator. As a rule a stream belongs to one handle; handles that
// were cut for other subtasks share one, and then what lies between the starts of one handle can be another's.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sp/metadata.hpp"

namespace sp {

class StreamStarts {
public:
    /// Of managed keyed and operator state and of raw keyed state; offsets that stand for no data are left out.
    explicit StreamStarts(const OperatorState& op);

    /// Of all handles that lead to this stream, ascending; none for a stream of another kind or operator.
    [[nodiscard]] const std::vector<std::uint64_t>& of(const StreamStateHandle& stream) const;

private:
    /// Path, position in its file and size of inline bytes.
    using StreamId = std::tuple<std::string, std::int64_t, std::size_t>;
    static StreamId id_of(const StreamStateHandle& stream) {
        return {stream.path, stream.start_position, stream.bytes.size()};
    }
    void add_managed(const KeyedStateHandle& handle);
    void add(const StreamStateHandle& stream, const std::vector<std::int64_t>& offsets, std::int64_t least);

    std::map<StreamId, std::vector<std::uint64_t>> starts_;
    std::vector<std::uint64_t> none_;
};

}  // namespace sp
