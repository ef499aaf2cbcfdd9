#pragma once

// How the hashCode of a key is made of the key's bytes: a tree of nodes, compiled once from the key's Type and walked for
// every key (key_hasher.hpp). Beside the JDK's and Flink's own classes it knows the recipes by which hashCode methods of
// users' classes are generated.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sp/flink_version.hpp"
#include "sp/type.hpp"
#include "types/schema/document.hpp"

namespace sp::codec {
class EventDecoder;
}

namespace sp {

enum class HashOp : std::uint8_t {
    // Values of fixed size
    kBoolean,  ///< HashNode::a if true, else b
    kI8,       ///< also as bytes of all that is as wide
    kI16,
    kU16,
    kI32,
    kI64,
    kF32,  ///< a: 1 if 0.0 and -0.0 both hash to 0
    kF64,
    kScalaI64,  ///< `##` of Scala
    kScalaF32,
    kScalaF64,
    kConstant,  ///< `a` bytes; the hash is b
    kNull,      ///< one byte; null
    kTemporal,  ///< HashNode::kind
    kTimeWindow,
    kDecimalLong,  ///< DecimalData of up to 18 digits; a: the scale
    kTimestamp,    ///< TimestampData; a: 1 if nanoseconds follow
    // Values that carry their length
    kString,
    kStringValue,
    kBigInteger,
    kBigDecimal,
    kDecimalBytes,  ///< DecimalData of more digits; a: the scale
    kUuid,          ///< java.util.UUID by Kryo; a: 1 for Kryo 5
    /// Another class of the JDK by Kryo: HashNode::kryo. a: a KryoAsk; b: a KryoHash
    kKryo,
    kBinaryData,  ///< i32 length; a: what it is a multiple of
    // Structure
    kSequence,  ///< i32 count, elements; a: ElementFlag; b: 1 for the chain that begins with 1, 0 for the sum
    kMap,       ///< children: key, value; a: what the sum begins with
    kNullable,  ///< a: bytes of padding
    kChoice,    ///< a byte, children: for 1, for 0
    kProduct,   ///< tuples, case classes: the fields
    kRow,       ///< null mask, fields; a: 1 with the kind in the mask
    kPojo,      ///< flags, fields with a null byte each
};

/// What is asked of a kKryo.
enum class KryoAsk : std::int32_t {
    kHashCode,
    kScala,    ///< `##`, as products of Scala ask it of what is in them
    kNothing,  ///< its end only
};

/// Which class the objects of a kKryo are of.
enum class KryoHash : std::int32_t {
    kDeclared,
    kLong,  ///< the declared, which hashes otherwise than other integers
    kAny,   ///< each says its own: HashNode::kryo_type
};

/// Classes of the JDK whose hashCode is specified, and told by the events of a value.
[[nodiscard]] bool has_known_hash(std::string_view class_name);

enum class HashElementFlag : std::uint8_t { kNone, kIsNull, kNotNull };

/// How the hashes of a product's fields become one.
struct HashFormula {
    enum class Step : std::uint8_t {
        kChain,   ///< r = factor * r + h
        kXor,     ///< r = (factor * r) ^ h
        kMurmur,  ///< MurmurHash3.productHash
    };
    Step step = Step::kChain;
    std::int32_t start = 0;
    std::uint32_t factor = 31;
};

/// What the kind of a Row does to its hash.
enum class RowKindHash : std::uint8_t { kNothing, kStart, kAdd31Times };

struct PojoHashTargets;

struct HashNode {
    HashOp op = HashOp::kNull;
    std::int32_t a = 0;
    std::int32_t b = 0;
    std::int32_t addend = 0;     ///< to the hash of everything but null
    std::int32_t null_hash = 0;  ///< of null as a field of a class
    TypeKind kind = TypeKind::kUnknown;
    RowKindHash row_kind = RowKindHash::kNothing;
    HashFormula formula;               ///< of products
    std::vector<HashNode> children;    ///< in the order of the bytes
    std::vector<std::uint16_t> order;  ///< of products: the children that count, in the order in which they do
    std::shared_ptr<const PojoHashTargets> subclasses;
    std::shared_ptr<const codec::EventDecoder> kryo;
    std::shared_ptr<const Type> kryo_type;
};

/// The subclasses of a POJO whose values can be met.
struct PojoHashTargets {
    struct Target {
        std::string class_name;
        std::optional<HashNode> node;  ///< nothing where its hash or its end is not known
        std::string why_not;
    };
    std::vector<Target> registered;  ///< by tag
    std::vector<Target> by_name;
};

/// A POJO or case class in a key whose hashCode is the user's own, and the fields by which recipes tell it.
struct HashedClass {
    std::string path;  ///< "" for the key itself, "f0.", "inner." … in front of the fields' names
    std::string class_name;
    std::vector<std::string> fields;  ///< in the order of the serializer
    std::vector<TypeKind> kinds;      ///< of the fields
};

/// UnsupportedError where some part of the key has no hash that follows from its bytes, or the key needs a recipe and there
/// is none; UsageError where the recipe names fields that do not exist.
[[nodiscard]] HashNode compile_hash(const Type& key, const std::optional<SchemaHash>& recipe, FlinkVersion version);

/// The classes in the key for whose hash a recipe is needed, outer before inner.
[[nodiscard]] std::vector<HashedClass> hashed_classes(const Type& key);

}  // namespace sp
