#pragma once

// Reads the elements of managed operator state: list and union states element by element, broadcast states entry by
// entry (DefaultOperatorStateBackendSnapshotStrategy; formats/metadata section 4). Elements have no lengths, so a value
// is decoded to find its end, in a window that grows only as far as one element needs.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "io/stream_window.hpp"
#include "sp/entry.hpp"
#include "sp/metadata.hpp"
#include "types/codecs/skipper.hpp"

namespace sp {

/// The descriptor with which a state's entries are handed out. A broadcast map with a part that cannot be decoded has
/// no findable entries: it is one value, without a map key.
[[nodiscard]] StateDescriptor as_readable(StateDescriptor state);

/// A broadcast state as one value, since what `culprit` wrote in it cannot be decoded.
[[nodiscard]] StateDescriptor as_whole(StateDescriptor state, const Type& culprit);

/// All positions of the handle's stream at which an element of any state starts, ascending, its end last. `starts` are
/// those of all handles that lead to it, as far as there are others. InputError for a position outside the stream.
[[nodiscard]] std::vector<std::uint64_t> element_borders(const OperatorStateHandle& handle, const ByteSource& source,
                                                         const std::vector<std::uint64_t>& starts = {});

/// One operator state in the stream of one subtask.
class OperatorStateReader {
public:
    /// Elements `first` … `end` - 1 are read. `offsets` are the starts of all of the state's, `borders` as above; both
    /// and `state` must outlive the reader.
    OperatorStateReader(ByteSource source, bool is_compressed, const StateDescriptor& state, std::int32_t subtask,
                        const std::vector<std::int64_t>& offsets, const std::vector<std::uint64_t>& borders,
                        std::size_t first = 0, std::size_t end = SIZE_MAX);

    /// Fills `batch` with the next elements or map entries; false when there are no more. They are valid until the next
    /// call.
    [[nodiscard]] bool next(EntryBatch& batch);

private:
    [[nodiscard]] bool add_element(EntryBatch& batch);
    [[nodiscard]] bool add_map_entry(EntryBatch& batch);
    /// Goes to the start of element `element_`; false if the window would have to move while the batch is in use.
    [[nodiscard]] bool open_element(bool may_move);
    /// How many bytes from the window's position on a value ends that starts `from` bytes behind it; nothing if the
    /// window would have to move.
    [[nodiscard]] std::optional<std::size_t> measure(const codec::Skipper& skipper, std::size_t from, bool may_move);
    [[nodiscard]] std::size_t opaque_size();
    [[nodiscard]] bool ends_there(std::size_t size) const;
    void check_element_end();

    StreamWindow window_;
    const StateDescriptor& state_;
    std::int32_t subtask_;
    const std::vector<std::int64_t>& offsets_;
    const std::vector<std::uint64_t>& borders_;
    codec::Skipper value_;
    std::optional<codec::Skipper> map_key_;
    std::size_t element_;       ///< the one being read, or the next
    std::size_t end_;           ///< the first one not to read
    std::uint64_t border_ = 0;  ///< where it ends
    std::uint32_t map_size_ = 0;
    std::uint32_t map_entries_left_ = 0;
    bool is_in_map_ = false;
};

}  // namespace sp
