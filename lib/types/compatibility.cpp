#include "types/compatibility.hpp"

#include <algorithm>
#include <array>

#include "io/byte_writer.hpp"
#include "io/short_text.hpp"
#include "types/avro_resolution.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace sp {
namespace {

using enum TypeKind;
using Compatibility::kAsIs, Compatibility::kIncompatible, Compatibility::kMigratable;

constexpr std::size_t kLongestWords = 100;
constexpr FlinkVersion kTakesOtherComposites = {1, 19};  // FLIP-263: the new serializer judges the stored one

std::string shown(const Type& type) { return shortened(type_words(type), kLongestWords); }

std::string counted(std::size_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

ByteVector snapshot_bytes(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

bool are_equal(const Type& a, const Type& b) { return a.kind == b.kind && snapshot_bytes(a) == snapshot_bytes(b); }

/// Int count and elements, whichever of them.
bool is_list_like(TypeKind kind) { return kind == kList || kind == kSet || kind == kArrayList; }

/// How a path goes on to a nested type. Those that a value goes through unseen add nothing.
std::string step_to(const Type& type, std::size_t index) {
    switch (type.kind) {
        case kGenericArray:
        case kList:
        case kSet:
        case kArrayList:
        case kLinkedList:
        case kTraversable: return "[]";
        case kMap:
        case kNullAwareMap:
        case kSortedMap: return index == 0 ? ".key" : ".value";
        case kEither:
        case kScalaEither: return index == 0 ? ".left" : ".right";
        case kCaseClass: return "." + codec::field_name(type, index);
        case kTtl: return index == 0 ? ".timestamp" : "";
        case kNullable:
        case kOption:
        case kTtlAware:
        case kLockable:
        case kExternal:
        case kRawData:
        case kListView:
        case kMapView:
        case kSingleThreadChecking: return "";
        default: return ".f" + std::to_string(index);
    }
}

class Comparison {
public:
    explicit Comparison(FlinkVersion target) : target_(target) {}

    void compare(const Type& stored, const Type& expected);
    [[nodiscard]] const TypeVerdict& verdict() const { return verdict_; }
    [[nodiscard]] static bool has_rule(TypeKind kind) { return find_rule(kind) != nullptr; }

private:
    struct Rule {
        TypeKind kind;
        void (Comparison::*judge)(const Type& stored, const Type& expected);
    };
    static const Rule kRules[];

    static const Rule* find_rule(TypeKind kind);

    void find(Compatibility compatibility, std::string reason);
    void incompatible(const Type& stored, const Type& expected) {
        find(kIncompatible, "stored " + shown(stored) + ", expected " + shown(expected));
    }
    void step(const std::string& path, const Type& stored, const Type& expected);

    void compare_kinds(const Type& stored, const Type& expected);

    // Rules. Those of several kinds
    void simple(const Type& stored, const Type& expected);
    void nested(const Type& stored, const Type& expected);
    void same_snapshot_class(const Type& stored, const Type& expected);
    void same_class(const Type& stored, const Type& expected);
    void same_logical_types(const Type& stored, const Type& expected);
    void flag_and_nested(const Type& stored, const Type& expected);
    void same_numbers(const Type& stored, const Type& expected);
    void equal_only(const Type& stored, const Type& expected);
    // and of one
    void enumeration(const Type& stored, const Type& expected);
    void scala_enumeration(const Type& stored, const Type& expected);
    void traversable(const Type& stored, const Type& expected);
    void nullable(const Type& stored, const Type& expected);
    void kryo(const Type& stored, const Type& expected);
    void pojo(const Type& stored, const Type& expected);
    void subclasses(const Type& stored, const Type& expected);
    void avro(const Type& stored, const Type& expected);

    FlinkVersion target_;
    std::string path_;
    TypeVerdict verdict_;
};

/// Where nothing is said, the form of the snapshot decides: SimpleTypeSerializerSnapshot, CompositeTypeSerializerSnapshot.
const Comparison::Rule Comparison::kRules[] = {
    {kEnum, &Comparison::enumeration},
    {kScalaEnum, &Comparison::scala_enumeration},
    {kPojo, &Comparison::pojo},
    {kKryo, &Comparison::kryo},
    {kNullable, &Comparison::nullable},
    {kTraversable, &Comparison::traversable},
    {kGenericArray, &Comparison::same_class},
    {kCaseClass, &Comparison::same_class},
    {kValue, &Comparison::same_class},
    {kCopyableValue, &Comparison::same_class},
    {kWritable, &Comparison::same_class},
    {kRow, &Comparison::flag_and_nested},
    {kLinkedList, &Comparison::flag_and_nested},
    {kNfaState, &Comparison::flag_and_nested},
    {kTwoPhaseCommit, &Comparison::same_snapshot_class},
    {kRowData, &Comparison::same_logical_types},
    {kArrayData, &Comparison::same_logical_types},
    {kMapData, &Comparison::same_logical_types},
    {kDecimalData, &Comparison::same_numbers},
    {kTimestampData, &Comparison::same_numbers},
    {kTtlAware, &Comparison::nested},
    {kRowDataKey, &Comparison::nested},
    {kSortedMap, &Comparison::equal_only},  // compares comparators, which are the job's objects
    {kAvro, &Comparison::avro},
    {kUnknown, &Comparison::equal_only},
};

const Comparison::Rule* Comparison::find_rule(TypeKind kind) {
    const auto* const found = std::ranges::find(kRules, kind, &Rule::kind);
    return found == std::end(kRules) ? nullptr : found;
}

/// The first of the worst stays.
void Comparison::find(Compatibility compatibility, std::string reason) {
    if (compatibility > verdict_.compatibility) {
        verdict_ = {compatibility, path_, std::move(reason)};
    }
}

void Comparison::step(const std::string& path, const Type& stored, const Type& expected) {
    const std::size_t size = path_.size();
    path_ += path;
    compare(stored, expected);
    path_.resize(size);
}

void Comparison::compare(const Type& stored, const Type& expected) {
    if (stored.kind != expected.kind) {
        compare_kinds(stored, expected);
        return;
    }
    if (const Rule* const rule = find_rule(stored.kind)) {
        (this->*rule->judge)(stored, expected);
        return;
    }
    const SnapshotClass* const line = find_snapshot_class(stored.kind);
    line->form == SnapshotForm::kSimple ? simple(stored, expected) : nested(stored, expected);
}

/// Since 1.19 Flink compares only the number and the types of the parts where the new serializer is a composite without a
/// rule of its own, so that it takes a list for a set, and a map for a tuple, whose bytes differ.
void Comparison::compare_kinds(const Type& stored, const Type& expected) {
    const bool takes_others = target_ >= kTakesOtherComposites;
    if (takes_others && is_list_like(stored.kind) && is_list_like(expected.kind)) {
        nested(stored, expected);
        return;
    }
    if (stored.kind == kUnknown || expected.kind == kUnknown) {
        equal_only(stored, expected);
        return;
    }
    const auto is_composite = [](const Type& type) {
        const SnapshotClass* const line = find_snapshot_class(type.kind);
        return line != nullptr && line->form == SnapshotForm::kComposite;
    };
    std::string unnoticed;
    if (takes_others && is_composite(stored) && is_composite(expected) && !has_rule(expected.kind) &&
        stored.nested.size() == expected.nested.size()) {
        Comparison parts(target_);
        parts.nested(stored, expected);
        unnoticed = parts.verdict().compatibility == kIncompatible ? "" : "; Flink does not notice, and misreads it";
    }
    find(kIncompatible, "stored " + shown(stored) + ", expected " + shown(expected) + unnoticed);
}

void Comparison::simple(const Type& stored, const Type& expected) {
    if (stored.snapshot_class != expected.snapshot_class) {
        find(kIncompatible, "stored by " + stored.snapshot_class + ", expected " + expected.snapshot_class);
    }
}

void Comparison::nested(const Type& stored, const Type& expected) {
    if (stored.nested.size() != expected.nested.size()) {
        find(kIncompatible, "stored " + counted(stored.nested.size(), "field") + ", expected " +
                                std::to_string(expected.nested.size()) + ": Flink migrates no other number of them");
        return;
    }
    for (std::size_t i = 0; i < stored.nested.size(); ++i) {
        step(step_to(stored, i), *stored.nested[i], *expected.nested[i]);
    }
}

/// AvroSerializerSnapshot does not look at the class.
void Comparison::avro(const Type& stored, const Type& expected) {
    if (stored.text == expected.text) {
        return;
    }
    if (stored.structure == nullptr || expected.structure == nullptr) {
        return equal_only(stored, expected);
    }
    std::string problem = avro_resolution_problem(stored.text, expected.text);
    problem.empty() ? find(kMigratable, "Avro reads the stored schema by the expected one")
                    : find(kIncompatible, "Avro's readers refuse it: " + problem);
}

void Comparison::same_snapshot_class(const Type& stored, const Type& expected) {
    simple(stored, expected);
    flag_and_nested(stored, expected);
}

void Comparison::same_class(const Type& stored, const Type& expected) {
    if (stored.class_name != expected.class_name) {
        find(kIncompatible, "stored class " + stored.class_name + ", expected " + expected.class_name);
    }
    nested(stored, expected);
}

/// LogicalType.equals: any other length, precision or nullability is another type.
void Comparison::same_logical_types(const Type& stored, const Type& expected) {
    if (stored.logical_types.size() != expected.logical_types.size()) {
        find(kIncompatible, "stored " + counted(stored.logical_types.size(), "column") + ", expected " +
                                std::to_string(expected.logical_types.size()));
        return;
    }
    for (std::size_t i = 0; i < stored.logical_types.size(); ++i) {
        if (stored.logical_types[i] != expected.logical_types[i]) {
            const std::size_t size = path_.size();
            path_ += stored.kind == kArrayData ? "[]"
                     : stored.kind == kMapData ? (i == 0 ? ".key" : ".value")
                                               : step_to(stored, i);
            find(kIncompatible, "stored " + stored.logical_types[i] + ", expected " + expected.logical_types[i]);
            path_.resize(size);
        }
    }
    nested(stored, expected);
}

/// The flag is a part of each value's layout: a mask of nulls, a mark.
void Comparison::flag_and_nested(const Type& stored, const Type& expected) {
    if (stored.flag != expected.flag) {
        find(kMigratable, std::string("stored ") + (stored.flag ? "with" : "without") +
                              " what the newer form of the serializer adds to each value");
    }
    nested(stored, expected);
}

void Comparison::same_numbers(const Type& stored, const Type& expected) {
    if (stored.precision != expected.precision || stored.scale != expected.scale) {
        incompatible(stored, expected);
    }
}

void Comparison::equal_only(const Type& stored, const Type& expected) {
    if (!are_equal(stored, expected)) {
        const bool is_own = stored.kind == kUnknown || expected.kind == kUnknown;
        find(Compatibility::kUnknown, "stored " + shown(stored) + ", expected " +
                                          (stored.kind == expected.kind ? "another form of it" : shown(expected)) +
                                          (is_own ? ": the job's own serializer decides" : ": not decided here"));
    }
}

/// The snapshot is read by the new class: what it no longer has cannot be read. Else the constants keep their numbers.
void Comparison::enumeration(const Type& stored, const Type& expected) {
    if (stored.class_name != expected.class_name) {
        find(kIncompatible, "stored class " + stored.class_name + ", expected " + expected.class_name);
        return;
    }
    for (const EnumConstant& constant : stored.constants) {
        if (std::ranges::find(expected.constants, constant.name, &EnumConstant::name) == expected.constants.end()) {
            find(kIncompatible, "the constant " + constant.name + " of " + stored.class_name + " is not expected");
            return;
        }
    }
}

void Comparison::scala_enumeration(const Type& stored, const Type& expected) {
    if (stored.class_name != expected.class_name) {
        find(kIncompatible, "stored class " + stored.class_name + ", expected " + expected.class_name);
        return;
    }
    for (std::size_t i = 0; i < stored.constants.size(); ++i) {
        if (i >= expected.constants.size() || stored.constants[i].name != expected.constants[i].name) {
            find(kIncompatible, "the value " + stored.constants[i].name + " of " + stored.class_name +
                                    " is not expected in its place");
            return;
        }
    }
}

void Comparison::traversable(const Type& stored, const Type& expected) {
    if (stored.text != expected.text) {
        find(kIncompatible, "stored with the builder " + stored.text + ", expected " + expected.text);
    }
    nested(stored, expected);
}

void Comparison::nullable(const Type& stored, const Type& expected) {
    if (stored.padding != expected.padding) {
        incompatible(stored, expected);
    }
    nested(stored, expected);
}

/// Registrations are merged, the stored ones first, so that class ids stay. One that the job that wrote it had lost has to
/// come back.
void Comparison::kryo(const Type& stored, const Type& expected) {
    if (stored.class_name != expected.class_name) {
        find(kIncompatible, "stored class " + stored.class_name + ", expected " + expected.class_name);
        return;
    }
    const auto is_whole = [](const OptionalMapEntry& entry) { return entry.has_key && entry.has_value; };
    constexpr std::array kMaps = {&Type::kryo_registrations, &Type::kryo_default_serializers,
                                  &Type::kryo_default_serializer_classes};
    for (const auto map : kMaps) {
        for (const OptionalMapEntry& entry : stored.*map) {
            const auto returned = std::ranges::find(expected.*map, entry.name, &OptionalMapEntry::name);
            if (!is_whole(entry) && (returned == (expected.*map).end() || !is_whole(*returned))) {
                find(kIncompatible, "Kryo's registration of " + entry.name + " is lost");
            }
        }
    }
}

/// Fields are the same if they have the same name in the same class.
void Comparison::pojo(const Type& stored, const Type& expected) {
    if (stored.class_name != expected.class_name) {
        find(kIncompatible, "stored class " + stored.class_name + ", expected " + expected.class_name);
        return;
    }
    const auto is_there = [](const PojoField& field) { return field.is_present && field.type != nullptr; };
    const auto find_in = [](const Type& type, const PojoField& field) {
        return std::ranges::find_if(type.fields, [&](const PojoField& other) {
            return other.is_present && other.name == field.name && other.declaring_class == field.declaring_class;
        });
    };
    const auto tell = [&](const PojoField& field, const char* what) {
        const std::size_t size = path_.size();
        path_ += "." + field.name;
        find(kMigratable, what);
        path_.resize(size);
    };
    for (const PojoField& field : stored.fields) {
        const auto other = find_in(expected, field);
        if (!is_there(field) || other == expected.fields.end()) {
            tell(field, "stored, but not expected");
        } else if (other->type != nullptr) {
            step("." + field.name, *field.type, *other->type);
        }
    }
    for (const PojoField& field : expected.fields) {
        if (field.is_present && find_in(stored, field) == stored.fields.end()) {
            tell(field, "expected, but not stored");
        }
    }
    subclasses(stored, expected);
}

/// Only registered ones are compared, and only those that both have; Flink keeps the stored serializers of the others.
void Comparison::subclasses(const Type& stored, const Type& expected) {
    for (const auto* const subclasses : {&stored.registered_subclasses, &stored.other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            if (!subclass.is_present || subclass.type == nullptr) {
                find(kIncompatible, "the serializer of the subclass " + subclass.class_name + " is lost");
            }
        }
    }
    for (const PojoSubclass& subclass : stored.registered_subclasses) {
        const auto other =
            std::ranges::find(expected.registered_subclasses, subclass.class_name, &PojoSubclass::class_name);
        if (subclass.type != nullptr && other != expected.registered_subclasses.end() && other->type != nullptr) {
            step("(" + subclass.class_name + ")", *subclass.type, *other->type);
        }
    }
}

}  // namespace

std::string_view name_of(Compatibility compatibility) {
    switch (compatibility) {
        case kAsIs: return "as is";
        case Compatibility::kUnknown: return "unknown";
        case kMigratable: return "migratable";
        case kIncompatible: return "incompatible";
    }
    return "incompatible";
}

TypeVerdict judge_type(const Type& stored, const Type& expected, FlinkVersion target) {
    if (are_equal(stored, expected)) {
        return {};
    }
    Comparison comparison(target);
    comparison.compare(stored, expected);
    return comparison.verdict();
}

bool has_compatibility_rule(TypeKind kind) { return Comparison::has_rule(kind); }

}  // namespace sp
