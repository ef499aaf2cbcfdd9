#include "rows/bare_value_reader.hpp"

#include <string>

#include "java/modified_utf8.hpp"
#include "rows/json_cursor.hpp"
#include "rows/json_scalar_reader.hpp"
#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/kryo/kryo_forms.hpp"

namespace sp::rows {
namespace {

using Kind = JsonCursor::Kind;
using kryo::KryoForm;

/// What stands bare in a field of CSV for a value of Kryo: that of an Optional is the content's.
const KryoForm& bare_form(const KryoForm& form) {
    const bool is_plain = form.kind == KryoForm::Kind::kOptional && form.parts[0]->kind != KryoForm::Kind::kOptional;
    return is_plain ? *form.parts[0] : form;
}

bool is_string(const KryoForm& form) {
    return form.kind == KryoForm::Kind::kScalar && form.scalar->kind == TypeKind::kString;
}

/// Of any class. CSV has strings bare, and so what is no string to Java, too.
bool is_surely_string(std::string_view text) {
    if (text.empty()) {
        return true;
    }
    try {
        JsonCursor cursor(text);
        static_cast<void>(cursor.peek());
        cursor.skip();
        cursor.expect_end();
    } catch (const InputError&) {
        return true;
    }
    return false;
}

/// False if the text is JSON.
bool read_bare_kryo(const KryoForm& form, std::string_view text, ValueVisitor& visitor, Exactness exactness) {
    switch (form.kind) {
        case KryoForm::Kind::kScalar:
        case KryoForm::Kind::kText:
        case KryoForm::Kind::kEnum: {
            const bool is_boolean = form.kind == KryoForm::Kind::kScalar && form.scalar->kind == TypeKind::kBoolean;
            const bool is_word = is_boolean && (text == "true" || text == "false");
            const Kind kind = !is_word ? Kind::kString : text == "true" ? Kind::kTrue : Kind::kFalse;
            read_kryo_scalar(form, {kind, text}, {}, visitor, exactness);
            return true;
        }
        case KryoForm::Kind::kAny:
            if (is_surely_string(text)) {
                read_kryo_scalar(form, {Kind::kString, text}, {}, visitor, exactness);
                return true;
            }
            if (!text.starts_with('{')) {
                throw InputError("CSV does not say whether " + std::string(text.substr(0, 100)) +
                                 " is a string: give the rows as NDJSON");
            }
            return false;
        default: return false;
    }
}

}  // namespace

bool is_bare(const Type& type) {
    return !codec::is_object(type) && !codec::is_sequence(type) && !codec::is_map(type) &&
           !codec::is_choice(type.kind) && !codec::has_value_like_null(type.kind) && type.kind != TypeKind::kVoid &&
           type.kind != TypeKind::kKryo;
}

bool is_free_text(const Type& type) {
    const Type& inner = codec::printed_type(type);
    if (const kryo::KryoForms* const forms = kryo::forms_of(inner)) {
        return is_string(bare_form(forms->form(inner)));
    }
    return inner.kind == TypeKind::kString || inner.kind == TypeKind::kUtf || inner.kind == TypeKind::kStringValue ||
           inner.kind == TypeKind::kStringData || inner.kind == TypeKind::kAvroString;
}

void read_bare_value(const Type& type, std::string_view text, ValueVisitor& visitor, const JsonReading& how) {
    const Type& inner = codec::printed_type(type);
    const kryo::KryoForms* const forms = kryo::forms_of(inner);
    if (forms == nullptr && !is_bare(inner)) {
        return read_json_value(type, text, visitor, {false, how.exactness, how.strict_encoder});
    }
    if (!java::is_wtf8(text)) {
        throw InputError("the text is not UTF-8");
    }
    if (forms != nullptr) {
        if (!read_bare_kryo(bare_form(forms->form(inner)), text, visitor, how.exactness)) {
            read_json_value(type, text, visitor, {true, how.exactness});
        }
        return;
    }
    const Kind kind = text == "true" ? Kind::kTrue : text == "false" ? Kind::kFalse : Kind::kString;
    const bool is_boolean = inner.kind == TypeKind::kBoolean || inner.kind == TypeKind::kBooleanValue;
    read_scalar(inner, {is_boolean ? kind : Kind::kString, text}, {}, visitor, how.exactness);
}

}  // namespace sp::rows
