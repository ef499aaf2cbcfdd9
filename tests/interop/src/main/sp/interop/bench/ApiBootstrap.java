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
import org.apache.flink.state.api.SavepointWriter;
import org.apache.flink.state.api.StateBootstrapTransformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import sp.interop.Json;

/** The savepoint that scripts/bench-write lets sp-bootstrap make, by the State Processor API out of the same rows. */
public final class ApiBootstrap {
    private static final int MAX_PARALLELISM = 128;

    private ApiBootstrap() {}

    /** {"rows", "out", "parallelism"}: a file of rows that make_rows printed, and the folder of the savepoint. */
    public static void run(JsonNode request, Configuration configuration) throws Exception {
        int parallelism = Json.number(request, "parallelism", 1);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        environment.getConfig().enableObjectReuse();
        TypeInformation<Tuple5<Integer, Long, String, Long, Profile>> row =
                Types.TUPLE(Types.INT, Types.LONG, Types.STRING, Types.LONG, Types.POJO(Profile.class));
        DataStream<Tuple5<Integer, Long, String, Long, Profile>> rows = environment.fromSequence(0, parallelism - 1)
                .flatMap(new RowReader(Json.text(request, "rows"), parallelism))
                .returns(row);
        StateBootstrapTransformation<Tuple5<Integer, Long, String, Long, Profile>> bootstrap = OperatorTransformation
                .bootstrapWith(rows)
                .keyBy(one -> one.f1, Types.LONG)
                .transform(new RowBootstrap());
        SavepointWriter.newSavepoint(environment, new HashMapStateBackend(), MAX_PARALLELISM)
                .withOperator(OperatorIdentifier.forUid("big"), bootstrap)
                .write(Path.of(Json.text(request, "out")).toAbsolutePath().toUri().toString());
        environment.execute();
    }
}
