// CEP types whose snapshots are not those that Flink writes, and those of which no value is ever written.

#include "types/codecs/cep_structure.hpp"

#include "catch.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_fixtures.hpp"

using namespace sp;
using namespace sp::test;
using enum sp::TypeKind;

TEST_CASE("a CEP type is what Flink made it, or opaque", "[codecs]") {
    const TypePtr text = type_of(kString);
    const TypePtr odd_node_id = type_of(kNodeId, {text});
    for (const TypePtr& odd :
         {odd_node_id, type_of(kNodeId), type_of(kNodeId, {cep_type(kEventId), cep_type(kEventId)}),
          type_of(kSharedBufferEdge, {odd_node_id, cep_type(kDeweyNumber)}),
          type_of(kSharedBufferEdge, {cep_type(kNodeId), type_of(kInt)}), type_of(kSharedBufferNodeV2, {text}),
          type_of(kNfaState, {cep_type(kDeweyNumber), cep_type(kNodeId), text}), type_of(kNfaState)}) {
        CHECK(codec::cep_structure(*odd) == nullptr);
        CHECK(codec::opaque_part(odd) == odd.get());
        CHECK(codec::opaque_part(type_of(kLockable, {odd})) == odd.get());
    }
    for (const TypeKind kind :
         {kEventId, kDeweyNumber, kNodeId, kSharedBufferEdge, kSharedBufferNode, kSharedBufferNodeV2, kNfaState}) {
        CHECK(codec::opaque_part(cep_type(kind)) == nullptr);
        CHECK(codec::has_codec(kind));
    }
    CHECK(codec::encoded_size(*cep_type(kEventId)) == 12);
    CHECK(codec::encoded_size(*type_of(kLockable, {cep_type(kEventId)})) == 16);
    CHECK(codec::encoded_size(*type_of(kLockable, {text})) == -1);
    CHECK(codec::encoded_size(*cep_type(kNodeId)) == -1);
    CHECK(&codec::unwrapped(*text) == text.get());
}

TEST_CASE("the state of CEP up to 1.5 keeps nothing from being read: it is empty", "[codecs]") {
    for (const TypeKind kind : {kLegacyNfa, kLegacySharedBuffer}) {
        const TypePtr type = type_of(kind, {type_of(kInt), type_of(kInt), type_of(kInt)});
        CHECK(codec::opaque_part(type) == nullptr);
        const PaddedBytes bytes(unhex("00000000"));
        try {
            static_cast<void>(codec::Skipper(type).skip(bytes.begin(), bytes.end()));
            FAIL();
        } catch (const codec::DecodeFault& fault) {
            CHECK(fault.reason == codec::DecodeFault::Reason::kInvalid);
        }
    }
}
