package sp.interop;

import java.util.EnumSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.util.ExceptionUtils;
import sp.interop.job.Command;
import sp.interop.job.CommandChannel;

/** A job in the cluster of this JVM. Whatever waits for it ends with the job's own error if it fails. */
final class RunningJob {
    private static final int SECONDS = 600;
    private static final Set<CheckpointFailureReason> ENDED = EnumSet.of(CheckpointFailureReason.TASK_CHECKPOINT_FAILURE,
            CheckpointFailureReason.CHECKPOINT_DECLINED_TASK_CLOSING, CheckpointFailureReason.CHECKPOINT_DECLINED_TASK_NOT_READY);

    final JsonNode spec;
    private final MiniCluster cluster;
    private final String name;
    private final JobID id;

    RunningJob(MiniCluster cluster, String name, JobID id, JsonNode spec) {
        this.cluster = cluster;
        this.name = name;
        this.id = id;
        this.spec = spec;
    }

    /** Until all tasks run, or have run: a checkpoint that is triggered before is declined. */
    void awaitRunning() throws Exception {
        for (int i = 0; i < SECONDS * 50; ++i) {
            failIfEnded();
            if (tasksRun()) {
                return;
            }
            Thread.sleep(20);
        }
        throw new TimeoutException("job " + name + " does not start");
    }

    private boolean tasksRun() throws Exception {
        if (cluster.getJobStatus(id).get() != JobStatus.RUNNING) {
            return false;
        }
        boolean[] all = {true};
        cluster.getExecutionGraph(id).get().getAllExecutionVertices().forEach(vertex ->
                all[0] &= vertex.getExecutionState() == ExecutionState.RUNNING
                        || vertex.getExecutionState() == ExecutionState.FINISHED);
        return all[0];
    }

    void feed(Iterator<Command> commands) throws Exception {
        await(CommandChannel.of(name).feed(commands));
    }

    /** Rows of a table. */
    void feed(String table, Iterator<Command> rows) throws Exception {
        await(CommandChannel.of(name + "/" + table).feed(rows));
    }

    String checkpoint() throws Exception {
        return awaitSnapshot(() -> cluster.triggerCheckpoint(id));
    }

    String savepoint(String folder, String format, boolean stop) throws Exception {
        SavepointFormatType type = SavepointFormatType.valueOf(format.toUpperCase(Locale.ROOT));
        if (!stop) {
            return awaitSnapshot(() -> cluster.triggerSavepoint(id, folder, false, type));
        }
        String path = await(cluster.stopWithSavepoint(id, folder, false, type));
        awaitEnd();
        return path;
    }

    void cancel() throws Exception {
        cluster.cancelJob(id).get(SECONDS, TimeUnit.SECONDS);
        awaitEnd();
    }

    private void awaitEnd() throws Exception {
        cluster.requestJobResult(id).get(SECONDS, TimeUnit.SECONDS);
        CommandChannel.close(name);
    }

    /** Again where a task was just ending, as those of a source do that has no split for them. */
    private String awaitSnapshot(Supplier<CompletableFuture<String>> trigger) throws Exception {
        for (int i = 0; ; ++i) {
            try {
                return await(trigger.get());
            } catch (ExecutionException e) {
                boolean ended = ExceptionUtils.findThrowable(e, CheckpointException.class)
                        .filter(failure -> ENDED.contains(failure.getCheckpointFailureReason())).isPresent();
                Thread.sleep(100);
                failIfEnded();  // its own error says more
                if (!ended || i == 3) {
                    throw e;
                }
            }
        }
    }

    private <T> T await(CompletableFuture<T> future) throws Exception {
        for (int i = 0; i < SECONDS; ++i) {
            try {
                return future.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                failIfEnded();
            }
        }
        throw new TimeoutException("job " + name + " does not answer");
    }

    private void failIfEnded() throws Exception {
        if (cluster.getJobStatus(id).get().isGloballyTerminalState()) {
            cluster.requestJobResult(id).get().toJobExecutionResult(getClass().getClassLoader());
            throw new IllegalStateException("job " + name + " has ended");
        }
    }
}
