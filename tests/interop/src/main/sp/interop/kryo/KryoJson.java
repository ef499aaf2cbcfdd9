package sp.interop.kryo;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.MonthDay;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.time.temporal.Temporal;
import sp.interop.ValueJson;

/**
 * An object as sp-dump prints it from Kryo's bytes (sp-rows.5). "@class" stands where the class has to be told; "@class?" where
 * it follows from type arguments, so that it may be told or not.
 */
final class KryoJson {
    private final boolean kryo5;
    private final StringBuilder out = new StringBuilder();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    private KryoJson(boolean kryo5) {
        this.kryo5 = kryo5;
    }

    static String of(Object value, Class<?> declared, boolean kryo5) {
        KryoJson json = new KryoJson(kryo5);
        json.write(value, Shape.of(declared));
        return json.out.toString();
    }

    void write(Object value, Shape declared) {
        if (ScalaValues.write(value, this)) {
            return;
        }
        if (value instanceof Optional) {
            Object content = ((Optional<?>) value).orElse(null);
            if (canPrintNull(content)) {
                once(value, () -> object("some", content));
            } else {
                write(content, Shape.OBJECT);
            }
        } else if (value instanceof AtomicReference) {
            write(((AtomicReference<?>) value).get(), declared.raw == AtomicReference.class ? declared.argument(0) : Shape.OBJECT);
        } else if (!writeLeaf(value)) {
            once(value, () -> writeParts(value, declared));
        }
    }

    /** What is there and can be null in JSON, so that an Optional of it has to be told from an empty one. */
    static boolean canPrintNull(Object value) {
        return value instanceof Optional || value instanceof OptionalInt || value instanceof OptionalLong
                || value instanceof OptionalDouble || value instanceof AtomicReference;
    }

    /** What is an array, map or object: a reference where it comes again. */
    void once(Object value, Runnable parts) {
        Integer number = numbers.putIfAbsent(value, numbers.size());
        if (number != null) {
            out.append("{\"@ref\":").append(number).append('}');
        } else {
            parts.run();
        }
    }

    boolean text(String json) {
        out.append(json);
        return true;
    }

    void quoted(String text) {
        out.append(ValueJson.of(text));
    }

    /** Names and values by turns. */
    void object(Object... members) {
        for (int i = 0; i < members.length; i += 2) {
            out.append(i == 0 ? '{' : ',').append(ValueJson.of(members[i])).append(':');
            write(members[i + 1], Shape.OBJECT);
        }
        out.append('}');
    }

    /** What is one number or text. */
    private boolean writeLeaf(Object value) {
        if (value == null || value instanceof Boolean || value instanceof Number && !(value instanceof AtomicInteger)
                && !(value instanceof AtomicLong) || value instanceof Character || value instanceof String || value instanceof Date
                || value instanceof Enum || value instanceof byte[] || value instanceof Temporal && !(value instanceof ZonedDateTime)) {
            out.append(ValueJson.of(value));
        } else if (value instanceof AtomicInteger || value instanceof AtomicLong || value instanceof AtomicBoolean) {
            out.append(value);
        } else if (value instanceof OptionalInt) {
            out.append(((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null);
        } else if (value instanceof OptionalLong) {
            out.append(((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null);
        } else if (value instanceof OptionalDouble) {
            out.append(ValueJson.of(((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null));
        } else {
            return writeText(value);
        }
        return true;
    }

    private boolean writeText(Object value) {
        String text = value instanceof UUID || value instanceof URI || value instanceof URL || value instanceof Currency
                || value instanceof Locale || value instanceof Charset || value instanceof Duration || value instanceof Period
                || value instanceof MonthDay || value instanceof ZoneId || value instanceof StringBuilder || value instanceof StringBuffer
                || value instanceof Pattern ? value.toString() : null;
        if (value instanceof ZonedDateTime) {
            ZonedDateTime time = (ZonedDateTime) value;
            boolean withoutOffset = kryo5 && !(time.getZone() instanceof java.time.ZoneOffset);  // not in the bytes
            text = withoutOffset ? time.toLocalDateTime() + "[" + time.getZone() + "]" : time.toString();
        } else if (value instanceof TimeZone) {
            text = ((TimeZone) value).getID();
        } else if (value instanceof Class) {
            text = ((Class<?>) value).getName();
        } else if (value instanceof SimpleDateFormat) {
            text = ((SimpleDateFormat) value).toPattern();
        } else if (value instanceof InetSocketAddress) {
            text = ((InetSocketAddress) value).getHostString() + ":" + ((InetSocketAddress) value).getPort();
        }
        if (text != null) {
            out.append(ValueJson.of(text));
        }
        return text != null;
    }

    private void writeParts(Object value, Shape declared) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            Shape component = declared.raw == type ? declared.component : Shape.of(type.getComponentType());
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); ++i) {
                elements.add(Array.get(value, i));
            }
            writeArray(elements, component);
        } else if (value instanceof Collection) {
            writeArray((Collection<?>) value, Collection.class.isAssignableFrom(declared.raw) ? declared.argument(0) : Shape.OBJECT);
        } else if (value instanceof Map) {
            boolean known = Map.class.isAssignableFrom(declared.raw);
            writeMap((Map<?, ?>) value, known ? declared.argument(0) : Shape.OBJECT, known ? declared.argument(1) : Shape.OBJECT);
        } else if (value instanceof BitSet) {
            out.append(((BitSet) value).stream().mapToObj(Integer::toString).collect(java.util.stream.Collectors.joining(",", "[", "]")));
        } else if (value instanceof Calendar) {
            out.append("{\"time\":").append(ValueJson.of(((Calendar) value).getTime())).append(",\"timeZone\":")
                    .append(ValueJson.of(((Calendar) value).getTimeZone().getID())).append('}');
        } else if (value instanceof Throwable) {
            out.append("{\"@class\":").append(ValueJson.of(type.getName()));
            if (((Throwable) value).getMessage() != null) {
                out.append(",\"detailMessage\":").append(ValueJson.of(((Throwable) value).getMessage()));
            }
            out.append('}');
        } else {
            writeFields(value, declared);
        }
    }

    void writeArray(Collection<?> elements, Shape declared) {
        out.append('[');
        String separator = "";
        for (Object element : elements) {
            out.append(separator);
            write(element, declared);
            separator = ",";
        }
        out.append(']');
    }

    void writeMap(Map<?, ?> map, Shape keys, Shape values) {
        boolean named = map.keySet().stream().allMatch(key -> key instanceof String);
        out.append(named ? '{' : '[');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            if (named) {
                String key = (String) entry.getKey();
                out.append(ValueJson.of(key.startsWith("@") ? "@" + key : key)).append(':');
            } else {
                out.append("{\"key\":");
                write(entry.getKey(), keys);
                out.append(",\"value\":");
            }
            write(entry.getValue(), values);
            out.append(named ? "" : "}");
            separator = ",";
        }
        out.append(named ? '}' : ']');
    }

    /** By name; of two of a name that of the subclass first, and the other behind the name of its class. */
    private void writeFields(Object value, Shape declared) {
        Class<?> type = value.getClass();
        String separator = "";
        out.append('{');
        if (type != declared.raw || !declared.plain) {
            out.append(type == declared.raw ? "\"@class?\":" : "\"@class\":").append(ValueJson.of(type.getName()));
            separator = ",";
        }
        Map<Field, Shape> shapes = declared.fields(type);
        List<Field> fields = new ArrayList<>(shapes.keySet());
        fields.removeIf(field -> Modifier.isStatic(field.getModifiers()) || Modifier.isTransient(field.getModifiers())
                || field.isSynthetic() && !GeneratedClasses.writesSynthetic());
        fields.sort(Comparator.comparing(Field::getName));
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            String name = field.getName();
            String told = names.add(name) ? name : field.getDeclaringClass().getName() + "." + name;
            out.append(separator).append(ValueJson.of(told)).append(':');
            write(get(field, value), shapes.get(field));
            separator = ",";
        }
        out.append('}');
    }

    private static Object get(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
