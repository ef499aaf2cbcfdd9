#pragma once

// --rename-class: other names of classes, in serializers and in entries.

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "java/class_renames.hpp"
#include "java/object_stream_renames.hpp"
#include "sp/rewrite.hpp"
#include "types/codecs/value_renames.hpp"
#include "types/schema/document.hpp"
#include "write/base_entries.hpp"

namespace sp::rewriting {

/// What the whole run renames.
struct ClassNames {
    explicit ClassNames(const std::vector<std::pair<std::string, std::string>>& rules) : renames(rules) {}

    /// UsageError, with the names that there are, if a rule has met no class.
    void check_all_used() const;
    void note_suids(const std::set<std::string>& classes);

    java::ClassRenames renames;
    std::set<std::string> known;  ///< classes that the headers name
    std::set<std::string> with_suid;
    std::mutex mutex;  ///< of with_suid
};

/// What is renamed in the state of one operator.
class OperatorClassNames {
public:
    /// With the types that the states have from now on: as writers and rows know them.
    [[nodiscard]] SchemaOperator renamed(SchemaOperator schema, ClassNames& names);

    /// `is_keyed` and the position are those of `plan`.
    void count(bool is_keyed, std::size_t position, std::uint64_t names) {
        (is_keyed ? keyed_ : others_)[position].in_entries += names;
    }

    [[nodiscard]] RewriteReport::RenamedClasses report() const;

private:
    struct State {
        std::string name;
        StateKind kind = StateKind::kValue;
        std::uint64_t in_serializer = 0;
        std::atomic<std::uint64_t> in_entries{0};
    };

    std::uint64_t in_key_ = 0;
    std::deque<State> keyed_;   ///< states, then timers
    std::deque<State> others_;  ///< operator state
};

/// Renames classes in entries on their way.
class RenameClasses : public EntryChange {
public:
    RenameClasses(ClassNames& names, OperatorClassNames& counts, std::string label)
        : names_(names), counts_(counts), label_(std::move(label)) {}

    void change(BaseBatch& batch) override;

    /// Whether an entry names a class that gets another name; nothing is counted.
    [[nodiscard]] bool finds_name(EntryBatch& batch);

private:
    struct Part {
        TypePtr type;
        std::unique_ptr<codec::ValueRenamer> renamer;
    };
    struct Parts {
        Part key;
        Part name_space;
        Part map_key;
        Part value;
    };

    void rename(Part& part, const TypePtr& type, const codec::ValueRenamer::Form& form, Bytes& bytes);
    void change_entry(Parts& parts, const StateDescriptor& state, Entry& entry);

    ClassNames& names_;
    OperatorClassNames& counts_;
    std::string label_;
    std::vector<Parts> keyed_;  ///< by position
    std::vector<Parts> others_;
    java::RenameCounts found_;
    std::vector<ByteVector> kept_;  ///< new bytes of a batch
    std::size_t used_ = 0;
    std::int32_t counted_copy_ = -1;  ///< of broadcast state: the subtask whose copy counts
};

}  // namespace sp::rewriting
