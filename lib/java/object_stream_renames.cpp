#include "java/object_stream_renames.hpp"

#include <optional>
#include <vector>

#include "io/byte_edits.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"

namespace sp::java {
namespace {

constexpr std::string_view kKryoSerializer = "org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer";

ByteVector utf(std::string_view text) {
    ByteWriter out;
    write_utf(out, text);
    return out.take();
}

/// The nodes of the keys: LinkedHashMap<String, KryoRegistration>, written by HashMap.writeObject as key and value in turns
/// behind a block with the sizes.
std::set<std::uint32_t> registered_names(const ObjectStream& stream) {
    std::set<std::uint32_t> names;
    for (const JavaNode& node : stream.nodes) {
        if (node.kind != JavaNode::Kind::kObject || stream.class_name(node) != kKryoSerializer) {
            continue;
        }
        const JavaNode* const map = stream.object_field(node, "kryoRegistrations");
        if (map == nullptr) {
            continue;
        }
        for (const auto& [class_index, items] : map->annotations) {
            for (std::size_t i = 1; i < items.size(); i += 2) {
                names.insert(items[i].node);
            }
        }
    }
    return names;
}

}  // namespace

ByteVector with_renamed_classes(Bytes bytes, const ClassRenames& renames, RenameCounts& counts) {
    BoundedReader in(bytes, "Java serialization stream");
    std::vector<ClassNameSite> sites;
    const ObjectStream stream = read_object_stream(in, &sites);
    in.expect_end("Java serialization stream");
    const std::set<std::uint32_t> keys = registered_names(stream);
    std::vector<ByteEdit> edits;
    for (const ClassNameSite& site : sites) {
        if (site.form == ClassNameSite::Form::kText && keys.count(site.node) == 0) {
            continue;
        }
        const bool is_signature = site.form == ClassNameSite::Form::kSignature;
        const std::optional<std::string> changed =
            is_signature ? renames.renamed_signature(site.text) : renames.renamed(site.text);
        if (!changed) {
            continue;
        }
        ++counts.names;
        if (site.has_suid) {
            counts.with_suid.insert(site.text);
        }
        edits.push_back({site.begin, site.end, utf(*changed)});
    }
    ByteVector out;
    append_edited(out, bytes, std::move(edits));
    return out;
}

}  // namespace sp::java
