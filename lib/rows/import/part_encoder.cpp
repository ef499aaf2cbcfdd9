#include "rows/import/part_encoder.hpp"

#include "rows/json_value_reader.hpp"
#include "types/codecs/value_encoder.hpp"

namespace sp::rows {

PartEncoder::PartEncoder(TypePtr type, Exactness exactness)
    : type_(std::move(type)), short_form_(*type_), exactness_(exactness) {}

void PartEncoder::append(const RowField& field, ByteVector& out) const {
    if (field.form == RowField::Form::kBare) {
        codec::ValueEncoder encoder(type_, out);
        read_bare_value(*type_, field.text, encoder, exactness_);
        return encoder.finish();
    }
    if (field.form == RowField::Form::kJson && short_form_.append(field.text, out)) {
        return;
    }
    append_json(type_, field.form == RowField::Form::kNull ? "null" : field.text, out,
                field.form == RowField::Form::kJson, exactness_);
}

}  // namespace sp::rows
