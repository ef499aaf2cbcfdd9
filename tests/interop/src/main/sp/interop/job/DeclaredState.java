package sp.interop.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.State;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import sp.interop.Versions;
import sp.interop.ValueJson;
import sp.interop.types.NamedType;
import sp.interop.types.TypeTable;

/** A keyed state of the job, and what a command can do to it: put, add, set, remove, clear. */
abstract class DeclaredState {
    private static final long TTL = 1000L * 86_400 * 365;

    final NamedType type;

    private DeclaredState(NamedType type) {
        this.type = type;
    }

    abstract void apply(Command command) throws Exception;

    /** Two values, in a map under two keys. */
    void fill(long n) throws Exception {
        String op = this instanceof Value || this instanceof Entries ? "put" : "add";
        apply(new Command("", 0, "", op, n, 0));
        apply(new Command("", 0, "", op, n + 1, 1));
    }

    /** What the job itself finds under the current key, as JSON. */
    abstract String show() throws Exception;

    /** Pairs in the order of the keys' texts. */
    static String show(MapState<?, ?> state) throws Exception {
        Map<String, String> sorted = new TreeMap<>();
        for (Map.Entry<?, ?> entry : state.entries()) {
            sorted.put(ValueJson.of(entry.getKey()), ValueJson.of(entry.getValue()));
        }
        return sorted.entrySet().stream().map(entry -> "{\"key\":" + entry.getKey() + ",\"value\":" + entry.getValue() + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    static DeclaredState create(StateSpec spec, KeyedStateStore store) {
        NamedType type = TypeTable.get(spec.type);
        switch (spec.kind) {
            case "value":
                return new Value(type, store.getState(withTtl(spec, new ValueStateDescriptor<>(spec.name, type.information()))));
            case "list":
                return new Elements(type, store.getListState(withTtl(spec, new ListStateDescriptor<>(spec.name, type.information()))));
            case "map":
                NamedType key = TypeTable.get(spec.mapKey);
                return new Entries(key, type, store.getMapState(
                        withTtl(spec, new MapStateDescriptor<>(spec.name, key.information(), type.information()))));
            case "reducing":
                return new Reduced(type, store.getReducingState(
                        withTtl(spec, new ReducingStateDescriptor<>(spec.name, new Reduce(), type.information()))));
            case "aggregating":
                return new Aggregated(type, store.getAggregatingState(withTtl(spec, new AggregatingStateDescriptor<>(
                        spec.name, new SumAndCount(), Types.<Tuple2<Long, Integer>>TUPLE(Types.LONG, Types.INT)))));
            default:
                throw new IllegalArgumentException("no kind of keyed state: " + spec.kind);
        }
    }

    private static <S extends State, D extends StateDescriptor<S, ?>> D withTtl(StateSpec spec, D descriptor) {
        if (spec.ttl) {
            descriptor.enableTimeToLive(Versions.ttl(TTL));
        }
        return descriptor;
    }

    IllegalArgumentException unknown(Command command) {
        return new IllegalArgumentException("cannot do: " + command);
    }

    private static final class Value extends DeclaredState {
        private final ValueState<Object> state;

        Value(NamedType type, ValueState<Object> state) {
            super(type);
            this.state = state;
        }

        @Override
        void apply(Command command) throws Exception {
            switch (command.op) {
                case "put":
                    state.update(type.sample(command.n));
                    break;
                case "clear":
                    state.clear();
                    break;
                case "expect":
                    if (!type.sample(command.n).equals(state.value())) {
                        throw new IllegalStateException(command + ": found " + ValueJson.of(state.value()));
                    }
                    break;
                default:
                    throw unknown(command);
            }
        }

        @Override
        String show() throws Exception {
            return ValueJson.of(state.value());
        }
    }

    private static final class Elements extends DeclaredState {
        private final ListState<Object> state;

        Elements(NamedType type, ListState<Object> state) {
            super(type);
            this.state = state;
        }

        @Override
        void apply(Command command) throws Exception {
            switch (command.op) {
                case "add":
                    state.add(type.sample(command.n));
                    break;
                case "set":  // three elements in place of all
                    state.update(List.of(type.sample(command.n), type.sample(command.n + 1), type.sample(command.n + 2)));
                    break;
                case "clear":
                    state.clear();
                    break;
                default:
                    throw unknown(command);
            }
        }

        @Override
        String show() throws Exception {
            List<Object> elements = new ArrayList<>();
            Iterable<Object> found = state.get();
            if (found != null) {
                found.forEach(elements::add);
            }
            return ValueJson.of(elements);
        }
    }

    private static final class Entries extends DeclaredState {
        private final NamedType key;
        private final MapState<Object, Object> state;

        Entries(NamedType key, NamedType type, MapState<Object, Object> state) {
            super(type);
            this.key = key;
            this.state = state;
        }

        @Override
        void apply(Command command) throws Exception {
            switch (command.op) {
                case "put":
                    state.put(key.sample(command.map), type.sample(command.n));
                    break;
                case "remove":
                    state.remove(key.sample(command.map));
                    break;
                case "clear":
                    state.clear();
                    break;
                default:
                    throw unknown(command);
            }
        }

        @Override
        String show() throws Exception {
            return DeclaredState.show(state);
        }
    }

    private static final class Reduced extends DeclaredState {
        private final ReducingState<Object> state;

        Reduced(NamedType type, ReducingState<Object> state) {
            super(type);
            this.state = state;
        }

        @Override
        void apply(Command command) throws Exception {
            switch (command.op) {
                case "add":
                    state.add(type.sample(command.n));
                    break;
                case "clear":
                    state.clear();
                    break;
                default:
                    throw unknown(command);
            }
        }

        @Override
        String show() throws Exception {
            return ValueJson.of(state.get());
        }
    }

    /** Adds n itself, whatever the type that the script gave. */
    private static final class Aggregated extends DeclaredState {
        private final AggregatingState<Long, Object> state;

        @SuppressWarnings("unchecked")
        Aggregated(NamedType type, AggregatingState<Long, ?> state) {
            super(type);
            this.state = (AggregatingState<Long, Object>) state;
        }

        @Override
        void apply(Command command) throws Exception {
            switch (command.op) {
                case "add":
                    state.add(command.n);
                    break;
                case "clear":
                    state.clear();
                    break;
                default:
                    throw unknown(command);
            }
        }

        @Override
        String show() throws Exception {
            return ValueJson.of(state.get());
        }
    }

    /** A sum of longs, a joined text (bounded), or the later of two others. */
    static final class Reduce implements ReduceFunction<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public Object reduce(Object a, Object b) {
            if (a instanceof Long) {
                return (Long) a + (Long) b;
            }
            return a instanceof String && ((String) a).length() < 200 ? a + "|" + b : b;
        }
    }

    static final class SumAndCount implements AggregateFunction<Long, Tuple2<Long, Integer>, Tuple2<Long, Integer>> {
        private static final long serialVersionUID = 1;

        @Override
        public Tuple2<Long, Integer> createAccumulator() {
            return Tuple2.of(0L, 0);
        }

        @Override
        public Tuple2<Long, Integer> add(Long value, Tuple2<Long, Integer> sum) {
            return Tuple2.of(sum.f0 + value, sum.f1 + 1);
        }

        @Override
        public Tuple2<Long, Integer> getResult(Tuple2<Long, Integer> sum) {
            return sum;
        }

        @Override
        public Tuple2<Long, Integer> merge(Tuple2<Long, Integer> a, Tuple2<Long, Integer> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }
}
