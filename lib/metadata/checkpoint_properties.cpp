#include "metadata/checkpoint_properties.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/bounded_reader.hpp"
#include "java/modified_utf8.hpp"

namespace sp {

namespace {

// java.io.ObjectStreamConstants
constexpr std::uint32_t kStreamMagicAndVersion = 0xACED0005;
constexpr std::uint32_t kFirstHandle = 0x7E0000;
constexpr std::uint8_t kNull = 0x70;
constexpr std::uint8_t kReference = 0x71;
constexpr std::uint8_t kClassDescription = 0x72;
constexpr std::uint8_t kObject = 0x73;
constexpr std::uint8_t kString = 0x74;
constexpr std::uint8_t kEndBlockData = 0x78;
constexpr std::uint8_t kEnum = 0x7E;
constexpr std::uint8_t kIsSerializable = 0x02;

constexpr int kMaxDepth = 16;

/// A well-formed stream may hold what these classes never do (custom write methods, arrays); the block is then kept
/// as it is, without being understood.
struct Unfamiliar {};

struct Field {
    char type = 0;
    std::string name;
};

struct ClassDescription {
    std::string name;
    std::uint8_t flags = 0;
    std::vector<Field> fields;
    std::shared_ptr<const ClassDescription> super;
};

/// A string, an enum constant (its name), an object with its fields, or null (no class and no text).
struct Value {
    std::shared_ptr<const ClassDescription> type;
    std::optional<std::string> text;
    std::map<std::string, bool> booleans;
    std::map<std::string, std::shared_ptr<const Value>> values;
};

class ObjectReader {
public:
    explicit ObjectReader(BoundedReader& in) : in_(in) {}

    std::shared_ptr<const Value> stream() {
        const std::uint64_t where = in_.offset();
        if (in_.u32("object stream header") != kStreamMagicAndVersion) {
            in_.fail_at(where, "object stream header", "expected AC ED 00 05");
        }
        std::shared_ptr<const Value> value = content(0);
        in_.expect_end("object stream");
        return value;
    }

private:
    /// What a back reference can point to: exactly one of the two is set, or none while an object is being read.
    struct Slot {
        std::shared_ptr<const ClassDescription> type;
        std::shared_ptr<const Value> value;
    };

    std::shared_ptr<const Value> content(int depth) {
        if (depth > kMaxDepth) {
            in_.fail("object", "objects are nested more than " + std::to_string(kMaxDepth) + " deep");
        }
        switch (in_.u8("type of object")) {
            case kNull: return std::make_shared<Value>();
            case kReference: return referenced_value();
            case kString: return string();
            case kObject: return object(depth);
            case kEnum: return enum_constant(depth);
            default: throw Unfamiliar{};
        }
    }

    std::size_t new_slot() {
        slots_.emplace_back();
        return slots_.size() - 1;
    }

    const Slot& referenced_slot() {
        const std::uint64_t where = in_.offset();
        const std::uint32_t handle = in_.u32("back reference");
        if (handle < kFirstHandle || handle - kFirstHandle >= slots_.size()) {
            in_.fail_at(where, "back reference", "points to nothing");
        }
        return slots_[handle - kFirstHandle];
    }

    std::shared_ptr<const Value> referenced_value() {
        const Slot& slot = referenced_slot();
        if (!slot.value) {
            throw Unfamiliar{};
        }
        return slot.value;
    }

    std::shared_ptr<const Value> string() {
        const std::size_t slot = new_slot();
        auto value = std::make_shared<Value>();
        value->text = java::read_utf(in_, "string");
        slots_[slot].value = value;
        return value;
    }

    std::shared_ptr<const Value> enum_constant(int depth) {
        auto value = std::make_shared<Value>();
        value->type = class_description(depth);
        const std::size_t slot = new_slot();
        value->text = content(depth + 1)->text;
        slots_[slot].value = value;
        return value;
    }

    std::shared_ptr<const Value> object(int depth) {
        auto value = std::make_shared<Value>();
        value->type = class_description(depth);
        const std::size_t slot = new_slot();
        if (value->type) {
            read_fields(*value->type, *value, depth);
        }
        slots_[slot].value = value;
        return value;
    }

    void read_fields(const ClassDescription& type, Value& value, int depth) {
        if (type.super) {
            read_fields(*type.super, value, depth);
        }
        if (type.flags != kIsSerializable) {
            throw Unfamiliar{};
        }
        for (const Field& field : type.fields) {
            switch (field.type) {
                case 'Z': value.booleans[field.name] = in_.boolean(field.name); break;
                case 'B': in_.skip(1, field.name); break;
                case 'C':
                case 'S': in_.skip(2, field.name); break;
                case 'I':
                case 'F': in_.skip(4, field.name); break;
                case 'J':
                case 'D': in_.skip(8, field.name); break;
                default: value.values[field.name] = content(depth + 1);
            }
        }
    }

    std::shared_ptr<const ClassDescription> class_description(int depth) {
        if (depth > kMaxDepth) {
            in_.fail("class", "classes are nested more than " + std::to_string(kMaxDepth) + " deep");
        }
        switch (in_.u8("class")) {
            case kNull: return nullptr;
            case kReference: {
                const Slot& slot = referenced_slot();
                if (!slot.type) {
                    throw Unfamiliar{};
                }
                return slot.type;
            }
            case kClassDescription: return new_class_description(depth);
            default: throw Unfamiliar{};
        }
    }

    std::shared_ptr<const ClassDescription> new_class_description(int depth) {
        auto type = std::make_shared<ClassDescription>();
        type->name = java::read_utf(in_, "class name");
        in_.skip(8, "serialVersionUID");
        const std::size_t slot = new_slot();
        type->flags = in_.u8("class flags");
        const std::uint16_t n = in_.u16("number of fields");
        for (std::uint16_t i = 0; i < n; ++i) {
            Field& field = type->fields.emplace_back();
            field.type = static_cast<char>(in_.u8("type of field"));
            field.name = java::read_utf(in_, "name of field");
            if (field.type == 'L' || field.type == '[') {
                content(depth + 1);
            }
        }
        if (in_.u8("end of class annotations") != kEndBlockData) {
            throw Unfamiliar{};
        }
        type->super = class_description(depth + 1);
        slots_[slot].type = type;
        return type;
    }

    BoundedReader& in_;
    std::vector<Slot> slots_;
};

bool boolean(const Value& value, const std::string& name) {
    const auto it = value.booleans.find(name);
    return it != value.booleans.end() && it->second;
}

const Value* member(const Value& value, const std::string& name) {
    const auto it = value.values.find(name);
    return it != value.values.end() ? it->second.get() : nullptr;
}

std::string text(const Value& value, const std::string& name) {
    const Value* found = member(value, name);
    return found != nullptr && found->text ? *found->text : std::string();
}

bool is_class(const Value& value, std::string_view name) { return value.type && value.type->name == name; }

CheckpointProperties properties_of(const Value& value) {
    CheckpointProperties properties;
    properties.kind = CheckpointProperties::Kind::kUnknown;
    if (!value.type && !value.text) {
        properties.kind = CheckpointProperties::Kind::kNull;
    }
    const Value* type = member(value, "checkpointType");
    if (type == nullptr || !is_class(value, "org.apache.flink.runtime.checkpoint.CheckpointProperties")) {
        return properties;
    }
    if (is_class(*type, "org.apache.flink.runtime.checkpoint.SavepointType")) {
        properties.kind = CheckpointProperties::Kind::kSavepoint;
    } else if (is_class(*type, "org.apache.flink.runtime.checkpoint.CheckpointType")) {
        properties.kind = CheckpointProperties::Kind::kCheckpoint;
    }
    properties.name = text(*type, "name");
    properties.format = text(*type, "formatType");
    properties.post_checkpoint_action = text(*type, "postCheckpointAction");
    properties.sharing_files_strategy = text(*type, "sharingFilesStrategy");
    properties.discard_cancelled = boolean(value, "discardCancelled");
    properties.discard_failed = boolean(value, "discardFailed");
    properties.discard_finished = boolean(value, "discardFinished");
    properties.discard_subsumed = boolean(value, "discardSubsumed");
    properties.discard_suspended = boolean(value, "discardSuspended");
    properties.forced = boolean(value, "forced");
    properties.unclaimed = boolean(value, "unclaimed");
    return properties;
}

}  // namespace

CheckpointProperties parse_checkpoint_properties(Bytes block, std::uint64_t base_offset) {
    BoundedReader in(block, "", base_offset);
    try {
        return properties_of(*ObjectReader(in).stream());
    } catch (const Unfamiliar&) {
        CheckpointProperties properties;
        properties.kind = CheckpointProperties::Kind::kUnknown;
        return properties;
    }
}

}  // namespace sp
