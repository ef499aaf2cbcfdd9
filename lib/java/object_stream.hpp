#pragma once

// Parses a Java Object Serialization stream with one top-level object into a generic tree, without knowing any of its
// classes, and stops right behind the object. Such streams stand without a length in serializer snapshots, checkpoint
// properties and values of JavaSerializer, so finding their end needs the whole grammar.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/bounded_reader.hpp"
#include "sp/bytes.hpp"

namespace sp::java {

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

/// A field's value, an array's element, or an item of what a writeObject method wrote.
struct JavaValue {
    char type = 'L';               ///< B C D F I J S Z as in signatures; L for objects, arrays and null
    std::int64_t integer = 0;      ///< B C I J S Z; the raw bits of D and F
    std::uint32_t node = kNoNode;  ///< L: index in ObjectStream::nodes, kNoNode for null
};

struct JavaField {
    char type = 'L';  ///< as JavaValue::type, but [ for arrays
    std::string name;
    std::string signature;  ///< of L and [ fields: "Ljava/util/List;"
};

struct JavaClass {
    std::string name;  ///< binary name; empty for dynamic proxies
    std::int64_t suid = 0;
    std::uint8_t flags = 0;
    std::vector<JavaField> fields;
    std::vector<std::string> interfaces;  ///< of dynamic proxies
    std::int32_t super = -1;              ///< index of the superclass's descriptor in the stream, -1 for none
    int depth = 1;                        ///< length of the chain of superclasses, this one included
    bool is_complete = false;             ///< false while it is being parsed
};

struct JavaNode {
    enum class Kind : std::uint8_t { kString, kObject, kArray, kEnum, kClass, kClassDescriptor, kBlock };

    Kind kind = Kind::kObject;
    std::int32_t class_index = -1;  ///< kObject, kArray, kEnum; kClass, kClassDescriptor: the class meant
    std::string text;               ///< kString; kEnum: the constant
    ByteVector data;                ///< kBlock; arrays of primitives: the elements, big-endian

    /// kObject: the values of the fields, topmost superclass first. kArray of objects: the elements.
    std::vector<JavaValue> values;
    /// kObject: what a class's writeObject or writeExternal wrote, with the index of the class.
    std::vector<std::pair<std::int32_t, std::vector<JavaValue>>> annotations;
};

/// The nodes may refer to each other in cycles: a walk needs a bound of its own.
struct ObjectStream {
    std::vector<JavaClass> classes;
    std::vector<JavaNode> nodes;
    JavaValue root;

    /// Null for null.
    [[nodiscard]] const JavaNode* node(const JavaValue& value) const;
    /// Empty for strings and blocks.
    [[nodiscard]] std::string_view class_name(const JavaNode& node) const;
    /// The field's value, of the most derived class that has one; null if there is none.
    [[nodiscard]] const JavaValue* field(const JavaNode& node, std::string_view name) const;
    /// The object in the field; null if it is null or there is no such field.
    [[nodiscard]] const JavaNode* object_field(const JavaNode& node, std::string_view name) const;
    /// The number in the field, 0 if there is no such field.
    [[nodiscard]] std::int64_t integer_field(const JavaNode& node, std::string_view name) const;
    /// The text of the string or enum constant in the field; empty if it is null or there is no such field.
    [[nodiscard]] std::string_view text_field(const JavaNode& node, std::string_view name) const;
};

/// Where a stream names a class: a u16 length and modified UTF-8 between these offsets of what is read.
struct ClassNameSite {
    enum class Form : std::uint8_t {
        kName,       ///< of a class descriptor, or an interface of a proxy: "a.B"
        kSignature,  ///< of a field: "La/B;"
        kText,       ///< a string object, which may be the name of a class to the object that has it
    };

    Form form = Form::kName;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string text;
    /// kName: whether Java compares the descriptor's serialVersionUID with that of the class: it has one, and is no array.
    bool has_suid = false;
    std::uint32_t node = kNoNode;  ///< kText
};

/// Reads from AC ED 00 05 to the end of the one object. InputError if it is no such stream, UnsupportedError if it is
/// nested deeper or bigger than we follow. Where classes are named goes to `sites` if it is not null.
[[nodiscard]] ObjectStream read_object_stream(BoundedReader& in, std::vector<ClassNameSite>* sites = nullptr);

/// A stream of several objects with other bytes between them: what an ObjectOutputStream wrote that was flushed after each.
class ObjectStreamReader {
public:
    ObjectStreamReader();
    ~ObjectStreamReader();

    /// The next object is the root of what is returned; `in` stands where it begins, for the first at the header. `sites`: as
    /// of read_object_stream, in offsets of `in`.
    [[nodiscard]] const ObjectStream& next(BoundedReader& in, std::vector<ClassNameSite>* sites = nullptr);

private:
    class Parser;
    std::unique_ptr<Parser> parser_;
};

}  // namespace sp::java
