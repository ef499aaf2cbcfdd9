package sp.interop.avro;

import java.nio.ByteBuffer;
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
import sp.interop.types.NamedType;

/** The types avro:specific, avro:generic and avro:reflect, in processes that have Avro. */
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
                throw new IllegalArgumentException("no type avro:" + name);
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
