#include <fstream>
#include <iterator>
#include <set>

#include "catch.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/kryo_snapshot.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_samples.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;

namespace {

TypePtr parse(Bytes bytes) {
    BoundedReader in(bytes, "test");
    TypePtr type = read_snapshot(in);
    in.expect_end("snapshot");
    return type;
}

TypePtr parse(std::string_view readable) { return parse(readable_bytes(readable)); }

ByteVector write(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

template <class Exception, class Work>
std::string message_of(Work work) {
    try {
        static_cast<void>(work());
    } catch (const Exception& error) {
        return error.what();
    }
    FAIL("no exception");
    return {};
}

constexpr std::string_view kInt =
    "<004e>org.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000003>";

}  // namespace

TEST_CASE("snapshots of real Flink come back byte for byte") {
    for (const SnapshotSample& sample : kSnapshotSamples) {
        CAPTURE(sample.words);
        const ByteVector bytes = readable_bytes(sample.bytes);
        const TypePtr type = parse(bytes);
        CHECK(write(*type) == bytes);
        CHECK(type->snapshot == bytes);
        CHECK(type_words(*type) == sample.words);
        CHECK(type_json(*type).dump() == sample.json);
    }
}

TEST_CASE("snapshots in files come back byte for byte") {
    for (const auto& [name, words] :
         {std::pair{"legacy-nfa",
                    "legacy-nfa<kryo<org.apache.flink.cep.Event>,legacy-shared-buffer<string,"
                    "kryo<org.apache.flink.cep.Event>,dewey-number>>"},
          std::pair{"sorted-map", "sorted-map<sql<INT NOT NULL>,long>"},
          std::pair{"row-data-key", "sms-row-key<sql<BIGINT, VARCHAR(20) NOT NULL>>"},
          std::pair{"sequenced-multiset-node", "sms-node<sql<BIGINT, VARCHAR(20) NOT NULL>>"}}) {
        CAPTURE(name);
        std::ifstream file(std::string(SP_FIXTURES "/snapshots/") + name + ".snapshot", std::ios::binary);
        const ByteVector bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        BoundedReader in(bytes, name);
        const TypePtr type = read_top_level_snapshot(in);
        CHECK(in.at_end());
        ByteWriter out;
        write_top_level_snapshot(out, *type);
        CHECK(out.take() == bytes);
        CHECK(type_words(*type) == words);
    }
}

TEST_CASE("a snapshot that is cut short is an input error") {
    for (const SnapshotSample& sample : kSnapshotSamples) {
        CAPTURE(sample.words);
        const ByteVector bytes = readable_bytes(sample.bytes);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            CAPTURE(size);
            CHECK_THROWS_AS(parse(Bytes(bytes).first(size)), InputError);
        }
    }
}

TEST_CASE("a damaged snapshot is an error or comes back as it was read") {
    for (const SnapshotSample& sample : kSnapshotSamples) {
        CAPTURE(sample.words);
        const ByteVector good = readable_bytes(sample.bytes);
        for (std::size_t at = 0; at < good.size(); ++at) {
            for (const std::uint8_t flip : {0x01, 0x80, 0xFF}) {
                ByteVector bytes = good;
                bytes[at] ^= flip;
                CAPTURE(at);
                CAPTURE(static_cast<int>(flip));
                try {
                    const TypePtr type = parse(bytes);
                    CHECK(write(*type) == bytes);
                    CHECK_FALSE(type_words(*type).empty());
                    static_cast<void>(type_json(*type));
                } catch (const Error& error) {
                    CHECK_FALSE(std::string(error.what()).empty());
                }
            }
        }
    }
}

TEST_CASE("members say what the snapshot said") {
    const auto sample = [](std::string_view words) {
        for (const SnapshotSample& one : kSnapshotSamples) {
            if (words == one.words) {
                return parse(one.bytes);
            }
        }
        FAIL("no sample " << words);
        return TypePtr();
    };
    SECTION("POJO") {
        const TypePtr type = sample("BasePojo{baseFieldA:int,baseFieldB:string}");
        CHECK(type->class_name == "BasePojo");
        REQUIRE(type->fields.size() == 2);
        CHECK(type->fields[1].name == "baseFieldB");
        CHECK(type->fields[1].declaring_class == "BasePojo");
        CHECK(type->fields[1].type->kind == TypeKind::kString);
        REQUIRE(type->registered_subclasses.size() == 1);
        CHECK(type->registered_subclasses[0].type->fields.size() == 4);
        CHECK(type->other_subclasses.empty());
    }
    SECTION("Kryo") {
        const TypePtr type = sample("kryo<java.lang.Throwable>");
        const std::vector<KryoRegistration> registrations = kryo_registrations(*type);
        REQUIRE(registrations.size() == 2);
        CHECK(registrations[0].class_name == "java.lang.Throwable");
        CHECK(registrations[0].kind == KryoRegistration::Kind::kUnspecified);
        CHECK(registrations[1].name == "org.apache.avro.generic.GenericData$Array");
        CHECK(registrations[1].kind == KryoRegistration::Kind::kSerializerClass);
        CHECK(registrations[1].serializer_class ==
              "org.apache.flink.api.java.typeutils.runtime.kryo.Serializers$DummyAvroKryoSerializerClass");
    }
    SECTION("flags that a version implies") {
        std::vector<bool> flags;
        for (const SnapshotSample& one : kSnapshotSamples) {
            if (std::string_view(one.words).starts_with("row<") ||
                std::string_view(one.words).starts_with("linked-list<")) {
                flags.push_back(parse(one.bytes)->flag);
            }
        }
        CHECK(flags == std::vector<bool>{false, true, true, false, true, false});  // Row 2, 3, 4; LinkedList 1, 2, 3
    }
}

TEST_CASE("a snapshot class of the job's own is named with its place") {
    const ByteVector bytes = readable_bytes("<000a>com.acme.X<00000001>");
    const std::string message = message_of<UnsupportedError>([&] { return parse(bytes); });
    CHECK(message.find("test: snapshot class com.acme.X at offset 0 is the job's own") == 0);
}

TEST_CASE("a class of Flink's with one character that is another is damage") {
    const std::string rest =
        "org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<00000003>";
    CHECK(parse(readable_bytes("<0050>" + rest))->kind == TypeKind::kLong);
    const ByteVector bytes = readable_bytes("<0050>q" + rest.substr(1));
    const std::string message = message_of<InputError>([&] { return parse(bytes); });
    CHECK(message.find("one character") != std::string::npos);

    SECTION("but a digit may be that of a later version") {
        const std::string cep = "org.apache.flink.cep.nfa.sharedbuffer.SharedBufferNodeSerializerSnapshotV";
        CHECK(find_snapshot_class(cep + "2") != nullptr);
        CHECK(find_snapshot_class_but_one(cep + "3") == nullptr);
        CHECK(find_snapshot_class_but_one(cep + "r") == find_snapshot_class(cep + "2"));
    }
}

TEST_CASE("the place of an unknown class counts from the start of the file") {
    const ByteVector bytes = readable_bytes(
        "<0041>org.apache.flink.api.common.typeutils.base.ListSerializerSnapshot<00000003000de70400000001"
        "001457fd0000000100000001><000a>com.acme.X<00000001>");
    BoundedReader in(bytes, "file", 1000);
    const std::string message = message_of<UnsupportedError>([&] { return read_snapshot(in); });
    CHECK(message.find("com.acme.X at offset 1091 ") != std::string::npos);
}

TEST_CASE("an unknown class in a field's frame is kept") {
    const auto with_field = [](std::string_view snapshot_class, std::string_view body) {
        const std::string name = std::string(snapshot_class);
        ByteVector frame = {0, static_cast<std::uint8_t>(name.size())};
        frame.insert(frame.end(), name.begin(), name.end());
        const ByteVector rest = readable_bytes(body);
        frame.insert(frame.end(), rest.begin(), rest.end());
        ByteVector bytes = readable_bytes(
            "<0042>org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot<00000002><0003>a.B"
            "<000004F2C69A3D7000000001><0002>id<0100000009><0003>a.B<0002>id<01>");
        bytes.insert(bytes.end(), {0, 0, 0, static_cast<std::uint8_t>(frame.size())});
        bytes.insert(bytes.end(), frame.begin(), frame.end());
        const ByteVector maps = readable_bytes("<000004F2C69A3D7000000000><000004F2C69A3D7000000000>");
        bytes.insert(bytes.end(), maps.begin(), maps.end());
        return bytes;
    };
    const ByteVector bytes = with_field("com.acme.XSerializer$XSnapshot", "<00000001cafe>");
    const TypePtr type = parse(bytes);
    const Type& field = *type->fields.at(0).type;
    CHECK(field.kind == TypeKind::kUnknown);
    CHECK(field.snapshot_class == "com.acme.XSerializer$XSnapshot");
    CHECK(field.snapshot_version == 1);
    CHECK(field.text.find("job's own") != std::string::npos);
    CHECK(write(*type) == bytes);
    CHECK(type_words(*type) == "a.B{id:serializer<com.acme.XSerializer>}");
    CHECK(type_json(*type)["fields"]["id"]["snapshot"] == "AB5jb20uYWNtZS5YU2VyaWFsaXplciRYU25hcHNob3QAAAAByv4=");

    SECTION("a frame that is not consumed is damage") {
        const std::string name = "org.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot";
        CHECK(parse(with_field(name, "<00000003>"))->fields.at(0).type->kind == TypeKind::kInt);
        CHECK_THROWS_AS(parse(with_field(name, "<0000000300>")), InputError);
    }
}

TEST_CASE("absent keys and values of optional maps are kept") {
    const ByteVector bytes = readable_bytes(
        "<0042>org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot<00000002><0003>a.B"
        "<000004F2C69A3D7000000001><0018>missing-field-at-0000000<0000>"
        "<000004F2C69A3D7000000001><0003>a.C<0000>"
        "<000004F2C69A3D7000000001><0003>a.D<010000000000>");
    const TypePtr type = parse(bytes);
    CHECK(write(*type) == bytes);
    CHECK_FALSE(type->fields.at(0).is_present);
    CHECK(type->fields.at(0).type == nullptr);
    CHECK_FALSE(type->registered_subclasses.at(0).is_present);
    CHECK(type->other_subclasses.at(0).is_present);
    CHECK(type_words(*type) == "a.B{missing-field-at-0000000:?}");
}

TEST_CASE("composites without outer magic are read as Flink 1.7 wrote them") {
    const ByteVector bytes =
        readable_bytes(std::string("<0041>org.apache.flink.api.common.typeutils.base.ListSerializerSnapshot"
                                   "<00000001001457fd0000000100000001>") +
                       std::string(kInt));
    const TypePtr type = parse(bytes);
    CHECK(type->outer_version == 1);
    CHECK(type_words(*type) == "list<int>");
    CHECK(write(*type) == bytes);
}

TEST_CASE("versions that are not known are named") {
    const auto long_of = [](std::string_view version) {
        return readable_bytes("<0050>org.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot" +
                              std::string(version));
    };
    const std::string message = message_of<UnsupportedError>([&] { return parse(long_of("<00000004>")); });
    CHECK(message.find("LongSerializer$LongSerializerSnapshot at offset 0 has version 4; known: 2 to 3") !=
          std::string::npos);
    const ByteVector row5 = readable_bytes(
        "<004f>org.apache.flink.api.java.typeutils.runtime.RowSerializer$RowSerializerSnapshot"
        "<00000003000de7040000000501001457fd0000000100000000>");
    CHECK(message_of<UnsupportedError>([&] { return parse(row5); }).find("has version 5; known: 2 to 4") !=
          std::string::npos);
}

TEST_CASE("strings of snapshots are taken in the form that Flink writes") {
    const auto avro = [](std::string_view schema) {
        return readable_bytes("<003e>org.apache.flink.formats.avro.typeutils.AvroSerializerSnapshot<00000003><02>X" +
                              std::string(schema));
    };
    CHECK(parse(avro("<06>{x[{}"))->text == "{x[{}");
    CHECK_THROWS_AS(parse(avro("<8600>{x[{}")), InputError);  // found by fuzzing: it came back shorter
}

TEST_CASE("the container in front of top-level snapshots") {
    const auto read = [](std::string_view version) {
        const ByteVector bytes = readable_bytes(std::string(version) + std::string(kInt));
        BoundedReader in(bytes, "test");
        return read_top_level_snapshot(in);
    };
    CHECK(read("<00000002>")->kind == TypeKind::kInt);
    CHECK(read("<00000002>")->snapshot == readable_bytes(kInt));
    CHECK(message_of<UnsupportedError>([&] { return read("<00000001>"); }).find("1.6") != std::string::npos);
    CHECK_THROWS_AS(read("<00000003>"), InputError);
}

TEST_CASE("snapshots inside each other end at a bound") {
    std::string readable;
    for (int i = 0; i < 300; ++i) {
        readable +=
            "<0041>org.apache.flink.api.common.typeutils.base.ListSerializerSnapshot<00000003000de70400000001"
            "001457fd0000000100000001>";
    }
    const ByteVector bytes = readable_bytes(readable + std::string(kInt));
    CHECK(message_of<InputError>([&] { return parse(bytes); }).find("inside each other") != std::string::npos);
}

TEST_CASE("the number of nested snapshots is checked") {
    const std::string map =
        "<0040>org.apache.flink.api.common.typeutils.base.MapSerializerSnapshot<00000003000de70400000001"
        "001457fd00000001>";
    CHECK_THROWS_AS(parse(map + "<00000001>" + std::string(kInt)), InputError);
    CHECK_THROWS_AS(parse(map + "<7fffffff>" + std::string(kInt)), InputError);
    CHECK(parse(map + "<00000002>" + std::string(kInt) + std::string(kInt))->kind == TypeKind::kMap);
}

TEST_CASE("the table has each class once and each kind at least once") {
    std::set<std::string_view> names;
    std::set<TypeKind> kinds;
    for (const SnapshotClass& line : snapshot_classes()) {
        CAPTURE(std::string(line.name));
        CHECK(names.insert(line.name).second);
        CHECK(find_snapshot_class(line.name) == &line);
        CHECK(line.first_version <= line.last_version);
        CHECK((line.read_body == nullptr) == (line.write_body == nullptr));
        CHECK((line.form != SnapshotForm::kOwn || line.read_body != nullptr));
        kinds.insert(line.kind);
    }
    CHECK(kinds.size() == static_cast<std::size_t>(TypeKind::kUnknown) - 1);  // a kUtf is a part of others only
    CHECK(find_snapshot_class(TypeKind::kUtf) == nullptr);
    CHECK(find_snapshot_class("com.acme.X") == nullptr);
    CHECK(find_snapshot_class(TypeKind::kUnknown) == nullptr);
}
