package sp.interop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import sp.interop.types.DeclaredType;
import sp.interop.types.DeclaredTypes;
import sp.interop.types.NamedType;
import sp.interop.types.TypeTable;

/** What Flink writes for the types of TypeTable: the versioned snapshot of the serializer, and some values, as base64. And the snapshots for those of DeclaredTypes. */
final class SerializerBytes {
    private SerializerBytes() {}

    static List<String> lines(int samples) throws IOException {
        List<String> lines = new ArrayList<>();
        for (NamedType type : TypeTable.all()) {
            lines.add(line(type, samples));
        }
        return lines;
    }

    /** {"schemas":[string expressions and JSON],"snapshot":base64} */
    static List<String> declaredLines() throws Exception {
        List<String> lines = new ArrayList<>();
        for (DeclaredType type : DeclaredTypes.all()) {
            ObjectNode line = Json.object();
            type.notations.forEach(line.putArray("schemas")::add);
            lines.add(line.put("snapshot", Base64.getEncoder().encodeToString(type.snapshot())).toString());
        }
        return lines;
    }

    private static String line(NamedType type, int samples) throws IOException {
        TypeSerializer<Object> serializer = type.serializer();
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        StringBuilder line = new StringBuilder("{\"type\":\"" + type.name + "\",\"serializer\":\"" + serializer.getClass().getName()
                + "\",\"snapshot\":\"" + base64(out) + "\",\"samples\":[");
        for (int n = 0; n < samples; ++n) {
            serializer.serialize(type.sample(n), out);
            line.append(n == 0 ? "" : ",").append("{\"value\":").append(ValueJson.of(type.sample(n)))
                    .append(",\"bytes\":\"").append(base64(out)).append("\"}");
        }
        return line.append("]}").toString();
    }

    private static String base64(DataOutputSerializer out) {
        String text = Base64.getEncoder().encodeToString(out.getCopyOfBuffer());
        out.clear();
        return text;
    }
}
