import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.Row;

/** Rows with their hash codes, for the versions of Flink in which the formula was another. Its argument is the version. */
public final class RowKeys {
    private final Random random = new Random(11);

    public static void main(String[] arguments) throws Exception {
        RowKeys keys = new RowKeys();
        TypeInformation<Row> inner = Types.ROW(Types.INT, Types.STRING);
        keys.print(arguments[0], Types.ROW(Types.STRING, Types.LONG, Types.BOOLEAN),
                () -> keys.row(keys::string, keys.random::nextLong, keys.random::nextBoolean));
        keys.print(arguments[0],
                Types.ROW(Types.PRIMITIVE_ARRAY(Types.BYTE), Types.LIST(Types.STRING), Types.MAP(Types.STRING, Types.INT), inner,
                        Types.OBJECT_ARRAY(Types.STRING), Types.OBJECT_ARRAY(Types.INT), Types.LIST(inner), Types.PRIMITIVE_ARRAY(Types.DOUBLE)),
                () -> keys.row(() -> new byte[] {(byte) keys.random.nextInt(), 1}, () -> keys.list(keys::string), keys::map, keys::inner,
                        () -> keys.list(keys::string).toArray(new String[0]), () -> new Integer[] {keys.random.nextInt(), null},
                        () -> keys.list(keys::inner), () -> new double[] {keys.random.nextDouble()}));
    }

    private void print(String version, TypeInformation<Row> type, Supplier<Row> rows) throws Exception {
        TypeSerializer<Row> serializer = type.createSerializer(new ExecutionConfig());
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        StringBuilder line = new StringBuilder("{\"flink\":\"" + version + "\",\"snapshot\":\"" + base64(out) + "\",\"keys\":[");
        for (int i = 0; i < 40; ++i) {
            Row row = rows.get();
            serializer.serialize(row, out);
            line.append(i == 0 ? "" : ",").append("[\"").append(base64(out)).append("\",").append(row.hashCode()).append(']');
        }
        System.out.println(line.append("]}"));
    }

    private Row row(Supplier<?>... fields) {
        Row row = new Row(fields.length);
        setKind(row);
        for (int i = 0; i < fields.length; ++i) {
            row.setField(i, random.nextInt(4) == 0 ? null : fields[i].get());
        }
        return row;
    }

    /** Rows have a kind since 1.11. */
    private void setKind(Row row) {
        try {
            Class<?> kind = Class.forName("org.apache.flink.types.RowKind");
            Row.class.getMethod("setKind", kind).invoke(row, kind.getEnumConstants()[random.nextInt(4)]);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Row inner() {
        return row(random::nextInt, this::string);
    }

    private String string() {
        return Long.toString(random.nextLong(), 36);
    }

    private <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int n = random.nextInt(3); n > 0; --n) {
            list.add(element.get());
        }
        return list;
    }

    private Map<String, Integer> map() {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (int n = random.nextInt(3); n > 0; --n) {
            map.put(string(), random.nextBoolean() ? null : random.nextInt());
        }
        return map;
    }

    private static String base64(DataOutputSerializer out) {
        String text = Base64.getEncoder().encodeToString(out.getCopyOfBuffer());
        out.clear();
        return text;
    }
}
