package sp.interop.connectors;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumStateSerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.state.api.runtime.OperatorIDGenerator;
import org.apache.flink.state.api.runtime.SavepointLoader;
import org.apache.kafka.common.TopicPartition;
import sp.interop.Json;

/** What a KafkaSource keeps, by the connector's own serializers: from splits that a script names, and back. */
public final class KafkaState {
    private KafkaState() {}

    /** {"splits": [{"topic", "partition", "offset", ["stop"]}], "assigned", "unassigned": [{"topic", "partition"}]}: `elements` and `coordinator`, base64. */
    public static void write(JsonNode request, ObjectNode answer) throws Exception {
        ArrayNode elements = answer.putArray("elements");
        for (JsonNode node : Json.member(request, "splits")) {
            long stop = node.has("stop") ? node.get("stop").asLong() : KafkaPartitionSplit.NO_STOPPING_OFFSET;
            KafkaPartitionSplit split = new KafkaPartitionSplit(partition(node), node.get("offset").asLong(), stop);
            elements.add(text(SimpleVersionedSerialization.writeVersionAndSerialize(new KafkaPartitionSplitSerializer(), split)));
        }
        KafkaSourceEnumState state =
                new KafkaSourceEnumState(partitions(request.path("assigned")), partitions(request.path("unassigned")), true);
        byte[] bytes = Secret.callStatic(Secret.type("runtime.source.coordinator.SourceCoordinator"), "writeCheckpointBytes", state,
                new KafkaSourceEnumStateSerializer());
        answer.put("coordinator", text(bytes));
    }

    /** The other way: `splits` of `elements`, and `partitions` ("topic-0 ASSIGNED") of the coordinator of `uid` in the savepoint `path`. */
    public static void read(JsonNode request, ObjectNode answer) throws Exception {
        ArrayNode splits = answer.putArray("splits");
        for (JsonNode element : Json.member(request, "elements")) {
            KafkaPartitionSplit split =
                    SimpleVersionedSerialization.readVersionAndDeSerialize(new KafkaPartitionSplitSerializer(), bytes(element));
            ObjectNode node = splits.addObject().put("topic", split.getTopic()).put("partition", split.getPartition())
                    .put("offset", split.getStartingOffset());
            split.getStoppingOffset().ifPresent(stop -> node.put("stop", stop));
        }
        ArrayNode partitions = answer.putArray("partitions");
        enumerator(coordinator(Json.text(request, "path"), Json.text(request, "uid"))).partitions().forEach(partition ->
                partitions.add(partition.topicPartition() + " " + partition.assignmentStatus().name()));
    }

    private static byte[] coordinator(String path, String uid) throws IOException {
        for (OperatorState operator : SavepointLoader.loadSavepointMetadata(path).getOperatorStates()) {
            if (operator.getOperatorID().equals(OperatorIDGenerator.fromUid(uid))) {
                return operator.getCoordinatorState().getData();
            }
        }
        throw new IllegalArgumentException("no operator " + uid);
    }

    /** SourceCoordinatorSerdeUtils: its version, that of the serializer, a length. */
    private static KafkaSourceEnumState enumerator(byte[] state) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(state));
        in.readInt();
        int version = in.readInt();
        byte[] payload = new byte[in.readInt()];
        in.readFully(payload);
        if (in.read() >= 0) {
            throw new IOException("more bytes behind the enumerator");
        }
        return new KafkaSourceEnumStateSerializer().deserialize(version, payload);
    }

    private static Set<TopicPartition> partitions(JsonNode nodes) {
        Set<TopicPartition> partitions = new HashSet<>();
        nodes.forEach(node -> partitions.add(partition(node)));
        return partitions;
    }

    private static TopicPartition partition(JsonNode node) {
        return new TopicPartition(node.get("topic").asText(), node.get("partition").asInt());
    }

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(JsonNode text) {
        return Base64.getDecoder().decode(text.asText());
    }
}
