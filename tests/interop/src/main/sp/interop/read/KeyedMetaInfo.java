package sp.interop.read;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;
import sp.interop.Versions;

/** What the headers of an operator's keyed state say: all states of all subtasks with the serializers found there. */
final class KeyedMetaInfo {
    final Map<String, StateMetaInfoSnapshot> states = new LinkedHashMap<>();
    private TypeSerializerSnapshot<?> key;
    private boolean incremental;

    private KeyedMetaInfo() {}

    static KeyedMetaInfo of(OperatorState operator) throws IOException {
        KeyedMetaInfo info = new KeyedMetaInfo();
        for (OperatorSubtaskState subtask : operator.getStates()) {
            for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
                info.add(handle);
            }
        }
        return info;
    }

    private void add(KeyedStateHandle handle) throws IOException {
        StreamStateHandle header;
        if (handle instanceof IncrementalRemoteKeyedStateHandle) {
            header = Versions.header((IncrementalRemoteKeyedStateHandle) handle);
            incremental = true;
        } else if (handle instanceof KeyGroupsStateHandle) {
            header = (KeyGroupsStateHandle) handle;
        } else {
            throw new IOException("cannot read " + handle.getClass().getName());
        }
        KeyedBackendSerializationProxy<?> proxy = new KeyedBackendSerializationProxy<>(KeyedMetaInfo.class.getClassLoader());
        try (FSDataInputStream in = header.openInputStream()) {
            proxy.read(new DataInputViewStreamWrapper(in));
        }
        key = proxy.getKeySerializerSnapshot();
        proxy.getStateMetaInfoSnapshots().forEach(state -> states.putIfAbsent(state.getName(), state));
    }

    boolean isEmpty() {
        return key == null;
    }

    /** Files of RocksDB's own format: only that backend restores them. */
    boolean isIncremental() {
        return incremental;
    }

    @SuppressWarnings("unchecked")
    TypeSerializer<Object> keySerializer() {
        return (TypeSerializer<Object>) key.restoreSerializer();
    }

    @SuppressWarnings("unchecked")
    static TypeSerializer<Object> serializer(StateMetaInfoSnapshot state, CommonSerializerKeys which) {
        return (TypeSerializer<Object>) state.getTypeSerializerSnapshot(which).restoreSerializer();
    }
}
