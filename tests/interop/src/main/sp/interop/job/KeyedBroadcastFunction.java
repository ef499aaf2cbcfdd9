package sp.interop.job;

import java.util.Map;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import sp.interop.ValueJson;
import sp.interop.Versions;
import sp.interop.types.Address;

/**
 * Keyed, broadcast and list state and timers in one operator, which sees each command twice: by its key and broadcast. `count` adds n
 * to the key's count, notes it in its history, and sets a timer at `time`; `rule` puts a rule; `log` adds to the list of the subtask
 * of index `key`. `show` sends the key's states to the outputs, `show-operator` the others. The descriptors are written out as
 * users do it.
 */
final class KeyedBroadcastFunction extends KeyedBroadcastProcessFunction<Object, Command, Command, String>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1;

    static final MapStateDescriptor<String, Address> RULES = new MapStateDescriptor<>("rules", String.class, Address.class);
    private static final ValueStateDescriptor<Long> COUNT = new ValueStateDescriptor<>("count", Types.LONG);
    private static final MapStateDescriptor<Long, Address> HISTORY =
            new MapStateDescriptor<>("history", Types.LONG, Types.POJO(Address.class));

    private final String uid;
    private final String job;
    private transient ValueState<Long> count;
    private transient MapState<Long, Address> history;
    private transient ListState<Tuple2<String, Long>> log;

    KeyedBroadcastFunction(OperatorSpec spec, String job) {
        uid = spec.uid();
        this.job = job;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        count = context.getKeyedStateStore().getState(COUNT);
        history = context.getKeyedStateStore().getMapState(HISTORY);
        log = context.getOperatorStateStore().getListState(
                new ListStateDescriptor<>("log", TypeInformation.of(new TypeHint<Tuple2<String, Long>>() {})));
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {}

    @Override
    public void processElement(Command command, ReadOnlyContext context, Collector<String> out) throws Exception {
        if (command.op.equals("count")) {
            Long before = count.value();
            count.update((before == null ? 0 : before) + command.n);
            history.put(command.n, new Address("counted", (int) command.n));
            context.timerService().registerEventTimeTimer(command.time);
        } else if (command.op.equals("show")) {
            String of = " of " + ValueJson.of(context.getCurrentKey()) + ": ";
            Outputs.add(job, uid + "/count" + of + ValueJson.of(count.value()));
            Outputs.add(job, uid + "/history" + of + DeclaredState.show(history));
        }
    }

    @Override
    public void processBroadcastElement(Command command, Context context, Collector<String> out) throws Exception {
        int subtask = Versions.subtask(getRuntimeContext());
        BroadcastState<String, Address> rules = context.getBroadcastState(RULES);
        if (command.op.equals("rule")) {
            rules.put(command.state, new Address(command.state, (int) command.n));
        } else if (command.op.equals("log") && command.key == subtask) {
            log.add(Tuple2.of(command.state, command.n));
        } else if (command.op.equals("show-operator")) {
            String prefix = uid + " subtask " + subtask + " ";
            for (Map.Entry<String, Address> rule : rules.entries()) {
                Outputs.add(job, prefix + "rules: " + ValueJson.of(rule.getKey()) + " = " + ValueJson.of(rule.getValue()));
            }
            for (Tuple2<String, Long> line : log.get()) {
                Outputs.add(job, prefix + "log: " + ValueJson.of(line));
            }
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
        Outputs.add(job, uid + " " + context.timeDomain() + " timer of " + ValueJson.of(context.getCurrentKey()) + " at " + timestamp);
    }
}
