package sp.interop.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import sp.interop.ValueJson;
import sp.interop.Versions;
import sp.interop.types.NamedType;
import sp.interop.types.TypeTable;

/**
 * Operator state: list, union and broadcast. Every subtask sees every command. Lists: the subtask of index `key` modulo the
 * parallelism obeys `add` and `clear`. Unions: an element belongs to one subtask, which `add` and a restore leave it to, and
 * they are sorted in snapshots: Flink restores them in any order. Broadcast states: `put`, `remove`, `clear`. `show` sends the
 * states to the outputs, unions as Flink restored them: a snapshot leaves each subtask its own elements, and 2.3 takes one at
 * once. `fill` adds to all states.
 */
final class OperatorStateFunction extends ProcessFunction<Command, String> implements CheckpointedFunction {
    private static final long serialVersionUID = 1;

    private final OperatorSpec spec;
    private final String job;
    private final int parallelism;
    private transient Map<String, StateSpec> specs;
    private transient Map<String, ListState<Object>> lists;
    private transient Map<String, ListState<Object>> unions;
    private transient Map<String, List<Object>> restoredUnions;
    private transient Map<String, BroadcastState<Object, Object>> broadcasts;

    OperatorStateFunction(OperatorSpec spec, String job, int parallelism) {
        this.spec = spec;
        this.job = job;
        this.parallelism = parallelism;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        specs = new LinkedHashMap<>();
        lists = new LinkedHashMap<>();
        unions = new LinkedHashMap<>();
        restoredUnions = new LinkedHashMap<>();
        broadcasts = new LinkedHashMap<>();
        OperatorStateStore store = context.getOperatorStateStore();
        for (StateSpec state : spec.states()) {
            NamedType type = TypeTable.get(state.type);
            specs.put(state.name, state);
            switch (state.kind) {
                case "list":
                    lists.put(state.name, store.getListState(new ListStateDescriptor<>(state.name, type.information())));
                    break;
                case "union":
                    unions.put(state.name, store.getUnionListState(new ListStateDescriptor<>(state.name, type.information())));
                    restoredUnions.put(state.name, elements(unions.get(state.name)));
                    break;
                case "broadcast":
                    broadcasts.put(state.name, store.getBroadcastState(new MapStateDescriptor<>(
                            state.name, TypeTable.get(state.mapKey).information(), type.information())));
                    break;
                default:
                    throw new IllegalArgumentException("no kind of operator state: " + state.kind);
            }
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        for (ListState<Object> union : unions.values()) {
            union.update(ownSorted(union));
        }
    }

    private List<Object> ownSorted(ListState<Object> union) throws Exception {
        List<Object> own = new ArrayList<>();
        for (Object element : union.get()) {
            if (isOwn(element)) {
                own.add(element);
            }
        }
        own.sort(Comparator.comparing(ValueJson::of));
        return own;
    }

    private boolean isOwn(Object element) {
        return isMine(ValueJson.of(element).hashCode());
    }

    private boolean isMine(long number) {
        return Math.floorMod(number, (long) parallelism) == Versions.subtask(getRuntimeContext());
    }

    @Override
    public void processElement(Command command, Context context, Collector<String> out) throws Exception {
        if (command.op.equals("show")) {
            show();
        } else if (command.op.equals("fill")) {
            for (StateSpec state : specs.values()) {
                String op = state.kind.equals("broadcast") ? "put" : "add";
                apply(new Command(command.uid, command.key, state.name, op, command.n, command.n));
            }
        } else {
            apply(command);
        }
    }

    private void apply(Command command) throws Exception {
        StateSpec state = specs.get(command.state);
        if (state == null) {
            throw new IllegalArgumentException("no such state: " + command);
        }
        NamedType type = TypeTable.get(state.type);
        if (state.kind.equals("broadcast")) {
            changeBroadcast(broadcasts.get(state.name), TypeTable.get(state.mapKey), type, command);
        } else if (state.kind.equals("union")) {
            if (!command.op.equals("add")) {
                throw new IllegalArgumentException("cannot do: " + command);
            }
            if (isOwn(type.sample(command.n))) {
                unions.get(state.name).add(type.sample(command.n));
            }
        } else if (isMine(command.key)) {
            changeList(lists.get(state.name), type, command);
        }
    }

    private static void changeList(ListState<Object> list, NamedType type, Command command) throws Exception {
        switch (command.op) {
            case "add":
                list.add(type.sample(command.n));
                break;
            case "clear":
                list.clear();
                break;
            default:
                throw new IllegalArgumentException("cannot do: " + command);
        }
    }

    private static void changeBroadcast(BroadcastState<Object, Object> broadcast, NamedType key, NamedType type, Command command)
            throws Exception {
        switch (command.op) {
            case "put":
                broadcast.put(key.sample(command.map), type.sample(command.n));
                break;
            case "remove":
                broadcast.remove(key.sample(command.map));
                break;
            case "clear":
                broadcast.clear();
                break;
            default:
                throw new IllegalArgumentException("cannot do: " + command);
        }
    }

    private static List<Object> elements(ListState<Object> list) throws Exception {
        List<Object> elements = new ArrayList<>();
        list.get().forEach(elements::add);
        return elements;
    }

    private void show() throws Exception {
        Map<String, List<Object>> all = new LinkedHashMap<>(restoredUnions);
        for (Map.Entry<String, ListState<Object>> list : lists.entrySet()) {
            all.put(list.getKey(), elements(list.getValue()));
        }
        String prefix = spec.uid() + " subtask " + Versions.subtask(getRuntimeContext()) + " ";
        for (Map.Entry<String, List<Object>> list : all.entrySet()) {
            for (Object element : list.getValue()) {
                Outputs.add(job, prefix + list.getKey() + ": " + ValueJson.of(element));
            }
        }
        for (Map.Entry<String, BroadcastState<Object, Object>> broadcast : broadcasts.entrySet()) {
            for (Map.Entry<Object, Object> entry : broadcast.getValue().entries()) {
                Outputs.add(job, prefix + broadcast.getKey() + ": " + ValueJson.of(entry.getKey()) + " = "
                        + ValueJson.of(entry.getValue()));
            }
        }
    }
}
