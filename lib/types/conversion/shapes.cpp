#include "types/conversion/shapes.hpp"

#include "io/short_text.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_words.hpp"
#include "types/schema/words.hpp"

namespace sp::conversion {
namespace {

using enum TypeKind;

constexpr std::size_t kLongestWords = 80;

bool is_primitive(TypeKind kind) { return kind <= kDouble; }

}  // namespace

std::string words(const Type& type) {
    const bool has_word =
        static_cast<std::size_t>(type.kind) < schema_words().size();  // parts of Avro's schemas have none
    const std::string text = !type.snapshot_class.empty() ? type_words(type)
                             : has_word                   ? std::string(schema_word(type.kind).head)
                                                          : codec::value_word(type);
    return shortened(text, kLongestWords);
}

const Type& shape_of(const Type& type) {
    const Type* at = &codec::printed_type(type);
    while (true) {
        if (at->kind == kAvroUnion && codec::is_plain_union(*at)) {
            const std::size_t branch = codec::union_branch(*at, false);
            if (branch == at->nested.size()) {
                return *at;
            }
            at = &codec::printed_type(*at->nested[branch]);
        } else if (at->kind == kRawData) {
            at = &codec::printed_type(*at->nested.at(0));
        } else {
            return *at;
        }
    }
}

bool has_option(const Type& type) {
    const Type* at = &codec::unwrapped(type);
    while (at->kind == kNullable) {
        at = &codec::unwrapped(*at->nested.at(0));
    }
    return at->kind == kOption;
}

bool takes_null(const Type& object, const Type& field) {
    const Type* at = &codec::unwrapped(field);
    if (at->kind == kNullable || at->kind == kOption || at->kind == kVoid || at->kind == kAvroNull) {
        return true;
    }
    if (at->kind == kAvroUnion) {
        return codec::union_branch(*at, true) != at->nested.size();
    }
    return object.kind == kRow || object.kind == kBinaryRow || (object.kind == kPojo && !is_primitive(at->kind));
}

const Type* row_of(const Type& type) {
    const Type* at = &type;
    while (at->kind == kNullable || at->kind == kTtl) {
        at = at->nested.back().get();
    }
    return at->kind == kRowData ? at : nullptr;
}

std::optional<std::size_t> place_in_name(const std::string& name, std::size_t index) {
    return name == "f" + std::to_string(index) || name == "_" + std::to_string(index + 1) ? std::optional(index)
                                                                                          : std::nullopt;
}

std::vector<std::string> field_names(const Type& type, std::size_t form) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < codec::field_count(type, form); ++i) {
        names.push_back(codec::field_name(type, i, form));
    }
    return names;
}

}  // namespace sp::conversion
