#include "report/difference/value_tree.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "io/big_endian.hpp"
#include "java/modified_utf8.hpp"
#include "rows/json_visitor.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/text/dewey_numbers.hpp"
#include "types/codecs/text/times.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::difference {
namespace {

/// As StringSerializer writes them.
ByteVector units_of(std::string_view text) {
    ByteVector bytes;
    for (unsigned unit : java::utf8_to_utf16(text)) {
        for (; unit >= 0x80; unit >>= 7) {
            bytes.push_back(static_cast<std::uint8_t>(unit | 0x80));
        }
        bytes.push_back(static_cast<std::uint8_t>(unit));
    }
    return bytes;
}

}  // namespace

/// Takes what an interpreter finds.
class ValueTree::Sink : public codec::NullSink {
public:
    explicit Sink(ValueTree& tree) : tree_(tree) {}

    void literal(const codec::Op& op) { type_ = op.type; }
    void null() { add(Kind::kNull); }
    void unit() { add(Kind::kNull); }
    void boolean(bool value) { add(Kind::kBoolean).number = value ? 1 : 0; }
    void integer(std::int64_t value) { add(Kind::kInteger).number = value; }
    void long_integer(std::int64_t value, bool) { add(Kind::kInteger).number = value; }
    void character(char16_t unit) { add(Kind::kCharacter).number = unit; }
    void float32(float value) { add(Kind::kFloat32).number = std::bit_cast<std::int32_t>(value); }
    void float64(double value) { add(Kind::kFloat64).number = std::bit_cast<std::int64_t>(value); }
    const std::uint8_t* string(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units) {
        const std::uint8_t* const stop = codec::detail::skip_units(p, end, units);
        if (stop != nullptr) {
            add(Kind::kString).bytes = {p, stop};
        }
        return stop;
    }
    void big_integer(Bytes digits) { add(Kind::kBigInteger).bytes = digits; }
    void big_decimal(Bytes unscaled, std::int32_t scale) {
        const Bytes kept = tree_.texts_.emplace_back(unscaled.begin(), unscaled.end());  // of a slot it is a copy
        Node& node = add(Kind::kBigDecimal);
        node.bytes = kept;
        node.number = scale;
    }
    void dewey_number(Bytes digits) { own_text(text::dewey_number_text(digits)); }
    void bytes(Bytes value) { add(Kind::kBytes).bytes = value; }
    bool temporal(const Temporal& value) {
        char text[text::kMaxTime];
        if (text::write_temporal(text, value) == nullptr) {
            return false;  // as printing would find
        }
        add(Kind::kTemporal).number = static_cast<std::int64_t>(tree_.temporals_.size());
        tree_.temporals_.push_back(value);
        return true;
    }
    void enumeration(std::int32_t, const std::string& name) { add(Kind::kText).bytes = as_bytes(name); }
    void constant(const std::string& text) { add(Kind::kText).bytes = as_bytes(text); }
    void empty_object(const Type& type) {
        begin_object(type, 0);
        end_object();
    }
    void begin_array(std::size_t) { open(type_ != nullptr && codec::is_set(*type_) ? Kind::kSet : Kind::kArray); }
    void end_array() { close(); }
    void begin_map(const Type& type, std::size_t) { open(Kind::kMap).type = &type; }
    void end_map() { close(); }
    void subclass(const std::string& class_name) { tree_.class_name_ = class_name; }
    void begin_row(const Type& type, int row_kind) { begin_object(type, row_kind); }
    void begin_object(const Type& type, int form) {
        Node& node = open(Kind::kObject);
        node.type = &type;
        node.number = form;
        node.class_name = std::exchange(tree_.class_name_, {});
    }
    void field(std::size_t, const std::string& name) { tree_.name_ = name; }
    void end_object() { close(); }
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) {
        Node& node = open(Kind::kAlternative);
        node.type = &type;
        node.number = static_cast<std::int64_t>(index);
        tree_.name_ = name;
    }
    void end_alternative() { close(); }

    // Values whose classes are known only when they are read
    static constexpr codec::SinkForm kForm = codec::SinkForm::kEvents;
    void text(std::string_view value) { add(Kind::kString).bytes = tree_.texts_.emplace_back(units_of(value)); }
    void own_text(std::string_view value) {
        const Bytes bytes = as_bytes(value);
        add(Kind::kOwnText).bytes = tree_.texts_.emplace_back(bytes.begin(), bytes.end());
    }
    void dynamic_enumeration(std::int32_t, const kryo::KryoName& name) { add(Kind::kText).bytes = as_bytes(name.text); }
    void begin_dynamic_set(std::size_t) { open(Kind::kSet); }
    void begin_dynamic_map(std::size_t) { open(Kind::kMap); }
    void begin_dynamic_object(const kryo::KryoClass* unexpected) {
        open(Kind::kObject).class_name = unexpected == nullptr ? std::string_view() : unexpected->name;
    }
    void dynamic_field(std::size_t, const kryo::KryoName& name, bool) { tree_.name_ = name.text; }
    void end_dynamic_object() { close(); }
    void reference(std::size_t number) { add(Kind::kReference).number = static_cast<std::int64_t>(number); }

private:
    Node& add(Kind kind) { return tree_.nodes_[tree_.push(kind)]; }

    Node& open(Kind kind) {
        const std::uint32_t node = tree_.push(kind);
        tree_.open_.push_back(node);
        return tree_.nodes_[node];
    }

    void close() {
        tree_.nodes_[tree_.open_.back()].end = static_cast<std::uint32_t>(tree_.nodes_.size());
        tree_.open_.pop_back();
    }

    ValueTree& tree_;
    const Type* type_ = nullptr;  ///< of the operation at hand
};

void ValueTree::clear() {
    nodes_.clear();
    temporals_.clear();
    texts_.clear();
    open_.clear();
    name_ = class_name_ = {};
}

std::uint32_t ValueTree::push(Kind kind) {
    const auto node = static_cast<std::uint32_t>(nodes_.size());
    if (!open_.empty()) {
        ++nodes_[open_.back()].count;
    }
    Node& added = nodes_.emplace_back();
    added.kind = kind;
    added.end = node + 1;
    added.name = std::exchange(name_, {});
    return node;
}

const std::uint8_t* ValueTree::add(const codec::Program& events, const std::uint8_t* p, const std::uint8_t* end) {
    Sink sink(*this);
    return codec::Interpreter<Sink>(events, sink).run(p, end);
}

void ValueTree::begin_list() { open_.push_back(push(Kind::kArray)); }

void ValueTree::end_list() {
    nodes_[open_.back()].end = static_cast<std::uint32_t>(nodes_.size());
    open_.pop_back();
}

// ---- Canonical bytes -----------------------------------------------------------------------------------------------

namespace {

void append_sized(ByteVector& out, Bytes bytes) {
    append_big_endian(out, bytes.size(), 4);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

void ValueTree::append_canonical(std::uint32_t node, ByteVector& out) const {
    const Node& at = nodes_[node];
    out.push_back(static_cast<std::uint8_t>(at.kind == Kind::kText ? Kind::kString : at.kind));
    switch (at.kind) {
        case Kind::kNull: break;
        case Kind::kString:
        case Kind::kText:
        case Kind::kOwnText:
        case Kind::kBytes:
        case Kind::kBigInteger: append_sized(out, at.bytes); break;
        case Kind::kBigDecimal:
            append_big_endian(out, static_cast<std::uint64_t>(at.number), 8);
            append_sized(out, at.bytes);
            break;
        case Kind::kTemporal: append_sized(out, as_bytes(json(node))); break;
        case Kind::kArray:
            append_big_endian(out, at.count, 4);
            for (std::uint32_t child = node + 1; child != at.end; child = next(child)) {
                append_canonical(child, out);
            }
            break;
        case Kind::kSet:
        case Kind::kMap:
        case Kind::kObject:
        case Kind::kAlternative: append_unordered(node, out); break;
        default: append_big_endian(out, static_cast<std::uint64_t>(at.number), 8); break;
    }
}

/// Members by their bytes: elements, pairs of key and value, fields with their names.
void ValueTree::append_unordered(std::uint32_t node, ByteVector& out) const {
    const Node& at = nodes_[node];
    std::vector<ByteVector> members;
    for (std::uint32_t child = node + 1; child != at.end; child = next(child)) {
        ByteVector& member = members.emplace_back();
        if (at.kind == Kind::kObject || at.kind == Kind::kAlternative) {
            append_sized(member, as_bytes(nodes_[child].name));
        }
        append_canonical(child, member);
        if (at.kind == Kind::kMap) {
            child = next(child);
            append_canonical(child, member);
        }
    }
    std::sort(members.begin(), members.end());
    append_big_endian(out, static_cast<std::uint64_t>(at.kind == Kind::kObject ? at.number : 0), 4);
    append_sized(out, as_bytes(at.class_name));
    append_big_endian(out, members.size(), 4);
    for (const ByteVector& member : members) {
        append_sized(out, member);
    }
}

// ---- Text ----------------------------------------------------------------------------------------------------------

namespace {

std::string utf8_of(Bytes units_bytes) {
    std::u16string units;
    const std::uint8_t* p = units_bytes.data();
    const std::uint8_t* const end = p + units_bytes.size();
    while (p != end) {
        std::uint64_t unit = 0;
        p = codec::detail::read_unit(p, end, unit);
        units.push_back(static_cast<char16_t>(unit));
    }
    return java::utf16_to_utf8(units);
}

}  // namespace

std::string ValueTree::json(std::uint32_t node) const {
    std::string text;
    rows::JsonVisitor visitor(text);
    replay(node, visitor);
    return text;
}

void ValueTree::replay(std::uint32_t node, ValueVisitor& visitor) const {
    const Node& at = nodes_[node];
    switch (at.kind) {
        case Kind::kNull: return visitor.null();
        case Kind::kBoolean: return visitor.boolean(at.number != 0);
        case Kind::kInteger: return visitor.integer(at.number);
        case Kind::kCharacter: return visitor.character(static_cast<char16_t>(at.number));
        case Kind::kFloat32: return visitor.float32(std::bit_cast<float>(static_cast<std::int32_t>(at.number)));
        case Kind::kFloat64: return visitor.float64(std::bit_cast<double>(at.number));
        case Kind::kString: return visitor.string(utf8_of(at.bytes));
        case Kind::kText: return visitor.string(as_text(at.bytes));
        case Kind::kOwnText: return visitor.own_text(as_text(at.bytes));
        case Kind::kBytes: return visitor.bytes(at.bytes);
        case Kind::kBigInteger: return visitor.big_integer(at.bytes);
        case Kind::kBigDecimal: return visitor.big_decimal(at.bytes, static_cast<std::int32_t>(at.number));
        case Kind::kTemporal: return visitor.temporal(temporals_[static_cast<std::size_t>(at.number)]);
        case Kind::kArray:
        case Kind::kSet:
            visitor.begin_array(at.count);
            replay_children(node, visitor);
            return visitor.end_array();
        case Kind::kMap:
            at.type == nullptr ? visitor.begin_dynamic_map(at.count / 2) : visitor.begin_map(*at.type, at.count / 2);
            replay_children(node, visitor);
            return visitor.end_map();
        case Kind::kObject:
            begin_object(at, visitor);
            replay_children(node, visitor);
            return visitor.end_object();
        case Kind::kAlternative:
            visitor.begin_alternative(*at.type, static_cast<std::size_t>(at.number), nodes_[node + 1].name);
            replay_children(node, visitor);
            return visitor.end_alternative();
        case Kind::kReference: return visitor.reference(static_cast<std::size_t>(at.number));
    }
}

void ValueTree::begin_object(const Node& object, ValueVisitor& visitor) {
    if (object.type == nullptr) {
        return visitor.begin_dynamic_object(object.class_name);
    }
    if (!object.class_name.empty()) {
        visitor.subclass(object.class_name);
    }
    visitor.begin_object(*object.type, static_cast<int>(object.number));
}

void ValueTree::replay_children(std::uint32_t node, ValueVisitor& visitor) const {
    const Node& at = nodes_[node];
    std::size_t index = 0;
    for (std::uint32_t child = node + 1; child != at.end; child = next(child)) {
        if (at.kind == Kind::kObject) {
            visitor.field(index++, nodes_[child].name);
        }
        replay(child, visitor);
    }
}

}  // namespace sp::difference
