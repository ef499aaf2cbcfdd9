package sp.interop.hashes;

import java.sql.Date;
import java.sql.Time;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.DateSerializer;
import org.apache.flink.api.java.typeutils.ValueTypeInfo;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.BooleanValue;
import org.apache.flink.types.ByteValue;
import org.apache.flink.types.CharValue;
import org.apache.flink.types.DoubleValue;
import org.apache.flink.types.FloatValue;
import org.apache.flink.types.IntValue;
import org.apache.flink.types.LongValue;
import org.apache.flink.types.NullValue;
import org.apache.flink.types.ShortValue;
import org.apache.flink.types.StringValue;

/** Keys of one part. */
final class BasicKeys {
    private BasicKeys() {}

    static void addTo(Consumer<KeyType> table) {
        table.accept(KeyType.of("boolean", Types.BOOLEAN, Draw::bool));
        table.accept(KeyType.of("byte", Types.BYTE, d -> (byte) d.number()));
        table.accept(KeyType.of("short", Types.SHORT, d -> (short) d.number()));
        table.accept(KeyType.of("char", Types.CHAR, d -> (char) d.number()));
        table.accept(KeyType.of("int", Types.INT, d -> (int) d.number()));
        table.accept(KeyType.of("long", Types.LONG, Draw::number));
        table.accept(KeyType.of("float", Types.FLOAT, Draw::float32));
        table.accept(KeyType.of("double", Types.DOUBLE, Draw::float64));
        table.accept(KeyType.of("string", Types.STRING, Draw::string));
        table.accept(KeyType.of("biginteger", Types.BIG_INT, Draw::bigInteger));
        table.accept(KeyType.of("bigdecimal", Types.BIG_DEC, Draw::bigDecimal));
        addTimesTo(table);
        addValuesTo(table);
        table.accept(KeyType.of("void-namespace", VoidNamespaceSerializer.INSTANCE, d -> VoidNamespace.INSTANCE));
        table.accept(KeyType.of("global-window", new GlobalWindow.Serializer(), d -> GlobalWindow.get()));
        table.accept(KeyType.of("time-window", new TimeWindow.Serializer(), d -> {
            long start = d.number();
            return new TimeWindow(start, d.number());
        }));
    }

    private static void addTimesTo(Consumer<KeyType> table) {
        table.accept(KeyType.of("date", DateSerializer.INSTANCE, Draw::date));
        table.accept(KeyType.of("sql-date", Types.SQL_DATE, d -> new Date(d.number())));
        table.accept(KeyType.of("sql-time", Types.SQL_TIME, d -> new Time(d.number())));
        table.accept(KeyType.of("sql-timestamp", Types.SQL_TIMESTAMP, Draw::timestamp));
        table.accept(KeyType.of("instant", Types.INSTANT, Draw::instant));
        table.accept(KeyType.of("local-date", Types.LOCAL_DATE, Draw::localDate));
        table.accept(KeyType.of("local-time", Types.LOCAL_TIME, Draw::localTime));
        table.accept(KeyType.of("local-date-time", Types.LOCAL_DATE_TIME, d -> d.localDate().atTime(d.localTime())));
    }

    private static void addValuesTo(Consumer<KeyType> table) {
        table.accept(KeyType.of("boolean-value", ValueTypeInfo.BOOLEAN_VALUE_TYPE_INFO, d -> new BooleanValue(d.bool())));
        table.accept(KeyType.of("byte-value", ValueTypeInfo.BYTE_VALUE_TYPE_INFO, d -> new ByteValue((byte) d.number())));
        table.accept(KeyType.of("short-value", ValueTypeInfo.SHORT_VALUE_TYPE_INFO, d -> new ShortValue((short) d.number())));
        table.accept(KeyType.of("char-value", ValueTypeInfo.CHAR_VALUE_TYPE_INFO, d -> new CharValue((char) d.number())));
        table.accept(KeyType.of("int-value", ValueTypeInfo.INT_VALUE_TYPE_INFO, d -> new IntValue((int) d.number())));
        table.accept(KeyType.of("long-value", ValueTypeInfo.LONG_VALUE_TYPE_INFO, d -> new LongValue(d.number())));
        table.accept(KeyType.of("float-value", ValueTypeInfo.FLOAT_VALUE_TYPE_INFO, d -> new FloatValue(d.float32())));
        table.accept(KeyType.of("double-value", ValueTypeInfo.DOUBLE_VALUE_TYPE_INFO, d -> new DoubleValue(d.float64())));
        table.accept(KeyType.of("string-value", ValueTypeInfo.STRING_VALUE_TYPE_INFO, d -> new StringValue(d.string())));
        table.accept(KeyType.of("null-value", ValueTypeInfo.NULL_VALUE_TYPE_INFO, d -> NullValue.getInstance()));
    }
}
