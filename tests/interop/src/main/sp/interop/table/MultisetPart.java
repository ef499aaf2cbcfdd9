package sp.interop.table;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/** A class of LinkedMultiSetState (Flink 2.2), which is seen in its package only, with its serializer and the names of its fields. */
final class MultisetPart {
    private static final String PACKAGE = "org.apache.flink.table.runtime.sequencedmultisetstate.linked.";
    final TypeSerializer<Object> serializer;
    private final Constructor<?> constructor;
    private final String[] names;

    private MultisetPart(Constructor<?> constructor, TypeSerializer<Object> serializer, String... names) {
        this.constructor = constructor;
        this.serializer = serializer;
        this.names = names;
    }

    /** None where this version of Flink has none. */
    static List<MultisetPart> all(TypeSerializer<RowData> rows) {
        List<MultisetPart> parts = new ArrayList<>();
        try {
            parts.add(of("Node", serializer("NodeSerializer", rows), "row", "sqn", "prevSqn", "nextSqn", "nextSqnForRecord", "timestamp"));
            parts.add(of("RowSqnInfo", serializer("RowSqnInfoSerializer"), "firstSqn", "lastSqn"));
            parts.add(of("MetaSqnInfo", serializer("MetaSqnInfoSerializer"), "highSqn", "size"));
        } catch (ClassNotFoundException e) {
            return parts;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return parts;
    }

    /** By name, in the order of the constructor. Numbers ascend; a Node's neighbours can be missing. */
    Map<String, Object> fields(Random random, GenericRowData row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        long number = 0;
        for (String name : names) {
            number += (random.nextLong() >>> 4) >> random.nextInt(60);
            boolean isNull = name.matches("(prev|next).*") && random.nextInt(3) == 0;
            fields.put(name, name.equals("row") ? row : isNull ? null : (Object) number);
        }
        return fields;
    }

    Object value(Map<String, Object> fields) {
        try {
            return constructor.newInstance(fields.values().toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MultisetPart of(String name, TypeSerializer<Object> serializer, String... names) throws ClassNotFoundException {
        for (Constructor<?> constructor : Class.forName(PACKAGE + name).getDeclaredConstructors()) {
            if (constructor.getParameterCount() == names.length) {
                constructor.setAccessible(true);
                return new MultisetPart(constructor, serializer, names);
            }
        }
        throw new IllegalStateException(name + " has no constructor of all fields");
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Object> serializer(String name, Object... arguments) throws ReflectiveOperationException {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {TypeSerializer.class};
        return (TypeSerializer<Object>) Class.forName(PACKAGE + name).getConstructor(types).newInstance(arguments);
    }
}
