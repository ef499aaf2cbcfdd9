#pragma once

// What a schema document expects of a savepoint beside its types (sp-schema.5, EXPECTATIONS). Whoever makes savepoints from
// documents passes over it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sp {

/// The numbers that are expected; both ends included, and unset where any number is.
struct NumberRange {
    std::optional<std::uint64_t> least;
    std::optional<std::uint64_t> most;

    [[nodiscard]] bool is_given() const { return least || most; }
    [[nodiscard]] bool contains(std::uint64_t number) const {
        return (!least || number >= *least) && (!most || number <= *most);
    }
};

/// "128", "at least 128", "at most 128", "1 to 128".
[[nodiscard]] std::string to_string(const NumberRange& range);

/// Of a state or a timer service.
struct StateBounds {
    NumberRange entries;
    NumberRange bytes;         ///< of keys, namespaces, map keys and values as serializers write them
    bool is_optional = false;  ///< it may be missing

    [[nodiscard]] bool has_counts() const { return entries.is_given() || bytes.is_given(); }
};

struct OperatorBounds {
    NumberRange parallelism;
    NumberRange max_parallelism;  ///< its own or the document's
    bool is_optional = false;
    bool is_closed = true;    ///< no other states and timer services are expected
    bool has_states = false;  ///< the document has a list of them, perhaps an empty one
    bool has_timers = false;
    std::vector<StateBounds> states;  ///< as SchemaOperator::states
    std::vector<StateBounds> timers;  ///< one a service: of each two of SchemaOperator::timers
};

/// Of the whole savepoint; the sizes are those of the summary.
struct DocumentBounds {
    NumberRange referenced;  ///< bytes of state in files
    NumberRange inlined;     ///< bytes of state in `_metadata`
    NumberRange files;
    bool is_closed = true;  ///< no other operators are expected

    [[nodiscard]] bool has_sizes() const { return referenced.is_given() || inlined.is_given() || files.is_given(); }
};

}  // namespace sp
