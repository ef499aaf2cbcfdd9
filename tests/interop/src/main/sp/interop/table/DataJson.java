package sp.interop.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;

/** What sp-dump prints of a value, from the object and its type: Java's values, for ValueJson. */
final class DataJson {
    private DataJson() {}

    static Map<String, Object> row(GenericRowData row, List<LogicalType> types, List<String> names) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (row.getRowKind().toByteValue() != 0) {
            fields.put("@kind", row.getRowKind().shortString());
        }
        for (int i = 0; i < types.size(); ++i) {
            fields.put(names == null ? "f" + i : names.get(i), value(row.getField(i), types.get(i)));
        }
        return fields;
    }

    static Object value(Object value, LogicalType type) {
        if (value == null) {
            return null;
        }
        switch (type.getTypeRoot()) {
            case CHAR:
            case VARCHAR: return value.toString();
            case DECIMAL: return ((DecimalData) value).toBigDecimal();
            case DATE: return LocalDate.ofEpochDay((Integer) value);
            case TIME_WITHOUT_TIME_ZONE: return LocalTime.ofNanoOfDay((Integer) value * 1_000_000L);
            case TIMESTAMP_WITHOUT_TIME_ZONE: return ((TimestampData) value).toLocalDateTime();
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE: return ((TimestampData) value).toInstant();
            case ARRAY: return array(((GenericArrayData) value).toObjectArray(), ((ArrayType) type).getElementType());
            case MAP: return map((GenericMapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
            case MULTISET: return map((GenericMapData) value, ((MultisetType) type).getElementType(), new IntType());
            case ROW: return row((GenericRowData) value, type.getChildren(), ((RowType) type).getFieldNames());
            case RAW: return ((RawValueData<?>) value).toObject(null);
            default: return NewerTypes.json(value, type);
        }
    }

    private static List<Object> array(Object[] elements, LogicalType type) {
        List<Object> all = new ArrayList<>();
        for (Object element : elements) {
            all.add(value(element, type));
        }
        return all;
    }

    /** An object where the keys are strings and none is null. */
    private static Object map(GenericMapData map, LogicalType keyType, LogicalType valueType) {
        Object[] keys = ((GenericArrayData) map.keyArray()).toObjectArray();
        Map<String, Object> named = new LinkedHashMap<>();
        List<Object> pairs = new ArrayList<>();
        for (Object key : keys) {
            Object k = value(key, keyType);
            Object v = value(map.get(key), valueType);
            named.put(String.valueOf(k), v);
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("key", k);
            pair.put("value", v);
            pairs.add(pair);
        }
        boolean isNamed = keyType.is(LogicalTypeFamily.CHARACTER_STRING) && java.util.Arrays.stream(keys).noneMatch(k -> k == null);
        return isNamed ? named : pairs;
    }
}
