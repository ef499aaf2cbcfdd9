package sp.interop.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.state.api.runtime.SavepointLoader;

/** The SST files that a snapshot refers to: by them a case can tell whether it holds what it is about. */
public final class SnapshotFiles {
    private SnapshotFiles() {}

    /** Where they lie, an entry for each use. */
    public static List<String> sst(String path) throws IOException {
        List<String> files = new ArrayList<>();
        for (OperatorState operator : SavepointLoader.loadSavepointMetadata(path).getOperatorStates()) {
            for (OperatorSubtaskState subtask : operator.getStates()) {
                for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
                    if (handle instanceof IncrementalRemoteKeyedStateHandle) {
                        IncrementalRemoteKeyedStateHandle incremental = (IncrementalRemoteKeyedStateHandle) handle;
                        Stream.concat(incremental.getSharedState().stream(), incremental.getPrivateState().stream())
                                .filter(file -> file.getLocalPath().endsWith(".sst"))
                                .forEach(file -> files.add(location(file.getHandle())));
                    }
                }
            }
        }
        Collections.sort(files);
        return files;
    }

    private static String location(StreamStateHandle handle) {
        return handle instanceof FileStateHandle ? ((FileStateHandle) handle).getFilePath().getPath() : "inline";
    }
}
