#pragma once

// ValueTree: a decoded value that can be compared with another one, whatever wrote either: maps and sets without regard to the
// order of their entries, which is that of a hash table, objects by the names of their fields. Made only of values whose bytes
// differ, into memory that is used again.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"
#include "sp/type.hpp"
#include "sp/value_events.hpp"
#include "types/codecs/program.hpp"

namespace sp::difference {

class ValueTree {
public:
    enum class Kind : std::uint8_t {
        kNull,
        kBoolean,
        kInteger,
        kCharacter,
        kFloat32,
        kFloat64,
        kString,   ///< as StringSerializer wrote it, without the length
        kText,     ///< of constants and enums
        kOwnText,  ///< that is printed as a string, but is none to Java (Kryo: UUID, URI)
        kBytes,
        kBigInteger,
        kBigDecimal,
        kTemporal,
        kArray,
        kSet,
        kMap,  ///< its children are keys and values in turn
        kObject,
        kAlternative,
        kReference,  ///< to an object of the same value (Kryo); a scalar
    };

    /// Nodes stand in the order in which values are written, each before its children.
    struct Node {
        Kind kind = Kind::kNull;
        std::uint32_t end = 0;  ///< behind the last node below this one
        std::uint32_t count = 0;
        /// Integers, characters, bits of floats; kBigDecimal: the scale; kObject: form or RowKind; kTemporal: the position
        /// among temporals.
        std::int64_t number = 0;
        Bytes bytes;                  ///< of the value that was decoded
        std::string_view name;        ///< as the field of an object, or the alternative; of its parent
        std::string_view class_name;  ///< kObject: if it is of a subclass
        const Type* type = nullptr;   ///< kObject, kMap, kAlternative; null where only the bytes name a class (Kryo)
    };

    void clear();

    /// Adds the value in front of `end`, which the tree refers to from then on; returns its end. Throws DecodeFault; the tree
    /// is of no use then.
    const std::uint8_t* add(const codec::Program& events, const std::uint8_t* p, const std::uint8_t* end);

    /// Values added in between become the children of an array.
    void begin_list();
    void end_list();

    [[nodiscard]] const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
    [[nodiscard]] std::uint32_t next(std::uint32_t node) const { return nodes_[node].end; }

    /// Appends bytes that are equal for equal values only.
    void append_canonical(std::uint32_t node, ByteVector& out) const;

    /// The value as JSON.
    [[nodiscard]] std::string json(std::uint32_t node) const;

private:
    class Sink;

    std::uint32_t push(Kind kind);
    void append_unordered(std::uint32_t node, ByteVector& out) const;
    void replay(std::uint32_t node, ValueVisitor& visitor) const;
    static void begin_object(const Node& object, ValueVisitor& visitor);
    void replay_children(std::uint32_t node, ValueVisitor& visitor) const;

    std::vector<Node> nodes_;
    std::vector<Temporal> temporals_;
    std::deque<ByteVector> texts_;     ///< that do not stand in the value as they are
    std::vector<std::uint32_t> open_;  ///< nodes whose children are being added
    std::string_view name_;            ///< of the field that follows
    std::string_view class_name_;      ///< of the object that follows
};

}  // namespace sp::difference
