#include "java/object_stream.hpp"

#include "catch.hpp"
#include "readable_bytes.hpp"

using namespace sp;
using namespace sp::java;

namespace {

// Written by ObjectOutputStream of Java 17.
constexpr std::string_view kCycle =
    "<aced000573720007>Obj$Sub<0000000000000002020003490001614c0005>colort<000b>LObj$Color;L<00016b740011>Lja"
    "va/lang/Class;xr<0008>Obj$Node<000000000000000102000c490001614a00016242000163530001644300016546000166440"
    "001675a0001684c0004>nextt<000a>LObj$Node;[<00026f73740013>[Ljava/lang/Object;L<000173740012>Ljava/lang/S"
    "tring;[<000278737400025b497870fffffffb000001000000000007fffe00783fc00000c0040000000000000171007e00087572"
    "0013>[Ljava.lang.Object;<90ce589f1073296c020000787000000003740001617071007e000b7400026869757200025b494db"
    "a602676eab2a502000078700000000200000001ffffffff000000097e720009>Obj$Color<00000000000000001200007872000e"
    ">java.lang.Enum<00000000000000001200007870740003>REDvr<0010>java.lang.String<a0f0a4387a3bb3420200007870>";
constexpr std::string_view kList =
    "<aced000573720013>java.util.ArrayListx<81d21d99c7619d030001490004>sizexp<0000000277040000000273720011>ja"
    "va.lang.Integer<12e2a0a4f7818738020001490005>valuexr<0010>java.lang.Number<86ac951d0b94e08b0200007870000"
    "000017400016278>";
constexpr std::string_view kMap =
    "<aced000573720011>java.util.HashMap<0507dac1c31660d103000246000a>loadFactorI<0009>thresholdxp?@<00000000"
    "000c770800000010000000017400016b7372000d>java.time.Ser<955d84ba1b2248b20c00007870770703000007e801027878>";
constexpr std::string_view kProxy =
    "<aced0005737d000000010005>Obj$Ixr<0017>java.lang.reflect.Proxy<e127da20cc1043cb0200014c0001687400>%Ljava"
    "/lang/reflect/InvocationHandler;xpsr<0005>Obj$H<00000000000000030200007870>";
constexpr std::string_view kBig =
    "<aced000573720014>java.math.BigDecimalT<c71557f981284f030002490005>scaleL<0006>intValt<0016>Ljava/math/B"
    "igInteger;xr<0010>java.lang.Number<86ac951d0b94e08b02000078700000000273720014>java.math.BigInteger<8cfc9"
    "f1fa93bfb1d030006490008>bitCountI<0009>bitLengthI<0013>firstNonzeroByteNumI<000c>lowestSetBitI<0006>sign"
    "um[<0009>magnitudet<00025b427871007e0002fffffffffffffffffffffffefffffffe00000001757200025b42acf317f80608"
    "54e002000078700000000204d27878>";

ObjectStream parse(std::string_view readable) {
    const ByteVector bytes = readable_bytes(readable);
    BoundedReader in(bytes, "test");
    ObjectStream stream = read_object_stream(in);
    in.expect_end("stream");
    return stream;
}

const JavaNode& root(const ObjectStream& stream) {
    REQUIRE(stream.node(stream.root) != nullptr);
    return *stream.node(stream.root);
}

/// An empty serializable class a.A, ready for more.
constexpr std::string_view kClassA = "<720003>a.A<0000000000000001020000><7870>";

}  // namespace

TEST_CASE("fields of every type, superclasses, arrays, enums and cycles") {
    const ObjectStream stream = parse(kCycle);
    const JavaNode& object = root(stream);
    CHECK(stream.class_name(object) == "Obj$Sub");
    CHECK(stream.integer_field(object, "a") == 9);  // hides the superclass's
    CHECK(stream.integer_field(object, "b") == std::int64_t{1} << 40);
    CHECK(stream.integer_field(object, "c") == 7);
    CHECK(stream.integer_field(object, "d") == -2);
    CHECK(stream.integer_field(object, "e") == 'x');
    CHECK(stream.field(object, "f")->integer == 0x3FC00000);
    CHECK(stream.field(object, "g")->integer == static_cast<std::int64_t>(0xC004000000000000));
    CHECK(stream.integer_field(object, "h") == 1);
    CHECK(stream.text_field(object, "s") == "hi");
    CHECK(stream.object_field(object, "next") == &object);
    CHECK(stream.object_field(object, "xs")->data == ByteVector{0, 0, 0, 1, 255, 255, 255, 255});
    const JavaNode& array = *stream.object_field(object, "os");
    REQUIRE(array.values.size() == 3);
    CHECK(stream.node(array.values[0])->text == "a");
    CHECK(stream.node(array.values[1]) == nullptr);
    CHECK(array.values[2].node == array.values[0].node);
    CHECK(stream.object_field(object, "color")->kind == JavaNode::Kind::kEnum);
    CHECK(stream.text_field(object, "color") == "RED");
    CHECK(stream.class_name(*stream.object_field(object, "k")) == "java.lang.String");
    CHECK(stream.field(object, "none") == nullptr);
}

TEST_CASE("what writeObject and writeExternal wrote is kept as annotations") {
    const ObjectStream list = parse(kList);
    CHECK(list.integer_field(root(list), "size") == 2);
    const auto& written = root(list).annotations.at(0).second;
    REQUIRE(written.size() == 3);
    CHECK(list.node(written[0])->kind == JavaNode::Kind::kBlock);
    CHECK(list.integer_field(*list.node(written[1]), "value") == 1);
    CHECK(list.node(written[2])->text == "b");

    const ObjectStream map = parse(kMap);
    const auto& entries = root(map).annotations.at(0).second;
    REQUIRE(entries.size() == 3);
    const JavaNode& date = *map.node(entries[2]);
    CHECK(map.class_name(date) == "java.time.Ser");
    CHECK(map.node(date.annotations.at(0).second.at(0))->data == ByteVector{3, 0, 0, 7, 0xE8, 1, 2});

    const ObjectStream big = parse(kBig);
    CHECK(big.integer_field(root(big), "scale") == 2);
    const JavaNode& unscaled = *big.object_field(root(big), "intVal");
    CHECK(big.integer_field(unscaled, "signum") == 1);
    CHECK(big.object_field(unscaled, "magnitude")->data == ByteVector{0x04, 0xD2});
}

TEST_CASE("a dynamic proxy has its interfaces and its handler") {
    const ObjectStream stream = parse(kProxy);
    CHECK(stream.classes.at(0).interfaces == std::vector<std::string>{"Obj$I"});
    CHECK(stream.class_name(*stream.object_field(root(stream), "h")) == "Obj$H");
}

TEST_CASE("null, strings and resets may stand at the top") {
    CHECK(parse("<aced000570>").root.node == kNoNode);
    CHECK(root(parse("<aced000574000568c3a9c3a9>")).text == "h\u00e9\u00e9");
    CHECK(root(parse("<aced0005797974>"
                     "<0001>x"))
              .text == "x");
    CHECK(root(parse("<aced00057c0000000000000003>abc")).text == "abc");
}

TEST_CASE("the parser stops behind the one object") {
    const ByteVector bytes = readable_bytes(
        "<aced000574>"
        "<0001>x<aced0005>");
    BoundedReader in(bytes, "test");
    static_cast<void>(read_object_stream(in));
    CHECK(in.offset() == 8);
}

TEST_CASE("object streams that are cut short or damaged are InputErrors") {
    for (const std::string_view readable : {kCycle, kList, kMap, kProxy, kBig}) {
        const ByteVector good = readable_bytes(readable);
        for (std::size_t at = 0; at < good.size(); ++at) {
            CAPTURE(at);
            BoundedReader cut(Bytes(good).first(at), "test");
            CHECK_THROWS_AS(read_object_stream(cut), InputError);
            for (const std::uint8_t flip : {0x01, 0x02, 0x80, 0xFF}) {
                ByteVector bytes = good;
                bytes[at] ^= flip;
                BoundedReader in(bytes, "test");
                try {
                    static_cast<void>(read_object_stream(in));
                    CHECK(in.offset() <= bytes.size());
                } catch (const Error& error) {
                    CHECK_FALSE(std::string(error.what()).empty());
                }
            }
        }
    }
}

TEST_CASE("what no object stream of ours may hold is an InputError") {
    const auto fails = [](const std::string& readable) { CHECK_THROWS_AS(parse(readable), InputError); };
    fails("<acee000570>");  // header
    fails(
        "<aced000577>"
        "<01ff>");                                   // block data at the top
    fails("<aced00057b>");                           // the writer's exception
    fails("<aced000571007e0000>");                   // a handle that was not given
    fails("<aced00057375>" + std::string(kClassA));  // no class descriptor
    fails(
        "<aced000573>"
        "<70>");                 // an object of no class
    fails("<aced000574ffff>x");  // a string longer than the stream
    fails("<aced00057c7fffffffffffffff>x");
    fails("<aced000575720002>[B<000000000000000102000078707fffffff>x");  // an array longer than the stream
    fails("<aced000575720002>[B<00000000000000010200007870ffffffff>x");
    fails("<aced000575" + std::string(kClassA).substr(1) + "<00000000>");  // an array whose class is none
    fails("<aced0005737200016100000000000000010600007870>");               // serializable and externalizable
    fails(
        "<aced000573720001"
        "6100000000000000010200017100016278"
        "70>");  // field of unknown type
    fails(
        "<aced00057372000161000000000000000102000078"
        "71007e0000>");  // a class that is its own superclass
}

TEST_CASE("an externalizable object without block data has no end") {
    CHECK_THROWS_AS(parse("<aced00057372000161000000000000000104000078"
                          "70>"),
                    UnsupportedError);
}

TEST_CASE("nesting ends at a bound") {
    std::string arrays = "<aced0005>";
    for (int i = 0; i < 300; ++i) {
        arrays +=
            i == 0 ? "<75720013>[Ljava.lang.Object;<90ce589f1073296c020000787000000001>" : "<7571007e000000000001>";
    }
    CHECK_THROWS_AS(parse(arrays + "<70>"), UnsupportedError);

    std::string classes = "<aced000573>";
    for (int i = 0; i < 300; ++i) {
        classes += "<72000161000000000000000102000078>";
    }
    CHECK_THROWS_AS(parse(classes + "<70>"), UnsupportedError);
}
