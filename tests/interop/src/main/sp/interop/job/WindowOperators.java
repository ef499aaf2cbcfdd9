package sp.interop.job;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.util.Collector;
import sp.interop.Json;
import sp.interop.ValueJson;
import sp.interop.Versions;

/**
 * Window operators: {"windows": "tumbling" | "tumbling-by-clock" | "sliding" | "session" | "global", "size", "slide", "lateness",
 * "contents": "list" | "reduce" | "aggregate"}. A list also keeps a state per key, and one per window that is never cleared, so that
 * snapshots hold some. Windows that fire go to the outputs.
 */
final class WindowOperators {
    private WindowOperators() {}

    static void add(OperatorSpec operator, KeyedStream<Command, Object> elements, String job) {
        JsonNode node = operator.node();
        if (Json.text(node, "windows").equals("global")) {
            named(operator, elements.window(GlobalWindows.create()).trigger(CountTrigger.of(1000))
                    .reduce(new LatestElement(), new Fired<>(operator.uid(), job)));
            return;
        }
        WindowedStream<Command, Object, TimeWindow> windows =
                Versions.lateness(elements.window(assigner(node)), Json.number(node, "lateness", 0L));
        switch (Json.text(node, "contents")) {
            case "list":
                boolean merges = Json.text(node, "windows").equals("session");  // where per-window state is not allowed
                named(operator, windows.process(new Contents(operator.uid(), job, !merges), Types.STRING));
                break;
            case "reduce":
                named(operator, windows.reduce(new LatestElement(), new Fired<>(operator.uid(), job)));
                break;
            case "aggregate":
                TypeInformation<Tuple2<Long, Integer>> sum = Types.TUPLE(Types.LONG, Types.INT);
                named(operator, windows.aggregate(
                        new SumOfElements(), new FiredSum(operator.uid(), job), sum, sum, Types.STRING));
                break;
            default:
                throw new IllegalArgumentException("no kind of window contents: " + node);
        }
    }

    private static void named(OperatorSpec operator, SingleOutputStreamOperator<?> stream) {
        stream.uid(operator.uid()).name(operator.uid());
    }

    private static WindowAssigner<Object, TimeWindow> assigner(JsonNode node) {
        long size = Json.number(node, "size", 1000L);
        switch (Json.text(node, "windows")) {
            case "tumbling-by-clock":
                return Versions.tumblingByClock(size);
            case "tumbling":
                return Versions.tumbling(size);
            case "sliding":
                return Versions.sliding(size, Json.number(node, "slide", size / 2));
            case "session":
                return Versions.sessions(size);
            default:
                throw new IllegalArgumentException("no kind of windows: " + node);
        }
    }

    private static String fired(String uid, Object key, Window window, Object contents) {
        String of = window instanceof TimeWindow ? " [" + ((TimeWindow) window).getStart() + ", " + ((TimeWindow) window).getEnd() + ")" : "";
        return uid + " window" + of + " of " + ValueJson.of(key) + ": " + contents;
    }

    private static final class LatestElement implements ReduceFunction<Command> {
        private static final long serialVersionUID = 1;

        @Override
        public Command reduce(Command a, Command b) {
            Command sum = new Command(b.uid, b.key, b.state, b.op, a.n + b.n, b.map);
            sum.time = Math.max(a.time, b.time);
            return sum;
        }
    }

    private static final class SumOfElements implements AggregateFunction<Command, Tuple2<Long, Integer>, Tuple2<Long, Integer>> {
        private static final long serialVersionUID = 1;
        private final DeclaredState.SumAndCount sum = new DeclaredState.SumAndCount();

        @Override
        public Tuple2<Long, Integer> createAccumulator() {
            return sum.createAccumulator();
        }

        @Override
        public Tuple2<Long, Integer> add(Command element, Tuple2<Long, Integer> accumulator) {
            return sum.add(element.n, accumulator);
        }

        @Override
        public Tuple2<Long, Integer> getResult(Tuple2<Long, Integer> accumulator) {
            return accumulator;
        }

        @Override
        public Tuple2<Long, Integer> merge(Tuple2<Long, Integer> a, Tuple2<Long, Integer> b) {
            return sum.merge(a, b);
        }
    }

    private static final class Fired<W extends Window> extends ProcessWindowFunction<Command, String, Object, W> {
        private static final long serialVersionUID = 1;
        private final String uid;
        private final String job;

        Fired(String uid, String job) {
            this.uid = uid;
            this.job = job;
        }

        @Override
        public void process(Object key, Context context, Iterable<Command> elements, Collector<String> out) {
            Outputs.add(job, fired(uid, key, context.window(), elements.iterator().next().n));
        }
    }

    private static final class FiredSum extends ProcessWindowFunction<Tuple2<Long, Integer>, String, Object, TimeWindow> {
        private static final long serialVersionUID = 1;
        private final String uid;
        private final String job;

        FiredSum(String uid, String job) {
            this.uid = uid;
            this.job = job;
        }

        @Override
        public void process(Object key, Context context, Iterable<Tuple2<Long, Integer>> sums, Collector<String> out) {
            Outputs.add(job, fired(uid, key, context.window(), sums.iterator().next()));
        }
    }

    private static final class Contents extends ProcessWindowFunction<Command, String, Object, TimeWindow> {
        private static final long serialVersionUID = 1;
        private final String uid;
        private final String job;
        private final boolean keepsState;

        Contents(String uid, String job, boolean keepsState) {
            this.uid = uid;
            this.job = job;
            this.keepsState = keepsState;
        }

        @Override
        public void process(Object key, Context context, Iterable<Command> elements, Collector<String> out) throws Exception {
            StringBuilder values = new StringBuilder();
            elements.forEach(element -> values.append(element.n).append(' '));
            if (keepsState) {
                ValueState<Long> perKey = context.globalState().getState(new ValueStateDescriptor<>("per-key", Types.LONG));
                perKey.update(context.window().getEnd());
                context.windowState().getState(new ValueStateDescriptor<>("per-window", Types.STRING)).update(values.toString());
            }
            Outputs.add(job, fired(uid, key, context.window(), values));
        }
    }
}
