package sp.interop.connectors;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.connector.base.source.utils.SerdeUtils;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumStateSerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.kafka.common.TopicPartition;
import sp.interop.Json;

/** The Kafka connector, which needs no Kafka for that. */
final class KafkaBytes {
    private static final String DYNAMIC = "connector.kafka.dynamic.";

    private final ConnectorBytes all;

    KafkaBytes(ConnectorBytes all) {
        this.all = all;
    }

    void write() throws Exception {
        KafkaPartitionSplit split = split();
        all.element("SourceReaderState", new KafkaPartitionSplitSerializer(), split, "split", json(split));
        KafkaSourceEnumState state = state(0);
        all.coordinator(new KafkaSourceEnumStateSerializer(), state, json(state));
        olderStates();
        dynamic();
        writer();
        Committers.write(all, Secret.make("connector.kafka.sink.KafkaCommittableSerializer"), this::committable);
    }

    private KafkaPartitionSplit split() {
        long start = switch (all.random.nextInt(5)) {
            case 0 -> -1;
            case 1 -> KafkaPartitionSplit.EARLIEST_OFFSET;
            case 2 -> KafkaPartitionSplit.COMMITTED_OFFSET;
            default -> all.number();
        };
        long stop = switch (all.random.nextInt(5)) {
            case 0 -> -1;
            case 1 -> KafkaPartitionSplit.COMMITTED_OFFSET;
            case 2 -> all.number();
            default -> KafkaPartitionSplit.NO_STOPPING_OFFSET;
        };
        return new KafkaPartitionSplit(partition(), start, stop);
    }

    private TopicPartition partition() {
        return new TopicPartition(all.word(), all.random.nextInt(64));
    }

    private static ObjectNode json(KafkaPartitionSplit split) {
        ObjectNode json = Json.object().put("topic", split.getTopic()).put("partition", split.getPartition());
        put(json, "startingOffset", split.getStartingOffset());
        json.putNull("stoppingOffset");
        split.getStoppingOffset().ifPresent(offset -> put(json, "stoppingOffset", offset));
        return json;
    }

    private static void put(ObjectNode json, String name, long offset) {
        if (offset >= 0) {
            json.put(name, offset);
        } else {
            json.put(name, offset == -1 ? "latest" : offset == -2 ? "earliest" : "committed");
        }
    }

    private KafkaSourceEnumState state(int atLeast) {
        Set<TopicPartition> assigned = new HashSet<>();
        Set<TopicPartition> initial = new HashSet<>();
        for (int n = atLeast + all.random.nextInt(4); n > 0; --n) {
            assigned.add(partition());
        }
        for (int n = all.random.nextInt(4); n > 0; --n) {
            initial.add(new TopicPartition("initial." + all.word(), n));
        }
        return new KafkaSourceEnumState(assigned, initial, all.random.nextBoolean());
    }

    private static ObjectNode json(KafkaSourceEnumState state) {
        ObjectNode json = Json.object();
        ArrayNode partitions = json.putArray("partitions");
        state.partitions().forEach(partition -> json(partitions, partition.topicPartition())
                .put("assignmentStatus", partition.assignmentStatus().name()));
        return json.put("initialDiscoveryFinished", state.initialDiscoveryFinished());
    }

    private static ObjectNode json(ArrayNode partitions, TopicPartition partition) {
        return partitions.addObject().put("topic", partition.topic()).put("partition", partition.partition());
    }

    /** What the serializer of today still reads. */
    private void olderStates() throws Exception {
        Map<Integer, List<KafkaPartitionSplit>> splits = new HashMap<>();
        ObjectNode json = Json.object();
        ArrayNode assignments = json.putArray("assignments");
        for (int subtask = all.random.nextInt(3); subtask >= 0; --subtask) {
            splits.put(subtask, new ArrayList<>());
        }
        splits.forEach((subtask, list) -> {
            ArrayNode array = assignments.addObject().put("subtask", subtask).putArray("splits");
            for (int n = all.random.nextInt(3); n > 0; --n) {
                KafkaPartitionSplit split = split();
                list.add(split);
                array.add(json(split));
            }
        });
        all.coordinator(old(0, SerdeUtils.serializeSplitAssignments(splits, new KafkaPartitionSplitSerializer())), "", json);

        Set<TopicPartition> partitions = new LinkedHashSet<>();
        json = Json.object();
        ArrayNode array = json.putArray("partitions");
        for (int n = 1 + all.random.nextInt(3); n > 0; --n) {  // of none there are more that look like it
            partitions.add(partition());
        }
        partitions.forEach(partition -> json(array, partition));
        byte[] bytes = Secret.callStatic(KafkaSourceEnumStateSerializer.class, "serializeTopicPartitions", partitions);
        all.coordinator(old(1, bytes), "", json);
    }

    private static SimpleVersionedSerializer<String> old(int version, byte[] bytes) {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return version;
            }

            @Override
            public byte[] serialize(String object) {
                return bytes;
            }

            @Override
            public String deserialize(int version, byte[] serialized) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private void dynamic() throws Exception {
        KafkaPartitionSplit split = split();
        String cluster = all.word();
        ObjectNode json = Json.object().put("kafkaClusterId", cluster);
        json.set("split", json(split));
        SimpleVersionedSerializer<Object> splits = Secret.make(DYNAMIC + "source.split.DynamicKafkaSourceSplitSerializer");
        all.element("SourceReaderState", splits, Secret.make(DYNAMIC + "source.split.DynamicKafkaSourceSplit", cluster, split), "split", json);

        ObjectNode view = Json.object();
        Set<Object> streams = new LinkedHashSet<>();
        ArrayNode streamsJson = view.putArray("kafkaStreams");
        for (int n = all.random.nextInt(3); n > 0; --n) {
            String id = "stream" + n;
            Set<String> topics = new LinkedHashSet<>(List.of(all.word(), all.word() + "x"));
            Properties properties = new Properties();
            properties.setProperty("bootstrap.servers", "broker-" + n + ".example:9092");
            streams.add(Secret.make(DYNAMIC + "metadata.KafkaStream", id,
                    Map.of(cluster, Secret.make(DYNAMIC + "metadata.ClusterMetadata", topics, properties))));
            ObjectNode one = streamsJson.addObject().put("streamId", id).putArray("clusters").addObject().put("kafkaClusterId", cluster);
            topics.forEach(one.putArray("topics")::add);
            one.put("bootstrapServers", properties.getProperty("bootstrap.servers"));
        }
        KafkaSourceEnumState state = state(1);
        view.putArray("clusterEnumeratorStates").addObject().put("kafkaClusterId", cluster).put("version", 2).setAll(json(state));
        SimpleVersionedSerializer<Object> serializer = Secret.make(DYNAMIC + "source.enumerator.DynamicKafkaSourceEnumStateSerializer");
        all.coordinator(serializer, Secret.make(DYNAMIC + "source.enumerator.DynamicKafkaSourceEnumState", streams, Map.of(cluster, state)), view);
    }

    private void writer() throws Exception {
        SimpleVersionedSerializer<Object> serializer = Secret.make("connector.kafka.sink.KafkaWriterStateSerializer");
        String type = "connector.kafka.sink.KafkaWriterState";
        String prefix = "kafka-sink-" + all.word();
        if (serializer.getVersion() == 1) {
            all.element("writer_raw_states", serializer, Secret.make(type, prefix), "writer", Json.object().put("text", prefix));
            return;
        }
        Class<?> ownership = Secret.type("connector.kafka.sink.internal.TransactionOwnership");
        Object owner = ownership.getEnumConstants()[all.random.nextInt(2)];
        ObjectNode json = Json.object().put("transactionalIdPrefix", prefix).put("ownedSubtaskId", all.random.nextInt(9) - 1)
                .put("totalNumberOfOwnedSubtasks", all.random.nextInt(9) - 1).put("transactionOwnership", owner.toString());
        List<Object> transactions = new ArrayList<>();
        ArrayNode array = json.putArray("precommittedTransactionalIds");
        for (int n = all.random.nextInt(3); n > 0; --n) {
            String id = all.text() + "-0-1";
            long checkpoint = all.number();
            transactions.add(Secret.make("connector.kafka.sink.internal.CheckpointTransaction", id, checkpoint));
            array.addObject().put("transactionalId", id).put("checkpointId", checkpoint);
        }
        all.element("writer_raw_states", serializer, Secret.make(type, prefix, json.get("ownedSubtaskId").asInt(),
                json.get("totalNumberOfOwnedSubtasks").asInt(), owner, transactions), "writer", json);
    }

    private Committers.Made committable() throws Exception {
        long producer = all.number();
        short epoch = (short) all.random.nextInt(Short.MAX_VALUE);
        String id = all.text() + "-0-17";
        return new Committers.Made(Secret.make("connector.kafka.sink.KafkaCommittable", producer, epoch, id, null),
                Json.object().put("transactionalId", id).put("producerId", producer).put("epoch", epoch));
    }
}
