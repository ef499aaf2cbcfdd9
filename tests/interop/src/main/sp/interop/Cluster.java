package sp.interop;

import java.io.File;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import sp.interop.job.JobBuilder;
import sp.interop.tables.TableJob;

/** The one cluster of this process, started when a job needs it, and its jobs by name. */
final class Cluster implements AutoCloseable {
    private static final int SLOTS = 12;

    private final String folder;
    private final Map<String, RunningJob> jobs = new HashMap<>();
    private MiniCluster cluster;

    /** @param folder for temporary files, and for checkpoints unless a job says otherwise */
    Cluster(String folder) {
        this.folder = new File(folder).getAbsolutePath();
    }

    Configuration configuration() {
        Configuration configuration = new Configuration();
        new File(folder, "tmp").mkdirs();
        configuration.setString("io.tmp.dirs", folder + "/tmp");
        setCheckpoints(configuration, folder + "/checkpoints", "0b");
        for (String option : new String[] {"state.checkpoints.num-retained", "execution.checkpointing.num-retained"}) {
            configuration.setString(option, "1000");
        }
        return configuration;
    }

    /** By the names of Flink 1.x and of 2.x. All state goes into files of its own unless a job says otherwise. */
    private static void setCheckpoints(Configuration configuration, String folder, String inlineThreshold) {
        for (String name : new String[] {"state.checkpoints.dir", "execution.checkpointing.dir"}) {
            configuration.setString(name, "file://" + folder);
        }
        for (String name : new String[] {"state.storage.fs.memory-threshold", "execution.checkpointing.data-inline-threshold"}) {
            configuration.setString(name, inlineThreshold);
        }
    }

    /** {"job", "spec", "backend", "parallelism", ["restore"], ["claim"], ["checkpoints"], ["config": {option: value}]}. */
    RunningJob start(JsonNode request) throws Exception {
        String name = Json.text(request, "job");
        JsonNode spec = Json.member(request, "spec");
        return submit(name, JobBuilder.build(name, spec, Json.number(request, "parallelism", 1), jobConfiguration(request)), spec);
    }

    /** As start, but for "tables", "queries", ["max_parallelism"] and ["plan"] in place of "spec". */
    RunningJob startTables(JsonNode request) throws Exception {
        String name = Json.text(request, "job");
        return submit(name, TableJob.build(name, request, Json.number(request, "parallelism", 1), jobConfiguration(request)), request);
    }

    private RunningJob submit(String name, JobGraph graph, JsonNode spec) throws Exception {
        MiniCluster started = started();
        RunningJob job = new RunningJob(started, name, started.submitJob(graph).get().getJobID(), spec);
        job.awaitRunning();
        jobs.put(name, job);
        return job;
    }

    private Configuration jobConfiguration(JsonNode request) {
        Configuration configuration = configuration();
        configuration.setString("state.backend.type", Json.text(request, "backend"));
        configuration.setString("restart-strategy", "none");
        configuration.setString("restart-strategy.type", "none");
        configuration.setString("execution.checkpointing.interval", "10 h");
        configuration.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        configuration.setString("state.backend.rocksdb.memory.managed", "false");
        if (request.hasNonNull("checkpoints")) {
            setCheckpoints(configuration, new File(Json.text(request, "checkpoints")).getAbsolutePath(), "0b");
        }
        if (request.hasNonNull("restore")) {
            for (String option : new String[] {"execution.savepoint.path", "execution.state-recovery.path"}) {
                configuration.setString(option, Json.text(request, "restore"));
            }
            String mode = Json.flag(request, "claim") ? "CLAIM" : "NO_CLAIM";
            for (String option : new String[] {"execution.savepoint-restore-mode", "execution.state-recovery.claim-mode"}) {
                configuration.setString(option, mode);
            }
        }
        for (Iterator<Map.Entry<String, JsonNode>> options = request.path("config").fields(); options.hasNext(); ) {
            Map.Entry<String, JsonNode> option = options.next();
            configuration.setString(option.getKey(), option.getValue().asText());
        }
        return configuration;
    }

    private MiniCluster started() throws Exception {
        if (cluster == null) {
            Configuration configuration = configuration();
            configuration.setString("taskmanager.memory.managed.size", "1g");  // a limit: each window of SQL wants some
            configuration.setString("rest.bind-port", "0");
            cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                    .setConfiguration(configuration)
                    .setNumTaskManagers(1)
                    .setNumSlotsPerTaskManager(SLOTS)
                    .build());
            cluster.start();
        }
        return cluster;
    }

    RunningJob job(JsonNode request) {
        RunningJob job = jobs.get(Json.text(request, "job"));
        if (job == null) {
            throw new IllegalArgumentException("no job " + Json.text(request, "job"));
        }
        return job;
    }

    @Override
    public void close() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }
}
