package sp.interop.avro;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroSerializer;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import sp.interop.SerializerType;
import sp.interop.types.ChangedTypes;
import sp.interop.types.NamedType;

/** The types avro:specific, avro:generic and avro:reflect, and avro:SCHEMA of generic records, in processes that have Avro. */
public final class AvroTypes {
    private static final Schema GENERIC =
            new Schema.Parser().parse(Parcel.SCHEMA$.toString().replace("\"sp.interop.avro\"", "\"org.example\""));

    private AvroTypes() {}

    public static NamedType type(String name) {
        switch (name) {
            case "specific":
                return new NamedType("avro:specific", TypeInformation.of(Parcel.class), Parcel::sample);
            case "generic":
                return new NamedType("avro:generic", new GenericRecordAvroTypeInfo(GENERIC), n -> generic(Parcel.sample(n)));
            case "reflect":
                return new NamedType("avro:reflect", new SerializerType<>(new AvroSerializer<>(Crate.class)), Crate::sample);
            default:
                if (!name.startsWith("{")) {
                    throw new IllegalArgumentException("no type avro:" + name);
                }
                Schema schema = new Schema.Parser().parse(name);
                return new NamedType("avro:" + name, new GenericRecordAvroTypeInfo(schema), n -> record(schema, n));
        }
    }

    /**
     * Fields hold what their names say (ChangedTypes.number), in any of their types; those that begin with new_ their default,
     * with maybe_ null in every third record.
     */
    private static GenericRecord record(Schema schema, long n) {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), field.name().startsWith("new_")
                    ? GenericData.get().getDefaultValue(field) : value(field.schema(), field.name(), n));
        }
        return record;
    }

    private static Object value(Schema schema, String name, long n) {
        long number = ChangedTypes.number(name, n);
        switch (schema.getType()) {
            case INT:
                return (int) number;
            case LONG:
                return number;
            case FLOAT:
                return (float) number;
            case DOUBLE:
                return (double) number;
            case STRING:
                return ChangedTypes.text(name, n);
            case BYTES:
                return ByteBuffer.wrap(ChangedTypes.text(name, n).getBytes(StandardCharsets.UTF_8));
            case ENUM:
                return new GenericData.EnumSymbol(schema, number % 2 == 0 ? "LIGHT" : "DARK");
            case ARRAY:
                return new ArrayList<>(List.of(value(schema.getElementType(), name, n), value(schema.getElementType(), name, n + 1)));
            case MAP:
                return new HashMap<>(Map.of("n", value(schema.getValueType(), name, n)));
            case RECORD:
                return record(schema, n);
            case UNION:  // with null in front, or of one type
                List<Schema> branches = schema.getTypes();
                return name.startsWith("maybe_") && n % 3 == 0 ? null : value(branches.get(branches.size() - 1), name, n);
            default:
                throw new IllegalArgumentException("no values of " + schema);
        }
    }

    /** The same fields. */
    private static GenericRecord generic(IndexedRecord record) {
        GenericData.Record copy = new GenericData.Record(GENERIC);
        for (Schema.Field field : GENERIC.getFields()) {
            copy.put(field.pos(), generic(record.get(field.pos())));
        }
        return copy;
    }

    private static Object generic(Object value) {
        if (value instanceof IndexedRecord) {
            return generic((IndexedRecord) value);
        } else if (value instanceof Shade) {
            return new GenericData.EnumSymbol(GENERIC.getField("shade").schema(), value.toString());
        } else if (value instanceof Sum) {
            return new GenericData.Fixed(GENERIC.getField("sum").schema(), ((Sum) value).bytes());
        } else if (value instanceof ByteBuffer) {
            return ((ByteBuffer) value).duplicate();
        } else if (value instanceof List) {
            return new ArrayList<>((List<?>) value);
        }
        return value instanceof Map ? new HashMap<>((Map<?, ?>) value) : value;
    }
}
