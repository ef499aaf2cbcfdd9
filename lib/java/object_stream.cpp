#include "java/object_stream.hpp"

#include <algorithm>

#include "java/modified_utf8.hpp"

namespace sp::java {

namespace {

// java.io.ObjectStreamConstants
enum Tag : std::uint8_t {
    kTcNull = 0x70,
    kTcReference,
    kTcClassDesc,
    kTcObject,
    kTcString,
    kTcArray,
    kTcClass,
    kTcBlockData,
    kTcEndBlockData,
    kTcReset,
    kTcBlockDataLong,
    kTcException,
    kTcLongString,
    kTcProxyClassDesc,
    kTcEnum,
};
constexpr std::uint8_t kScWriteMethod = 0x01;
constexpr std::uint8_t kScSerializable = 0x02;
constexpr std::uint8_t kScExternalizable = 0x04;
constexpr std::uint8_t kScBlockData = 0x08;
constexpr std::uint32_t kBaseHandle = 0x7E0000;

constexpr int kMaxDepth = 200;
constexpr int kMaxSuperclasses = 64;
constexpr std::size_t kMaxClasses = 10'000;
constexpr std::size_t kMaxNodes = 4'000'000;

int primitive_size(char type) {
    switch (type) {
        case 'B':
        case 'Z': return 1;
        case 'C':
        case 'S': return 2;
        case 'I':
        case 'F': return 4;
        case 'J':
        case 'D': return 8;
        default: return 0;
    }
}

class ObjectStreamParser {
public:
    /// The next object; the first stands behind the header.
    const ObjectStream& next(BoundedReader& in, std::vector<ClassNameSite>* sites) {
        in_ = &in;
        sites_ = sites;
        if (!has_begun_) {
            read_header();
            has_begun_ = true;
        }
        std::uint8_t tag = in_->u8("object tag");
        while (tag == kTcReset) {
            handles_.clear();
            tag = in_->u8("object tag");
        }
        if (tag == kTcBlockData || tag == kTcBlockDataLong) {
            in_->fail_at(in_->offset() - 1, "object tag", "found block data where an object was expected");
        }
        stream_.root = content(tag);
        return stream_;
    }

    ObjectStream take() { return std::move(stream_); }

private:
    void read_header() {
        const std::uint64_t where = in_->offset();
        if (in_->u32("header of a Java serialization stream") != 0xACED0005) {
            in_->fail_at(where, "header of a Java serialization stream", "expected AC ED 00 05");
        }
    }

    struct Handle {
        bool is_class = false;
        std::uint32_t index = 0;
    };

    /// Counts recursion; every function that can call itself by way of others holds one.
    class Level {
    public:
        explicit Level(ObjectStreamParser& parser) : parser_(parser) {
            if (++parser_.depth_ > kMaxDepth) {
                parser_.too_much("more than " + std::to_string(kMaxDepth) + " objects inside each other");
            }
        }
        ~Level() { --parser_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        ObjectStreamParser& parser_;
    };

    [[noreturn]] void too_much(const std::string& what) const {
        throw UnsupportedError(std::string(in_->source()) + ": Java serialization stream at offset " +
                               std::to_string(in_->offset()) + ": " + what);
    }

    [[noreturn]] void bad_tag(std::uint8_t tag, std::string_view expected) const {
        in_->fail_at(in_->offset() - 1, "object tag",
                     "found " + std::to_string(tag) + ", expected " + std::string(expected));
    }

    std::uint32_t new_node(JavaNode::Kind kind, std::int32_t class_index = -1) {
        if (stream_.nodes.size() >= kMaxNodes) {
            too_much("more than " + std::to_string(kMaxNodes) + " objects");
        }
        JavaNode& node = stream_.nodes.emplace_back();
        node.kind = kind;
        node.class_index = class_index;
        return static_cast<std::uint32_t>(stream_.nodes.size() - 1);
    }

    std::uint32_t new_handled_node(JavaNode::Kind kind, std::int32_t class_index = -1) {
        const std::uint32_t node = new_node(kind, class_index);
        handles_.push_back({false, node});
        return node;
    }

    static JavaValue object(std::uint32_t node) { return {'L', 0, node}; }

    const Handle& reference() {
        const std::uint64_t where = in_->offset();
        const std::uint32_t handle = in_->u32("back-reference");
        if (handle < kBaseHandle || handle - kBaseHandle >= handles_.size()) {
            in_->fail_at(where, "back-reference", "handle " + std::to_string(handle) + " has not been given");
        }
        return handles_[handle - kBaseHandle];
    }

    JavaValue content(std::uint8_t tag) {
        const Level level(*this);
        switch (tag) {
            case kTcNull: return {};
            case kTcReference: return referenced();
            case kTcClassDesc:
            case kTcProxyClassDesc: return object(new_node(JavaNode::Kind::kClassDescriptor, class_descriptor(tag)));
            case kTcObject: return object_content();
            case kTcString:
            case kTcLongString: return object(string(tag));
            case kTcArray: return array();
            case kTcClass: return object(new_handled_node(JavaNode::Kind::kClass, required_class()));
            case kTcBlockData: return block(in_->u8("length of block data"));
            case kTcBlockDataLong: return block(in_->count("length of block data", 1));
            case kTcEnum: return enum_constant();
            case kTcException:
                in_->fail_at(in_->offset() - 1, "object tag", "the writer failed here with an exception");
            default: bad_tag(tag, "an object");
        }
    }

    JavaValue referenced() {
        const Handle handle = reference();
        return object(handle.is_class
                          ? new_node(JavaNode::Kind::kClassDescriptor, static_cast<std::int32_t>(handle.index))
                          : handle.index);
    }

    JavaValue block(std::size_t length) {
        const std::uint32_t node = new_node(JavaNode::Kind::kBlock);
        const Bytes bytes = in_->bytes(length, "block data");
        stream_.nodes[node].data.assign(bytes.begin(), bytes.end());
        return object(node);
    }

    /// What was read from `begin` to here.
    void note(ClassNameSite::Form form, std::uint64_t begin, const std::string& text, std::uint32_t node = kNoNode) {
        if (sites_ != nullptr) {
            sites_->push_back({form, begin, in_->offset(), text, false, node});
        }
    }

    std::uint32_t string(std::uint8_t tag, ClassNameSite::Form form = ClassNameSite::Form::kText) {
        const std::uint32_t node = new_handled_node(JavaNode::Kind::kString);
        if (tag == kTcString) {
            const std::uint64_t begin = in_->offset();
            stream_.nodes[node].text = read_utf(*in_, "string object");
            note(form, begin, stream_.nodes[node].text, node);
            return node;
        }
        const std::uint64_t where = in_->offset();
        const std::uint64_t length = in_->u64("length of a string object");
        if (length > in_->remaining()) {
            in_->fail_at(where, "length of a string object", "does not fit into what is left");
        }
        const std::uint64_t start = in_->offset();
        const Bytes bytes = in_->bytes(static_cast<std::size_t>(length), "string object");
        stream_.nodes[node].text = decode_modified_utf8(bytes, *in_, start, "string object");
        return node;
    }

    /// A string where nothing else may stand: signatures of fields, names of enum constants.
    std::string string_object(ClassNameSite::Form form = ClassNameSite::Form::kText) {
        const std::uint8_t tag = in_->u8("string object");
        if (tag == kTcString || tag == kTcLongString) {
            return stream_.nodes[string(tag, form)].text;
        }
        if (tag != kTcReference) {
            bad_tag(tag, "a string");
        }
        const Handle handle = reference();
        if (handle.is_class || stream_.nodes[handle.index].kind != JavaNode::Kind::kString) {
            in_->fail("back-reference", "is no string where a string was expected");
        }
        return stream_.nodes[handle.index].text;
    }

    /// Index of the class, or -1 for null.
    std::int32_t class_descriptor(std::uint8_t tag) {
        switch (tag) {
            case kTcNull: return -1;
            case kTcReference: return referenced_class();
            case kTcClassDesc:
            case kTcProxyClassDesc: return new_class(tag == kTcProxyClassDesc);
            default: bad_tag(tag, "a class descriptor");
        }
    }

    std::int32_t required_class() {
        const std::int32_t index = class_descriptor(in_->u8("class descriptor"));
        if (index < 0) {
            in_->fail("class descriptor", "is null");
        }
        return index;
    }

    std::int32_t referenced_class() {
        const Handle handle = reference();
        if (!handle.is_class) {
            in_->fail("back-reference", "is no class descriptor where one was expected");
        }
        if (!stream_.classes[handle.index].is_complete) {
            in_->fail("back-reference", "is to a class descriptor that has not ended");
        }
        return static_cast<std::int32_t>(handle.index);
    }

    std::int32_t new_class(bool is_proxy) {
        const Level level(*this);
        if (stream_.classes.size() >= kMaxClasses) {
            too_much("more than " + std::to_string(kMaxClasses) + " classes");
        }
        const auto index = static_cast<std::uint32_t>(stream_.classes.size());
        stream_.classes.emplace_back();
        JavaClass parsed = is_proxy ? proxy_class(index) : ordinary_class(index);
        static_cast<void>(until_end_block());  // class annotations
        parsed.super = class_descriptor(in_->u8("superclass descriptor"));
        if (parsed.super >= 0) {
            parsed.depth = stream_.classes[static_cast<std::size_t>(parsed.super)].depth + 1;
            if (parsed.depth > kMaxSuperclasses) {
                too_much("a class with more than " + std::to_string(kMaxSuperclasses) + " superclasses");
            }
        }
        parsed.is_complete = true;
        stream_.classes[index] = std::move(parsed);
        return static_cast<std::int32_t>(index);
    }

    JavaClass proxy_class(std::uint32_t index) {
        JavaClass parsed;
        handles_.push_back({true, index});
        parsed.flags = kScSerializable;
        const std::size_t count = in_->count("interfaces of a proxy class", 2);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t begin = in_->offset();
            parsed.interfaces.push_back(read_utf(*in_, "interface of a proxy class"));
            note(ClassNameSite::Form::kName, begin, parsed.interfaces.back());
        }
        return parsed;
    }

    JavaClass ordinary_class(std::uint32_t index) {
        JavaClass parsed;
        const std::uint64_t begin = in_->offset();
        parsed.name = read_utf(*in_, "class name");
        note(ClassNameSite::Form::kName, begin, parsed.name);
        parsed.suid = in_->i64("serialVersionUID");
        if (sites_ != nullptr) {
            sites_->back().has_suid = parsed.suid != 0 && !parsed.name.starts_with('[');
        }
        handles_.push_back({true, index});
        const std::uint64_t where = in_->offset();
        parsed.flags = in_->u8("class flags");
        const std::uint8_t both = kScSerializable | kScExternalizable;
        if ((parsed.flags & both) == both) {
            in_->fail_at(where, "class flags", "serializable and externalizable at once");
        }
        const std::uint16_t count = in_->u16("count of fields");
        if (count > 0 && (parsed.flags & kScSerializable) == 0) {
            in_->fail_at(where, "class flags", "fields in a class that is not serializable");
        }
        for (std::uint16_t i = 0; i < count; ++i) {
            parsed.fields.push_back(field());
        }
        return parsed;
    }

    JavaField field() {
        JavaField parsed;
        parsed.type = static_cast<char>(in_->u8("field type"));
        const bool is_object = parsed.type == 'L' || parsed.type == '[';
        if (!is_object && primitive_size(parsed.type) == 0) {
            in_->fail_at(in_->offset() - 1, "field type",
                         "found " + std::to_string(static_cast<unsigned char>(parsed.type)));
        }
        parsed.name = read_utf(*in_, "field name");
        if (is_object) {
            parsed.signature = string_object(ClassNameSite::Form::kSignature);
        }
        return parsed;
    }

    std::vector<JavaValue> until_end_block() {
        std::vector<JavaValue> values;
        for (std::uint8_t tag = in_->u8("object tag"); tag != kTcEndBlockData; tag = in_->u8("object tag")) {
            values.push_back(content(tag));
        }
        return values;
    }

    JavaValue value(char type) {
        switch (type) {
            case 'B': return {type, in_->i8("byte"), kNoNode};
            case 'Z': return {type, in_->u8("boolean"), kNoNode};
            case 'C': return {type, in_->u16("char"), kNoNode};
            case 'S': return {type, in_->i16("short"), kNoNode};
            case 'I': return {type, in_->i32("int"), kNoNode};
            case 'F': return {type, in_->u32("float"), kNoNode};
            case 'J':
            case 'D': return {type, in_->i64("long or double"), kNoNode};
            default: return object_value();
        }
    }

    /// An object that is a field or an element: block data cannot stand there.
    JavaValue object_value() {
        const std::uint8_t tag = in_->u8("object tag");
        if (tag == kTcBlockData || tag == kTcBlockDataLong) {
            bad_tag(tag, "an object");
        }
        return content(tag);
    }

    JavaValue object_content() {
        const std::int32_t class_index = required_class();
        const std::uint32_t node = new_handled_node(JavaNode::Kind::kObject, class_index);
        if ((flags(class_index) & kScExternalizable) != 0) {
            if ((flags(class_index) & kScBlockData) == 0) {
                too_much("an Externalizable object without block data, whose end cannot be found");
            }
            annotate(node, class_index);
            return object(node);
        }
        std::vector<std::int32_t> chain;
        for (std::int32_t at = class_index; at >= 0; at = stream_.classes[static_cast<std::size_t>(at)].super) {
            chain.push_back(at);
        }
        std::reverse(chain.begin(), chain.end());
        for (const std::int32_t part : chain) {
            class_data(node, part);
        }
        return object(node);
    }

    void class_data(std::uint32_t node, std::int32_t class_index) {
        // By index: parsing values may add classes, which moves them.
        const std::size_t count = stream_.classes[static_cast<std::size_t>(class_index)].fields.size();
        for (std::size_t i = 0; i < count; ++i) {
            const JavaValue parsed = value(stream_.classes[static_cast<std::size_t>(class_index)].fields[i].type);
            stream_.nodes[node].values.push_back(parsed);
        }
        const std::uint8_t both = kScSerializable | kScWriteMethod;
        if ((flags(class_index) & both) == both) {
            annotate(node, class_index);
        }
    }

    void annotate(std::uint32_t node, std::int32_t class_index) {
        std::vector<JavaValue> values = until_end_block();
        stream_.nodes[node].annotations.emplace_back(class_index, std::move(values));
    }

    JavaValue array() {
        const std::int32_t class_index = required_class();
        const std::uint32_t node = new_handled_node(JavaNode::Kind::kArray, class_index);
        const std::string& name = stream_.classes[static_cast<std::size_t>(class_index)].name;
        const char type = name.size() > 1 && name[0] == '[' ? name[1] : '\0';
        const int size = primitive_size(type);
        if (size == 0 && type != 'L' && type != '[') {
            in_->fail("array", "its class is " + name);
        }
        const std::size_t count = in_->count("length of an array", static_cast<std::size_t>(std::max(size, 1)));
        if (size > 0) {
            const Bytes bytes = in_->bytes(count * static_cast<std::size_t>(size), "elements of an array");
            stream_.nodes[node].data.assign(bytes.begin(), bytes.end());
            return object(node);
        }
        std::vector<JavaValue> elements;
        for (std::size_t i = 0; i < count; ++i) {
            elements.push_back(object_value());
        }
        stream_.nodes[node].values = std::move(elements);
        return object(node);
    }

    JavaValue enum_constant() {
        const std::int32_t class_index = required_class();
        const std::uint32_t node = new_handled_node(JavaNode::Kind::kEnum, class_index);
        std::string name = string_object();
        stream_.nodes[node].text = std::move(name);
        return object(node);
    }

    [[nodiscard]] std::uint8_t flags(std::int32_t class_index) const {
        return stream_.classes[static_cast<std::size_t>(class_index)].flags;
    }

    BoundedReader* in_ = nullptr;
    std::vector<ClassNameSite>* sites_ = nullptr;
    bool has_begun_ = false;
    ObjectStream stream_;
    std::vector<Handle> handles_;
    int depth_ = 0;
};

}  // namespace

const JavaNode* ObjectStream::node(const JavaValue& value) const {
    return value.node == kNoNode ? nullptr : &nodes.at(value.node);
}

std::string_view ObjectStream::class_name(const JavaNode& node) const {
    return node.class_index < 0 ? std::string_view() : classes.at(static_cast<std::size_t>(node.class_index)).name;
}

const JavaValue* ObjectStream::field(const JavaNode& node, std::string_view name) const {
    if (node.kind != JavaNode::Kind::kObject) {
        return nullptr;
    }
    std::size_t end = node.values.size();
    for (std::int32_t at = node.class_index; at >= 0;) {
        const JavaClass& part = classes.at(static_cast<std::size_t>(at));
        if (part.fields.size() > end) {
            return nullptr;  // externalizable objects have no values
        }
        end -= part.fields.size();
        for (std::size_t i = 0; i < part.fields.size(); ++i) {
            if (part.fields[i].name == name) {
                return &node.values[end + i];
            }
        }
        at = part.super;
    }
    return nullptr;
}

const JavaNode* ObjectStream::object_field(const JavaNode& node_, std::string_view name) const {
    const JavaValue* value = field(node_, name);
    return value == nullptr ? nullptr : node(*value);
}

std::int64_t ObjectStream::integer_field(const JavaNode& node, std::string_view name) const {
    const JavaValue* value = field(node, name);
    return value == nullptr ? 0 : value->integer;
}

std::string_view ObjectStream::text_field(const JavaNode& node, std::string_view name) const {
    const JavaNode* text = object_field(node, name);
    return text == nullptr ? std::string_view() : text->text;
}

ObjectStream read_object_stream(BoundedReader& in, std::vector<ClassNameSite>* sites) {
    ObjectStreamParser parser;
    static_cast<void>(parser.next(in, sites));
    return parser.take();
}

class ObjectStreamReader::Parser : public ObjectStreamParser {};

ObjectStreamReader::ObjectStreamReader() : parser_(std::make_unique<Parser>()) {}
ObjectStreamReader::~ObjectStreamReader() = default;

const ObjectStream& ObjectStreamReader::next(BoundedReader& in, std::vector<ClassNameSite>* sites) {
    return parser_->next(in, sites);
}

}  // namespace sp::java
