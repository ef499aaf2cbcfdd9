package sp.interop.read;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.io.PostVersionedIOReadableWritable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.streaming.api.operators.InternalTimersSnapshot;
import org.apache.flink.streaming.api.operators.InternalTimersSnapshotReaderWriters;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;

/**
 * Timers that lie in raw keyed state, which the State Processor API does not read: checkpoints of RocksDB with timers on the
 * heap. Flink's InternalTimerServiceSerializationProxy would restore them into timer services; here its readers print them.
 */
final class RawTimers extends PostVersionedIOReadableWritable {
    private final BiConsumer<String, TimerHeapInternalTimer<?, ?>> out;

    private RawTimers(BiConsumer<String, TimerHeapInternalTimer<?, ?>> out) {
        this.out = out;
    }

    /** Calls `out` with state name and timer. */
    static void read(KeyGroupsStateHandle handle, BiConsumer<String, TimerHeapInternalTimer<?, ?>> out) throws IOException {
        try (FSDataInputStream in = handle.openInputStream()) {
            for (int group : handle.getKeyGroupRange()) {
                long offset = handle.getOffsetForKeyGroup(group);
                if (offset >= 0) {
                    in.seek(offset);
                    new RawTimers(out).read(in);
                }
            }
        }
    }

    @Override
    protected void read(DataInputView in, boolean wasVersioned) throws IOException {
        int services = in.readInt();
        for (int i = 0; i < services; ++i) {
            String service = in.readUTF();
            InternalTimersSnapshot<?, ?> timers = InternalTimersSnapshotReaderWriters
                    .getReaderForVersion(wasVersioned ? getReadVersion() : Integer.MIN_VALUE, RawTimers.class.getClassLoader())
                    .readTimersSnapshot(in);
            timers.getEventTimeTimers().forEach(timer -> out.accept("_timer_state/event_" + service, timer));
            timers.getProcessingTimeTimers().forEach(timer -> out.accept("_timer_state/processing_" + service, timer));
        }
    }

    /** InternalTimerServiceSerializationProxy.VERSION. */
    @Override
    public int getVersion() {
        return 2;
    }

    @Override
    public int[] getCompatibleVersions() {
        return new int[] {2, 1};
    }

    @Override
    public void write(DataOutputView out) {
        throw new UnsupportedOperationException();
    }
}
