#include "java/generic_signature.hpp"

#include "java/class_file.hpp"
#include "sp/error.hpp"

namespace sp::java {
namespace {

constexpr std::string_view kPrimitives = "BCDFIJSZ";
constexpr std::string_view kObject = "Ljava/lang/Object;";
constexpr int kMostDepth = 64;
constexpr std::size_t kMostDimensions = 255;

class SignatureParser {
public:
    explicit SignatureParser(std::string_view text) : text_(text) {}

    [[nodiscard]] FieldType whole_field() {
        FieldType type = any_type(0);
        expect_end();
        return type;
    }

    [[nodiscard]] ClassSignature whole_class() {
        ClassSignature result;
        if (take('<')) {
            while (!take('>')) {
                result.parameters.push_back(type_parameter());
            }
        }
        result.superclass = class_type(0);
        while (!at_end()) {
            result.interfaces.push_back(class_type(0));
        }
        return result;
    }

private:
    [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
    [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }

    bool take(char wanted) {
        if (at_end() || text_[at_] != wanted) {
            return false;
        }
        ++at_;
        return true;
    }

    void expect(char wanted) {
        if (!take(wanted)) {
            fail(std::string("expected '") + wanted + "'");
        }
    }

    void expect_end() const {
        if (!at_end()) {
            fail("expected the end");
        }
    }

    [[noreturn]] void fail(const std::string& why) const {
        throw InputError("generic signature '" + std::string(text_) + "' at character " + std::to_string(at_) + ": " +
                         why);
    }

    /// The characters up to one that no identifier has.
    [[nodiscard]] std::string_view identifier() {
        const std::size_t end = std::min(text_.find_first_of(".;[/<>:", at_), text_.size());
        if (end == at_) {
            fail("expected a name");
        }
        const std::string_view name = text_.substr(at_, end - at_);
        at_ = end;
        return name;
    }

    [[nodiscard]] TypeParameter type_parameter() {
        TypeParameter parameter{std::string(identifier()), {}};
        expect(':');
        if (starts_reference()) {
            parameter.bounds.push_back(reference_type(0));
        }
        while (take(':')) {
            parameter.bounds.push_back(reference_type(0));
        }
        return parameter;
    }

    /// After the ':' of a parameter: whether it has a class as a bound, before those that are interfaces.
    [[nodiscard]] bool starts_reference() const { return peek() == 'L' || peek() == 'T' || peek() == '['; }

    [[nodiscard]] FieldType any_type(int depth) {
        if (!at_end() && kPrimitives.find(peek()) != std::string_view::npos) {
            FieldType type;
            type.descriptor = text_[at_++];
            return type;
        }
        return reference_type(depth);
    }

    [[nodiscard]] FieldType reference_type(int depth) {
        if (depth > kMostDepth) {
            fail("nested more than " + std::to_string(kMostDepth) + " deep");
        }
        switch (peek()) {
            case 'L': return class_type(depth);
            case 'T': return type_variable();
            case '[': return array_type(depth);
            default: fail("expected a type");
        }
    }

    [[nodiscard]] FieldType type_variable() {
        expect('T');
        FieldType type;
        type.variable = identifier();
        type.descriptor = kObject;
        expect(';');
        return type;
    }

    [[nodiscard]] FieldType array_type(int depth) {
        std::size_t dimensions = 0;
        while (take('[')) {
            ++dimensions;
        }
        if (dimensions > kMostDimensions) {
            fail("an array of more than 255 dimensions");
        }
        FieldType type = any_type(depth);
        type.descriptor.insert(0, dimensions, '[');
        return type;
    }

    [[nodiscard]] FieldType class_type(int depth) {
        expect('L');
        FieldType type;
        type.descriptor = 'L';
        type.descriptor += identifier();
        while (!take(';')) {
            if (take('/')) {
                type.descriptor += '/';
                type.descriptor += identifier();
            } else if (take('<')) {
                type.arguments = type_arguments(depth + 1);
            } else if (take('.')) {
                type.arguments.clear();
                type.descriptor += '$';
                type.descriptor += identifier();
            } else {
                fail("expected ';'");
            }
        }
        type.descriptor += ';';
        return type;
    }

    [[nodiscard]] std::vector<FieldType> type_arguments(int depth) {
        std::vector<FieldType> arguments;
        while (!take('>')) {
            arguments.push_back(type_argument(depth));
        }
        return arguments;
    }

    [[nodiscard]] FieldType type_argument(int depth) {
        FieldType type;
        if (take('*')) {
            type.descriptor = kObject;
            type.wildcard = FieldType::Wildcard::kAny;
        } else if (take('+')) {
            type = reference_type(depth);
            type.wildcard = FieldType::Wildcard::kExtends;
        } else if (take('-')) {
            type = reference_type(depth);
            type.wildcard = FieldType::Wildcard::kSuper;
        } else {
            type = reference_type(depth);
        }
        return type;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

std::string FieldType::class_name() const {
    const std::size_t start = dimensions();
    if (start + 1 >= descriptor.size()) {
        return {};
    }
    return binary_name(std::string_view(descriptor).substr(start + 1, descriptor.size() - start - 2));
}

bool is_field_descriptor(std::string_view text) {
    const std::size_t dimensions = text.find_first_not_of('[');
    if (dimensions == std::string_view::npos || dimensions > kMostDimensions) {
        return false;
    }
    const std::string_view element = text.substr(dimensions);
    if (element.size() == 1) {
        return kPrimitives.find(element.front()) != std::string_view::npos;
    }
    return element.size() > 2 && element.front() == 'L' && element.find_first_of(".;[") == element.size() - 1 &&
           element.back() == ';';
}

FieldType parse_field_signature(std::string_view descriptor, std::string_view signature) {
    if (!is_field_descriptor(descriptor)) {
        throw InputError("'" + std::string(descriptor) + "' is no descriptor of a type");
    }
    FieldType type;
    if (!signature.empty()) {
        type = SignatureParser(signature).whole_field();
    }
    type.descriptor = descriptor;
    return type;
}

ClassSignature parse_class_signature(std::string_view signature) { return SignatureParser(signature).whole_class(); }

}  // namespace sp::java
