package sp.interop.connectors;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.connector.file.sink.FileSinkCommittableSerializer;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketState;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketStateSerializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.functions.sink.filesystem.InProgressFileWriter;
import org.apache.flink.streaming.api.functions.sink.filesystem.InProgressFileWriter.InProgressFileRecoverable;
import org.apache.flink.streaming.api.functions.sink.filesystem.InProgressFileWriter.PendingFileRecoverable;
import org.apache.flink.streaming.api.functions.sink.filesystem.RowWiseBucketWriter;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import sp.interop.Json;

/** Files that are really written, into a folder of their own. */
final class FileSinkBytes {
    private final ConnectorBytes all;
    private final java.nio.file.Path folder;
    private final RowWiseBucketWriter<String, String> writer;
    private final SimpleVersionedSerializer<PendingFileRecoverable> pendingSerializer;
    private final SimpleVersionedSerializer<InProgressFileRecoverable> inProgressSerializer;
    private final FileSinkCommittableSerializer serializer;

    FileSinkBytes(ConnectorBytes all) throws Exception {
        this.all = all;
        folder = Files.createTempDirectory("sink");
        writer = new RowWiseBucketWriter<>(path().getFileSystem().createRecoverableWriter(), new SimpleStringEncoder<>());
        pendingSerializer = writer.getProperties().getPendingFileRecoverableSerializer();
        inProgressSerializer = writer.getProperties().getInProgressFileRecoverableSerializer();
        serializer = new FileSinkCommittableSerializer(pendingSerializer, inProgressSerializer);
    }

    void write() throws Exception {
        try {
            bucket();
            Committers.write(all, anySerializer(), this::committable);
            Committers.Made made = committable();
            all.element("remaining_compact_commit_raw_state", serializer, (FileSinkCommittable) made.object(), "committable", made.json());
            requests();
            oldBucket();
        } finally {
            try (Stream<java.nio.file.Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
            }
        }
    }

    private Path path() {
        return new Path(folder.toUri());
    }

    @SuppressWarnings("unchecked")
    private SimpleVersionedSerializer<Object> anySerializer() {
        return (SimpleVersionedSerializer<Object>) (SimpleVersionedSerializer<?>) serializer;
    }

    /** A part file with something in it. */
    private InProgressFileWriter<String, String> part(String bucket) throws Exception {
        Path path = new Path(path(), all.word() + "-ä-" + all.random.nextInt());
        InProgressFileWriter<String, String> part = writer.openNewInProgressFile(bucket, path, 1);
        part.write(all.text(), 1);
        return part;
    }

    private static ObjectNode recoverable(Object recoverable) throws Exception {
        return ConnectorBytes.versioned(1, Json.object().put("fileSystem", "local").put("offset", (long) Secret.call(recoverable, "offset"))
                .put("targetFile", Secret.call(recoverable, "targetFile").toString())
                .put("tempFile", Secret.call(recoverable, "tempFile").toString()));
    }

    private ObjectNode json(PendingFileRecoverable file) throws Exception {
        ObjectNode json = Json.object().put("path", file.getPath().toUri().toString()).put("size", file.getSize());
        json.set("commitRecoverable", recoverable(Secret.call(file, "getCommitRecoverable")));
        return ConnectorBytes.versioned(pendingSerializer.getVersion(), json);
    }

    private ObjectNode json(InProgressFileRecoverable file) throws Exception {
        ObjectNode json = Json.object().put("path", file.getPath().toUri().toString());
        json.set("resumeRecoverable", recoverable(Secret.call(file, "getResumeRecoverable")));
        return ConnectorBytes.versioned(inProgressSerializer.getVersion(), json);
    }

    private void bucket() throws Exception {
        String bucket = all.text();
        boolean isOpen = all.random.nextBoolean();
        InProgressFileRecoverable file = isOpen ? part(bucket).persist() : null;
        long time = isOpen ? all.number() : Long.MAX_VALUE;
        Path path = new Path(path(), "a bucket");
        all.element("writer_raw_states", new FileWriterBucketStateSerializer(inProgressSerializer, pendingSerializer),
                new FileWriterBucketState(bucket, path, time, file), "writer", bucketJson(bucket, path, time, file));
    }

    private ObjectNode bucketJson(String bucket, Path path, long time, InProgressFileRecoverable file) throws Exception {
        ObjectNode json = Json.object().put("bucketId", bucket).put("bucketPath", path.toString()).put("inProgressFileCreationTime", time);
        json.set("inProgressFile", file == null ? null : json(file));
        return json;
    }

    private Committers.Made committable() throws Exception {
        String bucket = all.text();
        ObjectNode json = Json.object().put("bucketId", bucket).putNull("pendingFile").putNull("inProgressFileToCleanup")
                .putNull("compactedFileToCleanup");
        FileSinkCommittable committable;
        switch (all.random.nextInt(3)) {
            case 0 -> {
                PendingFileRecoverable file = part(bucket).closeForCommit();
                committable = new FileSinkCommittable(bucket, file);
                json.set("pendingFile", json(file));
            }
            case 1 -> {
                InProgressFileRecoverable file = part(bucket).persist();
                committable = new FileSinkCommittable(bucket, file);
                json.set("inProgressFileToCleanup", json(file));
            }
            default -> {
                Path compacted = new Path(path(), "compacted");
                committable = new FileSinkCommittable(bucket, compacted);
                json.put("compactedFileToCleanup", compacted.toUri().toString());
            }
        }
        return new Committers.Made(committable, json);
    }

    /** Of the compactor. */
    private void requests() throws Exception {
        String operator = "connector.file.sink.compactor.operator.";
        SimpleVersionedSerializer<Object> one = Secret.make(operator + "CompactorRequestSerializer", serializer);
        Map<Long, List<Object>> requests = new HashMap<>();
        ObjectNode json = Json.object();
        ArrayNode checkpoints = json.putArray("checkpoints");
        for (long checkpoint = all.random.nextInt(3); checkpoint > 0; --checkpoint) {
            requests.put(checkpoint, new ArrayList<>());
        }
        for (Map.Entry<Long, List<Object>> of : requests.entrySet()) {
            ArrayNode array = checkpoints.addObject().put("checkpointId", of.getKey()).putArray("requests");
            for (int n = all.random.nextInt(3); n > 0; --n) {
                String bucket = all.text();
                ObjectNode content = Json.object().put("bucketId", bucket);
                List<Object> compact = committables(content.putArray("committableToCompact"));
                List<Object> pass = committables(content.putArray("committableToPassthrough"));
                of.getValue().add(Secret.make(operator + "CompactorRequest", bucket, compact, pass));
                array.add(ConnectorBytes.versioned(one.getVersion(), content));
            }
        }
        all.element("remaining_requests_raw_state",
                Secret.<SimpleVersionedSerializer<Object>>make(operator + "CompactorOperator$RemainingRequestsSerializer", one),
                requests, "compactor", json);
    }

    private List<Object> committables(ArrayNode json) throws Exception {
        List<Object> made = new ArrayList<>();
        for (int n = all.random.nextInt(3); n > 0; --n) {
            Committers.Made one = committable();
            made.add(one.object());
            json.add(ConnectorBytes.versioned(serializer.getVersion(), one.json()));
        }
        return made;
    }

    /** Of StreamingFileSink, which Flink 2 has no more. */
    private void oldBucket() throws Exception {
        String sink = "streaming.api.functions.sink.filesystem.";
        SimpleVersionedSerializer<Object> states;
        try {
            states = Secret.make(sink + "BucketStateSerializer", inProgressSerializer, pendingSerializer, SimpleVersionedStringSerializer.INSTANCE);
        } catch (ClassNotFoundException e) {
            return;
        }
        String bucket = all.text();
        InProgressFileRecoverable file = all.random.nextBoolean() ? part(bucket).persist() : null;
        ObjectNode json = bucketJson(bucket, path(), 1, file);
        ArrayNode checkpoints = json.putArray("pendingFilesPerCheckpoint");
        Map<Long, List<PendingFileRecoverable>> pending = new HashMap<>();
        for (long checkpoint = all.random.nextInt(3); checkpoint > 0; --checkpoint) {
            pending.put(checkpoint, new ArrayList<>());
        }
        for (Map.Entry<Long, List<PendingFileRecoverable>> of : pending.entrySet()) {
            ArrayNode array = checkpoints.addObject().put("checkpointId", of.getKey()).putArray("pendingFiles");
            for (int n = all.random.nextInt(3); n > 0; --n) {
                of.getValue().add(part(bucket).closeForCommit());
                array.add(json(of.getValue().get(of.getValue().size() - 1)));
            }
        }
        all.element("bucket-states", states, Secret.make(sink + "BucketState", bucket, path(), 1L, file, pending), "bucket", json);
    }
}
