#include "types/schema/forms.hpp"

#include <string_view>

#include <algorithm>

#include "sp/error.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp::schema {

namespace {

using enum TypeKind;

constexpr std::int32_t kCompositeVersion = 3;  // CompositeTypeSerializerSnapshot since Flink 1.8
constexpr FlinkVersion kOldestTarget = {1,
                                        13};  // without a version of Flink, from here to the newest all have to read it

/// Outer versions that changed; all other kinds have had one since 1.8.
struct OuterVersion {
    TypeKind kind;
    FlinkVersion since;
    std::int32_t version;
};

constexpr OuterVersion kOuterVersions[] = {
    {kRow, {1, 0}, 2},
    {kRow, {1, 11}, 3},
    {kRow, {1, 15}, 4},
    {kTwoPhaseCommit, {1, 0}, 2},
    {kTwoPhaseCommit, {1, 14}, 3},
    {kTwoPhaseCommit, {1, 15}, 4},
    {kLinkedList, {1, 0}, 1},
    {kLinkedList, {1, 14}, 2},
    {kLinkedList, {1, 15}, 3},
    {kNfaState, {1, 0}, 1},
    {kNfaState, {1, 16}, 2},
};

/// Serializers that came or went. What ended with 1.20 is taken for 2.0, too, for 2.0 is what schemas of its savepoints say: both
/// write the same version of `_metadata`.
struct Lifetime {
    TypeKind kind;
    FlinkVersionRange versions;
};

constexpr FlinkVersion kForever = {99, 0};
constexpr FlinkVersionRange kUpToFlink1 = {{1, 0}, {2, 0}};

constexpr Lifetime kLifetimes[] = {
    {kSet, {{2, 0}, kForever}},
    {kTtlAware, {{2, 0}, kForever}},
    {kSortedLong, {{2, 3}, kForever}},
    {kMetaSqnInfo, {{2, 2}, kForever}},
    {kRowSqnInfo, {{2, 2}, kForever}},
    {kRowDataKey, {{2, 2}, kForever}},
    {kSequencedMultisetNode, {{2, 2}, kForever}},
    {kSharedBufferNode, kUpToFlink1},
    {kCaseClass, kUpToFlink1},
    {kOption, kUpToFlink1},
    {kScalaEither, kUpToFlink1},
    {kTraversable, kUpToFlink1},
    {kScalaEnum, kUpToFlink1},
    {kUnit, kUpToFlink1},
    {kNothing, kUpToFlink1},
    {kKafkaTransaction, kUpToFlink1},
    {kKafkaTransactionContext, kUpToFlink1},
    {kKafkaTransactionHint, kUpToFlink1},
};

/// Kinds whose snapshot class 2.0 renamed.
struct SecondName {
    TypeKind kind;
    FlinkVersion since;
    std::string_view snapshot_class;
};

constexpr SecondName kSecondNames[] = {
    {kTwoPhaseCommit,
     {2, 0},
     "org.apache.flink.streaming.api.functions.sink.legacy.TwoPhaseCommitSinkFunction$StateSerializerSnapshot"},
};

struct JavaClass {
    TypeKind kind;
    std::string_view name;
};

constexpr JavaClass kJavaClasses[] = {
    {kBoolean, "java.lang.Boolean"},
    {kByte, "java.lang.Byte"},
    {kChar, "java.lang.Character"},
    {kShort, "java.lang.Short"},
    {kInt, "java.lang.Integer"},
    {kLong, "java.lang.Long"},
    {kFloat, "java.lang.Float"},
    {kDouble, "java.lang.Double"},
    {kString, "java.lang.String"},
    {kVoid, "java.lang.Void"},
    {kBigInteger, "java.math.BigInteger"},
    {kBigDecimal, "java.math.BigDecimal"},
    {kDate, "java.util.Date"},
    {kSqlDate, "java.sql.Date"},
    {kSqlTime, "java.sql.Time"},
    {kSqlTimestamp, "java.sql.Timestamp"},
    {kInstant, "java.time.Instant"},
    {kLocalDate, "java.time.LocalDate"},
    {kLocalTime, "java.time.LocalTime"},
    {kLocalDateTime, "java.time.LocalDateTime"},
    {kBooleanValue, "org.apache.flink.types.BooleanValue"},
    {kByteValue, "org.apache.flink.types.ByteValue"},
    {kCharValue, "org.apache.flink.types.CharValue"},
    {kShortValue, "org.apache.flink.types.ShortValue"},
    {kIntValue, "org.apache.flink.types.IntValue"},
    {kLongValue, "org.apache.flink.types.LongValue"},
    {kFloatValue, "org.apache.flink.types.FloatValue"},
    {kDoubleValue, "org.apache.flink.types.DoubleValue"},
    {kStringValue, "org.apache.flink.types.StringValue"},
    {kNullValue, "org.apache.flink.types.NullValue"},
    {kBooleanArray, "[Z"},
    {kByteArray, "[B"},
    {kCharArray, "[C"},
    {kShortArray, "[S"},
    {kIntArray, "[I"},
    {kLongArray, "[J"},
    {kFloatArray, "[F"},
    {kDoubleArray, "[D"},
    {kStringArray, "[Ljava.lang.String;"},
    {kList, "java.util.List"},
    {kSet, "java.util.Set"},
    {kMap, "java.util.Map"},
    {kTimeWindow, "org.apache.flink.streaming.api.windowing.windows.TimeWindow"},
    {kGlobalWindow, "org.apache.flink.streaming.api.windowing.windows.GlobalWindow"},
    {kTuple0, "org.apache.flink.api.java.tuple.Tuple0"},
    {kRow, "org.apache.flink.types.Row"},
    {kEither, "org.apache.flink.types.Either"},
};

std::int32_t newest_outer_version(const SnapshotClass& line, FlinkVersion flink) {
    std::int32_t version = line.last_version;
    for (const OuterVersion& candidate : kOuterVersions) {
        if (candidate.kind == line.kind && candidate.since <= flink) {
            version = candidate.version;
        }
    }
    return version;
}

[[noreturn]] void fail_without_version(TypeKind kind) {
    throw UsageError(std::string(schema_word(kind).head) +
                     " is not the same in all versions of Flink: say which one the savepoint is for");
}

void check_lifetime(TypeKind kind, const SchemaTarget& target) {
    for (const Lifetime& lifetime : kLifetimes) {
        if (lifetime.kind != kind) {
            continue;
        }
        if (!target.flink_version) {
            fail_without_version(kind);
        }
        if (!lifetime.versions.contains(*target.flink_version)) {
            const bool is_early = *target.flink_version < lifetime.versions.first;
            throw UsageError(std::string(schema_word(kind).head) + " does not exist in Flink " +
                             to_string(*target.flink_version) + ": it " +
                             (is_early ? "came with " + to_string(lifetime.versions.first) : "went with Flink 1"));
        }
    }
}

std::string_view snapshot_class_of(const SnapshotClass& line, const SchemaTarget& target) {
    for (const SecondName& second : kSecondNames) {
        if (second.kind == line.kind) {
            if (!target.flink_version) {
                fail_without_version(line.kind);
            }
            return *target.flink_version >= second.since ? second.snapshot_class : line.name;
        }
    }
    return line.name;
}

}  // namespace

std::shared_ptr<Type> make_type(TypeKind kind, const SchemaTarget& target, std::vector<TypePtr> nested) {
    check_lifetime(kind, target);
    const SnapshotClass& line = *find_snapshot_class(kind);
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->snapshot_class = snapshot_class_of(line, target);
    type->snapshot_version = line.last_version;
    if (line.form == SnapshotForm::kComposite) {
        type->snapshot_version = kCompositeVersion;
        type->outer_version = newest_outer_version(line, target.flink_version.value_or(kOldestTarget));
        type->flag = default_flag(kind, type->outer_version);
    }
    type->nested = std::move(nested);
    return type;
}

bool default_flag(TypeKind kind, std::int32_t outer_version) {
    switch (kind) {
        case kRow:
        case kTwoPhaseCommit: return outer_version >= 3;
        case kLinkedList:
        case kNfaState: return outer_version >= 2;
        default: return false;
    }
}

void check_target(const Type& type, const SchemaTarget& target) {
    check_lifetime(type.kind, target);
    const auto check = [&](const TypePtr& nested) {
        if (nested) {
            check_target(*nested, target);
        }
    };
    std::for_each(type.nested.begin(), type.nested.end(), check);
    for (const PojoField& field : type.fields) {
        check(field.type);
    }
    for (const auto* subclasses : {&type.registered_subclasses, &type.other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            check(subclass.type);
        }
    }
}

std::int32_t first_version_with_flag(TypeKind kind) {
    switch (kind) {
        case kRow:
        case kTwoPhaseCommit: return 4;
        case kLinkedList: return 3;
        default: return 2;
    }
}

std::string java_class_name(const Type& type) {
    for (const JavaClass& line : kJavaClasses) {
        if (line.kind == type.kind) {
            return std::string(line.name);
        }
    }
    switch (type.kind) {
        case kGenericArray:
            return type.class_name.starts_with("[") ? "[" + type.class_name : "[L" + type.class_name + ";";
        case kNullable: return java_class_name(*type.nested.at(0));
        case kPojo:
        case kEnum:
        case kTuple:
        case kKryo:
        case kValue:
        case kCopyableValue:
        case kWritable:
        case kCaseClass: return type.class_name;
        default: return {};
    }
}

}  // namespace sp::schema
