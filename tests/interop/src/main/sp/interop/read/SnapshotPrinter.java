package sp.interop.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.state.api.input.KeyedStateInputFormat;
import org.apache.flink.state.api.input.splits.KeyGroupRangeInputSplit;
import org.apache.flink.state.api.runtime.OperatorIDGenerator;
import org.apache.flink.state.api.runtime.SavepointLoader;
import sp.interop.Versions;

/** All rows of a snapshot, sorted, as Flink reads them: nothing is declared, all states and serializers are found in it. */
public final class SnapshotPrinter {
    private final Configuration configuration;
    private final Map<OperatorID, String> uids = new HashMap<>();
    private final int splits;

    /**
     * @param uids names for operators; others are printed as hash:ID
     * @param splits how many subtasks to restore keyed state in, 0 for as many as wrote it
     */
    public SnapshotPrinter(Configuration configuration, Collection<String> uids, int splits) {
        this.configuration = configuration;
        this.splits = splits;
        uids.forEach(uid -> this.uids.put(OperatorIDGenerator.fromUid(uid), uid));
    }

    public List<String> rows(String path) throws Exception {
        CheckpointMetadata metadata = SavepointLoader.loadSavepointMetadata(path);
        List<String> lines = new ArrayList<>();
        for (OperatorState operator : metadata.getOperatorStates()) {
            OperatorID id = operator.getOperatorID();
            String uid = uids.getOrDefault(id, "hash:" + id.toHexString());
            Rows rows = new Rows(uid, lines::add);
            printKeyed(operator, uid, lines);
            printRawTimers(operator, rows);
            new OperatorStateReader(rows).print(operator);
        }
        Collections.sort(lines);
        return lines;
    }

    private void printKeyed(OperatorState operator, String uid, List<String> lines) throws Exception {
        KeyedMetaInfo info = KeyedMetaInfo.of(operator);
        if (info.isEmpty()) {
            return;
        }
        Configuration backend = new Configuration(configuration);
        if (info.isIncremental()) {
            backend.setString("state.backend.type", "rocksdb");
        }
        int parallelism = splits == 0 ? operator.getParallelism() : splits;
        KeyedStateInputFormat<Object, Object, String> input =
                Versions.keyedInput(operator, backend, new KeyedReader(info, uid));
        KeyGroupRangeInputSplit[] ranges = input.createInputSplits(parallelism);
        input.setRuntimeContext(ReadingContext.of(ranges.length));
        input.openInputFormat();
        for (KeyGroupRangeInputSplit range : ranges) {
            input.open(range);
            while (!input.reachedEnd()) {
                lines.add(input.nextRecord(null));
            }
            input.close();
        }
    }

    private static void printRawTimers(OperatorState operator, Rows rows) throws IOException {
        for (OperatorSubtaskState subtask : operator.getStates()) {
            for (KeyedStateHandle handle : subtask.getRawKeyedState()) {
                RawTimers.read((KeyGroupsStateHandle) handle, (name, timer) -> TimerEntries.print(name, timer, rows));
            }
        }
    }
}
