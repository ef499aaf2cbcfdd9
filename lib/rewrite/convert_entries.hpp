#pragma once

// Entries on their way into a copy whose states and keys have other types.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rewrite/misfits.hpp"
#include "rewrite/type_changes.hpp"
#include "types/conversion/value_converter.hpp"
#include "write/base_entries.hpp"

namespace sp::rewriting {

class ConvertEntries : public EntryChange {
public:
    /// Of a new key.
    using KeyGroupOf = std::function<std::int32_t(Bytes key)>;
    /// Whether all of an old key is left out, for it became another's.
    using IsLeftOut = std::function<bool(Bytes key)>;

    struct Keys {
        KeyGroupOf group_of;    ///< empty: keys stay in their groups
        IsLeftOut is_left_out;  ///< empty: none is
    };

    /// `plan` has the types that the entries have; all outlive the object. `keys` is looked at where keys change.
    ConvertEntries(const TypeChanges& changes, const OperatorPlan& plan, std::string label, Misfits& misfits,
                   Keys keys);

    void change(BaseBatch& batch) override;

private:
    struct State {
        std::unique_ptr<conversion::ValueConverter> map_key;
        std::unique_ptr<conversion::ValueConverter> value;
        bool tells_apart = false;  ///< map keys that become the same are found
    };

    /// Where the parts of a new entry lie in arena_.
    struct Part {
        std::size_t begin = 0;
        std::size_t size = 0;
        bool is_new = false;
    };
    struct Parts {
        Part key;
        Part map_key;
        Part value;
    };

    [[nodiscard]] State make_state(const StateDescriptor& descriptor) const;
    [[nodiscard]] bool convert(const BaseBatch& batch, const Entry& entry, State& state, Parts& parts);
    void convert_key(const Entry& entry, Parts& parts);
    void convert_list(const StateDescriptor& descriptor, conversion::ValueConverter& converter, Bytes list);
    void check_map_key(const BaseBatch& batch, const Entry& entry, Bytes map_key);
    void misfit(const BaseBatch& batch, const Entry& entry, const std::string& part, const std::string& problem);
    [[nodiscard]] std::string who(const BaseBatch& batch, const Entry& entry) const;
    template <class Work>
    Part into_arena(Work&& work);

    const TypeChanges& changes_;
    const OperatorPlan& plan_;
    std::string label_;
    Misfits& misfits_;
    Keys keys_;
    std::unique_ptr<conversion::ValueConverter> key_;
    std::vector<State> keyed_;     ///< by position
    std::vector<State> operator_;  ///< by position

    ByteVector arena_;
    std::vector<Parts> parts_;
    // The key before: entries of one key follow each other.
    ByteVector old_key_;
    ByteVector new_key_;
    std::int32_t new_group_ = -1;
    bool has_key_ = false;
    bool is_left_out_ = false;
    std::string key_problem_;
    // The map at hand: new keys and those that they were
    std::string map_identity_;
    std::map<std::string, std::string, std::less<>> map_keys_;
};

}  // namespace sp::rewriting
