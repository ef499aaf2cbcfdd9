#pragma once

// Where classes are named in the bytes of a value: a value of a POJO's subclass, Kryo's objects of classes that are not
// registered, Java serialization streams. Nothing else in a value says what class something is.

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "java/object_stream.hpp"

namespace sp::codec {

/// Bytes in which a name stands, its length included.
struct ClassNameSite {
    enum class Form : std::uint8_t {
        kUtf,  ///< DataOutput.writeUTF
        kKryo2,
        kKryo5,          ///< a string as that Kryo writes class names
        kJavaName,       ///< of a class descriptor
        kJavaSignature,  ///< of a field
    };

    Form form = Form::kUtf;
    const std::uint8_t* begin = nullptr;
    const std::uint8_t* end = nullptr;
    std::string name = {};
    bool has_suid = false;  ///< kJavaName: java::ClassNameSite::has_suid
};

/// Of an object stream whose reader began at `origin`; string objects are no names.
void add_java_sites(std::vector<ClassNameSite>& sites, const std::vector<java::ClassNameSite>& found,
                    const std::uint8_t* origin);

/// In a binary row or array of the Table runtime: eight bytes, little-endian, that say where a part is.
struct BinarySlot {
    const std::uint8_t* slot = nullptr;
    const std::uint8_t* base = nullptr;   ///< the row or array, from which offsets count
    const std::uint8_t* begin = nullptr;  ///< the part
    std::uint64_t size = 0;               ///< of the part, which is filled up to a multiple of eight bytes
    bool has_size = true;                 ///< the lower half is the size; else something that does not matter here
};

/// Sinks that are told of names (class_name_sink.hpp). The interpreter asks no other for them.
template <class Sink>
concept NotesClassNames = requires(Sink& sink, const std::uint8_t* p) {
    { sink.sites() } -> std::same_as<std::vector<ClassNameSite>&>;
    sink.class_name(p, p);
    sink.behind_length(p, p);
    sink.binary_slot(BinarySlot{});
};

}  // namespace sp::codec
