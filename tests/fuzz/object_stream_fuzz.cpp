// Any bytes are either refused with an sp::Error, or begin with a Java stream; and what is in it can be asked for.

#include <cstdint>
#include <cstdlib>

#include "java/object_stream.hpp"
#include "sp/error.hpp"
#include "types/logical_type.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sp::BoundedReader in(sp::Bytes(data, size), "stream");
    try {
        const sp::java::ObjectStream stream = sp::java::read_object_stream(in);
        if (in.offset() > size) {
            std::abort();
        }
        for (const sp::java::JavaNode& node : stream.nodes) {
            static_cast<void>(stream.class_name(node));
            static_cast<void>(stream.text_field(node, "name"));
        }
        static_cast<void>(sp::logical_type_words(sp::to_logical_type(stream)));
    } catch (const sp::Error&) {
    }
    return 0;
}
