#include "rewrite/key_changes.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "io/external_sort.hpp"
#include "metadata/flink_compatibility.hpp"
#include "restore/state_identity.hpp"
#include "rewrite/type_changes.hpp"
#include "rows/json_visitor.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"
#include "state/hash_inference.hpp"
#include "types/conversion/value_converter.hpp"

namespace sp::rewriting {
namespace {

constexpr std::size_t kMostNamed = 10;
constexpr std::size_t kGroupSize = 2;

std::string json_of(const TypePtr& type, std::string_view bytes) {
    std::string text;
    rows::JsonVisitor visitor(text);
    const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    static_cast<void>(codec::EventDecoder(type).decode(first, first + bytes.size(), visitor, true));
    return text;
}

/// Old keys by the new ones that they become.
class KeySort {
public:
    KeySort(const RewritePlan& plan, const OperatorRewrite& op, const RemainingEntries& remaining)
        : plan_(plan),
          op_(op),
          remaining_(remaining),
          key_(*op.types->key),
          sorter_({.temp_dir = plan.options.temporary_folder, .memory = plan.options.memory / 2}) {}

    std::shared_ptr<const std::unordered_set<std::string>> left_out() {
        read();
        sorter_.finish();
        Bytes key;
        Bytes old;
        std::string current;
        std::set<std::string> olds;  // group and key, so that they are in order
        while (sorter_.next(key, old)) {
            const std::string_view next(reinterpret_cast<const char*>(key.data()), key.size());
            if (next != current) {
                settle(current, olds);
                current = next;
                olds.clear();
            }
            olds.emplace(old.begin(), old.end());
        }
        settle(current, olds);
        if (count_ != 0) {
            throw InputError("operator " + op_.label() + ": " + std::to_string(count_) +
                             (count_ == 1 ? " new key" : " new keys") +
                             " would be that of several old ones, and nothing is written; --on-collision first or last "
                             "keeps one of them:" +
                             named_ + (count_ > kMostNamed ? "\n  and more" : ""));
        }
        if (!left_out_->empty()) {
            plan_.warn("operator " + op_.label() + ": " + std::to_string(left_out_->size()) +
                       (left_out_->size() == 1 ? " key is" : " keys are") +
                       " left out, since others have become the same");
        }
        return left_out_;
    }

private:
    void read() {
        ReadOptions read;
        read.files = plan_.options.files;
        read.with_timers = true;
        read.operator_ids = {op_.original().id.hex()};
        EntryReader reader(op_.source->argument, read);
        EntryBatch batch;
        ByteVector last;
        ByteVector key;
        ByteVector old;
        bool has_last = false;
        while (reader.next(batch)) {
            const std::size_t position =
                is_keyed(batch.state->kind) ? position_of(remaining_.states, *batch.state) : remaining_.states.size();
            if (position == remaining_.states.size()) {
                continue;
            }
            for (const Entry& entry : batch.entries) {
                if ((has_last && std::ranges::equal(entry.key, last)) ||
                    remaining_.edits.drops_keyed(remaining_.op, position, entry)) {
                    continue;
                }
                last.assign(entry.key.begin(), entry.key.end());
                has_last = true;
                key.clear();
                try {
                    key_.convert(entry.key, key);
                } catch (const InputError&) {
                    continue;  // is named where its entries are converted
                } catch (const codec::DecodeFault&) {
                    continue;
                }
                old = {static_cast<std::uint8_t>(batch.key_group >> 8), static_cast<std::uint8_t>(batch.key_group)};
                old.insert(old.end(), entry.key.begin(), entry.key.end());
                sorter_.add(key, old);
            }
        }
    }

    /// `olds`: those that become this key.
    void settle(const std::string& key, const std::set<std::string>& olds) {
        if (olds.size() < 2) {
            return;
        }
        const CollisionPolicy policy = plan_.options.on_collision;
        if (policy == CollisionPolicy::kError) {
            if (++count_ <= kMostNamed) {
                named_ += "\n  ";
                for (const std::string& old : olds) {
                    named_ += (old == *olds.begin() ? "" : " and ") +
                              json_of(op_.types->key->from(), std::string_view(old).substr(kGroupSize));
                }
                named_ += " -> " + json_of(op_.types->key->to(), key);
            }
            return;
        }
        const std::string& kept = policy == CollisionPolicy::kFirst ? *olds.begin() : *olds.rbegin();
        for (const std::string& old : olds) {
            if (old != kept) {
                left_out_->insert(old.substr(kGroupSize));
            }
        }
    }

    const RewritePlan& plan_;
    const OperatorRewrite& op_;
    const RemainingEntries& remaining_;
    conversion::ValueConverter key_;
    ExternalSorter sorter_;
    std::shared_ptr<std::unordered_set<std::string>> left_out_ = std::make_shared<std::unordered_set<std::string>>();
    std::uint64_t count_ = 0;
    std::string named_;
};

}  // namespace

std::function<std::int32_t(Bytes key)> key_groups_of(const RewritePlan& plan, const OperatorRewrite& op) {
    const TypePtr& key = op.types->key->to();
    try {
        const FlinkVersion version = version_of_hash(*key).value_or(
            plan.options.flink_version.value_or(possible_writers(op.source->snapshot.metadata).last));
        const auto hashes = std::make_shared<const HashInference>(key, op.types->key_hash, version);
        return [hashes, max_parallelism = op.op.max_parallelism](Bytes bytes) {
            return hashes->group_of(bytes, max_parallelism);
        };
    } catch (const UnsupportedError& error) {
        throw UnsupportedError("operator " + op.label() + ": key: " + error.what());
    } catch (const UsageError& error) {
        throw UsageError("operator " + op.label() + ": key: " + error.what());
    }
}

std::shared_ptr<const std::unordered_set<std::string>> left_out_keys(const RewritePlan& plan, const OperatorRewrite& op,
                                                                     const RemainingEntries& remaining) {
    return op.types->key->may_collide() ? KeySort(plan, op, remaining).left_out()
                                        : std::make_shared<const std::unordered_set<std::string>>();
}

}  // namespace sp::rewriting
