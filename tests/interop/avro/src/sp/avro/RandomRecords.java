package sp.avro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/** Random generic data of a schema. */
final class RandomRecords {
    private final Random random;

    RandomRecords(Random random) {
        this.random = random;
    }

    GenericData.Record record(Schema schema, int depth) {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), value(field.schema(), depth));
        }
        return record;
    }

    Object value(Schema schema, int depth) {
        switch (schema.getType()) {
            case NULL: return null;
            case BOOLEAN: return random.nextBoolean();
            case INT: return random.nextInt(3) == 0 ? random.nextInt(100) : random.nextInt();
            case LONG: return random.nextInt(3) == 0 ? (long) random.nextInt(100) : random.nextLong();
            case FLOAT: return new float[] {0f, -0f, 1.5f, Float.NaN, Float.NEGATIVE_INFINITY}[random.nextInt(5)];
            case DOUBLE: return new double[] {0, -0.0, 0.1, Double.NaN, Double.POSITIVE_INFINITY, -2.5e10}[random.nextInt(6)];
            case BYTES: return ByteBuffer.wrap(bytes(random.nextInt(12)));
            case FIXED: return new GenericData.Fixed(schema, bytes(schema.getFixedSize()));
            case STRING: return text();
            case ENUM:
                return new GenericData.EnumSymbol(schema, schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size())));
            case ARRAY: return array(schema, depth);
            case MAP: return map(schema, depth);
            case RECORD: return record(schema, depth - 1);
            case UNION: return union(schema, depth);
            default: throw new IllegalArgumentException(schema.toString());
        }
    }

    /** The branch that ends, once it is deep. */
    private Object union(Schema schema, int depth) {
        List<Schema> branches = schema.getTypes();
        Schema branch = branches.get(depth <= 0 ? 0 : random.nextInt(branches.size()));
        return value(branch, depth);
    }

    private List<Object> array(Schema schema, int depth) {
        List<Object> items = new ArrayList<>();
        for (int n = length(depth); n > 0; --n) {
            items.add(value(schema.getElementType(), depth - 1));
        }
        return items;
    }

    private Map<String, Object> map(Schema schema, int depth) {
        Map<String, Object> items = new LinkedHashMap<>();
        for (int n = length(depth); n > 0; --n) {
            items.put(text(), value(schema.getValueType(), depth - 1));
        }
        return items;
    }

    private int length(int depth) {
        return depth <= 0 ? 0 : random.nextInt(40) == 0 ? 130 : random.nextInt(4);
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text() {
        String[] texts = {"", "a", "größe", "日本", "😀", "ein \"Zitat\"", "a\\b"};
        return texts[random.nextInt(texts.length)] + (random.nextInt(3) == 0 ? "" : random.nextInt(1000));
    }
}
