// FlinkKafkaConsumer's union state (Flink 1.x, FlinkKafkaConsumerBase.initializeState): KryoSerializer writes the
// KafkaTopicPartition with its fields in the order of their names, cachedHash, partition and topic, and LongSerializer the offset.

#include <algorithm>
#include <utility>

#include "java/hash_codes.hpp"
#include "java/modified_utf8.hpp"
#include "types/connectors/kafka_offsets.hpp"
#include "types/kryo/kryo_writer.hpp"

namespace sp::connectors {
namespace {

constexpr std::string_view kState = "topic-partition-offset-states";
constexpr std::string_view kPartitionClass =
    "org.apache.flink.streaming.connectors.kafka.internals.KafkaTopicPartition";

/// KafkaTopicPartitionStateSentinel, beside KafkaSplit's marks.
constexpr std::pair<std::int64_t, std::int64_t> kSentinels[] = {{-915623761775, KafkaSplit::kEarliest},
                                                                {-915623761774, KafkaSplit::kLatest},
                                                                {-915623761773, KafkaSplit::kCommitted}};
constexpr std::int64_t kOffsetNotSet = -915623761776;

std::uint32_t read_var_int(BoundedReader& in, std::string_view what) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const std::uint8_t next = in.u8(what);
        value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
        if (next < 0x80) {
            expect(in, what, value <= 0xFFFFFFFF);
            return static_cast<std::uint32_t>(value);
        }
    }
    in.fail(what, "is no integer of 32 bits");
}

std::int32_t read_signed(BoundedReader& in, std::string_view what) {
    const std::uint32_t value = read_var_int(in, what);
    return static_cast<std::int32_t>(value >> 1 ^ (0U - (value & 1)));
}

/// Kryo 2: Output.writeString. ASCII whose last byte is marked, or a number of UTF-16 units plus one and each unit in UTF-8.
std::string read_text(BoundedReader& in, std::string_view what) {
    std::string text;
    const std::uint8_t first = in.u8(what);
    if (first < 0x80) {
        std::uint8_t next = first;
        for (; next < 0x80; next = in.u8(what)) {
            text += static_cast<char>(next);
        }
        return text + static_cast<char>(next & 0x7F);
    }
    std::uint32_t count = first & 0x3F;
    if ((first & 0x40) != 0) {
        const std::uint32_t rest = read_var_int(in, what);
        expect(in, what, rest < 1U << 24);
        count |= rest << 6;
    }
    expect(in, what, count > 0 && count - 1 <= in.remaining());
    for (std::uint32_t i = 1; i < count; ++i) {
        const std::uint8_t lead = in.u8(what);
        text += static_cast<char>(lead);
        for (int more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : 2; more > 0; --more) {
            text += static_cast<char>(in.u8(what));
        }
    }
    expect(in, what, java::is_wtf8(text));
    return java::utf16_to_utf8(java::utf8_to_utf16(text));  // pairs of surrogates are joined
}

std::int32_t hash_of(const KafkaPartition& where) {
    const auto hash = static_cast<std::uint32_t>(java::hash_of_string(java::utf8_to_utf16(where.topic)));
    return static_cast<std::int32_t>(31 * hash + static_cast<std::uint32_t>(where.partition));
}

struct LegacyElement {
    std::uint32_t class_code = 0;  ///< by the writer's registrations
    KafkaPartition where;
    std::int64_t offset = 0;
};

LegacyElement read_element(Bytes bytes) {
    BoundedReader in(bytes, kState);
    LegacyElement element;
    element.class_code = read_var_int(in, "class of a KafkaTopicPartition");
    expect(in, "class of a KafkaTopicPartition", element.class_code > 1);
    expect(in, "KafkaTopicPartition", in.u8("mark of a new object") == 1);
    const std::int32_t hash = read_signed(in, "hash of a KafkaTopicPartition");
    element.where.partition = read_signed(in, "partition");
    expect(in, "topic", in.u8("mark of a topic") == 1);
    element.where.topic = read_text(in, "topic");
    expect(in, "hash of a KafkaTopicPartition", hash == hash_of(element.where));
    element.offset = in.i64("offset");
    in.expect_end(kState);
    return element;
}

ByteVector written(const LegacyElement& element) {
    ByteVector bytes;
    kryo::KryoWriter out(bytes, false);
    out.var_int(element.class_code);
    out.byte(1);
    out.signed_var_int(hash_of(element.where));
    out.signed_var_int(element.where.partition);
    out.byte(1);
    out.text(element.where.topic);
    out.fixed64(static_cast<std::uint64_t>(element.offset));
    return bytes;
}

std::int64_t stored(const KafkaOffset& offset, std::int64_t otherwise) {
    if (!offset.offset) {
        return otherwise;
    }
    for (const auto& [sentinel, mark] : kSentinels) {
        if (*offset.offset == mark) {
            return sentinel;
        }
    }
    return *offset.offset - 1;
}

}  // namespace

bool is_legacy_kafka_state(const StateDescriptor& state) {
    return state.kind == StateKind::kOperatorUnion && state.name == kState && state.value &&
           state.value->kind == TypeKind::kTuple && state.value->nested.size() == 2 &&
           state.value->nested[0]->kind == TypeKind::kKryo && state.value->nested[0]->class_name == kPartitionClass &&
           state.value->nested[1]->kind == TypeKind::kLong;
}

KafkaOffset read_legacy_kafka_offset(Bytes bytes) {
    const LegacyElement element = read_element(bytes);
    KafkaOffset offset;
    offset.where = element.where;
    if (element.offset == kOffsetNotSet) {
        return offset;
    }
    offset.offset = element.offset + 1;
    for (const auto& [sentinel, mark] : kSentinels) {
        if (element.offset == sentinel) {
            offset.offset = mark;
        }
    }
    return offset;
}

ByteVector with_legacy_kafka_offset(Bytes bytes, const KafkaOffset& offset) {
    LegacyElement element = read_element(bytes);
    element.offset = stored(offset, element.offset);
    return written(element);
}

ByteVector make_legacy_kafka_element(Bytes like, const KafkaOffset& offset) {
    LegacyElement element = read_element(like);
    element.where = offset.where;
    element.offset = stored(offset, kOffsetNotSet);
    return written(element);
}

}  // namespace sp::connectors
