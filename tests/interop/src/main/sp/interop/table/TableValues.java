package sp.interop.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.data.writer.BinaryWriter;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import sp.interop.Json;
import sp.interop.ValueJson;

/**
 * What the Table runtime writes of random values of random types. A line is, with tabs between: how it was written ("row" by
 * RowDataSerializer, "key" by what is generated for the keys of operators, "data" by the serializer of a type that stands alone), the snapshot of the
 * serializer, or nothing for that of the line before, the bytes, the hash code, and the JSON that sp-dump prints.
 */
public final class TableValues {
    private static final int VALUES_OF_A_TYPE = 6;
    private static final int COLUMNS = 12;
    private static final int MANY_COLUMNS = 80;  // more null bits than one word has
    private static final int DEPTH = 3;
    private final List<String> lines = new ArrayList<>();
    private final Random random;
    private final RandomTypes types;
    private final RandomData data;

    private TableValues(long seed) {
        random = new Random(seed);
        types = new RandomTypes(random);
        data = new RandomData(random);
    }

    public static List<String> lines(JsonNode request) throws IOException {
        TableValues all = new TableValues(Json.number(request, "seed", 1L));
        for (int n = Json.number(request, "samples", 20); n > 0; --n) {
            all.rows();
            all.keys();
            all.single();
        }
        all.multisets();
        return all.lines;
    }

    private void rows() throws IOException {
        List<LogicalType> columns = random.nextInt(8) == 0 ? types.columns(MANY_COLUMNS, 0) : types.columns(COLUMNS, DEPTH);
        RowDataSerializer serializer = new RowDataSerializer(columns.toArray(new LogicalType[0]));
        String snapshot = snapshot(serializer);
        for (int i = 0; i < VALUES_OF_A_TYPE; ++i) {
            GenericRowData row = data.row(columns, true);
            BinaryRowData binary = serializer.toBinaryRow(row).copy();
            add("row", i == 0 ? snapshot : "", bytes(serializer, row), String.valueOf(binary.hashCode()), DataJson.row(row, columns, null));
        }
    }

    private void keys() throws IOException {
        List<LogicalType> columns = types.columns(6, random.nextInt(3) == 0 ? 2 : 0);
        RowDataSerializer serializer = new RowDataSerializer(columns.toArray(new LogicalType[0]));
        String snapshot = snapshot(serializer);
        for (int i = 0; i < VALUES_OF_A_TYPE; ++i) {
            GenericRowData row = data.row(columns, false);
            BinaryRowData binary = projected(row, columns);
            add("key", i == 0 ? snapshot : "", bytes(serializer, binary), String.valueOf(binary.hashCode()), DataJson.row(row, columns, null));
        }
    }

    @SuppressWarnings("unchecked")
    private void single() throws IOException {
        LogicalType type = types.any(DEPTH);
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) (TypeSerializer<?>) InternalSerializers.create(type);
        String snapshot = snapshot(serializer);
        for (int i = 0; i < VALUES_OF_A_TYPE; ++i) {
            Object value = data.some(type);
            add("data", i == 0 ? snapshot : "", bytes(serializer, value), hash(value, type), plain(value, type));
        }
    }

    private void multisets() throws IOException {
        List<LogicalType> columns = types.columns(4, 1);
        RowDataSerializer rows = new RowDataSerializer(columns.toArray(new LogicalType[0]));
        for (MultisetPart part : MultisetPart.all(rows)) {
            String snapshot = snapshot(part.serializer);
            for (int i = 0; i < VALUES_OF_A_TYPE; ++i) {
                Map<String, Object> fields = part.fields(random, data.row(columns, true));
                byte[] bytes = bytes(part.serializer, part.value(fields));
                fields.computeIfPresent("row", (name, row) -> DataJson.row((GenericRowData) row, columns, null));
                add("data", i == 0 ? snapshot : "", bytes, "", fields);
            }
        }
    }

    /** To serializers of values that stand alone DATE, TIME and intervals are numbers, a TIMESTAMP has no time zone, and columns no names. */
    private static Object plain(Object value, LogicalType type) {
        return value instanceof Integer ? value
                : value instanceof GenericRowData ? DataJson.row((GenericRowData) value, type.getChildren(), null)
                : value instanceof TimestampData ? ((TimestampData) value).toLocalDateTime() : DataJson.value(value, type);
    }

    /** As the code that ProjectionCodeGenerator makes: nulls of wide decimals and timestamps take their room. */
    static BinaryRowData projected(GenericRowData row, List<LogicalType> columns) {
        BinaryRowData binary = new BinaryRowData(columns.size());
        BinaryRowWriter writer = new BinaryRowWriter(binary);
        for (int i = 0; i < columns.size(); ++i) {
            LogicalType type = columns.get(i);
            Object value = row.getField(i);
            if (value != null) {
                BinaryWriter.write(writer, i, value, type, InternalSerializers.create(type));
            } else if (type instanceof DecimalType && ((DecimalType) type).getPrecision() > 18) {
                writer.writeDecimal(i, null, ((DecimalType) type).getPrecision());
            } else if (precision(type) > 3) {
                writer.writeTimestamp(i, null, precision(type));
            } else {
                writer.setNullAt(i);
            }
        }
        writer.complete();
        return binary;
    }

    /** Of a timestamp, else 0. */
    private static int precision(LogicalType type) {
        return type instanceof TimestampType ? ((TimestampType) type).getPrecision()
                : type instanceof LocalZonedTimestampType ? ((LocalZonedTimestampType) type).getPrecision() : 0;
    }

    /** Of the forms that state keeps; other objects hash otherwise than their binary form. */
    private static String hash(Object value, LogicalType type) {
        if (type.getTypeRoot().name().equals("VARIANT") || type.getTypeRoot().name().equals("BITMAP")) {
            return "";
        }
        switch (type.getTypeRoot()) {
            case ARRAY:
            case MAP:
            case MULTISET:
            case ROW:
            case BINARY:
            case VARBINARY: return "";
            default: return String.valueOf(value.hashCode());
        }
    }

    private void add(String how, String snapshot, byte[] bytes, String hash, Object json) {
        lines.add(how + "\t" + snapshot + "\t" + base64(bytes) + "\t" + hash + "\t" + ValueJson.of(json));
    }

    static String snapshot(TypeSerializer<?> serializer) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        return base64(out.getCopyOfBuffer());
    }

    static <T> byte[] bytes(TypeSerializer<T> serializer, Object value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        @SuppressWarnings("unchecked")
        T typed = (T) value;
        serializer.serialize(typed, out);
        return out.getCopyOfBuffer();
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
