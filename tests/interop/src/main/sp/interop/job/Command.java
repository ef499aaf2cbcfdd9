package sp.interop.job;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import sp.interop.Json;

/**
 * What one record of the source tells one operator to do. `n` chooses the value (sample(n) of the state's type), `map` the
 * map key. The operations are those of DeclaredState, KeyedFunction, OperatorStateFunction, and these: `watermark` (at n, for
 * all operators) and `element` (an element for a window or pattern operator: value n at `time`).
 */
public class Command {
    public String uid;
    public long key;
    public String state;
    public String op;
    public long n;
    public long map;
    public long time;

    public Command() {}

    public Command(String uid, long key, String state, String op, long n, long map) {
        this.uid = uid;
        this.key = key;
        this.state = state;
        this.op = op;
        this.n = n;
        this.map = map;
    }

    public static Command of(JsonNode node) {
        Command command = new Command(Json.text(node, "uid", ""), Json.number(node, "key", 0L), Json.text(node, "state", ""),
                Json.text(node, "op"), Json.number(node, "n", 0L), Json.number(node, "map", 0L));
        command.time = Json.number(node, "time", 0L);
        return command;
    }

    @Override
    public String toString() {
        return op + " " + uid + "/" + state + " key " + key + " n " + n + " map " + map;
    }
}
