#include "types/kryo/kryo_decoder.hpp"

#include <algorithm>
#include <utility>

#include "sp/error.hpp"
#include "types/kryo/kryo_forms.hpp"

namespace sp::kryo {
namespace {

using codec::DecodeFault;

/// So many values that fit the likeliest choice are enough.
constexpr int kEnough = 16;

enum class Fit : std::uint8_t {
    kMisfit,
    kMissing,  ///< as far as a class that is not found
    kRefused,  ///< as far as a class whose serializer is not known
    kTruncated,
    kFitsInDoubt,  ///< the choice would hardly be the writer's: KryoWalker::has_doubts
    kFits,
};

Fit fit_of(const DecodeFault& fault, bool is_exact) {
    if (fault.reason == DecodeFault::Reason::kTruncated) {
        return is_exact ? Fit::kMisfit : Fit::kTruncated;
    }
    const std::string_view expected = fault.expected;
    return expected == kKnownClass     ? Fit::kMissing
           : expected == kDecodedClass ? Fit::kRefused
           : fault.is_failure          ? Fit::kMisfit
                                       : Fit::kRefused;
}

}  // namespace

KryoDecoder::KryoDecoder(KryoContext context) : KryoDecoder(std::move(context), JavaType{}) {}

KryoDecoder::KryoDecoder(KryoContext context, JavaType declared)
    : context_(std::move(context)), forms_(std::make_unique<const KryoForms>(std::move(declared), context_)) {}

KryoDecoder::~KryoDecoder() = default;

/// When the first value is met: most snapshots are read for what they say alone.
void KryoDecoder::prepare(const Type& type) const {
    std::vector<KryoRegistration> registrations;
    std::vector<KryoDefaultSerializer> defaults;
    try {
        registrations = kryo_registrations(type);
        defaults = kryo_default_serializers(type);
    } catch (const Error& error) {
        problem_ = error.what();
        return;
    }
    const auto is_expected = [&](Generation generation) {
        return context_.generation == Generation::kUnknown || context_.generation == generation;
    };
    struct Writer {
        Generation generation;
        bool has_flink;
        bool has_scala;
    };
    static constexpr Writer kWriters[] = {{Generation::kKryo2, true, true},
                                          {Generation::kKryo5, true, false},
                                          {Generation::kKryo2, true, false},
                                          {Generation::kKryo2, false, false},
                                          {Generation::kKryo5, false, false}};
    for (const auto& [generation, has_flink, has_scala] : kWriters) {
        if (context_.is_certain && !is_expected(generation)) {
            continue;
        }
        Choice& choice = choices_.emplace_back();
        choice.classes = std::make_unique<KryoClasses>(
            KryoSettings{generation, has_flink, has_scala, registrations, defaults, context_.class_path});
        choice.declared = choice.classes->by_name(type.class_name);
        choice.is_expected = is_expected(generation);
    }
    std::stable_sort(choices_.begin(), choices_.end(),
                     [](const Choice& a, const Choice& b) { return a.is_expected && !b.is_expected; });
}

const KryoDecoder::Choice& KryoDecoder::find_out(const std::uint8_t* p, const std::uint8_t* end, const Type& type,
                                                 bool is_exact) const {
    if (choices_.empty()) {
        throw DecodeFault{DecodeFault::Reason::kOpaque, p, &type, "registrations that can be read", problem_, true};
    }
    const unsigned ruled_out = ruled_out_.load(std::memory_order_relaxed);
    std::size_t best = choices_.size();
    Fit best_fit = Fit::kMisfit;
    unsigned misfits = 0;
    bool tells = false;  // a class of the registrations was among the objects
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const Choice& choice = choices_[i];
        const bool was_expected_tried = best != choices_.size();
        // What the savepoint does not let expect is taken where nothing else fits, and ruled out where something does: a damaged value
        // can fit the other generation (a length of one more is that of Kryo 5).
        const bool is_other = !choice.is_expected && was_expected_tried;
        if ((ruled_out & 1U << i) != 0 ||
            (is_other && (!is_exact || (best_fit != Fit::kMisfit && best_fit != Fit::kFits)))) {
            continue;
        }
        codec::NullSink sink;
        KryoWalker<codec::NullSink> walker(*choice.classes, &type, sink, false);
        Fit fit = Fit::kMisfit;
        try {
            const std::uint8_t* const stop = walker.run(p, end, choice.declared);
            fit = is_exact && stop != end ? Fit::kMisfit : walker.has_doubts() ? Fit::kFitsInDoubt : Fit::kFits;
        } catch (const DecodeFault& fault) {
            fit = fit_of(fault, is_exact);
        }
        misfits |= fit == Fit::kMisfit || (fit < Fit::kTruncated && !is_other) ? 1U << i : 0;
        // Where more bytes may follow, a value that begins as the likelier choice says is not one of another that ends here.
        const bool is_doubtful = !is_exact && was_expected_tried && best_fit == Fit::kTruncated &&
                                 fit > Fit::kTruncated &&
                                 choice.classes->is_kryo5() == choices_[best].classes->is_kryo5();
        if (best == choices_.size() || (fit > best_fit && !is_doubtful)) {
            best = i;
            best_fit = fit;
            tells = walker.has_registered();
        }
    }
    if (best_fit >= Fit::kFitsInDoubt) {
        settle(best, (is_exact || tells) ? misfits : 0, best_fit == Fit::kFits);
    }
    return choices_[best];
}

/// A value fits a choice; `misfits` are those that it does not fit.
void KryoDecoder::settle(std::size_t best, unsigned misfits, bool is_sure) const {
    const unsigned ruled_out = ruled_out_.fetch_or(misfits) | misfits;
    const unsigned left = ((1U << choices_.size()) - 1) & ~ruled_out;
    const bool is_known = context_.generation != Generation::kUnknown;
    if (left == 1U << best || (is_known && best == 0 && is_sure && ++agreed_ >= kEnough)) {
        settled_.store(static_cast<int>(best), std::memory_order_release);
    }
}

}  // namespace sp::kryo
