#include "rows/import/part_encoder.hpp"

#include "rows/json_value_reader.hpp"
#include "sp/error.hpp"
#include "types/codecs/value_encoder.hpp"

namespace sp::rows {

void PartEncoder::append(const RowField& field, ByteVector& out) const {
    if (field.form == RowField::Form::kBare) {
        codec::ValueEncoder encoder(type_, out);
        read_bare_value(*type_, field.text, encoder);
        return encoder.finish();
    }
    append_json(type_, field.form == RowField::Form::kNull ? "null" : field.text, out);
}

}  // namespace sp::rows
