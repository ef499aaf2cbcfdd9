#include "types/snapshots/snapshot_reader.hpp"

#include "java/modified_utf8.hpp"
#include "java/object_stream.hpp"
#include "types/codecs/two_phase_commit.hpp"
#include "types/snapshots/snapshot_bodies.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp {

namespace {

constexpr int kMaxDepth = 200;
constexpr std::int32_t kLegacyVersion = 0x7A53C4F0;       // TypeSerializerConfigSnapshot of Flink before 1.17
constexpr std::int32_t kSerializedSerializerVersion = 1;  // TypeSerializerSerializationUtil
constexpr std::string_view kParameterlessConfig =
    "org.apache.flink.api.common.typeutils.ParameterlessTypeSerializerConfig";
constexpr std::int32_t kCompositeVersion = 3;  // CompositeTypeSerializerSnapshot; 1 and 2 have no outer magic
constexpr std::int32_t kOuterMagic = 911108;
constexpr std::int32_t kNestedMagic = 1333245;
constexpr std::int32_t kNestedVersion = 1;
constexpr std::int64_t kOptionalMapHeader = 0x000004F2C69A3D70;
constexpr std::int32_t kContainerVersion = 2;
constexpr std::size_t kSmallestSnapshot = 6;  // empty class name and version

[[noreturn]] void unsupported(const BoundedReader& in, const Type& type, std::uint64_t where, const std::string& why) {
    throw UnsupportedError(std::string(in.source()) + ": snapshot class " + type.snapshot_class + " at offset " +
                           std::to_string(where) + " " + why);
}

void expect_number(BoundedReader& in, std::int32_t expected, std::string_view what) {
    const std::uint64_t where = in.offset();
    const std::int32_t found = in.i32(what);
    if (found != expected) {
        in.fail_at(where, what, "found " + std::to_string(found) + ", expected " + std::to_string(expected));
    }
}

void check_version(const BoundedReader& in, const Type& type, const SnapshotClass& line, std::int32_t version,
                   std::uint64_t where) {
    if (version >= line.first_version && version <= line.last_version) {
        return;
    }
    std::string known = std::to_string(line.first_version);
    if (line.last_version != line.first_version) {
        known += " to " + std::to_string(line.last_version);
    }
    unsupported(in, type, where, "has version " + std::to_string(version) + "; known: " + known);
}

void read_composite(SnapshotReader& reader, Type& type, const SnapshotClass& line, std::uint64_t where) {
    if (type.snapshot_version == kCompositeVersion) {
        expect_number(reader.in, kOuterMagic, "magic number of a composite snapshot");
        type.outer_version = reader.in.i32("outer version of a composite snapshot");
    } else if (type.snapshot_version == 1 || type.snapshot_version == 2) {
        type.outer_version = type.snapshot_version;
    } else {
        unsupported(reader.in, type, where,
                    "has composite version " + std::to_string(type.snapshot_version) + "; known: 1 to 3");
    }
    check_version(reader.in, type, line, type.outer_version, where);
    if (line.read_body != nullptr) {
        line.read_body(reader, type);
    }
    const std::uint64_t nested_at = reader.in.offset();
    type.nested = reader.nested_block();
    if (line.nested != kAnyNested && type.nested.size() != static_cast<std::size_t>(line.nested)) {
        reader.in.fail_at(nested_at, "nested snapshots of " + type.snapshot_class,
                          "found " + std::to_string(type.nested.size()) + ", expected " + std::to_string(line.nested));
    }
    if (type.kind == TypeKind::kCaseClass) {
        type.field_names = reader.field_names(type);
    } else if (type.kind == TypeKind::kTwoPhaseCommit) {
        type.structure = codec::two_phase_commit_structure(type);
    }
}

std::string whose(const Type& type) {
    return type.snapshot_class.starts_with("org.apache.flink.") ? " is not known here" : " is the job's own";
}

[[noreturn]] void unknown_class(const BoundedReader& in, const Type& type, std::uint64_t where) {
    if (const SnapshotClass* const near = find_snapshot_class_but_one(type.snapshot_class)) {
        in.fail_at(where, "snapshot class name",
                   "found " + type.snapshot_class + ", expected " + std::string(near->name) +
                       ", of which one character is another");
    }
    throw UnknownSnapshotClass(std::string(in.source()) + ": snapshot class " + type.snapshot_class + " at offset " +
                               std::to_string(where) + whose(type) +
                               "; its body has no length, so nothing behind it can be read");
}

void take_rest(BoundedReader& in, const BoundedReader& start, Type& type) {
    type.kind = TypeKind::kUnknown;
    type.text = "snapshot class " + type.snapshot_class + whose(type);
    in.skip(in.remaining(), "snapshot of a class that is not known");
    type.snapshot = bytes_between(start, in);
}

/// Of what Java serialized, the class; empty if it is more than we follow.
std::string class_of_object(Bytes stream, const BoundedReader& at) {
    BoundedReader in(stream, at.source(), at.offset() - stream.size());
    try {
        const java::ObjectStream object = java::read_object_stream(in);
        const java::JavaNode* const root = object.node(object.root);
        return root == nullptr ? std::string() : std::string(object.class_name(*root));
    } catch (const UnsupportedError&) {
        return {};
    }
}

/// TypeSerializerConfigSnapshot, which serializers of the job's own had up to Flink 1.16: the serializer as a Java object, then what the
/// class of the snapshot wrote. What its values are is in the serializer's code alone.
void read_legacy(SnapshotReader& reader, const BoundedReader& start, Type& type) {
    BoundedReader& in = reader.in;
    expect_number(in, kSerializedSerializerVersion, "version of a Java-serialized serializer");
    const Bytes serializer = in.length_prefixed("Java-serialized serializer");
    type.class_name = class_of_object(serializer, in);
    const std::int32_t version = in.i32("version of a TypeSerializerConfigSnapshot");
    if (type.snapshot_class == kParameterlessConfig && version == 1) {
        static_cast<void>(java::read_utf(in, "format identifier of a ParameterlessTypeSerializerConfig"));
        type.kind = TypeKind::kUnknown;
        type.text = "serializer " + type.class_name + " is the job's own";
        type.snapshot = bytes_between(start, in);
    } else if (reader.ends_with_snapshot) {
        take_rest(in, start, type);
    } else {
        unknown_class(in, type, start.offset());
    }
}

void read_into(SnapshotReader& reader, Type& type) {
    BoundedReader& in = reader.in;
    const BoundedReader start = in;
    const std::uint64_t where = in.offset();
    type.snapshot_class = java::read_utf(in, "snapshot class name");
    type.snapshot_version = in.i32("snapshot version");
    if (type.snapshot_version == kLegacyVersion) {
        return read_legacy(reader, start, type);
    }
    const SnapshotClass* line = find_snapshot_class(type.snapshot_class);
    if (line == nullptr) {
        if (reader.ends_with_snapshot && find_snapshot_class_but_one(type.snapshot_class) == nullptr) {
            return take_rest(in, start, type);
        }
        unknown_class(in, type, where);
    }
    type.kind = line->kind;
    switch (line->form) {
        case SnapshotForm::kSimple:
            check_version(in, type, *line, type.snapshot_version, where);
            if (type.snapshot_version == 2) {
                type.class_name = java::read_utf(in, "serializer class name");
            }
            break;
        case SnapshotForm::kComposite: read_composite(reader, type, *line, where); break;
        case SnapshotForm::kOwn:
            check_version(in, type, *line, type.snapshot_version, where);
            line->read_body(reader, type);
            break;
    }
}

}  // namespace

ByteVector bytes_between(BoundedReader begin, const BoundedReader& end) {
    const Bytes bytes = begin.bytes(static_cast<std::size_t>(end.offset() - begin.offset()), "bytes just read");
    return {bytes.begin(), bytes.end()};
}

TypePtr SnapshotReader::snapshot() {
    if (depth_ >= kMaxDepth) {
        in.fail("nested snapshot", "more than " + std::to_string(kMaxDepth) + " snapshots inside each other");
    }
    auto type = std::make_shared<Type>();
    ++depth_;
    read_into(*this, *type);
    --depth_;
    return type;
}

TypePtr SnapshotReader::framed_snapshot(BoundedReader& frame) const {
    const BoundedReader start = frame;
    try {
        SnapshotReader reader(frame, kryo, names_, depth_);
        TypePtr type = reader.snapshot();
        frame.expect_end("framed snapshot " + type->snapshot_class);
        return type;
    } catch (const UnsupportedError& error) {
        auto type = std::make_shared<Type>();
        type->kind = TypeKind::kUnknown;
        type->text = error.what();
        BoundedReader again = start;
        type->snapshot_class = java::read_utf(again, "snapshot class name");
        type->snapshot_version = again.i32("snapshot version");
        again = start;
        const Bytes bytes = again.bytes(again.remaining(), "framed snapshot");
        type->snapshot.assign(bytes.begin(), bytes.end());
        return type;
    }
}

std::vector<TypePtr> SnapshotReader::nested_block() {
    expect_number(in, kNestedMagic, "magic number of nested snapshots");
    expect_number(in, kNestedVersion, "version of nested snapshots");
    const std::size_t count = in.count("count of nested snapshots", kSmallestSnapshot);
    std::vector<TypePtr> nested;
    for (std::size_t i = 0; i < count; ++i) {
        nested.push_back(snapshot());
    }
    return nested;
}

std::vector<std::string> SnapshotReader::field_names(const Type& type) const {
    const auto found = names_.find(type.class_name);
    if (found != names_.end() && found->second.size() == type.nested.size()) {
        return found->second;
    }
    return kryo.class_path == nullptr ? std::vector<std::string>() : case_class_names(*kryo.class_path, type);
}

std::vector<OptionalMapItem> SnapshotReader::optional_map(std::string_view what) {
    const std::uint64_t where = in.offset();
    if (in.i64(what) != kOptionalMapHeader) {
        in.fail_at(where, what, "is no optional map: its header number is wrong");
    }
    const auto frame = [&]() -> std::optional<BoundedReader> {
        if (!in.boolean(what)) {
            return std::nullopt;
        }
        const std::size_t length = in.count(what, 1);
        const std::uint64_t offset = in.offset();
        return BoundedReader(in.bytes(length, what), in.source(), offset);
    };
    std::vector<OptionalMapItem> items;
    const std::size_t count = in.count(what, 4);
    for (std::size_t i = 0; i < count; ++i) {
        OptionalMapItem& item = items.emplace_back();
        item.name = java::read_utf(in, what);
        item.key = frame();
        item.value = frame();
    }
    return items;
}

TypePtr read_snapshot(BoundedReader& in, const kryo::KryoContext& context, const CaseClassNames& names) {
    const BoundedReader start = in;
    auto type = std::make_shared<Type>();
    try {
        SnapshotReader reader(in, context, names, 1);
        read_into(reader, *type);
    } catch (const InputError& error) {
        throw SnapshotFault(error);
    }
    type->snapshot = bytes_between(start, in);
    return type;
}

TypePtr read_cut_snapshot(Bytes bytes, const BoundedReader& at, const kryo::KryoContext& context,
                          const std::string& why) {
    auto type = std::make_shared<Type>();
    BoundedReader in(bytes, at.source(), at.offset());
    if (in.i32("version of a snapshot container") != kContainerVersion) {
        throw UnsupportedError(why);
    }
    const BoundedReader start = in;
    const CaseClassNames names;
    try {
        SnapshotReader reader(in, context, names, 1);
        reader.ends_with_snapshot = true;
        read_into(reader, *type);
        in.expect_end("snapshot");
        type->snapshot = bytes_between(start, in);
    } catch (const Error&) {  // what is not known is not the last in it
        in = start;
        *type = Type();
        type->snapshot_class = java::read_utf(in, "snapshot class name");
        type->snapshot_version = in.i32("snapshot version");
        take_rest(in, start, *type);
        type->text = why.substr(0, why.find("; "));  // what is said of an end that is not known
    }
    return type;
}

TypePtr read_top_level_snapshot(BoundedReader& in, const kryo::KryoContext& context) {
    const std::uint64_t where = in.offset();
    const std::int32_t version = in.i32("version of a snapshot container");
    if (version == 1) {
        throw UnsupportedError(
            std::string(in.source()) + ": the snapshot container at offset " + std::to_string(where) +
            " has version 1, which Flink up to 1.6 wrote; restore it with Flink 1.8 to 1.16 and take a "
            "new savepoint");
    }
    if (version != kContainerVersion) {
        in.fail_at(where, "version of a snapshot container", "found " + std::to_string(version) + ", expected 2");
    }
    return read_snapshot(in, context);
}

}  // namespace sp
