package sp.interop.connectors;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import sp.interop.Json;

/** What CommitterOperator keeps of the committables that have come to it. */
final class Committers {
    private static final String COMMITTABLES = "streaming.runtime.operators.sink.committables.";
    private static final String MESSAGES = "streaming.api.connector.sink2.";
    private static final int SUBTASK = 2;
    private static final int SUBTASKS = 5;

    record Made(Object object, ObjectNode json) {}

    interface Maker {
        Made make() throws Exception;
    }

    private Committers() {}

    static void write(ConnectorBytes all, SimpleVersionedSerializer<Object> serializer, Maker maker) throws Exception {
        Object metrics = metrics();
        boolean isFlink2 = Secret.type(COMMITTABLES + "CommittableCollector").getConstructors()[0].getParameterCount() == 1;
        Object collector = isFlink2 ? Secret.make(COMMITTABLES + "CommittableCollector", metrics)
                : Secret.make(COMMITTABLES + "CommittableCollector", SUBTASK, SUBTASKS, metrics);
        ObjectNode json = Json.object();
        ArrayNode checkpoints = json.putArray("checkpoints");
        for (int n = all.random.nextInt(3); n > 0; --n) {
            long checkpoint = 10L - n;
            int count = all.random.nextInt(3);
            ObjectNode one = checkpoints.addObject().put("checkpointId", checkpoint);
            if (isFlink2) {
                one.put("numberOfSubtasks", SUBTASKS);
            }
            ObjectNode subtask = one.putArray("subtasks").addObject();
            if (isFlink2) {
                subtask.put("subtaskId", SUBTASK);
            }
            Secret.call(collector, "addMessage",
                    (Object) Secret.make(MESSAGES + "CommittableSummary", SUBTASK, SUBTASKS, checkpoint, count, count, 0));
            ArrayNode requests = subtask.putArray("requests");
            for (int i = 0; i < count; ++i) {
                Made made = maker.make();
                Secret.call(collector, "addMessage",
                        (Object) Secret.make(MESSAGES + "CommittableWithLineage", made.object(), checkpoint, SUBTASK));
                ObjectNode request = requests.addObject();
                request.set("committable", ConnectorBytes.versioned(serializer.getVersion(), made.json()));
                request.put("retries", 0).put("state", "RECEIVED");
            }
            subtask.put("numCommittables", count);
            if (!isFlink2) {
                subtask.put("numDrained", 0);
            }
            subtask.put("numFailed", 0);
        }
        all.element("streaming_committer_raw_states",
                Secret.make(COMMITTABLES + "CommittableCollectorSerializer", serializer, SUBTASK, SUBTASKS, metrics), collector, "committer", json);
    }

    private static Object metrics() throws Exception {
        return Secret.callStatic(Secret.type("runtime.metrics.groups.InternalSinkCommitterMetricGroup"), "wrap",
                UnregisteredMetricGroups.createUnregisteredOperatorMetricGroup());
    }
}
