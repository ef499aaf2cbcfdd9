#include "write/duplicates.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "io/big_endian.hpp"
#include "sp/error.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/codecs/value_words.hpp"

namespace sp {
namespace {

struct NumberForm {
    TypeKind kind;
    TypeKind value_kind;  ///< IntValue and so on are stored alike
    std::size_t size;
};

constexpr NumberForm kNumbers[] = {
    {TypeKind::kByte, TypeKind::kByteValue, 1},   {TypeKind::kShort, TypeKind::kShortValue, 2},
    {TypeKind::kInt, TypeKind::kIntValue, 4},     {TypeKind::kLong, TypeKind::kLongValue, 8},
    {TypeKind::kFloat, TypeKind::kFloatValue, 4}, {TypeKind::kDouble, TypeKind::kDoubleValue, 8},
};

const NumberForm* number_form(TypeKind kind) {
    const auto* const found = std::find_if(std::begin(kNumbers), std::end(kNumbers), [&](const NumberForm& form) {
        return form.kind == kind || form.value_kind == kind;
    });
    return found == std::end(kNumbers) ? nullptr : found;
}

bool needs_number(DuplicatePolicy policy) {
    return policy == DuplicatePolicy::kSum || policy == DuplicatePolicy::kMin || policy == DuplicatePolicy::kMax;
}

std::uint64_t load(const std::uint8_t* p, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        value = value << 8 | p[i];
    }
    return value;
}

std::int64_t load_integer(const std::uint8_t* p, std::size_t size) {
    const int unused = static_cast<int>(64 - 8 * size);
    return static_cast<std::int64_t>(load(p, size) << unused) >> unused;
}

/// As Math.min and Math.max of Java have it: NaN wins, and -0.0 is less than 0.0.
template <class Float>
Float joined_floats(DuplicatePolicy policy, Float a, Float b) {
    if (policy == DuplicatePolicy::kSum || std::isnan(a)) {
        return policy == DuplicatePolicy::kSum ? a + b : a;
    }
    const bool takes_first =
        policy == DuplicatePolicy::kMin ? a < b || (a == b && std::signbit(a)) : a > b || (a == b && !std::signbit(a));
    return takes_first ? a : b;
}

std::int64_t joined(DuplicatePolicy policy, std::int64_t a, std::int64_t b) {
    return policy == DuplicatePolicy::kMin ? std::min(a, b) : policy == DuplicatePolicy::kMax ? std::max(a, b) : a + b;
}

std::int64_t joined_integers(DuplicatePolicy policy, std::int64_t a, std::int64_t b, std::size_t size) {
    if (policy != DuplicatePolicy::kSum) {
        return joined(policy, a, b);
    }
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * size);
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum) || sum > most || sum < -most - 1) {
        throw InputError("the sum of " + std::to_string(a) + " and " + std::to_string(b) + " is out of range");
    }
    return sum;
}

}  // namespace

DuplicateJoiner::DuplicateJoiner(DuplicatePolicy policy, const StateDescriptor& state)
    : policy_(policy),
      kind_(state.value ? state.value->kind : TypeKind::kUnknown),
      number_size_(0),
      head_size_((state.kind == StateKind::kMap ? 1U : 0U) + (state.has_ttl ? kStampSize : 0)),
      is_map_(state.kind == StateKind::kMap),
      has_ttl_(state.has_ttl) {
    if (!is_possible(policy, state)) {
        throw UsageError("state '" + state.name + "': " +
                         (policy == DuplicatePolicy::kAppend
                              ? "only keyed lists can be appended to"
                              : "only byte, short, int, long, float and double can be added and compared") +
                         ", and this is a state of kind " + std::string(name_of(state.kind)) +
                         (state.value ? " of " + codec::value_word(*state.value) : ""));
    }
    if (needs_number(policy)) {
        const NumberForm& form = *number_form(kind_);
        kind_ = form.kind;
        number_size_ = form.size;
    }
}

bool DuplicateJoiner::is_possible(DuplicatePolicy policy, const StateDescriptor& state) {
    if (policy == DuplicatePolicy::kAppend) {
        return state.kind == StateKind::kList;
    }
    const bool is_one_value = state.kind != StateKind::kList && state.kind != StateKind::kTimer;
    return !needs_number(policy) || (is_one_value && state.value && number_form(state.value->kind) != nullptr);
}

void DuplicateJoiner::join(ByteVector& first, Bytes second) const {
    switch (policy_) {
        case DuplicatePolicy::kError:
        case DuplicatePolicy::kFirst: return;
        case DuplicatePolicy::kLast: first.assign(second.begin(), second.end()); return;
        case DuplicatePolicy::kAppend:
            if (!first.empty() && !second.empty()) {
                first.push_back(kListDelimiter);
            }
            first.insert(first.end(), second.begin(), second.end());
            return;
        case DuplicatePolicy::kSum:
        case DuplicatePolicy::kMin:
        case DuplicatePolicy::kMax: return join_numbers(first, second);
    }
}

void DuplicateJoiner::join_numbers(ByteVector& first, Bytes second) const {
    if (is_map_ && (first[0] == 1 || second[0] == 1)) {
        throw InputError("null cannot be added or compared");
    }
    if (first.size() != head_size_ + number_size_ || second.size() != first.size()) {
        throw InputError("a value is no number");
    }
    if (has_ttl_) {  // the later of the two accesses
        std::uint8_t* const stamp = first.data() + head_size_ - kStampSize;
        store_big_endian(
            stamp,
            static_cast<std::uint64_t>(std::max(load_integer(stamp, kStampSize),
                                                load_integer(second.data() + head_size_ - kStampSize, kStampSize))),
            kStampSize);
    }
    std::uint8_t* const a = first.data() + head_size_;
    const std::uint8_t* const b = second.data() + head_size_;
    if (kind_ == TypeKind::kFloat) {
        const auto number = [](const std::uint8_t* p) {
            return std::bit_cast<float>(static_cast<std::uint32_t>(load(p, 4)));
        };
        store_big_endian(a, std::bit_cast<std::uint32_t>(joined_floats(policy_, number(a), number(b))), 4);
    } else if (kind_ == TypeKind::kDouble) {
        const auto number = [](const std::uint8_t* p) { return std::bit_cast<double>(load(p, 8)); };
        store_big_endian(a, std::bit_cast<std::uint64_t>(joined_floats(policy_, number(a), number(b))), 8);
    } else {
        store_big_endian(a,
                         static_cast<std::uint64_t>(joined_integers(policy_, load_integer(a, number_size_),
                                                                    load_integer(b, number_size_), number_size_)),
                         number_size_);
    }
}

}  // namespace sp
