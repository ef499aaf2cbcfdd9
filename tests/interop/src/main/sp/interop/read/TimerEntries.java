package sp.interop.read;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyGroupedInternalPriorityQueue;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.TimerSerializer;
import org.apache.flink.util.CloseableIterator;

/** Timers that lie in managed keyed state, as a priority queue of one service and domain. */
final class TimerEntries implements KeyedEntries {
    private final String name;
    private final TimerSerializer<?, ?> serializer;
    private final List<TimerHeapInternalTimer<Object, Object>> timers = new ArrayList<>();
    private int next;

    @SuppressWarnings("unchecked")
    TimerEntries(KeyedStateBackend<Object> backend, StateMetaInfoSnapshot state) throws Exception {
        name = state.getName();
        serializer = (TimerSerializer<?, ?>) (TypeSerializer<?>) KeyedMetaInfo.serializer(state, CommonSerializerKeys.VALUE_SERIALIZER);
        KeyGroupedInternalPriorityQueue<TimerHeapInternalTimer<Object, Object>> queue =
                backend.create(name, (TypeSerializer<TimerHeapInternalTimer<Object, Object>>) (TypeSerializer<?>) serializer);
        try (CloseableIterator<TimerHeapInternalTimer<Object, Object>> all = queue.iterator()) {
            all.forEachRemaining(timers::add);
        }
    }

    @Override
    public Stream<Tuple2<Object, Object>> keysAndNamespaces() {
        return timers.stream().map(timer -> Tuple2.of(timer.getKey(), timer.getNamespace()));
    }

    /** In the order of keysAndNamespaces(). */
    @Override
    public void print(Object key, Object namespace, Rows rows) {
        print(name, TableValues.plain(serializer.getKeySerializer(), key),
                TableValues.plain(serializer.getNamespaceSerializer(), namespace), timers.get(next++).getTimestamp(), rows);
    }

    static void print(String name, Object key, Object namespace, long timestamp, Rows rows) {
        String kind = name.startsWith("_timer_state/event_") ? "timer-event-time" : "timer-processing-time";
        rows.value(name, kind, key, namespace, timestamp);
    }
}
