package sp.interop.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.PlanReference;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.delegation.Planner;
import sp.interop.Json;
import sp.interop.job.JobBuilder;

/**
 * A job of SQL over {"tables": {name: {"columns": {name: type}, ["key"], ["changes"]}}}: all of {"queries": {name: SELECT}} are one
 * statement set. What a query finds goes into the table of its name, or, where there is none, into one of just its columns.
 */
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
        JsonNode declared = Json.member(request, "tables");
        for (Iterator<Map.Entry<String, JsonNode>> each = declared.fields(); each.hasNext(); ) {
            Map.Entry<String, JsonNode> table = each.next();
            tables.createTable(table.getKey(), descriptor(table.getValue()));
        }
        for (Iterator<Map.Entry<String, JsonNode>> each = Json.member(request, "queries").fields(); each.hasNext(); ) {
            Map.Entry<String, JsonNode> query = each.next();
            Table result = tables.sqlQuery(query.getValue().asText());
            inserts.add(declared.has(query.getKey()) ? result.insertInto(query.getKey()) : result.insertInto(
                    TableDescriptor.forConnector("interop").option(InteropTables.NAME, query.getKey()).build()));
        }
        if (request.hasNonNull("plan")) {
            addPlan(Path.of(Json.text(request, "plan")), inserts, tables, environment);
        } else {
            inserts.attachAsDataStream();
        }
        return environment.getStreamGraph().getJobGraph();
    }

    /** Not by DDL, which has no columns of intervals. A column `ts` is the rows' time, of which the source tells watermarks. */
    private static TableDescriptor descriptor(JsonNode table) {
        Schema.Builder schema = Schema.newBuilder();
        for (Iterator<Map.Entry<String, JsonNode>> each = Json.member(table, "columns").fields(); each.hasNext(); ) {
            Map.Entry<String, JsonNode> column = each.next();
            String type = column.getValue().asText();
            if (type.startsWith("AS ")) {
                schema.columnByExpression(column.getKey(), type.substring("AS ".length()));
            } else {
                schema.column(column.getKey(), type);
            }
            if (column.getKey().equals("ts")) {
                schema.watermark("ts", "SOURCE_WATERMARK()");
            }
        }
        if (table.has("key")) {
            schema.primaryKey(Json.text(table, "key"));
        }
        return TableDescriptor.forConnector("interop").schema(schema.build())
                .option(InteropTables.CHANGES, Json.text(table, "changes", "append")).build();
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
