package sp.interop.connectors;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import sp.interop.Json;

/**
 * State of FlinkKafkaConsumer and FlinkKafkaProducer, which only the connectors for Flink 1.x have: lines of the state's name, the
 * serializer's snapshot, a value's bytes (both base64), and its JSON.
 */
public final class LegacyKafka {
    private static final String KAFKA = "streaming.connectors.kafka.";
    private static final String SINK = "streaming.api.functions.sink.TwoPhaseCommitSinkFunction$";

    private final List<String> lines = new ArrayList<>();
    private final Random random;

    private LegacyKafka(long seed) {
        random = new Random(seed);
    }

    public static List<String> lines(JsonNode request) throws Exception {
        LegacyKafka all = new LegacyKafka(Json.number(request, "seed", 1L));
        for (int n = Json.number(request, "samples", 20); n > 0; --n) {
            all.offsets();
            all.producer(false);
            all.producer(true);
            all.hint();
        }
        return all.lines;
    }

    private void add(String state, TypeSerializer<Object> serializer, Object value, JsonNode json) throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        String snapshot = Base64.getEncoder().encodeToString(out.getCopyOfBuffer());
        out.clear();
        serializer.serialize(value, out);
        lines.add(String.join("\t", state, snapshot, Base64.getEncoder().encodeToString(out.getCopyOfBuffer()), json.toString()));
    }

    private void offsets() throws Exception {
        TypeSerializer<Object> serializer =
                Secret.callStatic(Secret.type(KAFKA + "FlinkKafkaConsumerBase"), "createStateSerializer", new ExecutionConfig());
        Object partition = Secret.make(KAFKA + "internals.KafkaTopicPartition", "topic-" + random.nextInt(100) + (random.nextBoolean() ? "ü" : ""),
                random.nextInt(1000));
        long offset = random.nextLong() >>> random.nextInt(60);
        ObjectNode json = Json.object();
        json.putObject("f0").put("cachedHash", partition.hashCode()).put("partition", (int) Secret.call(partition, "getPartition"))
                .put("topic", (String) Secret.call(partition, "getTopic"));
        add("topic-partition-offset-states", serializer, Tuple2.of(partition, offset), json.put("f1", offset));
    }

    /** Its supportsNull is what decides whether a flag stands in front. */
    private void producer(boolean supportsNull) throws Exception {
        TypeSerializer<Object> transactions = Secret.make(KAFKA + "FlinkKafkaProducer$TransactionStateSerializer");
        TypeSerializer<Object> contexts = Secret.make(KAFKA + "FlinkKafkaProducer$ContextStateSerializer");
        TypeSerializer<Object> serializer = Secret.make(SINK + "StateSerializer", transactions, contexts, supportsNull);
        ObjectNode json = Json.object();
        json.putNull("pendingTransaction");
        Object pending = null;
        if (!supportsNull || random.nextBoolean()) {
            pending = transaction(json.putObject("pendingTransaction"));
        }
        List<Object> commit = new ArrayList<>();
        ArrayNode array = json.putArray("pendingCommitTransactions");
        for (int n = random.nextInt(3); n > 0; --n) {
            commit.add(transaction(array.addObject()));
        }
        Optional<Object> context = Optional.empty();
        json.putNull("context");
        if (random.nextBoolean()) {
            Set<String> ids = new LinkedHashSet<>();
            for (int n = random.nextInt(4); n > 0; --n) {
                ids.add("sink-" + n + "-日本");
            }
            context = Optional.of(Secret.make(KAFKA + "FlinkKafkaProducer$KafkaTransactionContext", ids));
            ids.forEach(json.putObject("context").putArray("transactionalIds")::add);
        }
        add("state", serializer, Secret.make(SINK + "State", pending, commit, context), json);
    }

    private Object transaction(ObjectNode json) throws Exception {
        String id = random.nextInt(4) == 0 ? null : "sink-" + random.nextInt(100);
        long producer = random.nextLong() >>> 1;
        short epoch = (short) random.nextInt(100);
        long start = random.nextLong() >>> 20;
        json.putObject("transaction").put("transactionalId", id).put("producerId", producer).put("epoch", epoch);
        json.put("transactionStartTime", start);
        return Secret.make(SINK + "TransactionHolder",
                (Object) Secret.make(KAFKA + "FlinkKafkaProducer$KafkaTransactionState", id, producer, epoch, null), start);
    }

    private void hint() throws Exception {
        int parallelism = random.nextInt(100);
        long next = random.nextLong() >>> 1;
        add("next-transactional-id-hint-v2", Secret.make(KAFKA + "FlinkKafkaProducer$NextTransactionalIdHintSerializer"),
                Secret.make(KAFKA + "FlinkKafkaProducer$NextTransactionalIdHint", parallelism, next),
                Json.object().put("nextFreeTransactionalId", next).put("lastParallelism", parallelism));
    }
}
