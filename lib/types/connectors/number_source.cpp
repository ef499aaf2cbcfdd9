#include "types/connectors/number_source.hpp"

#include <limits>

#include "java/modified_utf8.hpp"

namespace sp::connectors {
namespace {

constexpr std::int32_t kVersion = 1;

NumberSplit read_split(BoundedReader& in) {
    NumberSplit split;
    split.id = java::read_utf(in, "split id");
    split.from = in.i64("from");
    split.to = in.i64("to");
    // One that has been read to its end starts behind it.
    const bool is_range = split.from <= split.to || split.from - 1 == split.to ||
                          (split.to == std::numeric_limits<std::int64_t>::max() &&
                           split.from == std::numeric_limits<std::int64_t>::min());
    expect(in, "split", !split.id.empty() && is_range);
    return split;
}

}  // namespace

NumberSplit read_number_split(std::int32_t version, BoundedReader& in) {
    expect(in, "split version", version == kVersion);
    return read_split(in);
}

NumberEnumerator read_number_enumerator(std::int32_t version, BoundedReader& in) {
    expect(in, "enumerator version", version == kVersion);
    NumberEnumerator enumerator;
    const std::size_t count = in.count("splits", 2 + 8 + 8);
    for (std::size_t i = 0; i < count; ++i) {
        enumerator.splits.push_back(read_split(in));
    }
    return enumerator;
}

}  // namespace sp::connectors
