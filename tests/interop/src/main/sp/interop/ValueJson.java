package sp.interop;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.cep.nfa.DeweyNumber;
import org.apache.flink.cep.nfa.NFAState;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferNode;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.types.BooleanValue;
import org.apache.flink.types.ByteValue;
import org.apache.flink.types.CharValue;
import org.apache.flink.types.DoubleValue;
import org.apache.flink.types.Either;
import org.apache.flink.types.FloatValue;
import org.apache.flink.types.IntValue;
import org.apache.flink.types.LongValue;
import org.apache.flink.types.NullValue;
import org.apache.flink.types.Row;
import org.apache.flink.types.ShortValue;
import org.apache.flink.types.StringValue;
import org.apache.flink.types.Value;
import sp.interop.avro.AvroValues;

/** Java values as the JSON of truth.ndjson. Only the object is known here, not its type: an empty Map is always {}. */
public final class ValueJson {
    private final StringBuilder out = new StringBuilder();

    private ValueJson() {}

    public static String of(Object value) {
        ValueJson json = new ValueJson();
        json.write(value);
        return json.out.toString();
    }

    private void write(Object object) {
        Object value = AvroValues.PLAIN.apply(object);
        if (value == null || value instanceof VoidNamespace || value instanceof NullValue) {
            out.append("null");
        } else if (value instanceof Boolean || value instanceof Byte || value instanceof Short || value instanceof Integer
                || value instanceof Long) {
            out.append(value);
        } else if (value instanceof Float || value instanceof Double) {
            writeFloating((Number) value);
        } else if (value instanceof Character || value instanceof String || value instanceof BigInteger || value instanceof BigDecimal
                || value instanceof Temporal || value instanceof TemporalAmount || value instanceof UUID || value instanceof URI
                || value instanceof Currency) {
            writeText(value.toString());
        } else if (value instanceof Optional) {
            write(((Optional<?>) value).orElse(null));
        } else if (value instanceof BitSet) {
            writeArray(((BitSet) value).stream().toArray());
        } else if (value instanceof Date) {
            writeDate((Date) value);
        } else if (value instanceof Enum) {
            writeText(((Enum<?>) value).name());
        } else if (value instanceof byte[]) {
            writeText(Base64.getEncoder().encodeToString((byte[]) value));
        } else if (value.getClass().isArray()) {
            writeArray(value);
        } else if (value instanceof Collection) {
            writeArray(((Collection<?>) value).toArray());
        } else if (value instanceof Map) {
            writeMap((Map<?, ?>) value);
        } else if (value instanceof Value && writePlainValue((Value) value)) {
            return;
        } else {
            writeComposite(value);
        }
    }

    private boolean writePlainValue(Value value) {
        Object plain = value instanceof BooleanValue ? (Object) ((BooleanValue) value).getValue()
                : value instanceof ByteValue ? (Object) ((ByteValue) value).getValue()
                : value instanceof ShortValue ? (Object) ((ShortValue) value).getValue()
                : value instanceof IntValue ? (Object) ((IntValue) value).getValue()
                : value instanceof LongValue ? (Object) ((LongValue) value).getValue()
                : value instanceof FloatValue ? (Object) ((FloatValue) value).getValue()
                : value instanceof DoubleValue ? (Object) ((DoubleValue) value).getValue()
                : value instanceof CharValue ? (Object) ((CharValue) value).getValue()
                : value instanceof StringValue ? ((StringValue) value).getValue() : null;
        if (plain != null) {
            write(plain);
        }
        return plain != null;
    }

    private void writeComposite(Object value) {
        if (value instanceof Tuple) {
            Tuple tuple = (Tuple) value;
            Object[] fields = new Object[tuple.getArity()];
            for (int i = 0; i < fields.length; ++i) {
                fields[i] = tuple.getField(i);
            }
            writePositions(fields);
        } else if (value instanceof Row) {
            Row row = (Row) value;
            Object[] fields = new Object[row.getArity()];
            for (int i = 0; i < fields.length; ++i) {
                fields[i] = row.getField(i);
            }
            writePositions(fields);
        } else if (value instanceof Either) {
            Either<?, ?> either = (Either<?, ?>) value;
            writeMember("{", either.isLeft() ? "left" : "right", either.isLeft() ? either.left() : either.right());
            out.append('}');
        } else if (value instanceof TimeWindow) {
            writeMember("{", "start", ((TimeWindow) value).getStart());
            writeMember(",", "end", ((TimeWindow) value).getEnd());
            out.append('}');
        } else if (value instanceof GlobalWindow) {
            writeText("GlobalWindow");
        } else if (value instanceof DeweyNumber) {
            writeText(value.toString());
        } else if (value instanceof SharedBufferNode) {
            write(((SharedBufferNode) value).getEdges());
        } else if (value instanceof NFAState) {  // other members say what has changed since it was read
            writeMember("{", "partialMatches", ((NFAState) value).getPartialMatches());
            writeMember(",", "completedMatches", ((NFAState) value).getCompletedMatches());
            out.append('}');
        } else if (value instanceof BinaryRowData) {  // its columns have no types here
            BinaryRowData row = (BinaryRowData) value;
            write(BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()));
        } else if (value instanceof StreamRecord) {
            StreamRecord<?> record = (StreamRecord<?>) value;
            writeMember("{", "timestamp", record.hasTimestamp() ? record.getTimestamp() : null);
            writeMember(",", "value", record.getValue());
            out.append('}');
        } else {
            writeFields(value);
        }
    }

    private void writeMember(String before, String name, Object value) {
        out.append(before);
        writeText(name);
        out.append(':');
        write(value);
    }

    private void writePositions(Object[] fields) {
        out.append('{');
        for (int i = 0; i < fields.length; ++i) {
            writeMember(i == 0 ? "" : ",", "f" + i, fields[i]);
        }
        out.append('}');
    }

    /** A POJO: what PojoSerializer takes as its fields. */
    private void writeFields(Object value) {
        out.append('{');
        String separator = "";
        for (Class<?> type = value.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    try {
                        field.setAccessible(true);
                        writeMember(separator, field.getName(), field.get(value));
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                    separator = ",";
                }
            }
        }
        out.append('}');
    }

    private void writeArray(Object array) {
        out.append('[');
        for (int i = 0; i < Array.getLength(array); ++i) {
            if (i > 0) {
                out.append(',');
            }
            write(Array.get(array, i));
        }
        out.append(']');
    }

    private void writeMap(Map<?, ?> map) {
        boolean named = map.keySet().stream().allMatch(key -> key instanceof String);
        String separator = named ? "{" : "[";
        if (map.isEmpty()) {
            out.append(separator);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (named) {
                writeMember(separator, (String) entry.getKey(), entry.getValue());
            } else {
                writeMember(separator + "{", "key", entry.getKey());
                writeMember(",", "value", entry.getValue());
                out.append('}');
            }
            separator = ",";
        }
        out.append(named ? '}' : ']');
    }

    /** java.sql.Date and Time as their own text unless it would lose a part. */
    private void writeDate(Date date) {
        if (date instanceof java.sql.Timestamp) {
            writeText(((java.sql.Timestamp) date).toInstant().toString());
        } else if (date instanceof java.sql.Date && java.sql.Date.valueOf(date.toString()).getTime() == date.getTime()
                || date instanceof java.sql.Time && java.sql.Time.valueOf(date.toString()).getTime() == date.getTime()) {
            writeText(date.toString());
        } else {
            writeText(java.time.Instant.ofEpochMilli(date.getTime()).toString());
        }
    }

    /** The shortest digits that read back the same: toString of JDK 17 sometimes has more. */
    private void writeFloating(Number number) {
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            writeText(number.toString());
            return;
        }
        if (value == 0) {
            out.append(number);
            return;
        }
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; ; ++digits) {
            String text = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN)).toString();
            boolean same = number instanceof Float ? Float.parseFloat(text) == number.floatValue() : Double.parseDouble(text) == value;
            if (same) {
                out.append(text.contains(".") || text.contains("E") ? text : text + ".0");
                return;
            }
        }
    }

    private void writeText(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); ++i) {
            char c = text.charAt(i);
            boolean paired = Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                    || Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) && !paired) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
