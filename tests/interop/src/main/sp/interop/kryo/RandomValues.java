package sp.interop.kryo;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import sun.misc.Unsafe;

/** Random objects of generated classes, which refer to each other and to themselves. The same for the same class and seed. */
final class RandomValues {
    private static final int MOST_OBJECTS = 30;
    private static final Class<?>[] ARRAYS = {int[].class, String[].class, Object[].class, long[][].class, Integer[].class};
    private static final Unsafe UNSAFE = unsafe();

    private final Random random;
    private final List<Class<?>> classes;
    private final JdkValues jdk;
    private final RandomCollections collections;
    private final List<Object> objects = new ArrayList<>();
    private final List<String> shapes = new ArrayList<>();
    private int budget = MOST_OBJECTS;

    RandomValues(List<Class<?>> classes, boolean kryo5, long seed) {
        this.random = new Random(seed);
        this.classes = classes;
        this.jdk = new JdkValues(random, kryo5);
        this.collections = new RandomCollections(random, kryo5, this);
    }

    /** Not null. */
    static Object of(Class<?> type, List<Class<?>> classes, boolean kryo5, long n) {
        return new RandomValues(classes, kryo5, n * 31 + type.getName().hashCode()).create(Shape.of(type));
    }

    boolean isExhausted() {
        return budget <= 0;
    }

    /** An object that later fields can refer to, also while it is being filled. */
    void enter(Object object, Shape shape) {
        --budget;
        objects.add(object);
        shapes.add(shape.toString());
    }

    Object make(Shape shape) {
        if (shape.raw.isPrimitive()) {
            return jdk.of(Array.get(Array.newInstance(shape.raw, 1), 0).getClass());
        }
        if (random.nextInt(8) == 0) {
            return null;
        }
        Object known = random.nextInt(5) == 0 ? known(shape) : null;
        return known != null ? known : create(shape);
    }

    /** Something whose equals and hashCode look at no other object. */
    Object key(Shape shape, boolean comparable) {
        Class<?> raw = shape.raw;
        if (comparable || raw == Object.class || raw.isInterface() || raw.isRecord()) {
            return raw.isAssignableFrom(String.class) || !jdk.has(raw) ? JdkValues.text(random) : jdk.of(raw);
        }
        boolean collection = Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw);
        return collection || random.nextInt(10) == 0 ? null : create(shape);
    }

    private Object known(Shape shape) {
        if (jdk.has(shape.raw) && shape.raw != String.class) {
            return null;
        }
        List<Object> fitting = new ArrayList<>();
        for (int i = 0; i < objects.size(); ++i) {
            boolean fits = shape.arguments.isEmpty() && shape.raw.getTypeParameters().length == 0 ? shape.raw.isInstance(objects.get(i))
                    : shapes.get(i).equals(shape.toString());
            if (fits && !(shape.component != null && objects.get(i).getClass() != shape.raw)) {
                fitting.add(objects.get(i));
            }
        }
        return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
    }

    private Object create(Shape shape) {
        Class<?> raw = shape.raw;
        if (jdk.has(raw)) {
            Object value = jdk.of(raw);
            if (value != null && random.nextInt(3) == 0) {
                enter(value, shape);
            }
            return value;
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants().length == 0 ? null : raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
        }
        if (raw.isArray()) {
            return array(shape);
        }
        if (raw == Optional.class) {
            return Optional.ofNullable(make(shape.argument(0)));
        }
        if (raw == AtomicReference.class) {
            return new AtomicReference<>(make(shape.argument(0)));
        }
        boolean own = classes.contains(raw);
        if (!own && Collection.class.isAssignableFrom(raw)) {
            return collections.collection(shape);
        }
        if (!own && Map.class.isAssignableFrom(raw)) {
            return collections.map(shape);
        }
        if (own && raw.getTypeParameters().length == 0 || own && shape.arguments.isEmpty()) {
            return any(shape);
        }
        return own ? object(oneOf(shape), shape) : anything(shape);
    }

    /** For Object, Number, Comparable and the like. */
    private Object anything(Shape shape) {
        if (shape.raw == Object.class && random.nextInt(4) == 0) {
            Object scala = ScalaValues.any(random, isExhausted() ? 0 : 3, () -> make(Shape.OBJECT));
            if (scala != null) {
                enter(scala, Shape.OBJECT);
                return scala;
            }
        }
        if (shape.raw == Object.class && random.nextInt(3) != 0) {
            switch (random.nextInt(4)) {
                case 0: return collections.collection(Shape.of(Collection.class));
                case 1: return collections.map(Shape.of(Map.class));
                case 2: return array(Shape.of(ARRAYS[random.nextInt(ARRAYS.length)]));
                default: return any(shape);
            }
        }
        return jdk.assignableTo(shape.raw);
    }

    private Object any(Shape shape) {
        Class<?> type = oneOf(shape);
        return type == null ? null : type.isEnum() ? create(Shape.of(type)) : object(type, shape.raw == type ? shape : Shape.of(type));
    }

    private Class<?> oneOf(Shape shape) {
        List<Class<?>> fitting = new ArrayList<>();
        for (Class<?> type : classes) {
            boolean fits = type == shape.raw || shape.isBaseOf(type);
            if (fits && !Modifier.isAbstract(type.getModifiers()) && !type.isInterface() || fits && type.isEnum()) {
                fitting.add(type);
            }
        }
        boolean own = fitting.contains(shape.raw) && random.nextBoolean();
        return fitting.isEmpty() ? null : own ? shape.raw : fitting.get(random.nextInt(fitting.size()));
    }

    private Object array(Shape shape) {
        Class<?> component = shape.component.raw;
        Object array = Array.newInstance(component, isExhausted() ? 0 : random.nextInt(4));
        enter(array, shape);
        for (int i = 0; i < Array.getLength(array); ++i) {
            Array.set(array, i, make(shape.component));
        }
        return array;
    }

    @SuppressWarnings("unchecked")
    private Object object(Class<?> type, Shape shape) {
        if (type == null || isExhausted() && !objects.isEmpty()) {
            return null;
        }
        try {
            if (type.isRecord()) {
                return record(type, shape);
            }
            if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
                Object object = type.getConstructor().newInstance();
                enter(object, shape);
                if (object instanceof Collection) {
                    Shape element = type.getTypeParameters().length == 0 ? Shape.of(String.class) : shape.argument(0);
                    collections.fill((Collection<Object>) object, element);
                } else {
                    collections.fill((Map<Object, Object>) object, Shape.of(String.class), Shape.of(Long.class));
                }
                return object;
            }
            Object object = UNSAFE.allocateInstance(type);
            enter(object, shape);
            for (Map.Entry<Field, Shape> entry : shape.fields(type).entrySet()) {
                Field field = entry.getKey();
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(object, make(entry.getValue()));
                }
            }
            return object;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    private Object record(Class<?> type, Shape shape) throws ReflectiveOperationException {
        --budget;
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; ++i) {
            types[i] = components[i].getType();
            values[i] = make(shape.component(components[i]));
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        Object record = constructor.newInstance(values);
        objects.add(record);
        shapes.add(shape.toString());
        return record;
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
