package sp.interop.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import sp.interop.ValueJson;

/**
 * Keyed state of all kinds, and timers. Beside the operations of its states: `show` (all states of the key go to the outputs),
 * `fill` (all states and a timer), `event`, `processing` (set a timer at n), `delete-event`, `delete-processing`. Timers that fire go to the outputs.
 */
final class KeyedFunction extends KeyedProcessFunction<Object, Command, String> implements CheckpointedFunction {
    private static final long serialVersionUID = 1;

    private final OperatorSpec spec;
    private final String job;
    private transient Map<String, DeclaredState> states;

    KeyedFunction(OperatorSpec spec, String job) {
        this.spec = spec;
        this.job = job;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        states = new LinkedHashMap<>();
        for (StateSpec state : spec.states()) {
            states.put(state.name, DeclaredState.create(state, context.getKeyedStateStore()));
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {}

    @Override
    public void processElement(Command command, Context context, Collector<String> out) throws Exception {
        TimerService timers = context.timerService();
        switch (command.op) {
            case "show":
                for (Map.Entry<String, DeclaredState> state : states.entrySet()) {
                    Outputs.add(job, spec.uid() + "/" + state.getKey() + " of " + ValueJson.of(context.getCurrentKey()) + ": "
                            + state.getValue().show());
                }
                break;
            case "fill":
                for (DeclaredState state : states.values()) {
                    state.fill(command.n);
                }
                timers.registerEventTimeTimer(Workload.EPOCH + command.n);
                break;
            case "event":
                timers.registerEventTimeTimer(command.n);
                break;
            case "processing":
                timers.registerProcessingTimeTimer(command.n);
                break;
            case "delete-event":
                timers.deleteEventTimeTimer(command.n);
                break;
            case "delete-processing":
                timers.deleteProcessingTimeTimer(command.n);
                break;
            default:
                DeclaredState state = states.get(command.state);
                if (state == null) {
                    throw new IllegalArgumentException("no such state: " + command);
                }
                state.apply(command);
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
        Outputs.add(job, spec.uid() + " " + context.timeDomain() + " timer of " + ValueJson.of(context.getCurrentKey()) + " at "
                + timestamp);
    }
}
