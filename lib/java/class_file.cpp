#include "java/class_file.hpp"

#include <algorithm>
#include <utility>

#include "io/bounded_reader.hpp"
#include "java/generic_signature.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"

namespace sp::java {
namespace {

constexpr std::uint32_t kMagic = 0xCAFEBABE;
constexpr std::uint16_t kFirstMajor = 45;     // Java 1.0
constexpr std::uint16_t kNewestMajor = 67;    // Java 23
constexpr std::uint16_t kJavaOneOffset = 44;  // major version - 44 = Java version
constexpr int kMostAnnotationDepth = 32;
// What all names of a class may take. They point into the constant pool, so that a small file can ask for the same long
// name thousands of times.
constexpr std::size_t kMostText = std::size_t{16} << 20U;
constexpr std::string_view kOptional = "Lcom/esotericsoftware/kryo/serializers/FieldSerializer$Optional;";
constexpr std::string_view kTypeInfo = "Lorg/apache/flink/api/common/typeinfo/TypeInfo;";

enum ConstantTag : std::uint8_t {
    kUnusable = 0,  // number 0, and the second half of a long or double
    kUtf8 = 1,
    kInteger = 3,
    kFloat = 4,
    kLong = 5,
    kDouble = 6,
    kClass = 7,
    kString = 8,
    kFieldref = 9,
    kMethodref = 10,
    kInterfaceMethodref = 11,
    kNameAndType = 12,
    kMethodHandle = 15,
    kMethodType = 16,
    kDynamic = 17,
    kInvokeDynamic = 18,
    kModule = 19,
    kPackage = 20,
};

// The constant pool: where its texts lie. They are decoded when they are asked for.
class ConstantPool {
public:
    ConstantPool(BoundedReader& in, std::uint16_t major) {
        const std::uint16_t count = in.u16("size of the constant pool");
        if (count == 0) {
            in.fail("size of the constant pool", "found 0, expected at least 1");
        }
        constexpr std::size_t kSmallest = 3;
        if (count - 1U > in.remaining() / kSmallest * 2) {  // a long or double takes two numbers
            in.fail("constant pool", std::to_string(count - 1U) + " constants do not fit into what is left");
        }
        constants_.resize(count);
        for (std::size_t i = 1; i < count; ++i) {
            constants_[i] = read_constant(in, major);
            if (constants_[i].tag == kLong || constants_[i].tag == kDouble) {
                ++i;
            }
        }
    }

    // All of these read the number of a constant from `in`.

    [[nodiscard]] std::string utf8(BoundedReader& in, std::string_view what) {
        return decode(at(in, in.u16(what), kUtf8, what), in, what);
    }

    /// The binary name of a class.
    [[nodiscard]] std::string class_name(BoundedReader& in, std::string_view what) {
        return class_name_at(in, in.u16(what), what);
    }

    /// The same; empty for number 0.
    [[nodiscard]] std::string class_name_or_none(BoundedReader& in, std::string_view what) {
        const std::uint16_t number = in.u16(what);
        return number == 0 ? std::string() : class_name_at(in, number, what);
    }

    /// The bytes of a text: of an ASCII name, the name.
    [[nodiscard]] std::string_view raw_utf8(BoundedReader& in, std::string_view what) const {
        return as_text(at(in, in.u16(what), kUtf8, what).text);
    }

private:
    struct Constant {
        std::uint8_t tag = kUnusable;
        std::uint16_t number = 0;  // kClass: of its name
        Bytes text;                // kUtf8
        std::uint64_t offset = 0;  // of what is behind the tag
    };

    [[nodiscard]] Constant read_constant(BoundedReader& in, std::uint16_t major) const {
        Constant constant;
        const std::uint64_t where = in.offset();
        constant.tag = in.u8("tag of a constant");
        constant.offset = in.offset();
        switch (constant.tag) {
            case kUtf8: constant.text = in.bytes(in.u16("length of a text"), "text in the constant pool"); break;
            case kClass: constant.number = in.u16("constant"); break;
            case kString:
            case kMethodType:
            case kModule:
            case kPackage: in.skip(2, "constant"); break;
            case kMethodHandle: in.skip(3, "constant"); break;
            case kInteger:
            case kFloat:
            case kFieldref:
            case kMethodref:
            case kInterfaceMethodref:
            case kNameAndType:
            case kDynamic:
            case kInvokeDynamic: in.skip(4, "constant"); break;
            case kLong:
            case kDouble: in.skip(8, "constant"); break;
            default: fail_unknown(in, where, constant.tag, major);
        }
        return constant;
    }

    [[noreturn]] static void fail_unknown(const BoundedReader& in, std::uint64_t where, unsigned tag, unsigned major) {
        const std::string found = "found " + std::to_string(tag) + ", expected one of Java 1 to 23";
        if (major > kNewestMajor) {
            throw UnsupportedError(std::string(in.source()) + ": tag of a constant at offset " + std::to_string(where) +
                                   ": " + found + "; the class is of Java " + std::to_string(major - kJavaOneOffset));
        }
        in.fail_at(where, "tag of a constant", found);
    }

    [[nodiscard]] std::string class_name_at(const BoundedReader& in, std::uint16_t number, std::string_view what) {
        const Constant& constant = at(in, number, kClass, what);
        std::string name = binary_name(decode(at(in, constant.number, kUtf8, what), in, what));
        if (name.empty() || name.front() == '[') {
            in.fail_at(constant.offset, what, "'" + name + "' is no name of a class");
        }
        return name;
    }

    /// The constant of this number, which `in` has just read.
    [[nodiscard]] const Constant& at(const BoundedReader& in, std::uint16_t number, std::uint8_t tag,
                                     std::string_view what) const {
        if (number >= constants_.size() || constants_[number].tag != tag) {
            const std::string found =
                number >= constants_.size() ? "is not there" : "has tag " + std::to_string(constants_[number].tag);
            in.fail_at(
                in.offset() - 2, what,
                "constant " + std::to_string(number) + " " + found + ", expected one of tag " + std::to_string(tag));
        }
        return constants_[number];
    }

    [[nodiscard]] std::string decode(const Constant& constant, const BoundedReader& in, std::string_view what) {
        decoded_ += constant.text.size();
        if (decoded_ > kMostText) {
            throw UnsupportedError(std::string(in.source()) + ": its names take more than " +
                                   std::to_string(kMostText >> 20U) + " MB");
        }
        return decode_modified_utf8(constant.text, in, constant.offset + 2, what);
    }

    std::vector<Constant> constants_;
    std::size_t decoded_ = 0;
};

struct Attributes {
    std::string signature;
    std::vector<std::string> annotations;
    bool is_record = false;
    bool is_hidden = false;
    std::vector<RecordComponent> components;
};

class ClassReader {
public:
    ClassReader(Bytes bytes, std::string_view name)
        : in_(bytes, name), major_(read_version(in_)), constants_(in_, major_) {}

    [[nodiscard]] ClassFile read() {
        ClassFile result;
        result.access = in_.u16("access flags of the class");
        result.name = constants_.class_name(in_, "name of the class");
        result.superclass = constants_.class_name_or_none(in_, "superclass");
        for (std::size_t left = in_.u16("number of interfaces"); left > 0; --left) {
            result.interfaces.push_back(constants_.class_name(in_, "interface"));
        }
        for (std::size_t left = in_.u16("number of fields"); left > 0; --left) {
            result.fields.push_back(read_field());
        }
        read_methods(result);
        name_ = result.name;
        Attributes attributes = read_attributes(in_, true);
        in_.expect_end("class file");
        result.signature = std::move(attributes.signature);
        result.annotations = std::move(attributes.annotations);
        result.is_record = attributes.is_record;
        result.is_hidden = attributes.is_hidden;
        result.components = std::move(attributes.components);
        // values() of an enum has its constants in the order of their fields: compilers write both from one list.
        for (const ClassField& field : result.fields) {
            if (field.is_enum_constant()) {
                result.enum_constants.push_back(field.name);
            }
        }
        return result;
    }

private:
    static std::uint16_t read_version(BoundedReader& in) {
        const std::uint32_t magic = in.u32("magic number");
        if (magic != kMagic) {
            in.fail_at(in.offset() - 4, "magic number", "this is no Java class file");
        }
        in.skip(2, "minor version");
        const std::uint16_t major = in.u16("version");
        if (major < kFirstMajor) {
            in.fail_at(in.offset() - 2, "version", "found " + std::to_string(major) + ", expected at least 45");
        }
        return major;
    }

    [[nodiscard]] ClassField read_field() {
        ClassField field;
        field.access = in_.u16("access flags of a field");
        field.name = constants_.utf8(in_, "name of a field");
        field.descriptor = read_descriptor(in_, "field", field.name);
        Attributes attributes = read_attributes(in_, false);
        field.signature = std::move(attributes.signature);
        field.has_optional_annotation =
            std::ranges::find(attributes.annotations, kOptional) != attributes.annotations.end();
        field.has_type_info = std::ranges::find(attributes.annotations, kTypeInfo) != attributes.annotations.end();
        return field;
    }

    [[nodiscard]] std::string read_descriptor(BoundedReader& in, std::string_view of, const std::string& name) {
        std::string descriptor = constants_.utf8(in, "descriptor");
        if (!is_field_descriptor(descriptor)) {
            in.fail_at(in.offset() - 2, "descriptor",
                       "'" + descriptor + "' of " + std::string(of) + " " + name + " is no type");
        }
        return descriptor;
    }

    /// All methods, and the parameters of the first constructor.
    void read_methods(ClassFile& result) {
        bool has_constructor = false;
        for (std::size_t left = in_.u16("number of methods"); left > 0; --left) {
            ClassMethod& method = result.methods.emplace_back();
            method.access = in_.u16("access flags of a method");
            method.name = constants_.utf8(in_, "name of a method");
            method.descriptor = constants_.utf8(in_, "descriptor of a method");
            if (method.name == "<init>" && !std::exchange(has_constructor, true)) {
                result.constructor_parameters = read_parameters(method.descriptor);
            } else {
                skip_attributes();
            }
        }
    }

    void skip_attributes() {
        for (std::size_t left = in_.u16("number of attributes"); left > 0; --left) {
            in_.skip(2, "attribute of a method");
            in_.skip(in_.u32("length of an attribute"), "attribute of a method");
        }
    }

    /// From its attributes on.
    [[nodiscard]] std::vector<ConstructorParameter> read_parameters(const std::string& descriptor) {
        std::vector<ConstructorParameter> parameters;
        for (std::size_t at = 1; at < descriptor.size() && descriptor[at] != ')';) {
            const std::size_t end = end_of_type(descriptor, at);
            parameters.push_back({{}, descriptor.substr(at, end - at)});
            at = end;
        }
        for (std::size_t left = in_.u16("number of attributes"); left > 0; --left) {
            const std::string_view name = constants_.raw_utf8(in_, "name of an attribute");
            const std::uint32_t length = in_.u32("length of an attribute");
            const std::uint64_t offset = in_.offset();
            BoundedReader body(in_.bytes(length, "attribute"), in_.source(), offset);
            if (name == "MethodParameters") {
                read_parameter_names(body, parameters);
            }
        }
        return parameters;
    }

    static std::size_t end_of_type(std::string_view descriptor, std::size_t at) {
        at = std::min(descriptor.find_first_not_of('[', at), descriptor.size() - 1);
        return (descriptor[at] == 'L' ? std::min(descriptor.find(';', at), descriptor.size() - 1) : at) + 1;
    }

    void read_parameter_names(BoundedReader& in, std::vector<ConstructorParameter>& parameters) {
        if (in.u8("number of parameters") != parameters.size()) {
            return;  // it may leave out what is synthetic
        }
        for (ConstructorParameter& parameter : parameters) {
            BoundedReader number = in;
            if (number.u16("name of a parameter") != 0) {
                parameter.name = constants_.utf8(in, "name of a parameter");
            } else {
                in.skip(2, "name of a parameter");
            }
            in.skip(2, "flags of a parameter");
        }
    }

    /// InnerClasses: whether this class, if it is a nested one, is declared without public.
    [[nodiscard]] bool read_is_hidden(BoundedReader& in) {
        bool is_hidden = false;
        for (std::size_t left = in.u16("number of nested classes"); left > 0; --left) {
            const std::string inner = constants_.class_name_or_none(in, "nested class");
            in.skip(4, "names of a nested class");
            const std::uint16_t access = in.u16("access flags of a nested class");
            is_hidden |= inner == name_ && (access & kAccPublic) == 0;
        }
        in.expect_end("nested classes");
        return is_hidden;
    }

    [[nodiscard]] Attributes read_attributes(BoundedReader& in, bool is_class) {
        Attributes result;
        for (std::size_t left = in.u16("number of attributes"); left > 0; --left) {
            const std::string_view name = constants_.raw_utf8(in, "name of an attribute");
            const std::uint32_t length = in.u32("length of an attribute");
            const std::uint64_t offset = in.offset();
            BoundedReader body(in.bytes(length, "attribute"), in.source(), offset);
            if (name == "Signature") {
                result.signature = constants_.utf8(body, "signature");
                body.expect_end("signature");
            } else if (name == "RuntimeVisibleAnnotations") {
                result.annotations = read_annotations(body);
            } else if (is_class && name == "Record") {
                result.is_record = true;
                result.components = read_components(body);
            } else if (is_class && name == "InnerClasses") {
                result.is_hidden = read_is_hidden(body);
            }
        }
        return result;
    }

    [[nodiscard]] std::vector<RecordComponent> read_components(BoundedReader& in) {
        std::vector<RecordComponent> components;
        for (std::size_t left = in.u16("number of record components"); left > 0; --left) {
            RecordComponent component;
            component.name = constants_.utf8(in, "name of a record component");
            component.descriptor = read_descriptor(in, "record component", component.name);
            component.signature = read_attributes(in, false).signature;
            components.push_back(std::move(component));
        }
        in.expect_end("record components");
        return components;
    }

    [[nodiscard]] std::vector<std::string> read_annotations(BoundedReader& in) {
        std::vector<std::string> descriptors;
        for (std::size_t left = in.u16("number of annotations"); left > 0; --left) {
            descriptors.push_back(constants_.utf8(in, "type of an annotation"));
            skip_annotation_values(in, 0);
        }
        in.expect_end("annotations");
        return descriptors;
    }

    void skip_annotation_values(BoundedReader& in, int depth) {
        for (std::size_t left = in.u16("number of an annotation's values"); left > 0; --left) {
            in.skip(2, "name of an annotation's value");
            skip_annotation_value(in, depth);
        }
    }

    void skip_annotation_value(BoundedReader& in, int depth) {
        if (depth > kMostAnnotationDepth) {
            in.fail("annotation", "nested more than " + std::to_string(kMostAnnotationDepth) + " deep");
        }
        const std::uint8_t tag = in.u8("tag of an annotation's value");
        switch (tag) {
            case 'e': in.skip(4, "enum constant in an annotation"); break;
            case '@':
                in.skip(2, "type of an annotation");
                skip_annotation_values(in, depth + 1);
                break;
            case '[':
                for (std::size_t left = in.u16("length of an annotation's array"); left > 0; --left) {
                    skip_annotation_value(in, depth + 1);
                }
                break;
            default:
                if (std::string_view("BCDFIJSZsc").find(static_cast<char>(tag)) == std::string_view::npos) {
                    in.fail_at(in.offset() - 1, "tag of an annotation's value", "found " + std::to_string(tag));
                }
                in.skip(2, "value of an annotation");
        }
    }

    BoundedReader in_;
    std::uint16_t major_;
    ConstantPool constants_;
    std::string name_;
};

}  // namespace

bool ClassFile::has_annotation(std::string_view binary_name_) const {
    return std::ranges::any_of(annotations, [&](const std::string& descriptor) {
        return descriptor.size() == binary_name_.size() + 2 &&
               binary_name(std::string_view(descriptor).substr(1, binary_name_.size())) == binary_name_;
    });
}

ClassFile read_class_file(Bytes bytes, std::string_view name) {
    if (bytes.size() > kMostClassBytes) {
        throw UnsupportedError(std::string(name) + ": a class file of " + std::to_string(bytes.size()) +
                               " bytes; the largest that is read has " + std::to_string(kMostClassBytes));
    }
    return ClassReader(bytes, name).read();
}

std::string binary_name(std::string_view internal_name) {
    std::string name(internal_name);
    std::ranges::replace(name, '/', '.');
    return name;
}

}  // namespace sp::java
