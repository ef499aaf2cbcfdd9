#include "write/ttl_stamps.hpp"

#include <algorithm>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "state/value_end.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp {
namespace {

std::int64_t stamp_at(Bytes value, std::size_t at) { return static_cast<std::int64_t>(load_u64(value.data() + at)); }

void set_stamp(ByteVector& value, std::size_t at, std::int64_t stamp) {
    store_big_endian(value.data() + at, static_cast<std::uint64_t>(stamp), kStampSize);
}

std::string serializer_of(const Type& type) {
    return serializer_class(type) + (type.class_name.empty() ? "" : " of " + type.class_name);
}

}  // namespace

TtlStamps::TtlStamps(const StateDescriptor& state, Form form)
    : name_(state.name),
      has_ttl_(state.has_ttl),
      is_map_(state.kind == StateKind::kMap),
      has_mark_(is_map_ && form == Form::kStored) {
    if (!has_ttl_ || state.kind != StateKind::kList) {
        return;
    }
    element_.emplace(state.value);
    if (!element_->is_decodable()) {
        const Type* const opaque = codec::opaque_part(state.value);
        throw UnsupportedError("state '" + name_ +
                               "': the time stamps of its list cannot be found: its elements are "
                               "written by " +
                               serializer_of(opaque == nullptr ? *state.value : *opaque) + ", which is not decoded");
    }
}

void TtlStamps::fail(const std::string& problem) const { throw InputError("state '" + name_ + "': " + problem); }

/// Calls `use` with the position of each stamp.
template <class Use>
void TtlStamps::for_each(Bytes value, Use&& use) const {
    if (!has_ttl_) {
        return;
    }
    if (element_) {
        return for_each_element(value, use);
    }
    std::size_t at = 0;
    if (has_mark_) {
        if (value.empty()) {
            fail("a value has no null mark");
        }
        if (value[0] == 1) {
            return;
        }
        at = 1;
    } else if (is_map_ && value.empty()) {
        return;
    }
    if (value.size() - at < kStampSize) {
        fail("a value of " + std::to_string(value.size() - at) + " bytes is shorter than its time stamp");
    }
    use(at);
}

template <class Use>
void TtlStamps::for_each_element(Bytes list, Use&& use) const {
    const std::uint8_t* const begin = list.data();
    const std::uint8_t* const end = begin + list.size();
    for (const std::uint8_t* at = begin; at != end;) {
        if (end - at < static_cast<std::ptrdiff_t>(kStampSize)) {
            fail("a list ends within the time stamp at its byte " + std::to_string(at - begin));
        }
        const std::uint8_t* stop = nullptr;
        try {
            stop = element_->skip(at + kStampSize, end);
        } catch (const codec::DecodeFault& fault) {
            if (fault.reason == codec::DecodeFault::Reason::kOpaque) {
                throw UnsupportedError("state '" + name_ +
                                       "': the time stamps of a list cannot be found: an element is "
                                       "written by " +
                                       serializer_of(*fault.type) + ", which is not decoded");
            }
            fail("a list " + describe_fault(fault, begin));
        }
        if (stop != end && (*stop != kListDelimiter || stop + 1 == end)) {
            fail("a list at its byte " + std::to_string(stop - begin) +
                 " expected its end, or a delimiter and another element");
        }
        use(static_cast<std::size_t>(at - begin));
        at = stop == end ? end : stop + 1;
    }
}

void TtlStamps::shift(ByteVector& value, std::int64_t delta) const {
    for_each(value, [&](std::size_t at) {
        const std::int64_t stamp = stamp_at(value, at);
        std::int64_t shifted = 0;
        if (__builtin_add_overflow(stamp, delta, &shifted)) {
            fail("the time stamp " + std::to_string(stamp) + " cannot be shifted by " + std::to_string(delta) + " ms");
        }
        set_stamp(value, at, shifted);
    });
}

void TtlStamps::inherit(ByteVector& value, Bytes base) const {
    if (!has_missing(value)) {  // nothing of base needs to be read
        return;
    }
    std::vector<std::int64_t> stamps;
    for_each(base, [&](std::size_t at) { stamps.push_back(stamp_at(base, at)); });
    if (stamps.empty()) {
        return;
    }
    const std::int64_t latest = *std::max_element(stamps.begin(), stamps.end());
    std::size_t index = 0;
    for_each(value, [&](std::size_t at) {
        if (stamp_at(value, at) == kNoStamp) {
            set_stamp(value, at, index < stamps.size() ? stamps[index] : latest);
        }
        ++index;
    });
}

bool TtlStamps::has_missing(Bytes value) const {
    bool is_missing = false;
    for_each(value, [&](std::size_t at) { is_missing = is_missing || stamp_at(value, at) == kNoStamp; });
    return is_missing;
}

}  // namespace sp
