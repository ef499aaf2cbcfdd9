#pragma once

// Types in the schema language (sp-schema.5), in both notations: the string expression that people read and copy
// ("map<string,long>") and the JSON that holds all of a type. One table says what each kind is called and what can be done
// with it from the schema alone.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "sp/type.hpp"

namespace sp {

/// What a schema that names the type suffices for.
enum class TypeAccess : char {
    kFromSchema = 'W',    ///< to read and to write
    kWithSnapshot = 'S',  ///< to read; to write, the snapshot must be given with it
    kViewOnly = 'V',      ///< values are shown decoded, but only their bytes can be kept
    kBytesOnly = '-',     ///< bytes only
};

namespace schema {
class JsonContext;
struct Parts;
}  // namespace schema

struct SchemaWord {
    TypeKind kind;
    std::string_view head;  ///< the word, or the head of "head<…>" and of the JSON object
    TypeAccess access;
    std::string (*words)(const SchemaWord&, const Type&);
    nlohmann::ordered_json (*json)(const SchemaWord&, const Type&, const schema::JsonContext&);
    TypePtr (*parse)(const schema::Parts&);
};

/// A line a TypeKind, in its order.
[[nodiscard]] std::span<const SchemaWord> schema_words();
[[nodiscard]] const SchemaWord& schema_word(TypeKind kind);
/// java<…>, which stands for what Flink makes of a Java type.
[[nodiscard]] const SchemaWord& java_word();
/// The line with this head; null if there is none.
[[nodiscard]] const SchemaWord* find_schema_word(std::string_view head);

/// "long", "string?", "list<string>", "com.acme.P{name:string,age:int}", "sql<BIGINT, VARCHAR(20) NOT NULL>", …
[[nodiscard]] std::string type_words(const Type& type);

/// Says of a type whether its snapshot has to stand beside it.
using NeedsSnapshot = std::function<bool(const Type&)>;

/// The JSON form. Types for which `needs_snapshot` is true get a "snapshot" with the base64 of write_snapshot; those that
/// are a bare word become {"type": word, "snapshot": …}.
[[nodiscard]] nlohmann::ordered_json type_json(const Type& type, const NeedsSnapshot& needs_snapshot = {});

}  // namespace sp
