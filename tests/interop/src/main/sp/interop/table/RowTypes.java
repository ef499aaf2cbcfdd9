package sp.interop.table;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import sp.interop.SerializerType;
import sp.interop.types.ChangedTypes;
import sp.interop.types.NamedType;

/**
 * Rows of SQL, for jobs whose columns change: the type data:ROW<…>. What a column holds depends on its name (ChangedTypes.number), hence
 * is the same in any of its types. Columns that begin with new_ hold null or 7, with maybe_ null in every third row.
 */
public final class RowTypes {
    private static final long ADDED = 7;

    private RowTypes() {}

    public static NamedType type(String text) {
        RowType type = (RowType) LogicalTypeParser.parse(text, RowTypes.class.getClassLoader());
        RowDataSerializer serializer = new RowDataSerializer(type);
        return new NamedType("data:" + text, new SerializerType<RowData>(serializer),
                n -> serializer.toBinaryRow(row(type, n)).copy());
    }

    private static RowData row(RowType type, long n) {
        List<String> names = type.getFieldNames();
        return GenericRowData.of(IntStream.range(0, names.size()).mapToObj(i -> column(type.getTypeAt(i), names.get(i), n)).toArray());
    }

    private static Object column(LogicalType type, String name, long n) {
        boolean added = name.startsWith("new_");
        if (type.isNullable() && (added || name.startsWith("maybe_") && n % 3 == 0)) {
            return null;
        }
        long number = added ? ADDED : ChangedTypes.number(name, n);
        switch (type.getTypeRoot()) {
            case TINYINT:
                return (byte) number;
            case SMALLINT:
                return (short) number;
            case INTEGER:
                return (int) number;
            case BIGINT:
                return number;
            case FLOAT:
                return (float) number;
            case DOUBLE:
                return (double) number;
            case DECIMAL:
                DecimalType decimal = (DecimalType) type;
                return DecimalData.fromBigDecimal(BigDecimal.valueOf(number), decimal.getPrecision(), decimal.getScale());
            case CHAR:
            case VARCHAR:
                return StringData.fromString(Long.toString(number));
            case TIMESTAMP_WITHOUT_TIME_ZONE:
                return TimestampData.fromEpochMillis(number * 1001);
            case ARRAY:
                LogicalType element = ((ArrayType) type).getElementType();
                return new GenericArrayData(new Object[] {column(element, name, n), column(element, name, n + 1)});
            case MAP:
                MapType map = (MapType) type;
                return new GenericMapData(Map.of(column(map.getKeyType(), name, n), column(map.getValueType(), name, n)));
            case ROW:
                return row((RowType) type, n);
            default:
                throw new IllegalArgumentException("no values of " + type);
        }
    }
}
