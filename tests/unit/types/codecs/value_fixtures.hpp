#pragma once

// For tests of codecs: Types in a word, hexadecimal bytes, and events as a text that can be compared.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sp/type.hpp"
#include "sp/value_events.hpp"
#include "types/codecs/program.hpp"

namespace sp::test {

inline TypePtr type_of(TypeKind kind, std::vector<TypePtr> nested = {}) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->nested = std::move(nested);
    return type;
}

inline TypePtr row_of(std::vector<TypePtr> fields, int version, bool has_kind = false) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kRow, std::move(fields)));
    type->outer_version = version;
    type->flag = has_kind;
    return type;
}

inline TypePtr nullable_of(TypePtr inner, std::int32_t padding = 0) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kNullable, {std::move(inner)}));
    type->padding = padding;
    return type;
}

inline TypePtr enum_of(std::vector<std::string> names) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kEnum));
    type->class_name = "com.acme.Color";
    for (std::string& name : names) {
        const auto id = static_cast<std::int32_t>(type->constants.size());
        type->constants.push_back({std::move(name), id});
    }
    return type;
}

/// Scala's, with the ids that it counts itself or others.
inline TypePtr enumeration_of(std::vector<EnumConstant> constants) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kScalaEnum));
    type->class_name = "com.acme.Weekday$";
    type->constants = std::move(constants);
    return type;
}

inline TypePtr case_class_of(std::string class_name, std::vector<TypePtr> fields, std::vector<std::string> names = {}) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kCaseClass, std::move(fields)));
    type->class_name = std::move(class_name);
    type->field_names = std::move(names);
    return type;
}

/// `collection` as Scala has it: "Seq", "scala.collection.immutable.SortedMap".
inline TypePtr traversable_of(const std::string& collection, TypePtr element) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kTraversable, {std::move(element)}));
    type->text = "implicitly[scala.collection.generic.CanBuildFrom[" + collection + "[A], A, " + collection + "[A]]]";
    return type;
}

inline TypePtr scala_map_of(TypePtr key, TypePtr value, const std::string& collection = "Map") {
    return traversable_of(collection, case_class_of("scala.Tuple2", {std::move(key), std::move(value)}));
}

/// Of Flink CEP, as its snapshots have them: kEventId to kNfaState but Lockable; of the last of two versions.
inline TypePtr cep_type(TypeKind kind, bool is_old = false) {
    using enum TypeKind;
    switch (kind) {
        case kNodeId: return type_of(kind, {cep_type(kEventId)});
        case kSharedBufferEdge: return type_of(kind, {cep_type(kNodeId), cep_type(kDeweyNumber)});
        case kSharedBufferNode: return type_of(kind, {type_of(kList, {cep_type(kSharedBufferEdge)})});
        case kSharedBufferNodeV2: return type_of(kind, {cep_type(kSharedBufferEdge)});
        case kNfaState: {
            auto type =
                std::make_shared<Type>(*type_of(kind, {cep_type(kDeweyNumber), cep_type(kNodeId), cep_type(kEventId)}));
            type->outer_version = is_old ? 1 : 2;
            type->flag = !is_old;
            return type;
        }
        default: return type_of(kind);
    }
}

inline TypePtr opaque_type() {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kKryo));
    type->snapshot_class = "org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializerSnapshot";
    return type;
}

inline TypePtr pojo_of(std::string class_name, const std::vector<std::pair<std::string, TypePtr>>& fields,
                       std::vector<PojoSubclass> registered = {}, std::vector<PojoSubclass> others = {}) {
    auto type = std::make_shared<Type>(*type_of(TypeKind::kPojo));
    type->class_name = std::move(class_name);
    for (const auto& [name, field] : fields) {
        PojoField entry;
        entry.name = name;
        entry.declaring_class = type->class_name;
        entry.type = field;
        type->fields.push_back(std::move(entry));
    }
    type->registered_subclasses = std::move(registered);
    type->other_subclasses = std::move(others);
    return type;
}

inline PojoSubclass subclass_of(std::string class_name, TypePtr type) {
    PojoSubclass subclass;
    subclass.class_name = std::move(class_name);
    subclass.type = std::move(type);
    return subclass;
}

inline ByteVector unhex(std::string_view hex) {
    ByteVector bytes;
    int digits = 0;
    unsigned value = 0;
    for (const char c : hex) {
        if (c == ' ') {
            continue;
        }
        value = value << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        if (++digits % 2 == 0) {
            bytes.push_back(static_cast<std::uint8_t>(value));
        }
    }
    return bytes;
}

inline std::string hex(Bytes bytes) {
    std::string text;
    char pair[3];
    for (const std::uint8_t byte : bytes) {
        std::snprintf(pair, sizeof pair, "%02x", byte);
        text += pair;
    }
    return text;
}

/// A copy with as much behind it as decoders may read, and not a byte more, so that a sanitizer sees one that reads on.
class PaddedBytes {
public:
    explicit PaddedBytes(Bytes bytes)
        : size_(bytes.size()), data_(new std::uint8_t[size_ + codec::Program::kLiteralPadding]) {
        std::copy(bytes.begin(), bytes.end(), data_.get());
        std::fill_n(data_.get() + size_, codec::Program::kLiteralPadding, std::uint8_t{0x41});
    }
    [[nodiscard]] const std::uint8_t* begin() const { return data_.get(); }
    [[nodiscard]] const std::uint8_t* end() const { return data_.get() + size_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    std::size_t size_;
    std::unique_ptr<std::uint8_t[]> data_;
};

/// Events as a text, one a line.
class EventText : public ValueVisitor {
public:
    [[nodiscard]] const std::string& text() const { return text_; }

    void null() override { line("null"); }
    void unit() override { line("unit"); }
    void boolean(bool value) override { line(value ? "true" : "false"); }
    void integer(std::int64_t value) override { line("integer " + std::to_string(value)); }
    void character(char16_t value) override { line("char " + std::to_string(unsigned{value})); }
    void float32(float value) override {
        line("float " + hex({reinterpret_cast<std::uint8_t*>(&value), sizeof value}));
    }
    void float64(double value) override {
        line("double " + hex({reinterpret_cast<std::uint8_t*>(&value), sizeof value}));
    }
    void big_integer(Bytes digits) override { line("big integer " + hex(digits)); }
    void big_decimal(Bytes digits, std::int32_t scale) override {
        line("big decimal " + hex(digits) + " " + std::to_string(scale));
    }
    void string(std::string_view text) override { line("string " + std::string(text)); }
    void bytes(Bytes value) override { line("bytes " + hex(value)); }
    void temporal(const Temporal& t) override {
        line("temporal " + std::to_string(int(t.kind)) + " " + std::to_string(t.epoch) + " " + std::to_string(t.nanos) +
             " " + std::to_string(t.year) + "-" + std::to_string(t.month) + "-" + std::to_string(t.day) + " " +
             std::to_string(t.hour) + ":" + std::to_string(t.minute) + ":" + std::to_string(t.second));
    }
    void enumeration(std::int32_t id, std::string_view name) override {
        line("enum " + std::to_string(id) + " " + std::string(name));
    }
    void begin_array(std::size_t size) override { line("[ " + std::to_string(size)); }
    void end_array() override { line("]"); }
    void begin_map(const Type&, std::size_t size) override { line("map " + std::to_string(size)); }
    void end_map() override { line("end map"); }
    void subclass(std::string_view name) override { line("subclass " + std::string(name)); }
    void begin_object(const Type&, int kind) override { line("{ " + std::to_string(kind)); }
    void field(std::size_t index, std::string_view name) override {
        line("field " + std::to_string(index) + " " + std::string(name));
    }
    void end_object() override { line("}"); }
    void begin_alternative(const Type&, std::size_t index, std::string_view name) override {
        line("( " + std::to_string(index) + " " + std::string(name));
    }
    void end_alternative() override { line(")"); }
    void begin_dynamic_map(std::size_t size) override { line("dynamic map " + std::to_string(size)); }
    void begin_dynamic_object(std::string_view name) override { line("dynamic { " + std::string(name)); }
    void reference(std::size_t number) override { line("reference " + std::to_string(number)); }

private:
    void line(const std::string& text) { text_ += text + "\n"; }
    std::string text_;
};

/// Hands each event to two visitors.
class Tee : public ValueVisitor {
public:
    Tee(ValueVisitor& first, ValueVisitor& second) : first_(first), second_(second) {}

    void null() override {
        both([](ValueVisitor& v) { v.null(); });
    }
    void unit() override {
        both([](ValueVisitor& v) { v.unit(); });
    }
    void boolean(bool value) override {
        both([&](ValueVisitor& v) { v.boolean(value); });
    }
    void integer(std::int64_t value) override {
        both([&](ValueVisitor& v) { v.integer(value); });
    }
    void character(char16_t value) override {
        both([&](ValueVisitor& v) { v.character(value); });
    }
    void float32(float value) override {
        both([&](ValueVisitor& v) { v.float32(value); });
    }
    void float64(double value) override {
        both([&](ValueVisitor& v) { v.float64(value); });
    }
    void big_integer(Bytes digits) override {
        both([&](ValueVisitor& v) { v.big_integer(digits); });
    }
    void big_decimal(Bytes digits, std::int32_t scale) override {
        both([&](ValueVisitor& v) { v.big_decimal(digits, scale); });
    }
    void string(std::string_view text) override {
        both([&](ValueVisitor& v) { v.string(text); });
    }
    void bytes(Bytes value) override {
        both([&](ValueVisitor& v) { v.bytes(value); });
    }
    void temporal(const Temporal& value) override {
        both([&](ValueVisitor& v) { v.temporal(value); });
    }
    void enumeration(std::int32_t id, std::string_view name) override {
        both([&](ValueVisitor& v) { v.enumeration(id, name); });
    }
    void begin_array(std::size_t size) override {
        both([&](ValueVisitor& v) { v.begin_array(size); });
    }
    void end_array() override {
        both([](ValueVisitor& v) { v.end_array(); });
    }
    void begin_map(const Type& type, std::size_t size) override {
        both([&](ValueVisitor& v) { v.begin_map(type, size); });
    }
    void end_map() override {
        both([](ValueVisitor& v) { v.end_map(); });
    }
    void subclass(std::string_view name) override {
        both([&](ValueVisitor& v) { v.subclass(name); });
    }
    void begin_object(const Type& type, int kind) override {
        both([&](ValueVisitor& v) { v.begin_object(type, kind); });
    }
    void field(std::size_t index, std::string_view name) override {
        both([&](ValueVisitor& v) { v.field(index, name); });
    }
    void end_object() override {
        both([](ValueVisitor& v) { v.end_object(); });
    }
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) override {
        both([&](ValueVisitor& v) { v.begin_alternative(type, index, name); });
    }
    void end_alternative() override {
        both([](ValueVisitor& v) { v.end_alternative(); });
    }

private:
    template <class Event>
    void both(Event&& event) {
        event(first_);
        event(second_);
    }
    ValueVisitor& first_;
    ValueVisitor& second_;
};

}  // namespace sp::test
