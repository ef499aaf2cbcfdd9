package sp.interop.table;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.types.logical.LogicalType;

/** Types that not every Flink has which the harness is compiled with: VARIANT (since 2.1) and BITMAP (2.3). */
final class NewerTypes {
    private static final String[] JSON = {"5", "-70000", "1.25", "true", "null", "\"text\"", "[1,\"a\",null]",
        "{\"b\":1,\"a\":[true,{\"größe\":1.5e100}],\"c\":{}}"};

    private NewerTypes() {}

    /** Null where there is none. */
    static LogicalType draw(Random random, boolean nullable) {
        List<LogicalType> types = new ArrayList<>();
        for (String name : new String[] {"VariantType", "BitmapType"}) {
            try {
                types.add((LogicalType) Class.forName("org.apache.flink.table.types.logical." + name).getConstructor(boolean.class)
                        .newInstance(nullable));
            } catch (ReflectiveOperationException e) {
                continue;
            }
        }
        return types.isEmpty() ? null : types.get(random.nextInt(types.size()));
    }

    static Object value(LogicalType type, Random random) {
        if (type.getTypeRoot().name().equals("VARIANT")) {
            return call("variant.BinaryVariantInternalBuilder", "parseJson", new Class<?>[] {String.class, boolean.class},
                    JSON[random.nextInt(JSON.length)], false);
        }
        return call("bitmap.Bitmap", "fromArray", new Class<?>[] {int[].class}, random.ints(random.nextInt(5)).toArray());
    }

    /** As ValueJson has to print it; the value itself if it is none of these. */
    static Object json(Object value, LogicalType type) {
        switch (type.getTypeRoot().name()) {
            case "VARIANT":
                Map<String, Object> parts = new LinkedHashMap<>();
                parts.put("value", get(value, "getValue"));
                parts.put("metadata", get(value, "getMetadata"));
                return parts;
            case "BITMAP": return get(value, "toBytes");
            default: return value;
        }
    }

    private static Object get(Object value, String method) {
        try {
            return value.getClass().getMethod(method).invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object call(String type, String method, Class<?>[] types, Object... arguments) {
        try {
            return Class.forName("org.apache.flink.types." + type).getMethod(method, types).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
