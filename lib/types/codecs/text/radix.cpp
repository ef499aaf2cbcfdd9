#include "types/codecs/text/radix.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace sp::text {

namespace {

constexpr std::uint64_t kBinary = std::uint64_t{1} << 32;
constexpr std::uint64_t kDecimal = 1000000000;

constexpr std::size_t kSchoolbookLimbs = 40;  ///< below this Karatsuba does not pay
constexpr std::size_t kLeafLimbs = 16;        ///< converted by Horner's rule

using LimbSpan = std::span<const std::uint32_t>;

/// The sum of a column of products; `take` gives its lowest limb and keeps the carry. The sum is kept in two words: 8e18
/// (a multiple of 10^9) or 2^64 at a time go to the upper one.
template <std::uint64_t Base>
class Column {
public:
    void add(std::uint32_t a, std::uint32_t b) {
        const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
        low_ += product;
        if constexpr (Base == kBinary) {
            high_ += low_ < product ? 1 : 0;
        } else if (low_ >= kUnit) {
            low_ -= kUnit;
            ++high_;
        }
    }

    std::uint32_t take() {
        const auto limb = static_cast<std::uint32_t>(low_ % Base);
        low_ = low_ / Base + high_ * (Base == kBinary ? kBinary : kUnit / kDecimal);
        high_ = 0;
        return limb;
    }

private:
    static constexpr std::uint64_t kUnit = 8 * kDecimal * kDecimal;

    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

template <std::uint64_t Base>
struct Arithmetic {
    static void trim(Limbs& limbs) {
        while (!limbs.empty() && limbs.back() == 0) {
            limbs.pop_back();
        }
    }

    /// to[shift...] += limbs; `to` is long enough for the sum.
    static void add_at(Limbs& to, LimbSpan limbs, std::size_t shift) {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < limbs.size() || carry != 0; ++i) {
            const std::uint64_t sum = carry + to[shift + i] + (i < limbs.size() ? limbs[i] : 0);
            to[shift + i] = static_cast<std::uint32_t>(sum % Base);
            carry = sum / Base;
        }
    }

    /// from -= limbs; the difference is not negative.
    static void subtract(Limbs& from, LimbSpan limbs) {
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < limbs.size() || borrow != 0; ++i) {
            const std::uint64_t minus = borrow + (i < limbs.size() ? limbs[i] : 0);
            borrow = from[i] < minus ? 1 : 0;
            from[i] = static_cast<std::uint32_t>(from[i] + borrow * Base - minus);
        }
    }

    static Limbs sum(LimbSpan a, LimbSpan b) {
        Limbs result(std::max(a.size(), b.size()) + 1);
        std::copy(a.begin(), a.end(), result.begin());
        add_at(result, b, 0);
        trim(result);
        return result;
    }

    static Limbs multiply_schoolbook(LimbSpan a, LimbSpan b) {
        Limbs product(a.size() + b.size());
        Column<Base> column;
        for (std::size_t k = 0; k + 1 < product.size(); ++k) {
            const std::size_t last = std::min(k, a.size() - 1);
            for (std::size_t i = k < b.size() ? 0 : k - b.size() + 1; i <= last; ++i) {
                column.add(a[i], b[k - i]);
            }
            product[k] = column.take();
        }
        product.back() = column.take();
        return product;
    }

    /// The depth is the logarithm of the size.
    static Limbs multiply(LimbSpan a, LimbSpan b) {
        if (a.size() < b.size()) {
            std::swap(a, b);
        }
        if (b.empty()) {
            return {};
        }
        if (b.size() < kSchoolbookLimbs) {
            return multiply_schoolbook(a, b);
        }
        const std::size_t half = (a.size() + 1) / 2;
        const LimbSpan a_low = a.first(half);
        const LimbSpan a_high = a.subspan(half);
        Limbs product(a.size() + b.size());
        if (b.size() <= half) {
            add_at(product, trimmed_product(a_low, b), 0);
            add_at(product, trimmed_product(a_high, b), half);
            return product;
        }
        const LimbSpan b_low = b.first(half);
        const LimbSpan b_high = b.subspan(half);
        const Limbs low = trimmed_product(a_low, b_low);
        const Limbs high = trimmed_product(a_high, b_high);
        Limbs middle = multiply(sum(a_low, a_high), sum(b_low, b_high));
        subtract(middle, low);
        subtract(middle, high);
        trim(middle);
        add_at(product, low, 0);
        add_at(product, high, 2 * half);
        add_at(product, middle, half);
        return product;
    }

    static Limbs trimmed_product(LimbSpan a, LimbSpan b) {
        Limbs product = multiply(a, b);
        trim(product);
        return product;
    }

    /// Digits of base `from` by Horner's rule.
    static Limbs evaluate_leaf(LimbSpan digits, std::uint64_t from) {
        Limbs value;
        for (std::size_t i = digits.size(); i-- > 0;) {
            std::uint64_t carry = digits[i];
            for (auto& limb : value) {
                const std::uint64_t next = limb * from + carry;
                limb = static_cast<std::uint32_t>(next % Base);
                carry = next / Base;
            }
            for (; carry != 0; carry /= Base) {
                value.push_back(static_cast<std::uint32_t>(carry % Base));
            }
        }
        return value;
    }

    static Limbs evaluate(LimbSpan digits, std::uint64_t from) {
        std::vector<Limbs> parts;
        for (std::size_t at = 0; at < digits.size(); at += kLeafLimbs) {
            parts.push_back(evaluate_leaf(digits.subspan(at, std::min(kLeafLimbs, digits.size() - at)), from));
        }
        if (parts.empty()) {
            return {};
        }
        Limbs unit_digits(kLeafLimbs + 1);
        unit_digits.back() = 1;
        Limbs unit = evaluate_leaf(unit_digits, from);
        while (parts.size() > 1) {
            for (std::size_t i = 0; i < parts.size(); i += 2) {
                Limbs joined = std::move(parts[i]);
                if (i + 1 < parts.size()) {
                    const Limbs high = multiply(parts[i + 1], unit);
                    joined = sum(high, joined);
                }
                parts[i / 2] = std::move(joined);
            }
            parts.resize((parts.size() + 1) / 2);
            if (parts.size() > 1) {
                unit = trimmed_product(unit, unit);
            }
        }
        trim(parts.front());
        return std::move(parts.front());
    }
};

}  // namespace

Limbs binary_to_decimal(const Limbs& binary) { return Arithmetic<kDecimal>::evaluate(binary, kBinary); }
Limbs decimal_to_binary(const Limbs& decimal) { return Arithmetic<kBinary>::evaluate(decimal, kDecimal); }

}  // namespace sp::text
