#include "state/hash_inference.hpp"

#include <algorithm>
#include <cmath>

#include "java/hash_codes.hpp"
#include "sp/error.hpp"
#include "state/hash_candidates.hpp"
#include "types/schema/words.hpp"

namespace sp {
namespace {

constexpr std::size_t kListed = 8;  // candidates in a message

std::string rounded(double bits) { return std::to_string(static_cast<int>(bits)); }

}  // namespace

HashInference::HashInference(TypePtr key, const std::optional<SchemaHash>& recipe, FlinkVersion version)
    : key_(std::move(key)), version_(version) {
    if (recipe || !needs_recipe(*key_)) {
        candidates_.push_back({recipe, KeyHasher(key_, recipe, version_)});
        is_declared_ = true;
        is_settled_ = true;
        return;
    }
    std::optional<UnsupportedError> refusal;
    bool has_any = false;
    HashCandidates(*key_).for_each([&](const SchemaHash& candidate) {
        if (has_any) {
            return;
        }
        try {
            static_cast<void>(KeyHasher(key_, candidate, version_));
            has_any = true;
        } catch (const UnsupportedError& error) {
            refusal = refusal ? refusal : error;  // the first has all fields in it
        }
    });
    if (!has_any && refusal) {
        throw UnsupportedError(*refusal);
    }
}

bool HashInference::fits(const Candidate& candidate, Bytes key, const Stored& stored) {
    return java::key_group_of_hash(candidate.hasher.hash(key), stored.max_parallelism) == stored.key_group;
}

void HashInference::add(Bytes key, std::int32_t key_group, std::int32_t max_parallelism) {
    const Stored stored{key_group, max_parallelism};
    if (is_settled_) {
        narrow(key, stored);
    } else {
        remember(key, stored);
    }
}

void HashInference::remember(Bytes key, const Stored& stored) {
    if (stored.max_parallelism == 1) {
        return;  // says nothing, and is never enough: all keys of the state would be kept in memory
    }
    const auto [at, is_new] = seen_.emplace(as_text(key), stored);
    if (!is_new) {
        if (at->second.max_parallelism == stored.max_parallelism && at->second.key_group != stored.key_group) {
            throw InputError("a key is stored in key group " + std::to_string(at->second.key_group) + " and in " +
                             std::to_string(stored.key_group));
        }
        return;
    }
    bits_ += std::log2(stored.max_parallelism);
    if (bits_ >= kNeededBits) {
        candidates_ = fitting();
        if (candidates_.empty()) {
            fail_without_candidate(key, stored);
        }
        is_settled_ = true;
        seen_.clear();
    }
}

void HashInference::narrow(Bytes key, const Stored& stored) {
    const auto unfit = [&](const Candidate& candidate) { return !fits(candidate, key, stored); };
    if (std::all_of(candidates_.begin(), candidates_.end(), unfit)) {
        fail_without_candidate(key, stored);
    }
    if (candidates_.size() > 1) {
        std::erase_if(candidates_, unfit);
    }
}

/// Compiles one after the other, so that only those stay in memory that fit all keys seen.
std::vector<HashInference::Candidate> HashInference::fitting() const {
    std::vector<Candidate> found;
    HashCandidates(*key_).for_each([&](const SchemaHash& recipe) {
        try {
            Candidate candidate{recipe, KeyHasher(key_, recipe, version_)};
            if (std::all_of(seen_.begin(), seen_.end(),
                            [&](const auto& seen) { return fits(candidate, as_bytes(seen.first), seen.second); })) {
                found.push_back(std::move(candidate));
            }
        } catch (const UnsupportedError&) {  // a field of it has an identity hash
        }
    });
    return found;
}

std::int32_t HashInference::group_of(Bytes key, std::int32_t max_parallelism) const {
    if (!is_settled_) {
        if (max_parallelism == 1) {
            return 0;  // whatever the hash is
        }
        const auto seen = seen_.find(as_text(key));
        if (seen != seen_.end() && seen->second.max_parallelism == max_parallelism) {
            return seen->second.key_group;
        }
        fail("from the " + std::to_string(seen_.size()) + " keys that are there (" + rounded(bits_) + " of " +
                 rounded(kNeededBits) + " bits that are needed)",
             fitting());
    }
    const std::int32_t group = java::key_group_of_hash(candidates_.front().hasher.hash(key), max_parallelism);
    for (std::size_t i = 1; i < candidates_.size(); ++i) {
        if (java::key_group_of_hash(candidates_[i].hasher.hash(key), max_parallelism) != group) {
            fail("since the recipes that fit all keys seen differ for a new one", candidates_);
        }
    }
    return group;
}

std::int32_t HashInference::regrouped(Bytes key, std::int32_t key_group, std::int32_t max_parallelism,
                                      std::int32_t new_max_parallelism) const {
    if (!is_settled_ || candidates_.size() != 1) {
        return group_of(key, new_max_parallelism);
    }
    const std::int32_t hash = candidates_.front().hasher.hash(key);
    if (java::key_group_of_hash(hash, max_parallelism) != key_group) {
        fail_without_candidate(key, {key_group, max_parallelism});
    }
    return java::key_group_of_hash(hash, new_max_parallelism);
}

std::vector<SchemaHash> HashInference::candidates() const {
    std::vector<SchemaHash> recipes;
    for (const Candidate& candidate : is_settled_ ? candidates_ : fitting()) {
        if (candidate.recipe) {
            recipes.push_back(*candidate.recipe);
        }
    }
    return recipes;
}

void HashInference::fail_without_candidate(Bytes key, const Stored& stored) const {
    if (is_declared_) {
        const Candidate& only = candidates_.front();
        throw InputError("a key is stored in key group " + std::to_string(stored.key_group) + ", but its hashCode" +
                         (only.recipe ? " by the recipe " + recipe_text(*only.recipe) : "") + " gives " +
                         std::to_string(java::key_group_of_hash(only.hasher.hash(key), stored.max_parallelism)) +
                         " of " + std::to_string(stored.max_parallelism));
    }
    fail("since no known way to generate a hashCode gives the key groups that are stored", {});
}

void HashInference::fail(const std::string& why, const std::vector<Candidate>& among) const {
    std::string text = "the hashCode of the key, " + type_words(*key_) + ", cannot be told " + why +
                       ": a recipe must say how it is generated (\"hash\" in the schema, --key-hash of sp-rewrite; see "
                       "sp-schema(5))";
    const char* separator = "; those that fit so far: ";
    for (std::size_t i = 0; i < std::min(among.size(), kListed); ++i) {
        text += separator + recipe_text(*among[i].recipe);
        separator = ", ";
    }
    if (among.size() > kListed) {
        text += " and " + std::to_string(among.size() - kListed) + " more";
    }
    const std::string limits = HashCandidates(*key_).limits();
    throw InputError(text + (limits.empty() ? "" : ". " + limits));
}

}  // namespace sp
