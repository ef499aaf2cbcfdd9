package sp.interop.table;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.RowKind;

/** Random values of types, in the forms in which operators hand them to serializers. */
final class RandomData {
    private static final long FIRST_DAY = -719162;  // 0001-01-01
    private static final long LAST_DAY = 2932896;  // 9999-12-31
    private static final long MILLIS_OF_DAY = 86_400_000L;
    private final Random random;

    RandomData(Random random) {
        this.random = random;
    }

    GenericRowData row(List<LogicalType> types, boolean kinds) {
        GenericRowData row = new GenericRowData(types.size());
        for (int i = 0; i < types.size(); ++i) {
            row.setField(i, value(types.get(i)));
        }
        if (kinds && random.nextInt(4) == 0) {
            row.setRowKind(RowKind.fromByteValue((byte) random.nextInt(4)));
        }
        return row;
    }

    /** Null more often where it may be. */
    Object value(LogicalType type) {
        return type.isNullable() && random.nextInt(3) == 0 ? null : some(type);
    }

    Object some(LogicalType type) {
        switch (type.getTypeRoot()) {
            case CHAR:
            case VARCHAR: return StringData.fromString(text(Math.min(LogicalTypeChecks.getLength(type), 20)));
            case BOOLEAN: return random.nextBoolean();
            case BINARY:
            case VARBINARY: return bytes(Math.min(LogicalTypeChecks.getLength(type), 20));
            case DECIMAL: return decimal((DecimalType) type);
            case TINYINT: return (byte) number(Byte.MAX_VALUE);
            case SMALLINT: return (short) number(Short.MAX_VALUE);
            case INTEGER:
            case INTERVAL_YEAR_MONTH: return (int) number(Integer.MAX_VALUE);
            case BIGINT:
            case INTERVAL_DAY_TIME: return number(Long.MAX_VALUE);
            case FLOAT: return floating();
            case DOUBLE: return random.nextInt(4) == 0 ? (double) floating() : Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
            case DATE: return (int) day();
            case TIME_WITHOUT_TIME_ZONE: return random.nextInt((int) MILLIS_OF_DAY);
            case TIMESTAMP_WITHOUT_TIME_ZONE:
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE: return timestamp(LogicalTypeChecks.getPrecision(type));
            case ARRAY: return array(((ArrayType) type).getElementType());
            case MAP: return map(((MapType) type).getKeyType(), ((MapType) type).getValueType());
            case MULTISET: return map(((MultisetType) type).getElementType(), new IntType(false));
            case ROW: return row(type.getChildren(), true);
            case RAW: return RawValueData.fromObject(text(20));
            default: return NewerTypes.value(type, random);
        }
    }

    /** With what UTF-8 does differently; short ones stand in their slots. */
    String text(int most) {
        String[] characters = {"a", "Z", "0", " ", "é", "日", "😀", "\"", "\\", "/"};
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(most + 1);
        while (text.length() < Math.min(length, most)) {
            text.append(characters[random.nextInt(4) == 0 ? random.nextInt(characters.length) : random.nextInt(3)]);
        }
        return text.toString();
    }

    private byte[] bytes(int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    private DecimalData decimal(DecimalType type) {
        BigInteger bound = BigInteger.TEN.pow(random.nextInt(4) == 0 ? Math.min(2, type.getPrecision()) : type.getPrecision());
        BigInteger digits = random.nextInt(5) == 0 ? bound.subtract(BigInteger.ONE) : new BigInteger(127, random).mod(bound);
        BigDecimal value = new BigDecimal(random.nextBoolean() ? digits.negate() : digits, type.getScale());
        return DecimalData.fromBigDecimal(value, type.getPrecision(), type.getScale());
    }

    long number(long max) {
        switch (random.nextInt(5)) {
            case 0: return random.nextInt(3) - 1;
            case 1: return random.nextBoolean() ? max : -max - 1;
            default: return random.nextLong() % max;
        }
    }

    private float floating() {
        float[] odd = {0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, 1.5f, 1e10f};
        return odd[random.nextInt(odd.length)];
    }

    private long day() {
        return FIRST_DAY + (long) (random.nextDouble() * (LAST_DAY - FIRST_DAY));
    }

    /** Nanoseconds as exact as the type. */
    private TimestampData timestamp(int precision) {
        long millis = day() * MILLIS_OF_DAY + (random.nextInt(4) == 0 ? 0 : random.nextInt((int) MILLIS_OF_DAY));
        if (precision < 3) {
            return TimestampData.fromEpochMillis(millis - Math.floorMod(millis, (long) Math.pow(10, 3 - precision)));
        }
        int step = (int) Math.pow(10, 9 - precision);
        return TimestampData.fromEpochMillis(millis, precision == 3 ? 0 : random.nextInt(1_000_000) / step * step);
    }

    private GenericArrayData array(LogicalType element) {
        Object[] elements = new Object[length()];
        for (int i = 0; i < elements.length; ++i) {
            elements[i] = value(element);
        }
        return new GenericArrayData(elements);
    }

    /** Keys that are equal to Java may stand twice in it once they are bytes, as with arrays: not here. */
    private GenericMapData map(LogicalType key, LogicalType value) {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int n = length(); n > 0; --n) {
            Object k = value(key);
            entries.putIfAbsent(k, value(value));
        }
        return new GenericMapData(entries);
    }

    /** More than a word of null bits now and then. */
    private int length() {
        return random.nextInt(12) == 0 ? 30 + random.nextInt(10) : random.nextInt(4);
    }
}
