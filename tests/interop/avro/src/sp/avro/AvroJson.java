package sp.avro;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;

/** Generic data as sp-dump prints it (man sp-rows). */
final class AvroJson {
    private final StringBuilder out = new StringBuilder();

    private AvroJson() {}

    static String of(Object value, Schema schema) {
        AvroJson json = new AvroJson();
        json.write(value, schema);
        return json.out.toString();
    }

    private void write(Object value, Schema schema) {
        switch (schema.getType()) {
            case NULL: out.append("null"); break;
            case FLOAT:
            case DOUBLE: writeFloating(((Number) value).doubleValue(), value); break;
            case BYTES: writeBytes(((ByteBuffer) value).array()); break;
            case FIXED: writeBytes(((GenericData.Fixed) value).bytes()); break;
            case STRING:
            case ENUM: writeText(value.toString()); break;
            case ARRAY: writeArray((Collection<?>) value, schema.getElementType()); break;
            case MAP: writeMap((Map<?, ?>) value, schema.getValueType()); break;
            case RECORD: writeRecord((IndexedRecord) value); break;
            case UNION: writeUnion(value, schema); break;
            default: out.append(value);
        }
    }

    private void writeFloating(double value, Object shown) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            writeText(shown.toString());
        } else {
            out.append(shown);
        }
    }

    private void writeBytes(byte[] bytes) {
        writeText(Base64.getEncoder().encodeToString(bytes));
    }

    private void writeArray(Collection<?> items, Schema schema) {
        String separator = "[";
        for (Object item : items) {
            out.append(separator);
            write(item, schema);
            separator = ",";
        }
        out.append(items.isEmpty() ? "[]" : "]");
    }

    private void writeMap(Map<?, ?> items, Schema schema) {
        String separator = "{";
        for (Map.Entry<?, ?> item : items.entrySet()) {
            out.append(separator);
            writeText(item.getKey().toString());
            out.append(':');
            write(item.getValue(), schema);
            separator = ",";
        }
        out.append(items.isEmpty() ? "{}" : "}");
    }

    private void writeRecord(IndexedRecord record) {
        String separator = "{";
        for (Schema.Field field : record.getSchema().getFields()) {
            out.append(separator);
            writeText(field.name());
            out.append(':');
            write(record.get(field.pos()), field.schema());
            separator = ",";
        }
        out.append(separator.equals("{") ? "{}" : "}");
    }

    /** With the branch's name, unless there is but one that is not null. */
    private void writeUnion(Object value, Schema schema) {
        Schema branch = schema.getTypes().get(GenericData.get().resolveUnion(schema, value));
        long others = schema.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).count();
        if (branch.getType() == Schema.Type.NULL || others == 1) {
            write(value, branch);
            return;
        }
        out.append('{');
        writeText(branch.getFullName());
        out.append(':');
        write(value, branch);
        out.append('}');
    }

    private void writeText(String text) {
        out.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
}
