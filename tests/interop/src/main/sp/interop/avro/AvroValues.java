package sp.interop.avro;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;

/** Objects of Avro as such that ValueJson knows; others as they are. */
public final class AvroValues {
    /** Does nothing in processes without Avro. */
    public static final UnaryOperator<Object> PLAIN = isPresent() ? AvroValues::plain : UnaryOperator.identity();

    private AvroValues() {}

    private static boolean isPresent() {
        try {
            Class.forName("org.apache.avro.generic.IndexedRecord");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** With its branch where there are several, as in Avro's own JSON. */
    private static Object branch(Schema schema, Object value) {
        if (value == null || !schema.isUnion()
                || schema.getTypes().stream().filter(each -> each.getType() != Schema.Type.NULL).count() < 2) {
            return value;
        }
        Schema found = schema.getTypes().get(SpecificData.get().resolveUnion(schema, value));
        return Collections.singletonMap(found.getFullName(), value);
    }

    private static Object plain(Object value) {
        if (value instanceof IndexedRecord) {
            IndexedRecord record = (IndexedRecord) value;
            Map<String, Object> fields = new LinkedHashMap<>();
            for (Schema.Field field : record.getSchema().getFields()) {
                fields.put(field.name(), branch(field.schema(), record.get(field.pos())));
            }
            return fields;
        } else if (value instanceof Map) {  // keys may be Utf8
            Map<Object, Object> plain = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((key, element) -> plain.put(plain(key), element));
            return plain;
        } else if (value instanceof GenericFixed) {
            return ((GenericFixed) value).bytes();
        } else if (value instanceof ByteBuffer) {
            byte[] bytes = new byte[((ByteBuffer) value).remaining()];
            ((ByteBuffer) value).duplicate().get(bytes);
            return bytes;
        }
        return value instanceof CharSequence || value instanceof GenericEnumSymbol ? value.toString() : value;
    }
}
