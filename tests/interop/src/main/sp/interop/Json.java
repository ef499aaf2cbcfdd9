package sp.interop;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Requests and answers, through the JSON library that comes with Flink. Rows are written by ValueJson. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    public static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** The member `name`, which must be there. */
    public static JsonNode member(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null || value.isNull()) {
            throw new IllegalArgumentException("no \"" + name + "\" in " + node);
        }
        return value;
    }

    public static String text(JsonNode node, String name) {
        return member(node, name).asText();
    }

    public static String text(JsonNode node, String name, String otherwise) {
        return node.hasNonNull(name) ? node.get(name).asText() : otherwise;
    }

    public static int number(JsonNode node, String name, int otherwise) {
        return node.hasNonNull(name) ? node.get(name).asInt() : otherwise;
    }

    public static long number(JsonNode node, String name, long otherwise) {
        return node.hasNonNull(name) ? node.get(name).asLong() : otherwise;
    }

    public static boolean flag(JsonNode node, String name) {
        return node.hasNonNull(name) && node.get(name).asBoolean();
    }
}
