package sp.interop.job;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import sp.interop.Json;
import sp.interop.types.NamedType;
import sp.interop.types.TypeTable;

/** An operator as a script declares it. It travels to the tasks as the JSON text that it came as. */
public final class OperatorSpec implements Serializable {
    private static final long serialVersionUID = 1;

    private final String json;

    public OperatorSpec(JsonNode node) {
        json = node.toString();
        uid();
        kind();
    }

    public JsonNode node() {
        return Json.parse(json);
    }

    public String uid() {
        return Json.text(node(), "uid");
    }

    /** keyed, operator, keyed-broadcast, window, cep or numbers. */
    public String kind() {
        return Json.text(node(), "kind");
    }

    public NamedType key() {
        return TypeTable.get(Json.text(node(), "key", "int"));
    }

    /** Its own, in place of the job's. */
    public OptionalInt maxParallelism() {
        return node().has("max_parallelism") ? OptionalInt.of(node().get("max_parallelism").asInt()) : OptionalInt.empty();
    }

    public List<StateSpec> states() {
        List<StateSpec> states = new ArrayList<>();
        node().path("states").forEach(state -> states.add(new StateSpec(state)));
        return states;
    }
}
