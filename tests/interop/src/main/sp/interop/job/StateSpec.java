package sp.interop.job;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import sp.interop.Json;

/** A state as a script declares it: {"name", "kind", "type", ["map_key"], ["ttl"]}. */
public final class StateSpec {
    public final String name;
    public final String kind;
    public final String type;
    public final String mapKey;
    public final boolean ttl;

    StateSpec(JsonNode node) {
        name = Json.text(node, "name");
        kind = Json.text(node, "kind");
        type = Json.text(node, "type", "long");
        mapKey = Json.text(node, "map_key", "string");
        ttl = Json.flag(node, "ttl");
    }
}
