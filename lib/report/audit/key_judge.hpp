#pragma once

// KeyJudge: whether a key lies in the key group of its hash. Where the hashCode is the author's own, the ways to generate one
// (HashCandidates) are tried on a sample of the stored keys, of which a few may be in the wrong group: unlike HashInference,
// which is for moving keys and must be certain, one bad key does not end the search.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sp/bytes.hpp"
#include "state/key_hasher.hpp"

namespace sp::auditing {

class KeyJudge {
public:
    KeyJudge(TypePtr key, std::int32_t max_parallelism);

    /// Whether learn() is to be called before the first question.
    [[nodiscard]] bool needs_sample() const { return needs_sample_; }

    using Sample = std::vector<std::pair<ByteVector, std::int32_t>>;  ///< distinct keys and their groups
    static constexpr std::size_t kSampleSize = 192;
    void learn(const Sample& sample);

    /// Why groups cannot be checked, or empty.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

    /// By any thread. True where it cannot be told.
    [[nodiscard]] bool is_right(Bytes key, std::int32_t key_group) const;
    /// The group where the key should be.
    [[nodiscard]] std::int32_t group_of(Bytes key) const;

private:
    void try_candidate(const std::optional<SchemaHash>& recipe, const Sample& sample);

    TypePtr key_;
    std::int32_t max_parallelism_;
    bool needs_sample_ = false;
    std::vector<KeyHasher> hashers_;  ///< one must agree
    std::size_t best_ = 0;            ///< so many keys of the sample agree with each of them
    std::string refusal_;
};

}  // namespace sp::auditing
