package sp.generators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataOutputSerializer;

/** A line for each type of keys: the snapshot of its serializer, the recipe of its hash, and keys with their hash codes. */
public final class Lines {
    private static final int KEYS = 40;

    private Lines() {}

    public static void main(String[] arguments) throws IOException {
        List<String> lines = new ArrayList<>(ScalaKeys.lines());
        lines.addAll(GeneratedKeys.lines());
        lines.addAll(TableKeys.lines());
        Files.write(Path.of(arguments[0]), lines);
    }

    static <T> String of(String recipe, TypeInformation<T> information, Supplier<T> keys) {
        return of(recipe, information.createSerializer(new ExecutionConfig()), keys);
    }

    static <T> String of(String recipe, TypeSerializer<T> serializer, Supplier<T> keys) {
        return of(recipe, serializer, () -> {
            T key = keys.get();
            return new Hashed<>(key, key.hashCode());
        }, 0);
    }

    /** Where the serialized object is not the one whose hash is asked for. */
    static <T> String of(String recipe, TypeSerializer<T> serializer, Supplier<Hashed<T>> keys, int ignored) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(256);
            TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
            StringBuilder line = new StringBuilder("{\"snapshot\":\"" + base64(out) + '"');
            line.append(recipe == null ? "" : ",\"hash\":" + recipe).append(",\"keys\":[");
            for (int i = 0; i < KEYS; ++i) {
                Hashed<T> key = keys.get();
                serializer.serialize(key.key, out);
                line.append(i == 0 ? "" : ",").append("[\"").append(base64(out)).append("\",").append(key.hash).append(']');
            }
            return line.append("]}").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String base64(DataOutputSerializer out) {
        String text = Base64.getEncoder().encodeToString(out.getCopyOfBuffer());
        out.clear();
        return text;
    }

    static final class Hashed<T> {
        final T key;
        final int hash;

        Hashed(T key, int hash) {
            this.key = key;
            this.hash = hash;
        }
    }
}
