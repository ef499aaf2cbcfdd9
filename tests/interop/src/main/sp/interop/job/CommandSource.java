package sp.interop.job;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Emits what comes through the job's CommandChannel, and never ends. It has no splits and nothing to restore: a command is
 * emitted once, and what it did is in the state of the operators. To be run at parallelism 1.
 */
final class CommandSource implements Source<Command, CommandSource.NoSplit, Integer> {
    private static final long serialVersionUID = 1;

    private final String job;

    CommandSource(String job) {
        this.job = job;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SplitEnumerator<NoSplit, Integer> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
        return new Enumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, Integer> restoreEnumerator(SplitEnumeratorContext<NoSplit> context, Integer checkpoint) {
        return new Enumerator();
    }

    @Override
    public SourceReader<Command, NoSplit> createReader(SourceReaderContext context) {
        return new Reader(CommandChannel.of(job));
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new Empty<>(null);
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new Empty<>(0);
    }

    interface NoSplit extends SourceSplit {}

    private static final class Reader implements SourceReader<Command, NoSplit> {
        private final CommandChannel channel;

        Reader(CommandChannel channel) {
            this.channel = channel;
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Command> output) {
            Command command = channel.poll();
            if (command == null) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            output.collect(command, command.time);
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return channel.available();
        }

        @Override
        public List<NoSplit> snapshotState(long checkpoint) {
            return List.of();
        }

        @Override
        public void addSplits(List<NoSplit> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final class Enumerator implements SplitEnumerator<NoSplit, Integer> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Integer snapshotState(long checkpoint) {
            return 0;
        }

        @Override
        public void close() {}
    }

    /** No bytes for the one value that there is. */
    private static final class Empty<T> implements SimpleVersionedSerializer<T> {
        private final T only;

        Empty(T only) {
            this.only = only;
        }

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T value) {
            return new byte[0];
        }

        @Override
        public T deserialize(int version, byte[] bytes) throws IOException {
            return only;
        }
    }
}
