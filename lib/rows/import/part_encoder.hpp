#pragma once

// Encodes parts of rows (keys, namespaces, map keys, values) by the serializer of their type. Shared by all threads.

#include "rows/import/row_fields.hpp"
#include "rows/import/short_form.hpp"
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
    TypePtr type_;
    ShortForm short_form_;
    Exactness exactness_;
};

}  // namespace sp::rows
