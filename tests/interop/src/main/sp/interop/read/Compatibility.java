package sp.interop.read;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.SavepointKeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.state.api.runtime.OperatorIDGenerator;
import org.apache.flink.state.api.runtime.SavepointLoader;
import sp.interop.Versions;

/**
 * Whether a job can take over the state of a canonical savepoint without migrating it. What the job declares is read from a savepoint
 * that the same job took without having restored anything: there its own serializers have left their snapshots.
 */
public final class Compatibility {
    private Compatibility() {}

    /** {state and part of it: answer}; the answer is "as is" where Flink leaves the stored state as it is. */
    public static Map<String, String> of(String stored, String fresh, String uid) throws IOException {
        Map<String, TypeSerializerSnapshot<?>> current = snapshots(fresh, uid);
        Map<String, String> answers = new TreeMap<>();
        snapshots(stored, uid).forEach((part, snapshot) ->
                answers.put(part, current.containsKey(part) ? answer(snapshot, current.get(part)) : "the job has no such state"));
        return answers;
    }

    @SuppressWarnings("unchecked")
    private static String answer(TypeSerializerSnapshot<?> stored, TypeSerializerSnapshot<?> current) {
        TypeSerializerSchemaCompatibility<Object> result = Versions.compatibility(
                (TypeSerializerSnapshot<Object>) stored, (TypeSerializerSnapshot<Object>) current);
        return result.isCompatibleAsIs() ? "as is"
                : result.isCompatibleAfterMigration() ? "after migration"
                : result.isCompatibleWithReconfiguredSerializer() ? "with a reconfigured serializer" : "incompatible";
    }

    /** All subtasks have the same: they come from one job, or from sp-bootstrap. */
    private static Map<String, TypeSerializerSnapshot<?>> snapshots(String path, String uid) throws IOException {
        OperatorID id = OperatorIDGenerator.fromUid(uid);
        Map<String, TypeSerializerSnapshot<?>> snapshots = new LinkedHashMap<>();
        for (OperatorState operator : SavepointLoader.loadSavepointMetadata(path).getOperatorStates()) {
            if (operator.getOperatorID().equals(id)) {
                for (OperatorSubtaskState subtask : operator.getStates()) {
                    addAll(subtask, snapshots);
                }
            }
        }
        return snapshots;
    }

    private static void addAll(OperatorSubtaskState subtask, Map<String, TypeSerializerSnapshot<?>> snapshots) throws IOException {
        for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
            if (!(handle instanceof SavepointKeyedStateHandle)) {
                throw new IOException("not of a canonical savepoint: " + handle);
            }
            KeyedBackendSerializationProxy<?> proxy = new KeyedBackendSerializationProxy<>(Compatibility.class.getClassLoader());
            try (FSDataInputStream in = ((StreamStateHandle) handle).openInputStream()) {
                proxy.read(new DataInputViewStreamWrapper(in));
            }
            snapshots.put("key", proxy.getKeySerializerSnapshot());
            addAll(proxy.getStateMetaInfoSnapshots(), snapshots);
        }
        for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
            OperatorBackendSerializationProxy proxy = new OperatorBackendSerializationProxy(Compatibility.class.getClassLoader());
            try (FSDataInputStream in = handle.openInputStream()) {
                proxy.read(new DataInputViewStreamWrapper(in));
            }
            addAll(proxy.getOperatorStateMetaInfoSnapshots(), snapshots);
            addAll(proxy.getBroadcastStateMetaInfoSnapshots(), snapshots);
        }
    }

    private static void addAll(List<StateMetaInfoSnapshot> states, Map<String, TypeSerializerSnapshot<?>> snapshots) {
        for (StateMetaInfoSnapshot state : states) {
            state.getSerializerSnapshotsImmutable().forEach((part, snapshot) ->
                    snapshots.put(state.getBackendStateType() + " " + state.getName() + " " + part, snapshot));
        }
    }
}
