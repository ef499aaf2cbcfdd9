package sp.interop.types;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import sp.interop.avro.AvroTypes;
import sp.interop.kryo.GeneratedClasses;
import sp.interop.table.RowTypes;

/** All types that scripts can name. A type is a line in one of the classes that are listed here. */
public final class TypeTable {
    private static final Map<String, NamedType> TYPES = new LinkedHashMap<>();
    private static final Map<String, NamedType> RESTORED = new LinkedHashMap<>();

    static {
        BasicTypes.addTo(TypeTable::add);
        ArrayTypes.addTo(TypeTable::add);
        CompositeTypes.addTo(TypeTable::add);
        RestoredTypes.addTo(type -> RESTORED.put(type.name, type));
        KryoTypes.addTo(type -> RESTORED.put(type.name, type));
        ChangedTypes.addTo(type -> RESTORED.put(type.name, type));
        ScalaTypes.addTo(type -> RESTORED.put(type.name, type));
        sp.interop.moved.before.Zoo.addTo(type -> RESTORED.put(type.name, type), "before:");
        sp.interop.moved.after.Zoo.addTo(type -> RESTORED.put(type.name, type), "after:");
    }

    private TypeTable() {}

    private static void add(NamedType type) {
        if (TYPES.put(type.name, type) != null) {
            throw new IllegalStateException("two types " + type.name);
        }
    }

    public static NamedType get(String name) {
        if (name.startsWith("kryo:")) {
            return GeneratedClasses.type(name.substring("kryo:".length()));
        }
        if (name.startsWith("avro:")) {
            return AvroTypes.type(name.substring("avro:".length()));
        }
        if (name.startsWith("data:")) {
            return RowTypes.type(name.substring("data:".length()));
        }
        NamedType type = TYPES.getOrDefault(name, RESTORED.get(name));
        if (type == null) {
            throw new IllegalArgumentException("no type " + name + "; there are " + TYPES.keySet());
        }
        return type;
    }

    public static Collection<NamedType> all() {
        return TYPES.values();
    }
}
