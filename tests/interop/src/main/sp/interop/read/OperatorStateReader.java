package sp.interop.read;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;

/** Prints managed operator state: each subtask's is restored by Flink's backend as it is, without redistribution. */
final class OperatorStateReader {
    private final Rows rows;
    private final Set<String> printedBroadcasts = new HashSet<>();

    OperatorStateReader(Rows rows) {
        this.rows = rows;
    }

    void print(OperatorState operator) throws Exception {
        for (int subtask = 0; subtask < operator.getParallelism(); ++subtask) {
            OperatorSubtaskState state = operator.getState(subtask);
            if (state != null) {
                for (OperatorStateHandle handle : state.getManagedOperatorState()) {
                    print(handle);
                }
            }
        }
    }

    private void print(OperatorStateHandle handle) throws Exception {
        OperatorBackendSerializationProxy proxy = new OperatorBackendSerializationProxy(getClass().getClassLoader());
        try (FSDataInputStream in = handle.openInputStream()) {
            proxy.read(new DataInputViewStreamWrapper(in));
        }
        try (CloseableRegistry registry = new CloseableRegistry()) {
            DefaultOperatorStateBackend backend = new DefaultOperatorStateBackendBuilder(
                    getClass().getClassLoader(), new ExecutionConfig(), false, List.of(handle), registry).build();
            for (StateMetaInfoSnapshot state : proxy.getOperatorStateMetaInfoSnapshots()) {
                printList(backend, state);
            }
            for (StateMetaInfoSnapshot state : proxy.getBroadcastStateMetaInfoSnapshots()) {
                if (printedBroadcasts.add(state.getName())) {
                    printBroadcast(backend, state);
                }
            }
            backend.dispose();
        }
    }

    private void printList(DefaultOperatorStateBackend backend, StateMetaInfoSnapshot state) throws Exception {
        boolean union = state.getOption(CommonOptionsKeys.OPERATOR_STATE_DISTRIBUTION_MODE).equals("UNION");
        ListStateDescriptor<Object> descriptor = new ListStateDescriptor<>(
                state.getName(), KeyedMetaInfo.serializer(state, CommonSerializerKeys.VALUE_SERIALIZER));
        for (Object element : (union ? backend.getUnionListState(descriptor) : backend.getListState(descriptor)).get()) {
            rows.value(state.getName(), union ? "operator-union" : "operator-list", null, null, element);
        }
    }

    private void printBroadcast(DefaultOperatorStateBackend backend, StateMetaInfoSnapshot state) throws Exception {
        TypeSerializer<Object> key = KeyedMetaInfo.serializer(state, CommonSerializerKeys.KEY_SERIALIZER);
        TypeSerializer<Object> value = KeyedMetaInfo.serializer(state, CommonSerializerKeys.VALUE_SERIALIZER);
        for (Map.Entry<Object, Object> entry : backend.getBroadcastState(
                new MapStateDescriptor<>(state.getName(), key, value)).entries()) {
            rows.entry(state.getName(), "broadcast", null, null, entry.getKey(), entry.getValue());
        }
    }
}
