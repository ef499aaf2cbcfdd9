package sp.interop.job;

import java.net.URI;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.state.CheckpointStorage;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import sp.interop.Json;
import sp.interop.types.NamedType;

/** Makes a job of {"operators": [{"uid", "kind", "key", "states"}…], "max_parallelism"}: one source feeds all operators but `numbers`. */
public final class JobBuilder {
    private JobBuilder() {}

    public static JobGraph build(String job, JsonNode spec, int parallelism, Configuration configuration) {
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment(configuration);
        setCheckpointStorage(environment.getCheckpointConfig(), configuration);
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(Json.number(spec, "max_parallelism", 128));
        DataStream<Command> commands = commands(environment, job, "commands");
        for (JsonNode node : Json.member(spec, "operators")) {
            OperatorSpec operator = new OperatorSpec(node);
            if (operator.kind().equals("numbers")) {
                Numbers.add(environment, operator, job);
                continue;
            }
            DataStream<Command> own = commands.filter(new OfOperator(operator.uid()))
                    .uid(operator.uid() + "-commands").setParallelism(1);
            add(operator, own, job, parallelism);
        }
        return environment.getStreamGraph().getJobGraph();
    }

    /** What comes through a CommandChannel; in it the watermarks that a command tells. */
    public static SingleOutputStreamOperator<Command> commands(StreamExecutionEnvironment environment, String channel, String uid) {
        return environment.fromSource(new CommandSource(channel), watermarks(), uid, Types.POJO(Command.class)).uid(uid).setParallelism(1);
    }

    /** In 1.x a job's options for it are ignored: it has to bring the object. In 2.x there is no such method. */
    public static void setCheckpointStorage(CheckpointConfig config, Configuration configuration) {
        String folder = configuration.getString("state.checkpoints.dir", null);
        String threshold = configuration.getString("state.storage.fs.memory-threshold", null);
        try {
            CheckpointConfig.class.getMethod("setCheckpointStorage", CheckpointStorage.class).invoke(config,
                    new FileSystemCheckpointStorage(URI.create(folder), (int) MemorySize.parseBytes(threshold)));
        } catch (NoSuchMethodException e) {
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(OperatorSpec operator, DataStream<Command> commands, String job, int parallelism) {
        switch (operator.kind()) {
            case "keyed":
                commands.keyBy(new KeyOf(operator), operator.key().information())
                        .process(new KeyedFunction(operator, job), Types.STRING)
                        .uid(operator.uid()).name(operator.uid());
                break;
            case "keyed-broadcast":
                SingleOutputStreamOperator<String> both = commands.keyBy(new KeyOf(operator), operator.key().information())
                        .connect(commands.broadcast(KeyedBroadcastFunction.RULES))
                        .process(new KeyedBroadcastFunction(operator, job), Types.STRING)
                        .uid(operator.uid()).name(operator.uid());
                operator.maxParallelism().ifPresent(both::setMaxParallelism);
                break;
            case "operator":
                commands.broadcast()
                        .process(new OperatorStateFunction(operator, job, parallelism), Types.STRING)
                        .uid(operator.uid()).name(operator.uid());
                break;
            case "window":
                WindowOperators.add(operator, commands.keyBy(new KeyOf(operator), operator.key().information()), job);
                break;
            case "cep":
                CepOperators.add(operator, commands.keyBy(new KeyOf(operator), operator.key().information()), job);
                break;
            default:
                throw new IllegalArgumentException("no kind of operator: " + operator.kind());
        }
    }

    private static WatermarkStrategy<Command> watermarks() {
        return WatermarkStrategy.<Command>forGenerator(context -> new OnCommand())
                .withTimestampAssigner((command, timestamp) -> command.time);
    }

    private static final class OnCommand implements WatermarkGenerator<Command> {
        @Override
        public void onEvent(Command command, long timestamp, WatermarkOutput output) {
            if (command.op.equals("watermark")) {
                output.emitWatermark(new Watermark(command.n));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    private static final class OfOperator implements FilterFunction<Command> {
        private static final long serialVersionUID = 1;

        private final String uid;

        OfOperator(String uid) {
            this.uid = uid;
        }

        @Override
        public boolean filter(Command command) {
            return command.uid.equals(uid) && !command.op.equals("watermark");
        }
    }

    private static final class KeyOf implements KeySelector<Command, Object> {
        private static final long serialVersionUID = 1;

        private final OperatorSpec operator;
        private transient NamedType type;

        KeyOf(OperatorSpec operator) {
            this.operator = operator;
        }

        @Override
        public Object getKey(Command command) {
            if (type == null) {
                type = operator.key();
            }
            return type.sample(command.key);
        }
    }
}
