#pragma once

// The key groups of an operator's keys, learnt from the keys that are there: where the hashCode is the author's own and no
// recipe is declared, those recipes remain that put every key into its stored group.
//
// What remains is trusted once distinct keys times log2(max parallelism) have come to 32 bits, and only where all that
// remains agrees. Before that a key is known in its own group only.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"
#include "state/key_hasher.hpp"

namespace sp {

class HashInference {
public:
    static constexpr double kNeededBits = 32;

    /// With a recipe, or where none is needed, keys are only checked against it. As KeyHasher's constructor, it throws where
    /// no recipe can give a hash.
    HashInference(TypePtr key, const std::optional<SchemaHash>& recipe, FlinkVersion version);

    /// A key and the group in which it is stored. InputError if that group does not follow from the recipe, or from any.
    void add(Bytes key, std::int32_t key_group, std::int32_t max_parallelism);

    /// InputError if it cannot be told; it lists what remains and asks for the recipe.
    [[nodiscard]] std::int32_t group_of(Bytes key, std::int32_t max_parallelism) const;

    /// The group of a stored key under another max parallelism; both of the above in one, for what is settled. By any thread.
    [[nodiscard]] std::int32_t regrouped(Bytes key, std::int32_t key_group, std::int32_t max_parallelism,
                                         std::int32_t new_max_parallelism) const;

    /// Whether the evidence suffices, or none was needed.
    [[nodiscard]] bool is_settled() const { return is_settled_; }

    /// What remains, the most usual first. Nothing for keys whose class has the hash in itself.
    [[nodiscard]] std::vector<SchemaHash> candidates() const;

private:
    struct Candidate {
        std::optional<SchemaHash> recipe;
        KeyHasher hasher;
    };
    struct Stored {
        std::int32_t key_group;
        std::int32_t max_parallelism;
    };

    [[nodiscard]] static bool fits(const Candidate& candidate, Bytes key, const Stored& stored);
    [[nodiscard]] std::vector<Candidate> fitting() const;
    void remember(Bytes key, const Stored& stored);
    void narrow(Bytes key, const Stored& stored);
    [[noreturn]] void fail_without_candidate(Bytes key, const Stored& stored) const;
    [[noreturn]] void fail(const std::string& why, const std::vector<Candidate>& among) const;

    TypePtr key_;
    FlinkVersion version_;
    bool is_declared_ = false;  ///< the hash is known beforehand
    bool is_settled_ = false;
    double bits_ = 0;
    std::vector<Candidate> candidates_;                ///< once settled
    std::map<std::string, Stored, std::less<>> seen_;  ///< distinct keys, until settled
};

}  // namespace sp
