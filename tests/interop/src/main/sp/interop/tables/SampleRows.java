package sp.interop.tables;

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
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.types.RowKind;
import sp.interop.job.Command;

/**
 * Rows of any type, the same for the same command. Columns k… are made of its `key`, u… of `map`, ts… of `time`, others of `n`; those
 * that may be null sometimes are, but for k, u and ts. Integers are the number itself, so that a script can reckon with them.
 */
final class SampleRows {
    private static final String TEXT = "The quick brown fox, ünïcödé 😀 日本語, jumps over the lazy dog";

    private SampleRows() {}

    static RowData of(RowType type, Command command) {
        GenericRowData row = new GenericRowData(kind(command.op), type.getFieldCount());
        for (int i = 0; i < type.getFieldCount(); ++i) {
            String name = type.getFieldNames().get(i);
            LogicalType column = type.getTypeAt(i);
            if (name.startsWith("ts")) {
                row.setField(i, TimestampData.fromEpochMillis(command.time));
            } else if (name.startsWith("k") || name.startsWith("u")) {
                row.setField(i, value(column, name.startsWith("k") ? command.key : command.map));
            } else {
                row.setField(i, orNull(column, command.n, i));
            }
        }
        return row;
    }

    private static RowKind kind(String text) {
        for (RowKind kind : RowKind.values()) {
            if (kind.shortString().equals(text)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of row: " + text);
    }

    private static Object orNull(LogicalType type, long n, int position) {
        return type.isNullable() && Math.floorMod(n + position, 9) == 4 ? null : value(type, n);
    }

    private static Object value(LogicalType type, long n) {
        Random random = new Random(n * 0x9E3779B97F4A7C15L);
        switch (type.getTypeRoot()) {
            case CHAR:
                return StringData.fromString(text(random, ((CharType) type).getLength(), ((CharType) type).getLength()));
            case VARCHAR:
                return StringData.fromString("s" + n + text(random, 0, Math.min(((VarCharType) type).getLength() - 6, 60)));
            case BOOLEAN:
                return n % 2 != 0;
            case BINARY:
                return bytes(random, ((BinaryType) type).getLength());
            case VARBINARY:
                return bytes(random, random.nextInt(Math.min(((VarBinaryType) type).getLength(), 20) + 1));
            case DECIMAL:
                return decimal((DecimalType) type, random);
            case TINYINT:
                return (byte) n;
            case SMALLINT:
                return (short) n;
            case INTEGER:
                return (int) n;
            case BIGINT:
                return n;
            case FLOAT:
                return new float[] {n / 3f, -0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY}[(int) Math.floorMod(n, 5)];
            case DOUBLE:
                return new double[] {n / 3d, -0d, Double.NaN, Double.MIN_VALUE, 1e300}[(int) Math.floorMod(n, 5)];
            case DATE:
                return random.nextInt(60_000) - 20_000;
            case TIME_WITHOUT_TIME_ZONE:
                return LogicalTypeChecks.getPrecision(type) == 0 ? random.nextInt(86_400) * 1000 : random.nextInt(86_400_000);
            case TIMESTAMP_WITHOUT_TIME_ZONE:
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
                return timestamp(LogicalTypeChecks.getPrecision(type), random);
            case INTERVAL_YEAR_MONTH:
                return random.nextInt(1000) - 500;
            case INTERVAL_DAY_TIME:
                return random.nextLong() >> 24;
            default:
                return nested(type, n, random);
        }
    }

    private static Object nested(LogicalType type, long n, Random random) {
        switch (type.getTypeRoot()) {
            case ARRAY:
                Object[] elements = new Object[(int) Math.floorMod(n, 4)];
                for (int i = 0; i < elements.length; ++i) {
                    elements[i] = orNull(((ArrayType) type).getElementType(), n + i, i);
                }
                return new GenericArrayData(elements);
            case MULTISET:
                return map(((MultisetType) type).getElementType(), new IntType(false), n);
            case MAP:
                return map(((MapType) type).getKeyType(), ((MapType) type).getValueType(), n);
            case ROW:
                GenericRowData row = new GenericRowData(type.getChildren().size());
                List<LogicalType> columns = type.getChildren();
                for (int i = 0; i < columns.size(); ++i) {
                    row.setField(i, orNull(columns.get(i), n + i, i));
                }
                return row;
            case RAW:  // of Integer
                return RawValueData.fromObject((int) n);
            default:
                throw new IllegalArgumentException("no samples of " + type);
        }
    }

    private static GenericMapData map(LogicalType keys, LogicalType values, long n) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < Math.floorMod(n, 3); ++i) {
            map.put(value(keys, n + i), orNull(values, n + i, i));
        }
        return new GenericMapData(map);
    }

    /** Of so many code points. */
    private static String text(Random random, int least, int most) {
        int length = least + (most > least ? random.nextInt(most - least + 1) : 0);
        StringBuilder text = new StringBuilder();
        int[] points = TEXT.codePoints().toArray();
        for (int i = 0, start = random.nextInt(points.length); i < length; ++i) {
            text.appendCodePoint(points[(start + i) % points.length]);
        }
        return text.toString();
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static DecimalData decimal(DecimalType type, Random random) {
        BigInteger limit = BigInteger.TEN.pow(random.nextInt(type.getPrecision()) + 1);  // of few digits and many
        BigInteger unscaled = new BigInteger(130, random).mod(limit.multiply(BigInteger.TWO)).subtract(limit.subtract(BigInteger.ONE));
        return DecimalData.fromBigDecimal(new BigDecimal(unscaled.mod(limit).multiply(BigInteger.valueOf(unscaled.signum())),
                type.getScale()), type.getPrecision(), type.getScale());
    }

    private static TimestampData timestamp(int precision, Random random) {
        long step = (long) Math.pow(10, 9 - precision);
        long nanos = random.nextInt(1_000_000_000) / step * step;
        return TimestampData.fromEpochMillis((random.nextInt() * 1000L) + nanos / 1_000_000, (int) (nanos % 1_000_000));
    }
}
