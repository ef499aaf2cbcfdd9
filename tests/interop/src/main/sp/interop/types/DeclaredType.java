package sp.interop.types;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataOutputSerializer;

/** A serializer, and what the schema language calls it. */
public final class DeclaredType {
    /** String expressions, and JSON (which begins with a brace). */
    public final List<String> notations;
    private final TypeSerializer<?> serializer;

    DeclaredType(TypeSerializer<?> serializer, List<String> notations) {
        this.serializer = serializer;
        this.notations = notations;
    }

    /** From the class name to the end of the body. */
    public byte[] snapshot() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        return out.getCopyOfBuffer();
    }
}
