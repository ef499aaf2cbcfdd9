// Other class names in Java serialization streams, of which Java 17 wrote the first.

#include "java/object_stream_renames.hpp"

#include "catch.hpp"
#include "java/object_stream.hpp"
#include "readable_bytes.hpp"
#include "sp/error.hpp"

using namespace sp;
using namespace sp::java;

namespace {

/// As readable_bytes, with blanks between the bytes.
ByteVector spaced_bytes(std::string_view text) {
    std::string without;
    bool is_hex = false;
    for (const char c : text) {
        is_hex = c == '<' || (is_hex && c != '>');
        without += is_hex && c == ' ' ? "" : std::string(1, c);
    }
    return readable_bytes(without);
}

using Rules = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kObject =
    "<aced000573720007>Obj$Sub<0000000000000002020002490001614c0005>colort<000b>LObj$Color;xr<0008>Obj$Node"
    "<0000000000000001020001>[<000173740013>[Ljava/lang/Object;<7870 7572000a>[LObj$Sub;"
    "<0000000000000003 02 0000 7870 00000003 70 74000b>LObj$Color;t<0007>Obj$Sub<00000009>"
    "~r<0009>Obj$Color<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740003>RED";

constexpr std::string_view kProxy =
    "<aced0005737d000000010005>Obj$Ixr<0017>java.lang.reflect.Proxy<e127da20cc1043cb0200014c0001687400>%Ljava"
    "/lang/reflect/InvocationHandler;xpsr<0005>Obj$H<00000000000000030200007870>";

ByteVector renamed(const ByteVector& stream, const ClassRenames& renames, RenameCounts& counts) {
    return with_renamed_classes(stream, renames, counts);
}

std::size_t places_of(const ByteVector& bytes, std::string_view text) {
    const std::string_view all = as_text(bytes);
    std::size_t count = 0;
    for (std::size_t at = all.find(text); at != std::string_view::npos; at = all.find(text, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("descriptors and signatures get new names, strings stay") {
    const ByteVector stream = spaced_bytes(kObject);
    RenameCounts counts;
    const ByteVector changed = renamed(stream, ClassRenames(Rules{{"Obj", "com.acme.Thing"}}), counts);
    CHECK(counts.names == 5);                                                 // Sub, its color, Node, the array, Color
    CHECK(counts.with_suid == std::set<std::string>{"Obj$Node", "Obj$Sub"});  // not of arrays and enums
    CHECK(places_of(changed, "com.acme.Thing$") == 4);
    CHECK(places_of(changed, "Lcom/acme/Thing$Color;") == 1);
    CHECK(places_of(changed, "Obj$Sub") == 1);      // a string object
    CHECK(places_of(changed, "LObj$Color;") == 1);  // so is this
    BoundedReader in(changed, "changed");
    const ObjectStream read = read_object_stream(in);
    in.expect_end("stream");
    CHECK(read.class_name(*read.node(read.root)) == "com.acme.Thing$Sub");
    CHECK(read.text_field(*read.node(read.root), "color") == "RED");
    RenameCounts back;
    CHECK(renamed(changed, ClassRenames(Rules{{"com.acme.*", "Obj2.*"}, {"com.acme.Thing", "Obj"}}), back) == stream);
    CHECK(back.names == counts.names);
}

TEST_CASE("interfaces of proxies get new names") {
    const ByteVector stream = spaced_bytes(kProxy);
    RenameCounts counts;
    const ByteVector changed = renamed(stream, ClassRenames(Rules{{"Obj$I", "b.I"}}), counts);
    CHECK(counts.names == 1);
    CHECK(places_of(changed, "b.I") == 1);
    RenameCounts back;
    CHECK(renamed(changed, ClassRenames(Rules{{"b.I", "Obj$I"}}), back) == stream);
}

TEST_CASE("a stream without the name is left") {
    const ByteVector stream = spaced_bytes(kObject);
    RenameCounts counts;
    CHECK(renamed(stream, ClassRenames(Rules{{"Ob", "X"}, {"RED", "BLUE"}, {"color", "colour"}}), counts) == stream);
    CHECK(counts.names == 0);
}

TEST_CASE("KryoSerializer finds registrations by the names of their classes") {
    // A KryoSerializer whose LinkedHashMap has a string as key and one as value.
    const ByteVector stream = spaced_bytes(
        "<aced0005 7372 003f>org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer<0000000000000003 02 0001>"
        "L<0011>kryoRegistrationst<0019>Ljava/util/LinkedHashMap;<78 70 7372 0017>java.util.LinkedHashMap"
        "<34c04e5c106cc0fb 02 0001>Z<000b>accessOrder<78 7200 11>java.util.HashMap<0507dac1c31660d1 03 "
        "0002>F<000a>loadFactorI<0009>threshold"
        "<78 70 3f400000 0000000c 77 08 00000010 00000001 74 0007>a.Order<74 0007>a.Other<78 00>");
    RenameCounts counts;
    const ByteVector changed = renamed(stream, ClassRenames(Rules{{"a.*", "b.*"}}), counts);
    CHECK(counts.names == 1);
    CHECK(places_of(changed, "b.Order") == 1);
    CHECK(places_of(changed, "a.Other") == 1);
}

TEST_CASE("what is no stream is an error") {
    RenameCounts counts;
    const ClassRenames renames(Rules{{"a", "b"}});
    CHECK_THROWS_AS(with_renamed_classes(spaced_bytes("<aced0006 70>"), renames, counts), InputError);
    CHECK_THROWS_AS(with_renamed_classes(spaced_bytes("<aced0005 70 00>"), renames, counts), InputError);
}
