package sp.interop.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.AppendingState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.State;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;

/**
 * A state that was found in a snapshot, read through the backend's own state object. It is registered without TTL: its values
 * are then the TTL wrappers, with their time stamps, and nothing expires.
 */
final class StateEntries implements KeyedEntries {
    private final KeyedStateBackend<Object> backend;
    private final String name;
    private final String kind;
    private final TypeSerializer<Object> namespaceSerializer;
    private final TypeSerializer<Object> valueSerializer;
    private final StateDescriptor<? extends State, ?> descriptor;

    StateEntries(KeyedStateBackend<Object> backend, StateMetaInfoSnapshot state) throws Exception {
        this.backend = backend;
        name = state.getName();
        StateDescriptor.Type type = StateDescriptor.Type.valueOf(state.getOption(CommonOptionsKeys.KEYED_STATE_TYPE));
        kind = type.name().toLowerCase(Locale.ROOT);
        namespaceSerializer = KeyedMetaInfo.serializer(state, CommonSerializerKeys.NAMESPACE_SERIALIZER);
        valueSerializer = KeyedMetaInfo.serializer(state, CommonSerializerKeys.VALUE_SERIALIZER);
        descriptor = descriptor(type, valueSerializer);
        backend.getOrCreateKeyedState(namespaceSerializer, descriptor);
    }

    private StateDescriptor<? extends State, ?> descriptor(StateDescriptor.Type type, TypeSerializer<?> serializer) {
        @SuppressWarnings("unchecked")
        TypeSerializer<Object> value = (TypeSerializer<Object>) serializer;
        switch (type) {
            case VALUE:
                return new ValueStateDescriptor<>(name, value);
            case LIST:
                return new ListStateDescriptor<>(name, ((ListSerializer<?>) serializer).getElementSerializer());
            case MAP:
                MapSerializer<?, ?> map = (MapSerializer<?, ?>) serializer;
                return new MapStateDescriptor<>(name, map.getKeySerializer(), map.getValueSerializer());
            case REDUCING:
                return new ReducingStateDescriptor<>(name, (a, b) -> b, value);
            case AGGREGATING:
                return new AggregatingStateDescriptor<>(name, new Accumulator(), value);
            default:
                throw new IllegalStateException("state " + name + " is of type " + type);
        }
    }

    @Override
    public Stream<Tuple2<Object, Object>> keysAndNamespaces() {
        return backend.getKeysAndNamespaces(name);
    }

    @Override
    public void print(Object key, Object namespace, Rows rows) throws Exception {
        State state = backend.getPartitionedState(namespace, namespaceSerializer, descriptor);
        Object plainKey = TableValues.plain(backend.getKeySerializer(), key);
        Object plainNamespace = TableValues.plain(namespaceSerializer, namespace);
        if (state instanceof MapState) {
            MapSerializer<?, ?> map = (MapSerializer<?, ?>) (TypeSerializer<?>) valueSerializer;
            for (Map.Entry<?, ?> entry : ((MapState<?, ?>) state).entries()) {
                rows.entry(name, kind, plainKey, plainNamespace, TableValues.plain(map.getKeySerializer(), entry.getKey()),
                        TableValues.plain(map.getValueSerializer(), entry.getValue()));
            }
        } else {
            rows.value(name, kind, plainKey, plainNamespace, TableValues.plain(valueSerializer, value(state)));
        }
    }

    private static Object value(State state) throws Exception {
        if (state instanceof ValueState) {
            return ((ValueState<?>) state).value();
        }
        if (state instanceof ListState) {
            List<Object> elements = new ArrayList<>();
            ((ListState<?>) state).get().forEach(elements::add);
            return elements;
        }
        return ((AppendingState<?, ?>) state).get();
    }

    /** The result is the accumulator itself. */
    private static final class Accumulator implements AggregateFunction<Object, Object, Object> {
        private static final long serialVersionUID = 1;

        @Override
        public Object createAccumulator() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object add(Object value, Object accumulator) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object getResult(Object accumulator) {
            return accumulator;
        }

        @Override
        public Object merge(Object a, Object b) {
            throw new UnsupportedOperationException();
        }
    }
}
