#include "types/connectors/kafka_sink.hpp"

#include "java/modified_utf8.hpp"

namespace sp::connectors {

KafkaCommittable read_kafka_committable(std::int32_t version, BoundedReader& in) {
    expect(in, "committable version", version == 1);
    KafkaCommittable committable;
    committable.epoch = in.i16("epoch");
    committable.producer_id = in.i64("producer id");
    committable.transactional_id = java::read_utf(in, "transactional id");
    expect(in, "committable",
           committable.epoch >= -1 && committable.producer_id >= -1 && !committable.transactional_id.empty());
    return committable;
}

KafkaWriterState read_kafka_writer_state(std::int32_t version, BoundedReader& in) {
    expect(in, "writer state version", version == 2);
    KafkaWriterState state;
    state.prefix = java::read_utf(in, "transactional id prefix");
    state.owned_subtask = in.i32("owned subtask");
    state.owned_subtasks = in.i32("owned subtasks");
    const std::int32_t ownership = in.i32("transaction ownership");
    expect(in, "writer state",
           state.owned_subtask >= -1 && state.owned_subtasks >= -1 && (ownership == 0 || ownership == 1));
    state.is_explicit = ownership == 1;
    const std::size_t count = in.count("transactions", 2 + 8);
    for (std::size_t i = 0; i < count; ++i) {
        KafkaWriterState::Transaction& transaction = state.precommitted.emplace_back();
        transaction.transactional_id = java::read_utf(in, "transactional id");
        transaction.checkpoint = in.i64("checkpoint");
        expect(in, "checkpoint", transaction.checkpoint >= 0);
    }
    return state;
}

}  // namespace sp::connectors
