package sp.interop.kryo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** What a KryoSerializer of a state writes, one value after another. */
final class KryoWriter {
    private final Class<?> declared;
    private String snapshot;
    private TypeSerializer<Object> serializer;
    private TypeSerializer<Object> reader;

    KryoWriter(Class<?> declared) {
        this.declared = declared;
        serializer = GeneratedClasses.type(declared.getName()).serializer();
        reader = serializer.duplicate();
        snapshot = snapshot();
    }

    /** The snapshot the first time only. */
    String line(Object value) {
        String json = KryoJson.of(value, declared, GeneratedClasses.kryo5());
        DataOutputSerializer out = new DataOutputSerializer(256);
        String bytes = "";
        String again;
        try {
            serializer.serialize(value, out);
            bytes = Base64.getEncoder().encodeToString(out.getCopyOfBuffer());
            again = readAgain(out.getCopyOfBuffer(), json);
        } catch (Exception | LinkageError | StackOverflowError e) {
            again = "unwritten: " + told(e);
            serializer = serializer.duplicate();  // Kryo does not leave well what it was in
        }
        String line = String.join("\t", snapshot, bytes, again, json);
        snapshot = "";
        return line;
    }

    private String readAgain(byte[] bytes, String json) {
        if (!GeneratedClasses.kryo5()) {
            reader = reader.duplicate();  // Kryo 2 would remember what it has read
        }
        try {
            DataInputDeserializer in = new DataInputDeserializer(bytes);
            String read = KryoJson.of(reader.deserialize(in), declared, GeneratedClasses.kryo5());
            return characters(read).equals(characters(json)) && in.available() == 0 ? "same" : "differs";
        } catch (Exception | LinkageError | StackOverflowError e) {
            reader = reader.duplicate();
            return "unread: " + told(e);
        }
    }

    /** On one line, and without half characters. */
    private static String told(Throwable problem) {
        return problem.toString().replaceAll("[^ -~]+", " ");
    }

    /** Sets may have another order, and references then other numbers. */
    private static String characters(String json) {
        return json.chars().filter(c -> !Character.isDigit(c)).sorted().mapToObj(Character::toString).collect(Collectors.joining());
    }

    private String snapshot() {
        DataOutputSerializer out = new DataOutputSerializer(256);
        try {
            TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(out.getCopyOfBuffer());
    }
}
