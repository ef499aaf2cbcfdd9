package sp.interop;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.state.StateTtlConfig;
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
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.Window;

/** What is called differently since Flink 1.20. */
public final class Versions {
    private Versions() {}

    public static <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
        return type.createSerializer(new SerializerConfigImpl());
    }

    public static StateTtlConfig ttl(long milliseconds) {
        return StateTtlConfig.newBuilder(Duration.ofMillis(milliseconds)).build();
    }

    public static TumblingEventTimeWindows tumbling(long size) {
        return TumblingEventTimeWindows.of(Duration.ofMillis(size));
    }

    public static TumblingProcessingTimeWindows tumblingByClock(long size) {
        return TumblingProcessingTimeWindows.of(Duration.ofMillis(size));
    }

    public static SlidingEventTimeWindows sliding(long size, long slide) {
        return SlidingEventTimeWindows.of(Duration.ofMillis(size), Duration.ofMillis(slide));
    }

    public static EventTimeSessionWindows sessions(long gap) {
        return EventTimeSessionWindows.withGap(Duration.ofMillis(gap));
    }

    public static <T, K, W extends Window> WindowedStream<T, K, W> lateness(WindowedStream<T, K, W> windows, long time) {
        return windows.allowedLateness(Duration.ofMillis(time));
    }

    public static <T, F extends T> Pattern<T, F> within(Pattern<T, F> pattern, long time) {
        return pattern.within(Duration.ofMillis(time));
    }

    public static <T> DataStreamSink<T> discard(DataStream<T> elements) {
        return elements.sinkTo(new DiscardingSink<>());
    }

    public static int subtask(RuntimeContext context) {
        return context.getTaskInfo().getIndexOfThisSubtask();
    }

    public static <K, N, OUT> KeyedStateInputFormat<K, N, OUT> keyedInput(
            OperatorState state, Configuration configuration, StateReaderOperator<?, K, N, OUT> operator)
            throws IOException {
        return new KeyedStateInputFormat<>(state, null, configuration, operator, new ExecutionConfig());
    }

    /** What Flink does with state that was written as `stored` when a job declares it as `current`. */
    public static <T> TypeSerializerSchemaCompatibility<T> compatibility(
            TypeSerializerSnapshot<T> stored, TypeSerializerSnapshot<T> current) {
        return current.resolveSchemaCompatibility(stored);
    }

    /** The file with the header that KeyedBackendSerializationProxy reads. */
    public static StreamStateHandle header(IncrementalRemoteKeyedStateHandle handle) {
        return handle.getMetaDataStateHandle();
    }
}
