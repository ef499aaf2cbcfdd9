#pragma once

// What a schema says beside its types for values that are already there (sp-schema.5, CHANGES): where a field's value comes
// from, and what it is where there is none.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sp/type.hpp"

namespace sp {

struct FieldChange {
    std::string name;                    ///< that people gave to a field which has none; empty: its own
    std::optional<std::string> from;     ///< the field of the old type
    std::vector<std::string> aliases;    ///< Avro: fields of the old type, where none has its own name
    std::optional<std::string> missing;  ///< JSON: its value where the old type has no such field
};

/// By the types that a schema was read into, which are kept alive.
struct FieldChanges {
    struct ObjectChanges {
        TypePtr type;
        std::vector<FieldChange> fields;  ///< as codec::field_name numbers them
    };
    std::map<const Type*, ObjectChanges> objects;

    struct Constants {
        TypePtr type;
        std::map<std::string, std::vector<std::string>> from;  ///< by the new name
    };
    std::map<const Type*, Constants> enums;

    [[nodiscard]] const FieldChange* find(const Type& object, std::size_t field) const {
        const auto found = objects.find(&object);
        return found == objects.end() || field >= found->second.fields.size() ? nullptr : &found->second.fields[field];
    }
};

}  // namespace sp
