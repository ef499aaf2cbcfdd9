package sp.interop.kryo;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import sp.interop.Json;
import sp.interop.types.NamedType;

/** The classes that kryo_classes.py makes, and what Flink's KryoSerializer writes for random objects of them. */
public final class GeneratedClasses {
    private static List<Class<?>> classes = List.of();

    private GeneratedClasses() {}

    /** Takes the classes whose names are the lines of a file; they are on the class path. */
    public static void load(String list) throws IOException, ClassNotFoundException {
        List<Class<?>> loaded = new ArrayList<>();
        for (String name : Files.readAllLines(Path.of(list))) {
            loaded.add(Class.forName(name));
        }
        classes = loaded;
    }

    /** Types that scripts can name: kryo:CLASS. */
    public static NamedType type(String name) {
        Class<?> type;
        try {
            type = Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
        return new NamedType("kryo:" + name, new GenericTypeInfo<>(anyClass(type)), n -> sample(type, n));
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> anyClass(Class<?> type) {
        return (Class<Object>) type;
    }

    /** For Object those of all classes by turns. */
    private static Object sample(Class<?> type, long n) {
        List<Class<?>> concrete = concrete();
        return RandomValues.of(type == Object.class ? concrete.get((int) (n % concrete.size())) : type, classes, kryo5(), n);
    }

    private static List<Class<?>> concrete() {
        List<Class<?>> concrete = new ArrayList<>(classes);
        concrete.removeIf(type -> !type.isEnum() && (type.isInterface() || Modifier.isAbstract(type.getModifiers())));
        return concrete;
    }

    static boolean kryo5() {
        return hasClass("com.esotericsoftware.kryo.serializers.RecordSerializer");
    }

    /** Whether Kryo writes synthetic fields: with flink-scala, which all clusters of 1.x have, it is made by Chill. */
    static boolean writesSynthetic() {
        return hasClass("org.apache.flink.runtime.types.FlinkScalaKryoInstantiator");
    }

    private static boolean hasClass(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /**
     * For `samples` of each class (or of the one class `of`) lines of: class, snapshot of the
     * serializer, bytes of the value (both base64), what Flink reads from them (same, differs or an error), and the value's JSON.
     * Without a snapshot it is that of the line before. `shared`: one state of Object has them all.
     */
    public static List<String> lines(JsonNode request) throws ClassNotFoundException {
        List<Class<?>> types = request.has("of") ? List.of(Class.forName(Json.text(request, "of"))) : concrete();
        KryoWriter writer = new KryoWriter(Object.class);
        List<String> lines = new ArrayList<>();
        for (Class<?> type : types) {
            writer = Json.flag(request, "shared") ? writer : new KryoWriter(type);
            for (int n = 0; n < Json.number(request, "samples", 3); ++n) {
                lines.add(type.getName() + "\t" + writer.line(sample(type, n)));
            }
        }
        return lines;
    }
}
