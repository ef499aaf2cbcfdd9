package sp.interop.connectors;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import sp.interop.Json;

/**
 * What sources and sinks write by their own serializers, of random content: lines of the state's name ("coordinator" for what the
 * source coordinator keeps), the bytes (base64), and the JSON of what they hold.
 */
public final class ConnectorBytes {
    private final List<String> lines = new ArrayList<>();
    final Random random;

    private ConnectorBytes(long seed) {
        random = new Random(seed);
    }

    public static List<String> lines(JsonNode request) throws Exception {
        ConnectorBytes all = new ConnectorBytes(Json.number(request, "seed", 1L));
        for (int n = Json.number(request, "samples", 20); n > 0; --n) {
            new Sources(all).write();
            new KafkaBytes(all).write();
            new FileSinkBytes(all).write();
        }
        return all.lines;
    }

    /** An element of a list of bytes. */
    <T> void element(String state, SimpleVersionedSerializer<T> serializer, T object, String name, JsonNode content) throws Exception {
        ObjectNode view = Json.object().put("version", serializer.getVersion());
        view.set(name, content);
        add(state, SimpleVersionedSerialization.writeVersionAndSerialize(serializer, object), view);
    }

    /** A source coordinator's state, by its own hands. */
    <T> void coordinator(SimpleVersionedSerializer<T> serializer, T object, ObjectNode content) throws Exception {
        ObjectNode view = Json.object().put("version", 1);
        view.set("enumerator", versioned(serializer.getVersion(), content));
        add("coordinator", Secret.callStatic(Secret.type("runtime.source.coordinator.SourceCoordinator"), "writeCheckpointBytes", object,
                serializer), view);
    }

    void add(String state, byte[] bytes, JsonNode view) {
        lines.add(state + "\t" + Base64.getEncoder().encodeToString(bytes) + "\t" + view);
    }

    static ObjectNode versioned(int version, ObjectNode content) {
        ObjectNode all = Json.object().put("version", version);
        all.setAll(content);
        return all;
    }

    String word() {
        String[] words = {"orders", "a", "payments.v2", "clicks_raw", "t-0", "X"};
        return words[random.nextInt(words.length)] + random.nextInt(100);
    }

    /** With what modified UTF-8 does differently. */
    String text() {
        String[] texts = {"part-0", "größe", "日本", "a\u0000b", "😀", "ein \"Zitat\"", ""};
        return texts[random.nextInt(texts.length)] + random.nextInt(1000);
    }

    long number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(10);
            case 1 -> Long.MAX_VALUE - random.nextInt(3);
            default -> random.nextLong() >>> random.nextInt(40) + 1;
        };
    }
}
