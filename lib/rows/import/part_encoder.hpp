#pragma once

// Encodes parts of rows (keys, namespaces, map keys, values) by the serializer of their type. One for each thread.

#include <string_view>

#include "rows/import/row_fields.hpp"
#include "sp/bytes.hpp"
#include "sp/type.hpp"

namespace sp::rows {

class PartEncoder {
public:
    explicit PartEncoder(TypePtr type) : type_(std::move(type)) {}

    [[nodiscard]] const TypePtr& type() const { return type_; }

    /// Appends the bytes. InputError that says what was expected, without the part's name; UnsupportedError where values of
    /// the type cannot be written.
    void append(const RowField& field, ByteVector& out) const;

private:
    TypePtr type_;
};

}  // namespace sp::rows
