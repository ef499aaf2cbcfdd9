#pragma once

// Cuts the values of keyed list state into elements, each an entry of its own, for --flatten-lists.

#include <functional>
#include <memory>
#include <unordered_map>

#include "sp/entry.hpp"
#include "types/codecs/skipper.hpp"

namespace sp::rows {

class ListFlattener {
public:
    /// Entry::index of a list that is handed on whole.
    static constexpr std::int64_t kWholeList = -1;

    /// Hands on the elements of the batch's lists as entries with an index, in batches of bounded size, until `write`
    /// returns false. A list is handed on whole if an element cannot be decoded, since elements have no lengths, or what
    /// follows one is damaged: whoever prints it says so.
    void flatten(const EntryBatch& batch, const std::function<bool(const EntryBatch&)>& write);

private:
    [[nodiscard]] const codec::Skipper& skipper_of(const StateDescriptor& state);

    std::unordered_map<const StateDescriptor*, std::unique_ptr<codec::Skipper>> skippers_;
    EntryBatch elements_;
};

}  // namespace sp::rows
