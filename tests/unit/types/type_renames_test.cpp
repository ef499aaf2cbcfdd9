// Types with other class names: as if their serializers had been made for classes of these names.

#include "types/type_renames.hpp"

#include "catch.hpp"
#include "io/byte_writer.hpp"
#include "sp/error.hpp"
#include "types/compatibility.hpp"
#include "types/declared_types.hpp"
#include "types/schema/parser.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;
using java::ClassRenames;
using java::RenameCounts;

namespace {

using Rules = std::vector<std::pair<std::string, std::string>>;

TypePtr read(const ByteVector& snapshot) {
    BoundedReader in(snapshot, "snapshot");
    TypePtr type = read_snapshot(in);
    in.expect_end("snapshot");
    return type;
}

ByteVector written(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

/// Real Flink's snapshots that name the class, of any version.
std::vector<ByteVector> snapshots_naming(std::string_view text) {
    std::vector<ByteVector> found;
    for (const DeclaredType& declared : declared_types()) {
        for (const auto& [version, snapshot] : declared.snapshots) {
            if (as_text(snapshot).find(text) != std::string_view::npos) {
                found.push_back(snapshot);
            }
        }
    }
    return found;
}

std::size_t places_of(Bytes bytes, std::string_view text) {
    const std::string_view all = as_text(bytes);
    std::size_t count = 0;
    for (std::size_t at = all.find(text); at != std::string_view::npos; at = all.find(text, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("snapshots of real Flink: nothing is left of the old package, and the inverse gives the first bytes") {
    const ClassRenames there(Rules{{"sp.interop.*", "com.example.moved.deep.*"}});
    const ClassRenames back(Rules{{"com.example.moved.deep.*", "sp.interop.*"}});
    const std::vector<ByteVector> snapshots = snapshots_naming("sp.interop.");
    REQUIRE(snapshots.size() > 20);
    for (const ByteVector& snapshot : snapshots) {
        const TypePtr type = read(snapshot);
        RenameCounts counts;
        const TypePtr moved = with_renamed_classes(type, there, counts);
        CAPTURE(as_text(snapshot));
        CHECK(counts.names > 0);
        CHECK(places_of(written(*moved), "sp.interop.") == 0);
        CHECK(places_of(written(*moved), "sp/interop/") == 0);
        CHECK(written(*moved) == moved->snapshot);
        RenameCounts again;
        CHECK(written(*with_renamed_classes(moved, back, again)) == snapshot);
        CHECK(again.names == counts.names);
    }
}

TEST_CASE("Flink would take the renamed for what the moved classes declare, and refuse the other") {
    constexpr FlinkVersion kFlink{1, 20};
    const SchemaTarget target{kFlink};
    const auto parse = [&](std::string text) { return parse_type(nlohmann::ordered_json::parse(text), target); };
    for (const auto& [old, now] : std::vector<std::pair<std::string, std::string>>{
             {R"("a.Order{id:long,mood:enum a.Mood{X,Y}}")", R"("b.Order{id:long,mood:enum b.Mood{X,Y}}")"},
             {R"("list<a.Order{id:long}>")", R"("list<b.Order{id:long}>")"},
             {R"("tuple<int,map<string,enum a.Mood{X}>>")", R"("tuple<int,map<string,enum b.Mood{X}>>")"},
             {R"("array<a.Order{id:long}>")", R"("array<b.Order{id:long}>")"},
             {R"({"kryo":"a.Tag","registrations":["a.Tag","a.Other"]})",
              R"({"kryo":"b.Tag","registrations":["b.Tag","b.Other"]})"}}) {
        CAPTURE(old);
        RenameCounts counts;
        const TypePtr stored = parse(old);
        const TypePtr moved = with_renamed_classes(stored, ClassRenames(Rules{{"a.*", "b.*"}}), counts);
        CHECK(written(*moved) == written(*parse(now)));
        CHECK(judge_type(*moved, *parse(now), kFlink).compatibility == Compatibility::kAsIs);
        CHECK(judge_type(*stored, *parse(now), kFlink).compatibility == Compatibility::kIncompatible);
    }
}

TEST_CASE("a type that names no such class is the very same") {
    RenameCounts counts;
    for (const ByteVector& snapshot : snapshots_naming("sp.interop.")) {
        const TypePtr type = read(snapshot);
        CHECK(with_renamed_classes(type, ClassRenames(Rules{{"sp.intero.*", "x.*"}}), counts) == type);
    }
    CHECK(with_renamed_classes(nullptr, ClassRenames(Rules{{"a", "b"}}), counts) == nullptr);
    CHECK(counts.names == 0);
}
