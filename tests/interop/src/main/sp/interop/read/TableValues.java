package sp.interop.read;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.CompositeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializerBase;
import org.apache.flink.runtime.state.ttl.TtlValue;
import org.apache.flink.table.api.dataview.ListView;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.conversion.DataStructureConverter;
import org.apache.flink.table.data.conversion.DataStructureConverters;
import org.apache.flink.table.dataview.ListViewSerializer;
import org.apache.flink.table.dataview.MapViewSerializer;
import org.apache.flink.table.dataview.NullAwareMapSerializer;
import org.apache.flink.table.runtime.operators.window.CountWindow;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.typeutils.ArrayDataSerializer;
import org.apache.flink.table.runtime.typeutils.DecimalDataSerializer;
import org.apache.flink.table.runtime.typeutils.ExternalSerializer;
import org.apache.flink.table.runtime.typeutils.LinkedListSerializer;
import org.apache.flink.table.runtime.typeutils.MapDataSerializer;
import org.apache.flink.table.runtime.typeutils.RawValueDataSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.runtime.typeutils.SortedMapSerializer;
import org.apache.flink.table.runtime.typeutils.StringDataSerializer;
import org.apache.flink.table.runtime.typeutils.TimestampDataSerializer;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.Row;

/**
 * Values of the Table runtime as objects that ValueJson knows. They do not say themselves of which type they are: their serializer
 * does, through Flink's own accessors by LogicalType. What serializers of other kinds have is left as it is.
 */
public final class TableValues {
    private static final String MULTISET = "org.apache.flink.table.runtime.sequencedmultisetstate.linked.";  // since 2.2

    private TableValues() {}

    static Object plain(TypeSerializer<?> serializer, Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof TtlValue) {
            TtlValue<?> stamped = (TtlValue<?>) value;
            TypeSerializer<?>[] stampAndValue =
                    (TypeSerializer<?>[]) member(unwrapped(serializer), CompositeSerializer.class, "fieldSerializers");
            return new TtlValue<>(plain(stampAndValue[1], stamped.getUserValue()), stamped.getLastAccessTimestamp());
        }
        return containers(unwrapped(serializer), value);
    }

    /** Of 2.x; it only tells maps whether values carry stamps. */
    private static TypeSerializer<?> unwrapped(TypeSerializer<?> serializer) {
        if (!serializer.getClass().getSimpleName().startsWith("TtlAware")) {
            return serializer;
        }
        try {
            return (TypeSerializer<?>) serializer.getClass().getMethod("getOriginalTypeSerializer").invoke(serializer);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object containers(TypeSerializer<?> serializer, Object value) {
        if (serializer instanceof ListSerializer) {
            return list((List<?>) value, ((ListSerializer<?>) serializer).getElementSerializer());
        } else if (serializer instanceof LinkedListSerializer) {
            return list((List<?>) value, ((LinkedListSerializer<?>) serializer).getElementSerializer());
        } else if (serializer instanceof ListViewSerializer) {
            return plain(((ListViewSerializer<?>) serializer).getListSerializer(),
                    ((ListView<?>) value).getList());
        } else if (serializer instanceof MapViewSerializer) {
            return plain(((MapViewSerializer<?, ?>) serializer).getMapSerializer(),
                    ((MapView<?, ?>) value).getMap());
        } else if (serializer instanceof MapSerializer) {
            MapSerializer<?, ?> map = (MapSerializer<?, ?>) serializer;
            return map((Map<?, ?>) value, map.getKeySerializer(), map.getValueSerializer());
        } else if (serializer instanceof NullAwareMapSerializer) {
            NullAwareMapSerializer<?, ?> map = (NullAwareMapSerializer<?, ?>) serializer;
            return map((Map<?, ?>) value, map.getKeySerializer(), map.getValueSerializer());
        } else if (serializer instanceof SortedMapSerializer) {
            SortedMapSerializer<?, ?> map = (SortedMapSerializer<?, ?>) serializer;
            return map((Map<?, ?>) value, map.getKeySerializer(), map.getValueSerializer());
        } else if (serializer instanceof TupleSerializerBase && value instanceof Tuple) {
            TypeSerializer<?>[] fields = ((TupleSerializerBase<?>) serializer).getFieldSerializers();
            Row row = new Row(fields.length);
            for (int i = 0; i < fields.length; ++i) {
                row.setField(i, plain(fields[i], ((Tuple) value).getField(i)));
            }
            return row;
        } else if (serializer.getClass().getName().startsWith(MULTISET)) {
            return multiset(serializer, value);
        }
        return data(serializer, value);
    }

    /** Parts of LinkedMultiSetState, whose classes are seen in their package only. */
    private static Object multiset(TypeSerializer<?> serializer, Object value) {
        if (!(serializer instanceof CompositeSerializer)) {  // RowDataKeySerializer
            TypeSerializer<?> row = (TypeSerializer<?>) member(serializer, serializer.getClass(), "serializer");
            return plain(row, member(value, value.getClass(), "rowData"));
        }
        TypeSerializer<?>[] parts = (TypeSerializer<?>[]) member(serializer, CompositeSerializer.class, "fieldSerializers");
        Map<String, Object> plain = new LinkedHashMap<>();
        for (Field field : value.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                plain.put(field.getName(), plain(parts[plain.size()], member(value, value.getClass(), field.getName())));
            }
        }
        return plain;
    }

    private static List<Object> list(List<?> values, TypeSerializer<?> serializer) {
        List<Object> plain = new ArrayList<>();
        values.forEach(element -> plain.add(plain(serializer, element)));
        return plain;
    }

    private static Map<Object, Object> map(Map<?, ?> values, TypeSerializer<?> keys, TypeSerializer<?> elements) {
        Map<Object, Object> plain = new LinkedHashMap<>();
        values.forEach((key, element) -> plain.put(plain(keys, key), plain(elements, element)));
        return plain;
    }

    /** Values whose LogicalType the serializer has. */
    private static Object data(TypeSerializer<?> serializer, Object value) {
        if (serializer instanceof RowDataSerializer) {
            return row((RowData) value, (LogicalType[]) member(serializer, RowDataSerializer.class, "types"));
        } else if (serializer instanceof ExternalSerializer) {
            DataType type = (DataType) member(serializer, ExternalSerializer.class, "dataType");
            DataStructureConverter<Object, Object> converter = DataStructureConverters.getConverter(type);
            converter.open(TableValues.class.getClassLoader());
            return of(type.getLogicalType(), converter.toInternal(value));
        } else if (serializer instanceof ArrayDataSerializer) {
            return of(new ArrayType((LogicalType) member(serializer, ArrayDataSerializer.class, "eleType")), value);
        } else if (serializer instanceof MapDataSerializer) {
            return of(new MapType((LogicalType) member(serializer, MapDataSerializer.class, "keyType"),
                    (LogicalType) member(serializer, MapDataSerializer.class, "valueType")), value);
        } else if (serializer instanceof RawValueDataSerializer) {
            return raw((RawValueData<?>) value, ((RawValueDataSerializer<?>) serializer).getInnerSerializer());
        } else if (serializer instanceof StringDataSerializer) {
            return value.toString();
        } else if (serializer instanceof DecimalDataSerializer) {
            return ((DecimalData) value).toBigDecimal();
        } else if (serializer instanceof TimestampDataSerializer) {
            return ((TimestampData) value).toLocalDateTime();
        } else if (value instanceof TimeWindow) {
            return new org.apache.flink.streaming.api.windowing.windows.TimeWindow(
                    ((TimeWindow) value).getStart(), ((TimeWindow) value).getEnd());
        } else if (value instanceof CountWindow) {
            return Map.of("id", ((CountWindow) value).getId());
        }
        return value;
    }

    /** A row of a table, columns f0, f1, …. */
    public static Object row(RowData row, RowType type) {
        return row(row, type.getChildren().toArray(new LogicalType[0]));
    }

    private static Object row(RowData row, LogicalType... columns) {
        Row plain = new Row(columns.length);
        for (int i = 0; i < columns.length; ++i) {
            plain.setField(i, of(columns[i], field(row, columns[i], i)));
        }
        return plain;
    }

    /** Null where the row says so: the time by the clock and keys of outer joins are also where the type says NOT NULL. */
    private static Object field(RowData row, LogicalType type, int position) {
        return row.isNullAt(position) ? null : RowData.createFieldGetter(type, position).getFieldOrNull(row);
    }

    private static Object of(LogicalType type, Object value) {
        if (value == null) {
            return null;
        }
        switch (type.getTypeRoot()) {
            case CHAR:
            case VARCHAR:
                return value.toString();
            case DECIMAL:
                return ((DecimalData) value).toBigDecimal();
            case DATE:
                return LocalDate.ofEpochDay((Integer) value);
            case TIME_WITHOUT_TIME_ZONE:
                return LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
            case TIMESTAMP_WITHOUT_TIME_ZONE:
                return ((TimestampData) value).toLocalDateTime();
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                return ((TimestampData) value).toInstant();
            case ARRAY:
                return elements((ArrayData) value, ((ArrayType) type).getElementType());
            case MULTISET:
                return entries((MapData) value, ((MultisetType) type).getElementType(), new IntType(false));
            case MAP:
                return entries((MapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
            case ROW:
            case STRUCTURED_TYPE:
                return named((RowData) value, LogicalTypeChecks.getFieldNames(type), type.getChildren());
            case RAW:
                return raw((RawValueData<?>) value, ((RawType<?>) type).getTypeSerializer());
            default:  // numbers, intervals too, and bytes
                return value;
        }
    }

    private static List<Object> elements(ArrayData array, LogicalType type) {
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(type);
        List<Object> plain = new ArrayList<>();
        for (int i = 0; i < array.size(); ++i) {
            plain.add(of(type, getter.getElementOrNull(array, i)));
        }
        return plain;
    }

    /** A Map where keys are strings, else pairs: an empty map does not tell which. */
    private static Object entries(MapData map, LogicalType keyType, LogicalType valueType) {
        List<Object> keys = elements(map.keyArray(), keyType);
        List<Object> values = elements(map.valueArray(), valueType);
        Map<Object, Object> named = new LinkedHashMap<>();
        List<Object> pairs = new ArrayList<>();
        for (int i = 0; i < keys.size(); ++i) {
            named.put(keys.get(i), values.get(i));
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("key", keys.get(i));
            pair.put("value", values.get(i));
            pairs.add(pair);
        }
        boolean strings = keyType.is(LogicalTypeFamily.CHARACTER_STRING);
        return strings && !named.containsKey(null) ? named : pairs;
    }

    private static Map<String, Object> named(RowData row, List<String> names, List<LogicalType> types) {
        Map<String, Object> plain = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); ++i) {
            plain.put(names.get(i), of(types.get(i), field(row, types.get(i), i)));
        }
        return plain;
    }

    @SuppressWarnings("unchecked")
    private static Object raw(RawValueData<?> value, TypeSerializer<?> serializer) {
        return ((RawValueData<Object>) value).toObject((TypeSerializer<Object>) serializer);
    }

    private static Object member(Object object, Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
