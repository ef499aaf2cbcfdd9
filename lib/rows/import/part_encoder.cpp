#include "rows/import/part_encoder.hpp"

#include "rows/value_bytes.hpp"

namespace sp::rows {

PartEncoder::PartEncoder(TypePtr type, Exactness exactness)
    : type_(std::move(type)), short_form_(*type_), exactness_(exactness) {}

void PartEncoder::append(const RowField& field, ByteVector& out) const {
    if (field.form == RowField::Form::kBare) {
        return append_bare(type_, field.text, out, exactness_);
    }
    if (field.form == RowField::Form::kJson && short_form_.append(field.text, out)) {
        return;
    }
    append_json(type_, field.form == RowField::Form::kNull ? "null" : field.text, out,
                field.form == RowField::Form::kJson, exactness_);
}

}  // namespace sp::rows
