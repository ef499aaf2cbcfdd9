package sp.interop.job;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import sp.interop.Json;

/**
 * A source of Flink's own, whose coordinator and readers have state: {"to", "pause"} sends the numbers from 1 on to the outputs of
 * JOB/UID, each subtask one in `pause` milliseconds.
 */
final class Numbers {
    private Numbers() {}

    static void add(StreamExecutionEnvironment environment, OperatorSpec operator, String job) {
        JsonNode node = operator.node();
        environment.fromSource(new NumberSequenceSource(1, Json.number(node, "to", 1_000_000_000L)), WatermarkStrategy.noWatermarks(),
                        operator.uid(), Types.LONG)
                .uid(operator.uid())
                .map(new Told(job + "/" + operator.uid(), Json.number(node, "pause", 1L)))
                .returns(Types.LONG)
                .uid(operator.uid() + "-told");
    }

    private static final class Told implements MapFunction<Long, Long> {
        private static final long serialVersionUID = 1;

        private final String outputs;
        private final long pause;

        Told(String outputs, long pause) {
            this.outputs = outputs;
            this.pause = pause;
        }

        @Override
        public Long map(Long number) throws InterruptedException {
            Outputs.add(outputs, number.toString());
            Thread.sleep(pause);
            return number;
        }
    }
}
