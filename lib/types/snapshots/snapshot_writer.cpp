#include "types/snapshots/snapshot_writer.hpp"

#include "java/modified_utf8.hpp"
#include "types/snapshots/snapshot_bodies.hpp"
#include "types/snapshots/snapshot_table.hpp"

namespace sp {

namespace {

constexpr std::int32_t kCompositeVersion = 3;
constexpr std::int32_t kOuterMagic = 911108;
constexpr std::int32_t kNestedMagic = 1333245;
constexpr std::int64_t kOptionalMapHeader = 0x000004F2C69A3D70;

void write_body(ByteWriter& out, const Type& type, const SnapshotClass& line) {
    if (line.form == SnapshotForm::kSimple) {
        if (type.snapshot_version == 2) {
            java::write_utf(out, type.class_name);
        }
        return;
    }
    if (line.form == SnapshotForm::kComposite && type.snapshot_version == kCompositeVersion) {
        out.i32(kOuterMagic);
        out.i32(type.outer_version);
    }
    if (line.write_body != nullptr) {
        line.write_body(out, type);
    }
    if (line.form == SnapshotForm::kComposite) {
        write_nested_block(out, type.nested);
    }
}

}  // namespace

void write_snapshot(ByteWriter& out, const Type& type) {
    if (type.kind == TypeKind::kUnknown) {
        out.bytes(type.snapshot);
        return;
    }
    const SnapshotClass* line = find_snapshot_class(type.snapshot_class);
    if (line == nullptr) {
        throw UnsupportedError("snapshot class " + type.snapshot_class + " cannot be written: it is not known");
    }
    java::write_utf(out, type.snapshot_class);
    out.i32(type.snapshot_version);
    write_body(out, type, *line);
}

void write_top_level_snapshot(ByteWriter& out, const Type& type) {
    out.i32(2);
    write_snapshot(out, type);
}

void write_nested_block(ByteWriter& out, const std::vector<TypePtr>& nested) {
    out.i32(kNestedMagic);
    out.i32(1);
    out.count(nested.size());
    for (const TypePtr& type : nested) {
        write_snapshot(out, *type);
    }
}

void write_optional_map_header(ByteWriter& out, std::size_t size) {
    out.i64(kOptionalMapHeader);
    out.count(size);
}

void write_optional_frame(ByteWriter& out, const ByteVector* frame) {
    out.boolean(frame != nullptr);
    if (frame != nullptr) {
        out.length_prefixed(*frame);
    }
}

void write_optional_snapshot(ByteWriter& out, const TypePtr& type) {
    out.boolean(type != nullptr);
    if (type != nullptr) {
        const std::size_t at = out.size();
        out.i32(0);
        write_snapshot(out, *type);
        out.patch_u32(at, static_cast<std::uint32_t>(out.size() - at - 4));
    }
}

}  // namespace sp
