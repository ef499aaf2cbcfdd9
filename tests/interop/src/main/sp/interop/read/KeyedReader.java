package sp.interop.read;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.BackendStateType;
import org.apache.flink.state.api.input.operator.StateReaderOperator;
import org.apache.flink.state.api.runtime.SavepointRuntimeContext;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import sp.interop.SerializerType;

/**
 * The operator that KeyedStateInputFormat restores and asks for rows. In place of a namespace goes the state that an entry is
 * of with the namespace, so that one pass prints all states.
 */
final class KeyedReader extends StateReaderOperator<Function, Object, Object, String> {
    private static final long serialVersionUID = 1;

    private final transient KeyedMetaInfo info;
    private final String uid;

    @SuppressWarnings("unchecked")
    KeyedReader(KeyedMetaInfo info, String uid) {
        super(new Function() {}, new SerializerType<>(info.keySerializer()),
                (TypeSerializer<Object>) (TypeSerializer<?>) VoidNamespaceSerializer.INSTANCE);
        this.info = info;
        this.uid = uid;
    }

    @Override
    public CloseableIterator<Tuple2<Object, Object>> getKeysAndNamespaces(SavepointRuntimeContext context) throws Exception {
        List<KeyedEntries> all = new ArrayList<>();
        for (StateMetaInfoSnapshot state : info.states.values()) {
            all.add(state.getBackendStateType() == BackendStateType.PRIORITY_QUEUE
                    ? new TimerEntries(getKeyedStateBackend(), state)
                    : new StateEntries(getKeyedStateBackend(), state));
        }
        Iterator<Tuple2<Object, Object>> entries = all.stream().flatMap(KeyedReader::entries).iterator();
        return new CloseableIterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public Tuple2<Object, Object> next() {
                return entries.next();
            }

            /** Called for each entry after it was read; the state stays as it is. */
            @Override
            public void remove() {}

            @Override
            public void close() {}
        };
    }

    private static Stream<Tuple2<Object, Object>> entries(KeyedEntries state) {
        return state.keysAndNamespaces().map(entry -> Tuple2.of(entry.f0, Tuple2.of(state, entry.f1)));
    }

    @Override
    public void processElement(Object key, Object stateAndNamespace, Collector<String> out) throws Exception {
        Tuple2<?, ?> pair = (Tuple2<?, ?>) stateAndNamespace;
        ((KeyedEntries) pair.f0).print(key, pair.f1, new Rows(uid, out::collect));
    }
}
