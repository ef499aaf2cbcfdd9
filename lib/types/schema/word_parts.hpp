#pragma once

// What the lines of the table in words.cpp are made of: functions that print a type's members as words and as JSON.
// Not for use outside lib/types.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "types/schema/words.hpp"

namespace sp::schema {

using Json = nlohmann::ordered_json;

/// Prints the types inside a type, each with its snapshot where that is needed.
class JsonContext {
public:
    explicit JsonContext(const NeedsSnapshot& needs_snapshot) : needs_snapshot_(needs_snapshot) {}

    [[nodiscard]] Json json(const Type& type) const;
    /// null for a null pointer.
    [[nodiscard]] Json json(const TypePtr& type) const { return type == nullptr ? Json() : json(*type); }
    [[nodiscard]] Json array(const std::vector<TypePtr>& types) const;

private:
    const NeedsSnapshot& needs_snapshot_;
};

inline constexpr std::size_t kAll = static_cast<std::size_t>(-1);

/// "head<T,…>" of the nested types, or of one of them.
std::string join_nested(std::string_view head, const Type& type, std::size_t index);
Json nested_value(const Type& type, std::size_t index, const JsonContext& context);

template <std::size_t kIndex = kAll>
std::string nested_words(const SchemaWord& line, const Type& type) {
    return join_nested(line.head, type, kIndex);
}
template <std::size_t kIndex = kAll>
Json nested_json(const SchemaWord& line, const Type& type, const JsonContext& context) {
    return Json{{line.head, nested_value(type, kIndex, context)}};
}

std::int32_t precision_of(const Type& type);
std::int32_t outer_version_of(const Type& type);
std::int32_t node_version_of(const Type& type);

template <std::int32_t (*kNumber)(const Type&)>
std::string number_words(const SchemaWord& line, const Type& type) {
    return std::string(line.head) + "<" + std::to_string(kNumber(type)) + ">";
}
template <std::int32_t (*kNumber)(const Type&)>
Json number_json(const SchemaWord& line, const Type& type, const JsonContext&) {
    return Json{{line.head, kNumber(type)}};
}

std::string head_words(const SchemaWord& line, const Type& type);
Json head_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string class_words(const SchemaWord& line, const Type& type);
Json class_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json array_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string enum_words(const SchemaWord& line, const Type& type);
Json enum_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json scala_enum_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json ttl_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json tuple_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json row_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string nullable_words(const SchemaWord& line, const Type& type);
Json nullable_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string pojo_words(const SchemaWord& line, const Type& type);
Json pojo_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json kryo_json(const SchemaWord& line, const Type& type, const JsonContext& context);
/// The full name of a named schema, the word of a primitive one; else empty.
std::string avro_name(const Json& schema);
std::string avro_words(const SchemaWord& line, const Type& type);
Json avro_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json versioned_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json two_phase_commit_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string case_class_words(const SchemaWord& line, const Type& type);
Json case_class_json(const SchemaWord& line, const Type& type, const JsonContext& context);
Json traversable_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string sql_words(const SchemaWord& line, const Type& type);
Json sql_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string row_data_words(const SchemaWord& line, const Type& type);
Json row_data_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string decimal_words(const SchemaWord& line, const Type& type);
Json decimal_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string view_words(const SchemaWord& line, const Type& type);
Json view_json(const SchemaWord& line, const Type& type, const JsonContext& context);
std::string unknown_words(const SchemaWord& line, const Type& type);
Json unknown_json(const SchemaWord& line, const Type& type, const JsonContext& context);

}  // namespace sp::schema
