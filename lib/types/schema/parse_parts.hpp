#pragma once

// What the lines of the table in words.cpp are read with: functions that make a type of a kind from its members in
// the long notation, to which string expressions are brought first. The mirror of word_parts.hpp. Not for use
// outside lib/types.

#include <optional>
#include <string_view>

#include "types/field_changes.hpp"
#include "types/kryo/java_type.hpp"
#include "types/schema/node.hpp"
#include "types/schema/target.hpp"
#include "types/schema/words.hpp"

namespace sp::schema {

/// Reads the types inside a type.
class ParseContext {
public:
    /// `changes` takes what the schema says of values that are there already; null: it must not say such things.
    explicit ParseContext(const SchemaTarget& target, FieldChanges* changes = nullptr)
        : target_(target), changes_(changes) {}

    [[nodiscard]] TypePtr type(const Node& node);
    [[nodiscard]] std::vector<TypePtr> types(const std::vector<Node>& nodes);
    /// The type inside java<…>: until it has been read, names are those of Java classes.
    [[nodiscard]] TypePtr java(const Node& node);
    /// The type of a field. In schemas of changes it can be {"type":T,"from":"old name","default":V}; what it says beside the
    /// type goes into `change`.
    [[nodiscard]] TypePtr field(const Node& node, FieldChange& change);
    /// The same for a column of SQL: returns what stands for its type.
    [[nodiscard]] const Node& column(const Node& node, FieldChange& change) const;
    /// What the fields of an object have said, as codec::field_name numbers them.
    void note_fields(const TypePtr& object, std::vector<FieldChange> changes) const;
    [[nodiscard]] const SchemaTarget& target() const { return target_; }
    [[nodiscard]] FieldChanges* changes() const { return changes_; }

private:
    [[nodiscard]] TypePtr word(const Node& node);
    [[nodiscard]] TypePtr object(const Node& node);
    [[nodiscard]] TypePtr from_snapshot(const Node& node, const Node& snapshot) const;

    [[nodiscard]] TypePtr java_word(const Node& node);
    [[nodiscard]] TypePtr java_object(const Node& node);
    [[nodiscard]] TypePtr java_generic(const Node& node, const std::string& name, const std::vector<Node>& arguments);
    [[nodiscard]] TypePtr java_collection(TypeKind kind, const std::vector<Node>& arguments);
    [[nodiscard]] kryo::JavaType declared_type(const Node& node) const;
    void check_argument_count(const Node& node, const std::string& class_name, std::size_t count) const;

    SchemaTarget target_;
    FieldChanges* changes_;
    int depth_ = 0;
    bool is_java_ = false;
    std::vector<std::string> java_pojos_;  ///< classes around, from the outermost
};

/// A type on its way: its head's line, what stands under the head (null where the word stands alone), and beside it.
struct Parts {
    const SchemaWord& line;
    const Node& node;  ///< the whole type
    const Node* head;
    Members* members;  ///< null where the word stands alone
    ParseContext& context;

    /// UsageError if the word stands alone.
    [[nodiscard]] const Node& inside() const;
    [[nodiscard]] const Node* find(std::string_view name) const {
        return members == nullptr ? nullptr : members->find(name);
    }
    [[nodiscard]] std::shared_ptr<Type> make(std::vector<TypePtr> nested = {}) const;
    /// The types under the head, one or a list of them; UsageError unless there are as many as the kind has.
    [[nodiscard]] std::vector<TypePtr> nested() const;
    /// The same, where they are the fields of an object; `can_have_names`: in a JSON object they stand under their names.
    [[nodiscard]] std::vector<TypePtr> fields(bool can_have_names, std::vector<FieldChange>& changes) const;
    [[noreturn]] void fail(const std::string& why) const { node.fail(why); }
};

/// Words that stand alone, some with nested types that are always the same.
TypePtr parse_word(const Parts& parts);
TypePtr parse_nested(const Parts& parts);
/// Kinds that words do not suffice for.
TypePtr need_snapshot(const Parts& parts);

/// As a job has it that registers nothing and has no flink-avro. `declared`: its class with the types in it.
TypePtr kryo_type(kryo::JavaType declared, const SchemaTarget& target);

TypePtr parse_ttl(const Parts& parts);
TypePtr parse_ttl_aware(const Parts& parts);
TypePtr parse_array(const Parts& parts);
TypePtr parse_enum(const Parts& parts);
TypePtr parse_scala_enum(const Parts& parts);
TypePtr parse_tuple(const Parts& parts);
TypePtr parse_row(const Parts& parts);
TypePtr parse_nullable(const Parts& parts);
TypePtr parse_pojo(const Parts& parts);
TypePtr parse_kryo(const Parts& parts);
TypePtr parse_avro(const Parts& parts);
TypePtr parse_java(const Parts& parts);
TypePtr parse_row_data(const Parts& parts);
TypePtr parse_sql_collection(const Parts& parts);
TypePtr parse_versioned(const Parts& parts);
TypePtr parse_two_phase_commit(const Parts& parts);
TypePtr parse_case_class(const Parts& parts);
TypePtr parse_traversable(const Parts& parts);
TypePtr parse_decimal(const Parts& parts);
TypePtr parse_precision(const Parts& parts);
TypePtr parse_view(const Parts& parts);
TypePtr parse_multiset_node(const Parts& parts);
TypePtr parse_shared_buffer_node(const Parts& parts);
TypePtr parse_nfa_state(const Parts& parts);

}  // namespace sp::schema
