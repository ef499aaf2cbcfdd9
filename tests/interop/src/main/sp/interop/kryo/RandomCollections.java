package sp.interop.kryo;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;

/** Which collections and maps of the JDK there are for a field. Of those that Kryo 2 can read again, and with Kryo 5 immutable ones. */
final class RandomCollections {
    private static final Map<Class<?>, Supplier<Collection<Object>>> COLLECTIONS = new LinkedHashMap<>();
    private static final Map<Class<?>, Supplier<Map<Object, Object>>> MAPS = new LinkedHashMap<>();
    private static final Set<Class<?>> SORTED = Set.of(TreeSet.class, ConcurrentSkipListSet.class, PriorityQueue.class, TreeMap.class,
            ConcurrentSkipListMap.class);
    private static final Set<Class<?>> WITHOUT_NULL = Set.of(ArrayDeque.class, ConcurrentLinkedQueue.class, ConcurrentHashMap.class,
            Hashtable.class);
    private static final Set<Class<?>> HASHED = Set.of(HashSet.class, HashMap.class, ConcurrentHashMap.class, Hashtable.class);
    /** Their hash codes are the same in each run. */
    private static final Set<Class<?>> STABLE = Set.of(String.class, Integer.class, Long.class, Short.class, Byte.class, Character.class);

    static {
        add(ArrayList.class, ArrayList::new);
        add(LinkedList.class, LinkedList::new);
        add(HashSet.class, HashSet::new);
        add(LinkedHashSet.class, LinkedHashSet::new);
        add(TreeSet.class, TreeSet::new);
        add(ArrayDeque.class, ArrayDeque::new);
        add(PriorityQueue.class, PriorityQueue::new);
        add(Vector.class, Vector::new);
        add(Stack.class, Stack::new);
        add(ConcurrentLinkedQueue.class, ConcurrentLinkedQueue::new);
        add(ConcurrentSkipListSet.class, ConcurrentSkipListSet::new);
        add(CopyOnWriteArrayList.class, CopyOnWriteArrayList::new);
        add(CopyOnWriteArraySet.class, CopyOnWriteArraySet::new);
        MAPS.put(HashMap.class, HashMap::new);
        MAPS.put(LinkedHashMap.class, LinkedHashMap::new);
        MAPS.put(TreeMap.class, TreeMap::new);
        MAPS.put(ConcurrentHashMap.class, ConcurrentHashMap::new);
        MAPS.put(ConcurrentSkipListMap.class, ConcurrentSkipListMap::new);
        MAPS.put(Hashtable.class, Hashtable::new);
    }

    private final Random random;
    private final boolean kryo5;
    private final RandomValues values;

    RandomCollections(Random random, boolean kryo5, RandomValues values) {
        this.random = random;
        this.kryo5 = kryo5;
        this.values = values;
    }

    private static void add(Class<?> type, Supplier<Collection<Object>> maker) {
        COLLECTIONS.put(type, maker);
    }

    Object collection(Shape shape) {
        Shape element = shape.argument(0);
        if (shape.raw == EnumSet.class) {
            return enumSet(element.raw);
        }
        if (random.nextInt(6) == 0) {
            Object special = specialCollection(shape.raw, element);
            if (special != null) {
                return special;
            }
        }
        Class<?> type = pick(shape.raw, COLLECTIONS.keySet(), element.raw);
        Collection<Object> collection = COLLECTIONS.get(type).get();
        values.enter(collection, shape);
        boolean unique = collection instanceof Set;
        boolean sorted = SORTED.contains(type);
        for (int i = size(); i > 0; --i) {
            Object value = unique || sorted ? values.key(element, sorted) : values.make(element);
            if (value != null || !sorted && !WITHOUT_NULL.contains(type)) {
                collection.add(value);
            }
        }
        return collection;
    }

    void fill(Collection<Object> collection, Shape element) {
        for (int i = size(); i > 0; --i) {
            collection.add(values.make(element));
        }
    }

    void fill(Map<Object, Object> map, Shape key, Shape value) {
        for (int i = size(); i > 0; --i) {
            map.put(values.key(key, false), values.make(value));
        }
    }

    Object map(Shape shape) {
        Shape key = shape.argument(0);
        Shape value = shape.argument(1);
        if (shape.raw == EnumMap.class) {
            return enumMap(key.raw, value);
        }
        if (random.nextInt(8) == 0 && shape.raw == Map.class) {
            return specialMap(values.key(key, false), values.make(value));
        }
        Class<?> type = pick(shape.raw, MAPS.keySet(), key.raw);
        Map<Object, Object> map = MAPS.get(type).get();
        values.enter(map, shape);
        boolean sorted = SORTED.contains(type);
        for (int i = size(); i > 0; --i) {
            Object name = values.key(key, sorted);
            Object content = values.make(value);
            boolean nullable = !WITHOUT_NULL.contains(type) && type != ConcurrentSkipListMap.class;
            if ((name != null || nullable && !sorted) && (content != null || nullable)) {
                map.put(name, content);
            }
        }
        return map;
    }

    private Map<?, ?> specialMap(Object key, Object value) {
        boolean immutable = kryo5 && random.nextBoolean();
        if (random.nextInt(3) == 0) {
            return immutable ? Map.of() : Collections.emptyMap();
        }
        return immutable && key != null && value != null ? Map.of(key, value) : Collections.singletonMap(key, value);
    }

    /** What has no hash code of its own lies in the order in which it came, so that it is the same in each run. */
    private Class<?> pick(Class<?> raw, Set<Class<?>> known, Class<?> key) {
        List<Class<?>> fitting = new ArrayList<>();
        for (Class<?> type : known) {
            boolean stable = STABLE.contains(key) || !HASHED.contains(type);
            boolean comparable = STABLE.contains(key) || key == Object.class || !SORTED.contains(type);
            if (raw.isAssignableFrom(type) && stable && comparable) {
                fitting.add(type);
            }
        }
        return fitting.isEmpty() ? raw : fitting.get(random.nextInt(fitting.size()));
    }

    private Object specialCollection(Class<?> raw, Shape element) {
        boolean immutable = kryo5 && random.nextBoolean();
        Object one = raw == Set.class ? values.key(element, false) : values.make(element);
        Object other = values.make(element);
        if (raw == List.class || raw == Collection.class) {
            switch (random.nextInt(3)) {
                case 0: return immutable ? List.of() : Collections.emptyList();
                case 1: return immutable && one != null ? List.of(one) : Collections.singletonList(one);
                default: return immutable && one != null && other != null ? List.of(one, other, one) : asList(element);
            }
        }
        if (raw == Set.class) {
            return random.nextBoolean() ? immutable ? Set.of() : Collections.emptySet()
                    : immutable && one != null ? Set.of(one) : Collections.singleton(one);
        }
        return null;
    }

    private List<?> asList(Shape element) {
        Object[] array = (Object[]) Array.newInstance(element.raw, size());
        for (int i = 0; i < array.length; ++i) {
            array[i] = values.make(element);
        }
        return Arrays.asList(array);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object enumSet(Class<?> type) {
        EnumSet set = EnumSet.noneOf((Class) type);
        for (Object constant : type.getEnumConstants()) {
            if (random.nextBoolean()) {
                set.add(constant);
            }
        }
        return set;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object enumMap(Class<?> type, Shape value) {
        EnumMap map = new EnumMap(type);
        for (Object constant : type.getEnumConstants()) {
            if (random.nextBoolean()) {
                map.put(constant, values.make(value));
            }
        }
        return map;
    }

    private int size() {
        return values.isExhausted() ? 0 : random.nextInt(5);
    }
}
