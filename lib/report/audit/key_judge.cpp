#include "report/audit/key_judge.hpp"

#include <algorithm>
#include <cmath>

#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "state/hash_candidates.hpp"
#include "state/hash_inference.hpp"
#include "types/schema/words.hpp"

namespace sp::auditing {
namespace {

/// Versions between which the hash of Row, or what Kryo writes, has changed.
constexpr FlinkVersion kVersions[] = {{2, 3}, {1, 20}, {1, 12}, {1, 11}, {1, 10}};

constexpr std::size_t kMostHashers = 8;

/// The share of a sample that must agree for the rest to be called wrong.
constexpr double kLeastShare = 0.75;

std::int32_t group_by(const KeyHasher& hasher, Bytes key, std::int32_t max_parallelism) {
    return java::key_group_of_hash(hasher.hash(key), max_parallelism);
}

}  // namespace

KeyJudge::KeyJudge(TypePtr key, std::int32_t max_parallelism)
    : key_(std::move(key)), max_parallelism_(max_parallelism) {
    const std::optional<FlinkVersion> version = version_of_hash(*key_);
    needs_sample_ = needs_recipe(*key_) || !version;
    if (needs_sample_) {
        return;
    }
    try {
        hashers_.emplace_back(key_, std::nullopt, *version);
    } catch (const UnsupportedError& error) {
        refusal_ = error.what();
    }
}

void KeyJudge::try_candidate(const std::optional<SchemaHash>& recipe, const Sample& sample) {
    const std::optional<FlinkVersion> known = version_of_hash(*key_);
    for (const FlinkVersion version : kVersions) {
        if (known && version != kVersions[0]) {
            return;
        }
        const KeyHasher hasher(key_, recipe, known.value_or(version));
        const auto fits = [&](const auto& stored) {
            try {
                return group_by(hasher, stored.first, max_parallelism_) == stored.second;
            } catch (const Error&) {  // no value of the type, as this version writes it
                return false;
            }
        };
        const auto right = static_cast<std::size_t>(std::ranges::count_if(sample, fits));
        if (right > best_) {
            best_ = right;
            hashers_.clear();
        }
        if (right == best_ && right > 0 && hashers_.size() < kMostHashers) {
            hashers_.push_back(hasher);
        }
    }
}

void KeyJudge::learn(const Sample& sample) {
    const auto attempt = [&](const std::optional<SchemaHash>& recipe) {
        try {
            try_candidate(recipe, sample);
        } catch (const Error& error) {
            refusal_ = refusal_.empty() ? error.what() : refusal_;
        }
    };
    const bool is_own = needs_recipe(*key_);
    is_own ? HashCandidates(*key_).for_each(attempt) : attempt(std::nullopt);
    if (hashers_.empty() && !refusal_.empty()) {
        return;
    }
    const bool is_enough =
        !is_own || static_cast<double>(best_) * std::log2(max_parallelism_) >= HashInference::kNeededBits;
    const bool is_clear = static_cast<double>(best_) >= kLeastShare * static_cast<double>(sample.size());
    refusal_.clear();
    if (max_parallelism_ > 1 && !(is_enough && is_clear)) {
        hashers_.clear();
        refusal_ = "the hashCode of the key, " + type_words(*key_) + ", is its author's own, and of " +
                   std::to_string(sample.size()) + " keys that are there " +
                   (is_clear ? "too few tell" : "none of the usual ways to generate one gives the key groups");
    }
}

bool KeyJudge::is_right(Bytes key, std::int32_t key_group) const {
    return hashers_.empty() || std::ranges::any_of(hashers_, [&](const KeyHasher& hasher) {
               return group_by(hasher, key, max_parallelism_) == key_group;
           });
}

std::int32_t KeyJudge::group_of(Bytes key) const { return group_by(hashers_.front(), key, max_parallelism_); }

}  // namespace sp::auditing
