#pragma once

// Encodes parts of rows (keys, namespaces, map keys, values) by the serializer of their type. Shared by all threads.

#include <string_view>

#include "rows/import/row_fields.hpp"
#include "rows/json_scalar_reader.hpp"
#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp::rows {

class PartEncoder {
public:
    explicit PartEncoder(TypePtr type, Exactness exactness = Exactness::kExact);

    [[nodiscard]] const TypePtr& type() const { return type_; }

    /// Appends the bytes. InputError that says what was expected, without the part's name; UnsupportedError where values of
    /// the type cannot be written.
    void append(const RowField& field, ByteVector& out) const;

private:
    /// Types whose usual values need no look at the type: plain integers, and strings of ASCII without escapes.
    enum class Shortcut : std::uint8_t { kNone, kInteger, kDouble, kString };

    [[nodiscard]] bool append_short(std::string_view json, ByteVector& out) const;

    TypePtr type_;
    Shortcut shortcut_ = Shortcut::kNone;
    int integer_size_ = 0;
    Exactness exactness_;
};

}  // namespace sp::rows
