package sp.interop.types;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The types that tests/fixtures/schema-snapshots.txt is made of. Serializers that this version of Flink does not have are left
 * out.
 */
public final class DeclaredTypes {
    private final List<DeclaredType> types = new ArrayList<>();

    private DeclaredTypes() {}

    public static List<DeclaredType> all() throws Exception {
        DeclaredTypes table = new DeclaredTypes();
        DeclaredBasics.addTo(table);
        DeclaredComposites.addTo(table);
        DeclaredPojos.addTo(table);
        DeclaredOperators.addTo(table);
        DeclaredSql.addTo(table);
        DeclaredScala.addTo(table);
        DeclaredJava.addTo(table);
        return table.types;
    }

    /** Notations are string expressions, and JSON with apostrophes for its quotes. */
    void add(TypeSerializer<?> serializer, String... notations) {
        if (serializer != null) {
            List<String> schemas = new ArrayList<>();
            for (String notation : notations) {
                schemas.add(notation.startsWith("{") ? notation.replace('\'', '"') : notation);
            }
            types.add(new DeclaredType(serializer, schemas));
        }
    }

    void add(TypeInformation<?> type, String... notations) {
        add(Configured.serializer(type), notations);
    }

    /** A new serializer, also of a class that not all versions have (then null) or that is not public. */
    static TypeSerializer<?> make(String className, Object... arguments) throws ReflectiveOperationException {
        Class<?> serializer;
        try {
            serializer = Class.forName(className);
        } catch (ClassNotFoundException e) {
            return null;
        }
        for (Constructor<?> constructor : serializer.getDeclaredConstructors()) {
            if (takes(constructor, arguments)) {
                constructor.setAccessible(true);
                return (TypeSerializer<?>) constructor.newInstance(arguments);
            }
        }
        throw new NoSuchMethodException(className + " is not made of " + Arrays.toString(arguments));
    }

    private static boolean takes(Constructor<?> constructor, Object[] arguments) {
        Class<?>[] types = constructor.getParameterTypes();
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; ++i) {
            fits = types[i].isInstance(arguments[i]) || (types[i] == boolean.class && arguments[i] instanceof Boolean);
        }
        return fits;
    }
}
