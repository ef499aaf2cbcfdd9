package sp.interop.hashes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * A line for each type of keys: the hashCodes of the first keys, and for each block of keys a digest of their bytes and one of
 * hashCode and key groups, which are Flink's own.
 */
public final class HashLines {
    private static final int KEYS = 10000;
    private static final int BLOCK = 500;
    private static final int FIRST = 20;
    private static final int[] MAX_PARALLELISM = {128, 32768};

    private HashLines() {}

    public static List<String> lines() throws IOException {
        List<KeyType> types = new ArrayList<>();
        BasicKeys.addTo(types::add);
        CompositeKeys.addTo(types::add);
        RecipeKeys.addTo(types::add);
        List<String> lines = new ArrayList<>();
        for (KeyType type : types) {
            lines.add(line(type));
        }
        return lines;
    }

    private static String line(KeyType type) throws IOException {
        int seed = type.schema.hashCode();
        Draw draw = new Draw(seed);
        StringBuilder first = new StringBuilder();
        StringBuilder digests = new StringBuilder();
        DataOutputSerializer out = new DataOutputSerializer(256);
        for (int block = 0; block < KEYS / BLOCK; ++block) {
            Digest bytes = new Digest();
            Digest hashes = new Digest();
            for (int i = 0; i < BLOCK; ++i) {
                Object key = type.draw(draw);
                type.serializer().serialize(key, out);
                bytes.add(out.getCopyOfBuffer());
                out.clear();
                hashes.add(key.hashCode());
                for (int max : MAX_PARALLELISM) {
                    hashes.add(KeyGroupRangeAssignment.assignToKeyGroup(key, max));
                }
                if (block == 0 && i < FIRST) {
                    first.append(i == 0 ? "" : ",").append(key.hashCode());
                }
            }
            digests.append(block == 0 ? "" : ",").append('"').append(bytes).append(' ').append(hashes).append('"');
        }
        return "{\"key\":" + type.schema + (type.hash == null ? "" : ",\"hash\":" + type.hash) + ",\"seed\":" + seed + ",\"first\":[" + first
                + "],\"digests\":[" + digests + "]}";
    }

    /** FNV-1a. */
    private static final class Digest {
        private long hash = 0xCBF29CE484222325L;

        void add(byte... bytes) {
            for (byte b : bytes) {
                hash = (hash ^ b & 0xFF) * 0x100000001B3L;
            }
        }

        void add(int number) {
            add((byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number);
        }

        @Override
        public String toString() {
            return String.format("%016x", hash);
        }
    }
}
