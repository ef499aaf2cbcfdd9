package sp.interop.read;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.StateAssignmentOperation;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.state.api.input.KeyedStateInputFormat;
import org.apache.flink.state.api.runtime.OperatorIDGenerator;
import org.apache.flink.state.api.runtime.SavepointLoader;
import sp.interop.Versions;

/** Rows of a snapshot, sorted, as Flink reads them: nothing is declared, all states and serializers are found in it. */
public final class SnapshotPrinter {
    private final Configuration configuration;
    private final Map<OperatorID, String> uids = new HashMap<>();

    /** @param uids names for operators; others are printed as hash:ID */
    public SnapshotPrinter(Configuration configuration, Collection<String> uids) {
        this.configuration = configuration;
        uids.forEach(uid -> this.uids.put(OperatorIDGenerator.fromUid(uid), uid));
    }

    /** All rows, keyed state restored in as many subtasks as wrote it. */
    public List<String> rows(String path) throws Exception {
        CheckpointMetadata metadata = SavepointLoader.loadSavepointMetadata(path);
        List<String> lines = new ArrayList<>();
        for (OperatorState operator : metadata.getOperatorStates()) {
            String uid = uid(operator);
            for (int split = 0; split < operator.getParallelism(); ++split) {
                printKeyed(operator, uid, split, operator.getParallelism(), lines);
            }
            new OperatorStateReader(new Rows(uid, lines::add)).print(operator);
        }
        Collections.sort(lines);
        return lines;
    }

    /** Rows of keyed state that a restore at parallelism `splits` gives its subtask `split`. */
    public List<String> keyedRows(String path, int split, int splits) throws Exception {
        List<String> lines = new ArrayList<>();
        for (OperatorState operator : SavepointLoader.loadSavepointMetadata(path).getOperatorStates()) {
            printKeyed(operator, uid(operator), split, splits, lines);
        }
        Collections.sort(lines);
        return lines;
    }

    private String uid(OperatorState operator) {
        OperatorID id = operator.getOperatorID();
        return uids.getOrDefault(id, "hash:" + id.toHexString());
    }

    private void printKeyed(OperatorState operator, String uid, int split, int splits, List<String> lines) throws Exception {
        List<KeyGroupRange> ranges = StateAssignmentOperation.createKeyGroupPartitions(
                operator.getMaxParallelism(), Math.min(splits, operator.getMaxParallelism()));
        if (split >= ranges.size()) {
            return;
        }
        Rows rows = new Rows(uid, lines::add);
        for (KeyedStateHandle handle : StateAssignmentOperation.getRawKeyedStateHandles(operator, ranges.get(split))) {
            RawTimers.read((KeyGroupsStateHandle) handle, (name, timer) ->
                    TimerEntries.print(name, timer.getKey(), timer.getNamespace(), timer.getTimestamp(), rows));
        }
        KeyedMetaInfo info = KeyedMetaInfo.of(operator);
        if (info.isEmpty()) {
            return;
        }
        Configuration backend = new Configuration(configuration);
        if (info.isIncremental()) {
            backend.setString("state.backend.type", "rocksdb");
        }
        KeyedStateInputFormat<Object, Object, String> input = Versions.keyedInput(operator, backend, new KeyedReader(info, uid));
        input.setRuntimeContext(ReadingContext.of(ranges.size()));
        input.openInputFormat();
        input.open(input.createInputSplits(ranges.size())[split]);
        while (!input.reachedEnd()) {
            lines.add(input.nextRecord(null));
        }
        input.close();
    }
}
