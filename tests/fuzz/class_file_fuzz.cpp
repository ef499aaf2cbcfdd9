// Any bytes are either refused with an sp::Error, or a class file; then a second reading finds the same, and every signature in
// it can be taken apart or is refused.

#include <cstdint>
#include <cstdlib>

#include "java/class_file.hpp"
#include "java/generic_signature.hpp"
#include "sp/error.hpp"

namespace {

template <class Parse>
void parse_or_refuse(Parse&& parse) {
    try {
        parse();
    } catch (const sp::InputError&) {
    }
}

void parse_signatures(const sp::java::ClassFile& file) {
    const auto parse_field = [](const auto& field) {
        parse_or_refuse([&] {
            const auto type = sp::java::parse_field_signature(field.descriptor, field.signature);
            if (type.descriptor != field.descriptor || (type.is_primitive() && !type.class_name().empty())) {
                std::abort();
            }
        });
    };
    for (const auto& field : file.fields) {
        parse_field(field);
    }
    for (const auto& component : file.components) {
        parse_field(component);
    }
    parse_or_refuse([&] { static_cast<void>(sp::java::parse_class_signature(file.signature)); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const sp::java::ClassFile file = sp::java::read_class_file(sp::Bytes(data, size), "class");
        if (file != sp::java::read_class_file(sp::Bytes(data, size), "class")) {
            std::abort();
        }
        parse_signatures(file);
    } catch (const sp::Error&) {
    }
    return 0;
}
