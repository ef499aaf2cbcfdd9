package sp.interop.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.delegation.Planner;
import sp.interop.Json;
import sp.interop.job.JobBuilder;

/** A job of SQL: all INSERTs of {"statements": […]} and all of {"queries": {name: SELECT}}, which are told by name, are one statement set. */
public final class TableJob {
    private TableJob() {}

    /** With "plan", a path, from the compiled plan that lies there; it is made if there is none. Its operators have uids. */
    public static JobGraph build(String job, JsonNode request, int parallelism, Configuration configuration) throws IOException {
        configuration.setString(InteropTables.JOB, job);
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment(configuration);
        JobBuilder.setCheckpointStorage(environment.getCheckpointConfig(), configuration);
        environment.setParallelism(parallelism);
        environment.setMaxParallelism(Json.number(request, "max_parallelism", 128));
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        StreamStatementSet inserts = tables.createStatementSet();
        List<String> statements = new ArrayList<>();
        Json.member(request, "statements").forEach(statement -> statements.add(statement.asText()));
        for (String statement : statements) {
            if (statement.startsWith("INSERT")) {
                inserts.addInsertSql(statement);
            } else {
                tables.executeSql(statement);
            }
        }
        for (Iterator<Map.Entry<String, JsonNode>> queries = request.path("queries").fields(); queries.hasNext(); ) {
            Map.Entry<String, JsonNode> query = queries.next();
            inserts.add(tables.sqlQuery(query.getValue().asText())
                    .insertInto(TableDescriptor.forConnector("interop").option(InteropTables.NAME, query.getKey()).build()));
        }
        if (request.hasNonNull("plan")) {
            addPlan(Path.of(Json.text(request, "plan")), inserts, tables, environment);
        } else {
            inserts.attachAsDataStream();
        }
        return environment.getStreamGraph().getJobGraph();
    }

    private static void addPlan(Path path, StreamStatementSet inserts, StreamTableEnvironment tables,
            StreamExecutionEnvironment environment) throws IOException {
        if (!Files.exists(path)) {
            Files.writeString(path, inserts.compilePlan().asJsonString());
        }
        Planner planner = ((TableEnvironmentImpl) tables).getPlanner();
        planner.translatePlan(planner.loadPlan(PlanReference.fromFile(path.toFile()))).forEach(environment::addOperator);
    }
}
