#pragma once

// What --delete and --keep-keys name: rows as sp-dump and sp-timers print them, of which only the identity counts. Entries
// are compared by their encoded bytes.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rows/import/row_identity.hpp"
#include "sp/entry.hpp"

namespace sp::rewriting {

struct EditCounts {
    std::uint64_t delete_rows = 0;
    std::uint64_t keep_rows = 0;
    // Of what rows named, each once; coordinators not counted
    std::uint64_t deletes = 0;        ///< keys, maps, entries, elements, timers
    std::uint64_t deletes_found = 0;  ///< of these, by the entries asked about so far
    std::uint64_t kept_keys = 0;
    std::uint64_t kept_keys_found = 0;
};

/// One that is const can be asked by several threads.
class RowEdits {
public:
    /// Of the operators of a savepoint; no operator is added to the plan any more.
    explicit RowEdits(const rows::ImportPlan& plan);
    ~RowEdits();

    /// A file of rows of the layout entries: NDJSON, or CSV if its name ends with .csv; "-" is stdin. A row deletes the entry
    /// of its identity; its value and ttl_timestamp are not looked at. Without an identity of its own it deletes more:
    ///   - nothing but an operator and a key: the key from all keyed states and timers, in every namespace;
    ///   - of a map state without map_key: the whole map of key and namespace;
    ///   - of timers by key (sp-timers --by-key): each timer of its arrays.
    /// InputError with the place of the row: what is not there needs to be, or names what the savepoint has not;
    /// UnsupportedError for single elements of keyed lists, which are no entries.
    void read_deletes(const std::string& path);

    /// Rows of which operator and key count, and of the others only that they are parts of rows. Of an operator that some row
    /// names the keys that no row names go, from all keyed states and timers. Operators that no row names keep all.
    void read_kept_keys(const std::string& path);

    /// As a row of read_deletes(). `key_parts`: the key, where it comes in several columns. InputError without the place.
    void add_delete(const rows::RowFields& row, rows::KeyParts* key_parts);

    /// That something is asked of, by ImportOperator::index.
    [[nodiscard]] std::set<std::size_t> operators() const;
    [[nodiscard]] bool touches_keyed(std::size_t op) const;
    [[nodiscard]] bool touches_operator_state(std::size_t op) const;
    [[nodiscard]] bool deletes_coordinator(std::size_t op) const;

    // Whether the entry goes. `position` is that in OperatorPlan::keyed_states (timers too) or operator_states.
    [[nodiscard]] bool drops_keyed(std::size_t op, std::size_t position, const Entry& entry) const {
        return edits_[op] && drops_keyed(*edits_[op], position, entry);
    }
    /// Of a list or union state.
    [[nodiscard]] bool drops_element(std::size_t op, std::size_t position, std::int32_t subtask,
                                     const Entry& entry) const;
    [[nodiscard]] bool drops_broadcast(std::size_t op, std::size_t position, const Entry& entry) const;

    [[nodiscard]] EditCounts counts() const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view bytes) const { return std::hash<std::string_view>()(bytes); }
    };
    struct Found {
        mutable std::atomic<bool> is_found = false;
    };
    /// Encoded identities, each with whether an entry has had it.
    using Identities = std::unordered_map<std::string, Found, Hash, std::equal_to<>>;

    struct KeyedEdits {
        bool is_timer = false;
        Identities entries;  ///< key, namespace, and map key or timestamp
        Identities maps;     ///< key and namespace
    };

    struct OperatorEdits {
        Identities deleted_keys;
        bool keeps_named_keys = false;
        Identities kept_keys;
        std::vector<KeyedEdits> keyed;           ///< by position
        std::vector<Identities> operator_state;  ///< by position; subtask and index, or map key
        bool deletes_coordinator = false;
    };

    [[nodiscard]] OperatorEdits& edits_of(const rows::ImportOperator& op);
    void delete_keyed(const rows::ImportOperator& op, const rows::ImportState& state, const rows::RowFields& row,
                      rows::KeyParts* key_parts);
    void delete_element(const rows::ImportOperator& op, const rows::ImportState& state, const rows::RowFields& row);
    void delete_broadcast(const rows::ImportOperator& op, const rows::ImportState& state, const rows::RowFields& row);
    void delete_timer(const rows::ImportOperator& op, const rows::RowFields& row, rows::KeyParts* key_parts);
    void delete_timers_by_key(const rows::ImportOperator& op, const rows::RowFields& row, rows::KeyParts* key_parts);
    void add_timer(const rows::ImportOperator& op, const rows::ImportTimers& timers, TimerDomain domain,
                   const Entry& timer);
    void delete_key(const rows::ImportOperator& op, const rows::RowFields& row, rows::KeyParts* key_parts);

    [[nodiscard]] static bool drops_keyed(const OperatorEdits& edits, std::size_t position, const Entry& entry);
    [[nodiscard]] static bool find(const Identities& identities, std::string_view identity);

    const rows::ImportPlan& plan_;
    rows::RowIdentity identity_;
    std::vector<std::unique_ptr<OperatorEdits>> edits_;  ///< by operator; null: nothing is asked of it
    std::uint64_t delete_rows_ = 0;
    std::uint64_t keep_rows_ = 0;
};

}  // namespace sp::rewriting
