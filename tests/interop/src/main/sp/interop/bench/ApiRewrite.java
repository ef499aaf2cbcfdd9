package sp.interop.bench;

import java.nio.file.Path;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.OperatorTransformation;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.SavepointWriter;
import org.apache.flink.state.api.StateBootstrapTransformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import sp.interop.Json;

/** What scripts/bench-rewrite lets sp-rewrite do, by the State Processor API: all state read, and written with another max parallelism. */
public final class ApiRewrite {
    private ApiRewrite() {}

    /** {"path", "out", "max_parallelism", "parallelism"}: a savepoint of make_big_savepoint, and the folder of the new one. */
    public static void run(JsonNode request, Configuration configuration) throws Exception {
        int parallelism = Json.number(request, "parallelism", 1);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        environment.getConfig().enableObjectReuse();
        TypeInformation<Tuple5<Integer, Long, String, Long, Profile>> row =
                Types.TUPLE(Types.INT, Types.LONG, Types.STRING, Types.LONG, Types.POJO(Profile.class));
        DataStream<Tuple5<Integer, Long, String, Long, Profile>> rows = SavepointReader
                .read(environment, uri(request, "path"), new HashMapStateBackend())
                .readKeyedState(OperatorIdentifier.forUid("big"), new StateReader(), Types.LONG, row);
        StateBootstrapTransformation<Tuple5<Integer, Long, String, Long, Profile>> bootstrap = OperatorTransformation
                .bootstrapWith(rows)
                .keyBy(one -> one.f1, Types.LONG)
                .transform(new RowBootstrap());
        SavepointWriter.newSavepoint(environment, new HashMapStateBackend(), Json.number(request, "max_parallelism", 128))
                .withOperator(OperatorIdentifier.forUid("big"), bootstrap)
                .write(uri(request, "out"));
        environment.execute();
    }

    private static String uri(JsonNode request, String member) {
        return Path.of(Json.text(request, member)).toAbsolutePath().toUri().toString();
    }
}
