package sp.interop.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Date;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ValueTypeInfo;
import org.apache.flink.types.BooleanValue;
import org.apache.flink.types.ByteValue;
import org.apache.flink.types.CharValue;
import org.apache.flink.types.DoubleValue;
import org.apache.flink.types.FloatValue;
import org.apache.flink.types.IntValue;
import org.apache.flink.types.LongValue;
import org.apache.flink.types.ShortValue;
import org.apache.flink.types.StringValue;

/** Types without parts. */
final class BasicTypes {
    private static final String[] TEXTS = {"", "a", "h\u00e9llo", "\u65e5\u672c\u8a9e", "emoji \ud83d\ude00", "q\"uote\\back\n\ttab",
        "nul\0in", "long".repeat(60)};
    private static final long[] LONGS = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53, 255};
    private static final double[] DOUBLES = {0.0, -0.0, 1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 1e16, 0.1};

    private BasicTypes() {}

    static void addTo(Consumer<NamedType> table) {
        table.accept(new NamedType("boolean", Types.BOOLEAN, n -> (n & 1) == 1));
        table.accept(new NamedType("byte", Types.BYTE, n -> (byte) n));
        table.accept(new NamedType("short", Types.SHORT, n -> (short) (n * 257)));
        table.accept(new NamedType("int", Types.INT, n -> (int) n));
        table.accept(new NamedType("long", Types.LONG, BasicTypes::longOf));
        table.accept(new NamedType("float", Types.FLOAT, n -> n % 9 == 0 ? Float.MIN_VALUE : n / 10.0f));
        table.accept(new NamedType("double", Types.DOUBLE, BasicTypes::doubleOf));
        table.accept(new NamedType("char", Types.CHAR, n -> (char) (n % 0xd800)));
        table.accept(new NamedType("string", Types.STRING, BasicTypes::stringOf));
        table.accept(new NamedType("big_int", Types.BIG_INT, BasicTypes::bigIntegerOf));
        table.accept(new NamedType("big_dec", Types.BIG_DEC, n -> new BigDecimal(bigIntegerOf(n), (int) (n % 7))));
        table.accept(new NamedType("date", BasicTypeInfo.DATE_TYPE_INFO, n -> new Date(n * 86_399_123)));
        table.accept(new NamedType("sql_date", Types.SQL_DATE, n -> new java.sql.Date(n % 20_000 * 86_400_000)));
        table.accept(new NamedType("sql_time", Types.SQL_TIME, n -> new java.sql.Time(n % 86_400 * 1000)));
        table.accept(new NamedType("sql_timestamp", Types.SQL_TIMESTAMP, n -> java.sql.Timestamp.from(instantOf(n))));
        table.accept(new NamedType("local_date", Types.LOCAL_DATE, n -> LocalDate.ofEpochDay(n % 100_000)));
        table.accept(new NamedType("local_time", Types.LOCAL_TIME, n -> LocalTime.ofNanoOfDay(n % 86_400 * 1_000_000_007)));
        table.accept(new NamedType("local_date_time", Types.LOCAL_DATE_TIME,
                n -> LocalDateTime.of(LocalDate.ofEpochDay(n % 100_000), LocalTime.ofNanoOfDay(n % 86_400 * 1_000_000_007))));
        table.accept(new NamedType("instant", Types.INSTANT, BasicTypes::instantOf));

        table.accept(new NamedType("boolean_value", ValueTypeInfo.BOOLEAN_VALUE_TYPE_INFO, n -> new BooleanValue((n & 1) == 1)));
        table.accept(new NamedType("byte_value", ValueTypeInfo.BYTE_VALUE_TYPE_INFO, n -> new ByteValue((byte) n)));
        table.accept(new NamedType("short_value", ValueTypeInfo.SHORT_VALUE_TYPE_INFO, n -> new ShortValue((short) n)));
        table.accept(new NamedType("int_value", ValueTypeInfo.INT_VALUE_TYPE_INFO, n -> new IntValue((int) n)));
        table.accept(new NamedType("long_value", ValueTypeInfo.LONG_VALUE_TYPE_INFO, n -> new LongValue(longOf(n))));
        table.accept(new NamedType("float_value", ValueTypeInfo.FLOAT_VALUE_TYPE_INFO, n -> new FloatValue(n / 10.0f)));
        table.accept(new NamedType("double_value", ValueTypeInfo.DOUBLE_VALUE_TYPE_INFO, n -> new DoubleValue(doubleOf(n))));
        table.accept(new NamedType("char_value", ValueTypeInfo.CHAR_VALUE_TYPE_INFO, n -> new CharValue((char) (n % 0xd800))));
        table.accept(new NamedType("string_value", ValueTypeInfo.STRING_VALUE_TYPE_INFO, n -> new StringValue(stringOf(n))));
    }

    /** The first are the borders; the sign alternates. */
    static long longOf(long n) {
        return n >= 0 && n < LONGS.length ? LONGS[(int) n] : (n & 1) == 0 ? n * 1_000_000_007L : -n;
    }

    static double doubleOf(long n) {
        return n >= 0 && n < DOUBLES.length ? DOUBLES[(int) n] : n / 10.0;
    }

    static String stringOf(long n) {
        return n >= 0 && n < TEXTS.length ? TEXTS[(int) n] : TEXTS[(int) Math.floorMod(n, (long) TEXTS.length)] + n;
    }

    static BigInteger bigIntegerOf(long n) {
        return BigInteger.valueOf(n).pow(3).multiply(BigInteger.valueOf((n & 1) == 0 ? 1 : -1).shiftLeft(40)).add(BigInteger.valueOf(n));
    }

    static Instant instantOf(long n) {
        return Instant.ofEpochSecond(1_600_000_000 + n * 86_399, n % 1_000_000 * 999);
    }
}
