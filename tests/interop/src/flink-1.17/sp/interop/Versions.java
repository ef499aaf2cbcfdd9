package sp.interop;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.time.Time;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.state.api.input.KeyedStateInputFormat;
import org.apache.flink.state.api.input.operator.StateReaderOperator;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.functions.sink.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.Window;

/** What is called differently in Flink 1.17. */
public final class Versions {
    private Versions() {}

    public static <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
        return type.createSerializer(new ExecutionConfig());
    }

    public static StateTtlConfig ttl(long milliseconds) {
        return StateTtlConfig.newBuilder(Time.milliseconds(milliseconds)).build();
    }

    public static TumblingEventTimeWindows tumbling(long size) {
        return TumblingEventTimeWindows.of(windowTime(size));
    }

    public static TumblingProcessingTimeWindows tumblingByClock(long size) {
        return TumblingProcessingTimeWindows.of(windowTime(size));
    }

    public static SlidingEventTimeWindows sliding(long size, long slide) {
        return SlidingEventTimeWindows.of(windowTime(size), windowTime(slide));
    }

    public static EventTimeSessionWindows sessions(long gap) {
        return EventTimeSessionWindows.withGap(windowTime(gap));
    }

    private static org.apache.flink.streaming.api.windowing.time.Time windowTime(long milliseconds) {
        return org.apache.flink.streaming.api.windowing.time.Time.milliseconds(milliseconds);
    }

    public static <T, K, W extends Window> WindowedStream<T, K, W> lateness(WindowedStream<T, K, W> windows, long time) {
        return windows.allowedLateness(windowTime(time));
    }

    public static <T, F extends T> Pattern<T, F> within(Pattern<T, F> pattern, long time) {
        return pattern.within(windowTime(time));
    }

    public static <T> DataStreamSink<T> discard(DataStream<T> elements) {
        return elements.addSink(new DiscardingSink<>());
    }

    public static int subtask(RuntimeContext context) {
        return context.getIndexOfThisSubtask();
    }

    public static <K, N, OUT> KeyedStateInputFormat<K, N, OUT> keyedInput(
            OperatorState state, Configuration configuration, StateReaderOperator<?, K, N, OUT> operator) {
        return new KeyedStateInputFormat<>(state, null, configuration, operator);
    }

    /** What Flink does with state that was written as `stored` when a job declares it as `current`. */
    public static <T> TypeSerializerSchemaCompatibility<T> compatibility(
            TypeSerializerSnapshot<T> stored, TypeSerializerSnapshot<T> current) {
        return stored.resolveSchemaCompatibility(current.restoreSerializer());
    }

    /** The file with the header that KeyedBackendSerializationProxy reads. */
    public static StreamStateHandle header(IncrementalRemoteKeyedStateHandle handle) {
        return handle.getMetaStateHandle();
    }
}
