package sp.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import sp.interop.bench.ApiBootstrap;
import sp.interop.bench.ApiRewrite;
import sp.interop.connectors.ConnectorBytes;
import sp.interop.connectors.KafkaState;
import sp.interop.connectors.LegacyKafka;
import sp.interop.hashes.HashLines;
import sp.interop.job.Outputs;
import sp.interop.job.Workload;
import sp.interop.kryo.GeneratedClasses;
import sp.interop.read.Compatibility;
import sp.interop.read.SnapshotFiles;
import sp.interop.read.SnapshotPrinter;
import sp.interop.table.TableValues;

/** The commands that Main knows; README.md lists their members. */
final class Commands {
    private final Map<String, Command> table = new LinkedHashMap<>();
    private final Cluster cluster;

    Commands(Cluster cluster) {
        this.cluster = cluster;
        table.put("start", (request, answer) -> cluster.start(request));
        table.put("start-tables", (request, answer) -> cluster.startTables(request));
        table.put("feed-table", (request, answer) -> feedTable(request));
        table.put("feed", (request, answer) -> feed(request));
        table.put("checkpoint", (request, answer) -> answer.put("path", cluster.job(request).checkpoint()));
        table.put("savepoint", this::savepoint);
        table.put("compatibility", this::compatibility);
        table.put("cancel", (request, answer) -> cluster.job(request).cancel());
        table.put("outputs", (request, answer) -> Outputs.take(Json.text(request, "job")).forEach(answer.putArray("lines")::add));
        table.put("print", this::print);
        table.put("sst", (request, answer) -> SnapshotFiles.sst(Json.text(request, "path")).forEach(answer.putArray("files")::add));
        table.put("types", this::types);
        table.put("declared", this::declared);
        table.put("api-bootstrap", (request, answer) -> ApiBootstrap.run(request, cluster.configuration()));
        table.put("api-rewrite", (request, answer) -> ApiRewrite.run(request, cluster.configuration()));
        table.put("kryo-classes", (request, answer) -> GeneratedClasses.load(Json.text(request, "list")));
        table.put("kryo", (request, answer) -> write(request, GeneratedClasses.lines(request)));
        table.put("connectors", (request, answer) -> write(request, ConnectorBytes.lines(request)));
        table.put("kafka-write", (request, answer) -> KafkaState.write(request, answer));
        table.put("kafka-read", (request, answer) -> KafkaState.read(request, answer));
        table.put("legacy-kafka", (request, answer) -> write(request, LegacyKafka.lines(request)));
        table.put("table-values", (request, answer) -> write(request, TableValues.lines(request)));
        table.put("hashes", (request, answer) -> write(request, HashLines.lines()));
    }

    void run(JsonNode request, ObjectNode answer) throws Exception {
        Command command = table.get(Json.text(request, "do"));
        if (command == null) {
            throw new IllegalArgumentException("no command " + request.get("do") + "; there are " + table.keySet());
        }
        command.run(request, answer);
    }

    private void feed(JsonNode request) throws Exception {
        RunningJob job = cluster.job(request);
        job.feed(Workload.of(request, job.spec));
    }

    private void feedTable(JsonNode request) throws Exception {
        List<sp.interop.job.Command> rows = new ArrayList<>();
        Json.member(request, "rows").forEach(row -> rows.add(sp.interop.job.Command.of(row)));
        cluster.job(request).feed(Json.text(request, "table"), rows.iterator());
    }

    private void savepoint(JsonNode request, ObjectNode answer) throws Exception {
        answer.put("path", cluster.job(request).savepoint(Path.of(Json.text(request, "folder")).toAbsolutePath().toUri().toString(),
                Json.text(request, "format", "canonical"), Json.flag(request, "stop")));
    }

    private void compatibility(JsonNode request, ObjectNode answer) throws IOException {
        ObjectNode operators = answer.putObject("operators");
        for (JsonNode uid : Json.member(request, "uids")) {
            Compatibility.of(Json.text(request, "path"), Json.text(request, "fresh"), uid.asText())
                    .forEach(operators.putObject(uid.asText())::put);
        }
    }

    private void print(JsonNode request, ObjectNode answer) throws Exception {
        Configuration configuration = cluster.configuration();
        configuration.setString("state.backend.type", Json.text(request, "backend", "hashmap"));
        List<String> uids = new ArrayList<>();
        if (request.path("uids").isTextual()) {  // from the command line
            uids.addAll(Arrays.asList(request.get("uids").asText().split(",")));
        }
        request.path("uids").forEach(uid -> uids.add(uid.asText()));
        SnapshotPrinter printer = new SnapshotPrinter(configuration, uids);
        String path = Json.text(request, "path");
        List<String> rows = request.has("split")
                ? printer.keyedRows(path, request.get("split").asInt(), Json.number(request, "splits", 1))
                : printer.rows(path);
        write(request, rows);
        answer.put("rows", rows.size());
    }

    private void types(JsonNode request, ObjectNode answer) throws IOException {
        List<String> lines = SerializerBytes.lines(Json.number(request, "samples", 3));
        write(request, lines);
        answer.put("types", lines.size());
    }

    private void declared(JsonNode request, ObjectNode answer) throws Exception {
        List<String> lines = SerializerBytes.declaredLines();
        write(request, lines);
        answer.put("types", lines.size());
    }

    private static void write(JsonNode request, List<String> lines) throws IOException {
        Files.write(Path.of(Json.text(request, "out")), lines, StandardCharsets.UTF_8);
    }

    private interface Command {
        void run(JsonNode request, ObjectNode answer) throws Exception;
    }
}
