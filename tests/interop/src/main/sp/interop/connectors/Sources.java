package sp.interop.connectors;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.connector.base.source.hybrid.HybridSourceEnumeratorStateSerializer;
import org.apache.flink.connector.base.source.hybrid.HybridSourceSplit;
import org.apache.flink.connector.base.source.hybrid.HybridSourceSplitSerializer;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.FileSourceSplitSerializer;
import org.apache.flink.connector.file.src.PendingSplitsCheckpoint;
import org.apache.flink.connector.file.src.PendingSplitsCheckpointSerializer;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import sp.interop.Json;

/** Sequences of numbers, files, and one source after the other. */
final class Sources {
    private static final String STATE = "SourceReaderState";

    private final ConnectorBytes all;
    private final NumberSequenceSource numbers = new NumberSequenceSource(0, 1);
    private final PendingSplitsCheckpointSerializer<FileSourceSplit> pending =
            new PendingSplitsCheckpointSerializer<>(FileSourceSplitSerializer.INSTANCE);

    Sources(ConnectorBytes all) {
        this.all = all;
    }

    void write() throws Exception {
        NumberSequenceSource.NumberSequenceSplit range = range();
        all.element(STATE, numbers.getSplitSerializer(), range, "split", json(range));
        List<NumberSequenceSource.NumberSequenceSplit> ranges = new ArrayList<>();
        ArrayNode splits = Json.object().putArray("splits");
        for (int n = 1 + all.random.nextInt(3); n > 0; --n) {  // of none there are more that look like it
            ranges.add(range());
            splits.add(json(ranges.get(ranges.size() - 1)));
        }
        ObjectNode left = Json.object();
        left.set("splits", splits);
        all.coordinator(numbers.getEnumeratorCheckpointSerializer(), ranges, left);

        FileSourceSplit file = file();
        all.element(STATE, FileSourceSplitSerializer.INSTANCE, file, "split", json(file));
        PendingSplitsCheckpoint<FileSourceSplit> files = files();
        all.coordinator(pending, files, json(files));

        hybrid(numbers.getSplitSerializer(), range, json(range));
        hybrid(FileSourceSplitSerializer.INSTANCE, file, json(file));
        int index = all.random.nextInt(5);
        ObjectNode state = Json.object().put("sourceIndex", index);
        state.set("enumerator", ConnectorBytes.versioned(pending.getVersion(), json(files)));
        all.coordinator(new HybridSourceEnumeratorStateSerializer(), Secret.make(
                "connector.base.source.hybrid.HybridSourceEnumeratorState", index, pending.serialize(files), pending.getVersion()), state);
    }

    private <T> void hybrid(SimpleVersionedSerializer<T> serializer, T split, ObjectNode content) throws Exception {
        HybridSourceSplit hybrid = new HybridSourceSplit(all.random.nextInt(4), serializer.serialize(split), serializer.getVersion(), all.word());
        ObjectNode json = Json.object().put("sourceIndex", hybrid.sourceIndex()).put("splitId", hybrid.splitId());
        json.set("split", ConnectorBytes.versioned(serializer.getVersion(), content));
        all.element(STATE, new HybridSourceSplitSerializer(), hybrid, "split", json);
    }

    private NumberSequenceSource.NumberSequenceSplit range() {
        long from = all.number();
        return new NumberSequenceSource.NumberSequenceSplit(all.word(), from, Math.max(from, all.number()));
    }

    private static ObjectNode json(NumberSequenceSource.NumberSequenceSplit split) {
        return Json.object().put("id", split.splitId()).put("from", split.from()).put("to", split.to());
    }

    private FileSourceSplit file() {
        String[] roots = {"file:/tmp/in/", "hdfs://name-node:8020/data/", "s3://bucket/", "/no/scheme/", "hdfs:///of/the/default/", "s3a://u@h/ü x/"};
        String[] hosts = new String[all.random.nextInt(3)];
        for (int i = 0; i < hosts.length; ++i) {
            hosts[i] = "host" + i + ".example";
        }
        CheckpointedPosition position = switch (all.random.nextInt(3)) {
            case 0 -> null;
            case 1 -> new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, all.random.nextInt(1000));
            default -> new CheckpointedPosition(all.number(), all.number());
        };
        Path path = new Path(roots[all.random.nextInt(roots.length)] + all.word());
        return new FileSourceSplit(all.text(), path, all.random.nextInt(100), all.number() >>> 1, all.number(), all.number(), hosts, position);
    }

    private static ObjectNode json(FileSourceSplit split) {
        ObjectNode json = Json.object().put("id", split.splitId()).put("path", split.path().toString()).put("offset", split.offset())
                .put("length", split.length()).put("fileModificationTime", split.fileModificationTime()).put("fileSize", split.fileSize());
        ArrayNode hosts = json.putArray("hostnames");
        for (String host : split.hostnames()) {
            hosts.add(host);
        }
        json.putNull("readerPosition");
        split.getReaderPosition().ifPresent(position -> json.putObject("readerPosition").put("offset", position.getOffset())
                .put("recordsAfterOffset", position.getRecordsAfterOffset()));
        return json;
    }

    private PendingSplitsCheckpoint<FileSourceSplit> files() {
        List<FileSourceSplit> splits = new ArrayList<>();
        for (int n = all.random.nextInt(3); n > 0; --n) {
            splits.add(file());
        }
        List<Path> paths = new ArrayList<>();
        for (int n = all.random.nextInt(3); n > 0; --n) {
            paths.add(new Path("file:/tmp/grün/" + all.word()));
        }
        return PendingSplitsCheckpoint.fromCollectionSnapshot(splits, paths);
    }

    private static ObjectNode json(PendingSplitsCheckpoint<FileSourceSplit> checkpoint) {
        ObjectNode json = Json.object();
        ArrayNode splits = json.putArray("splits");
        checkpoint.getSplits().forEach(split -> splits.add(json(split)));
        ArrayNode paths = json.putArray("alreadyProcessedPaths");
        checkpoint.getAlreadyProcessedPaths().forEach(path -> paths.add(path.toString()));
        return json;
    }
}
