#include "rows/list_flattener.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::rows {
namespace {

constexpr std::size_t kBatch = 1024;  // an Entry is far larger than a small element

/// The elements of one list, one after the other.
class Elements {
public:
    Elements(const codec::Skipper& skipper, const StateDescriptor& state, Bytes list)
        : skipper_(skipper), stamp_size_(state.has_ttl ? kStampSize : 0), at_(list.data()), end_(at_ + list.size()) {}

    [[nodiscard]] bool at_end() const { return at_ == end_; }

    /// Empty if no element can be told from what follows.
    Bytes next() {
        if (end_ - at_ < stamp_size_) {
            return {};
        }
        const std::uint8_t* const start = at_;
        try {
            const std::uint8_t* const stop = skipper_.skip(start + stamp_size_, end_);
            if (stop != end_ && (*stop != kListDelimiter || stop + 1 == end_)) {
                return {};
            }
            at_ = stop == end_ ? end_ : stop + 1;
            return {start, stop};
        } catch (const codec::DecodeFault&) {
            return {};
        }
    }

private:
    const codec::Skipper& skipper_;
    std::ptrdiff_t stamp_size_;
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

/// Whether all elements of the list can be told apart: also of a type that is decoded as a rule a value can be of a subclass
/// that is not.
bool can_be_cut(const codec::Skipper& skipper, const StateDescriptor& state, Bytes list) {
    if (skipper.fixed_size() >= 0) {
        return true;
    }
    for (Elements elements(skipper, state, list); !elements.at_end();) {
        if (elements.next().empty()) {
            return false;
        }
    }
    return true;
}

}  // namespace

const codec::Skipper& ListFlattener::skipper_of(const StateDescriptor& state) {
    std::unique_ptr<codec::Skipper>& skipper = skippers_[&state];
    if (!skipper) {
        skipper = std::make_unique<codec::Skipper>(state.value);
    }
    return *skipper;
}

void ListFlattener::flatten(const EntryBatch& batch, const std::function<bool(const EntryBatch&)>& write) {
    const codec::Skipper& skipper = skipper_of(*batch.state);
    std::vector<Entry> entries = std::move(elements_.entries);
    elements_ = {batch.state, batch.key_group, batch.subtask, batch.source, std::move(entries)};
    elements_.entries.clear();
    const auto push = [&](const Entry& list, Bytes value, std::int64_t index) {
        Entry& element = elements_.entries.emplace_back(list);
        element.value = value;
        element.index = index;
    };
    for (const Entry& list : batch.entries) {
        Elements elements(skipper, *batch.state, list.value);
        const bool is_cut = can_be_cut(skipper, *batch.state, list.value);
        for (std::int64_t index = 0; !elements.at_end(); ++index) {
            const Bytes element = is_cut ? elements.next() : Bytes();
            if (element.empty()) {
                push(list, list.value, kWholeList);
                break;
            }
            push(list, element, index);
            if (elements_.entries.size() >= kBatch) {
                if (!write(elements_)) {
                    return;
                }
                elements_.entries.clear();
            }
        }
    }
    if (!elements_.entries.empty()) {
        static_cast<void>(write(elements_));
    }
}

}  // namespace sp::rows
