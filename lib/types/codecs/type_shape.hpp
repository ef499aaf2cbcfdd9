#pragma once

// What compilers of programs, the encoder and readers of JSON all need to know about the values of a Type: which fields an
// object has, which elements a sequence has, what is only a wrapper. Types that the snapshot does not hold (the long of a
// window, the int of an int[]) are given here too, so that nobody has to treat them apart.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sp/type.hpp"

namespace sp::codec {

inline constexpr int kMaxTypeDepth =
    200;  ///< of Types in each other; a snapshot tree that deep is an attack, not a job

/// Serializers that write exactly what their nested one writes.
[[nodiscard]] constexpr bool is_transparent(TypeKind kind) {
    return kind == TypeKind::kTtlAware || kind == TypeKind::kSingleThreadChecking || kind == TypeKind::kExternal ||
           kind == TypeKind::kListView || kind == TypeKind::kMapView || kind == TypeKind::kRowDataKey;
}

/// Kinds with a single value that is not null in Java but printed so.
[[nodiscard]] constexpr bool is_unit(TypeKind kind) {
    return kind == TypeKind::kNullValue || kind == TypeKind::kVoidNamespace || kind == TypeKind::kUnit ||
           kind == TypeKind::kSqlNull;
}

/// Kinds with a value that is not null in Java but printed so: what null is then taken for. Beside the above, None.
[[nodiscard]] constexpr bool has_value_like_null(TypeKind kind) { return is_unit(kind) || kind == TypeKind::kOption; }

/// The type behind wrappers that add nothing; of a CEP serializer what its values consist of (cep_structure.hpp), of Avro's the
/// schema, of a name in one what it stands for.
[[nodiscard]] const Type& unwrapped(const Type& type);

/// How Some is printed, so that it is never taken for None: as its content, or as {"some": content}.
enum class SomeForm : std::uint8_t {
    kBare,            ///< the content is never printed as null
    kBareUnlessNull,  ///< the content is a scalar that can be null, which is rare
    kWrapped,
};
[[nodiscard]] SomeForm some_form(const Type& option);

/// The type whose values are printed: behind wrappers, NullableSerializer, and Options that print their content as it is.
[[nodiscard]] const Type& printed_type(const Type& type);

/// RowSerializer: whether the null mask begins with the RowKind (1.11 to 1.14 always, later by a flag).
[[nodiscard]] bool row_has_kind(const Type& type);

/// Kinds whose values begin with a byte that says which of several lists of fields follows (StreamElementSerializer:
/// record, watermark, …): the tag bytes of these forms. Empty for all other kinds.
[[nodiscard]] std::span<const std::uint8_t> form_tags(TypeKind kind);

/// Objects: tuples, case classes, rows, POJOs, windows, values with a TTL, tagged forms. Their fields stand in the order of the
/// serializer. `form` is the position among form_tags(), 0 for kinds that have only one.
[[nodiscard]] bool is_object(const Type& type);
[[nodiscard]] std::size_t field_count(const Type& type, std::size_t form = 0);
/// Of case classes whose names are not known "_1", as of Scala's tuples; else "f0" where the snapshot holds no names.
[[nodiscard]] std::string field_name(const Type& type, std::size_t index, std::size_t form = 0);
/// kUnknown where the snapshot has no serializer for a POJO's field.
[[nodiscard]] const Type& field_type(const Type& type, std::size_t index, std::size_t form = 0);

/// Sequences: lists, sets, Scala's collections but maps, and all arrays but byte[].
[[nodiscard]] bool is_sequence(const Type& type);
[[nodiscard]] const Type& element_type(const Type& type);

/// One of two alternatives behind a flag, which is 1 for the first.
[[nodiscard]] constexpr bool is_choice(TypeKind kind) {
    return kind == TypeKind::kEither || kind == TypeKind::kScalaEither || kind == TypeKind::kTry;
}
/// "left" and "right", "success" and "failure"; of Option there is "some" only.
[[nodiscard]] std::string_view alternative_name(TypeKind kind, std::size_t index);

/// Maps and sets: those of Java, and Scala's, which TraversableSerializer writes as collections (maps: of tuples) and of which
/// its builder's source tells, be they sorted, mutable or neither.
[[nodiscard]] bool is_map(const Type& type);
[[nodiscard]] bool is_set(const Type& type);
[[nodiscard]] const Type& map_key(const Type& map);
[[nodiscard]] const Type& map_value(const Type& map);
/// Rows, arrays and maps of the Table runtime.
[[nodiscard]] constexpr bool is_binary(const Type& type) {
    return type.kind == TypeKind::kBinaryRow || type.kind == TypeKind::kBinaryArray ||
           type.kind == TypeKind::kBinaryMap;
}
/// Rows that can have another RowKind than INSERT.
[[nodiscard]] bool has_row_kind(const Type& type);
/// LinkedListSerializer since Flink 1.14: a bit for each element, set for null.
[[nodiscard]] bool has_null_mask(const Type& type);

/// Avro: a union of one type, or of one and null, whose values are printed without the name of their branch.
[[nodiscard]] bool is_plain_union(const Type& type);
/// The position of the first branch that is null, or is not; the number of branches if there is none.
[[nodiscard]] std::size_t union_branch(const Type& type, bool is_null);

/// True for maps whose keys are strings, also nullable ones (what Flink 2.x makes of a POJO's Map<String, …>): such a map
/// is a JSON object as long as no key is null.
[[nodiscard]] bool has_string_keys(const Type& map);

}  // namespace sp::codec
