package sp.interop.types;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.typeutils.runtime.NullableSerializer;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Either;
import org.apache.flink.types.Row;

/** Types that have parts. Collections are never empty unless their emptiness prints the same for all types of key. */
final class CompositeTypes {
    private CompositeTypes() {}

    static void addTo(Consumer<NamedType> table) {
        TypeInformation<Tuple2<String, Integer>> pair = Types.TUPLE(Types.STRING, Types.INT);
        LongFunction<Tuple2<String, Integer>> pairOf = n -> Tuple2.of(BasicTypes.stringOf(n), (int) n);
        table.accept(new NamedType("tuple2", pair, pairOf));
        table.accept(new NamedType("tuple2_long_int", Types.<Tuple2<Long, Integer>>TUPLE(Types.LONG, Types.INT),
                n -> Tuple2.of(BasicTypes.longOf(n), (int) n)));
        table.accept(new NamedType("tuple3",
                Types.<Tuple3<Long, Tuple2<String, Integer>, int[]>>TUPLE(Types.LONG, pair, Types.PRIMITIVE_ARRAY(Types.INT)),
                n -> Tuple3.of(BasicTypes.longOf(n), pairOf.apply(n), new int[] {(int) n, -1})));
        table.accept(new NamedType("row", Types.ROW(Types.LONG, Types.STRING, Types.BOOLEAN),
                n -> Row.of(BasicTypes.longOf(n), n % 3 == 0 ? null : BasicTypes.stringOf(n), (n & 1) == 0)));
        table.accept(new NamedType("row_named",
                Types.ROW_NAMED(new String[] {"id", "name", "inner"}, Types.LONG, Types.STRING, Types.ROW(Types.INT, Types.STRING)),
                n -> Row.of(n % 5 == 0 ? null : n, BasicTypes.stringOf(n), n % 2 == 0 ? null : Row.of((int) n, null))));
        table.accept(new NamedType("address", Types.POJO(Address.class), CompositeTypes::addressOf));
        table.accept(new NamedType("person", Types.POJO(Person.class), CompositeTypes::personOf));
        table.accept(new NamedType("enum", Types.ENUM(Color.class), n -> Color.values()[(int) Math.floorMod(n, 3L)]));

        table.accept(new NamedType("list_string", Types.LIST(Types.STRING), n -> listOf(n, BasicTypes::stringOf)));
        table.accept(new NamedType("list_person", Types.LIST(Types.POJO(Person.class)), n -> listOf(n, CompositeTypes::personOf)));
        table.accept(new NamedType("list_list_long", Types.LIST(Types.LIST(Types.LONG)),
                n -> listOf(n, m -> listOf(m, BasicTypes::longOf))));
        table.accept(new NamedType("map_string_int", Types.MAP(Types.STRING, Types.INT),
                n -> mapOf(n, m -> "k" + m, m -> m % 3 == 0 ? null : (int) m)));
        table.accept(new NamedType("map_long_tuple2", Types.MAP(Types.LONG, pair), n -> mapOf(n, BasicTypes::longOf, pairOf)));
        table.accept(new NamedType("map_enum_list", Types.MAP(Types.ENUM(Color.class), Types.LIST(Types.STRING)),
                n -> mapOf(0, m -> Color.BLUE, m -> listOf(n, BasicTypes::stringOf))));
        TypeInformation<Set<String>> set = setType(Types.STRING);
        if (set != null) {
            table.accept(new NamedType("set_string", set, n -> new LinkedHashSet<>(listOf(n, BasicTypes::stringOf))));
        }
        table.accept(new NamedType("either", Types.EITHER(Types.STRING, Types.LONG),
                n -> n % 2 == 0 ? Either.Left(BasicTypes.stringOf(n)) : Either.Right(BasicTypes.longOf(n))));
        table.accept(new NamedType("nullable_long", NullableSerializer.wrap(LongSerializer.INSTANCE, false),
                n -> n % 2 == 0 ? null : BasicTypes.longOf(n)));
        table.accept(new NamedType("nullable_padded_long", NullableSerializer.wrap(LongSerializer.INSTANCE, true),
                n -> n % 2 == 0 ? null : BasicTypes.longOf(n)));
        table.accept(new NamedType("nullable_string", NullableSerializer.wrap(StringSerializer.INSTANCE, false),
                n -> n % 2 == 0 ? null : BasicTypes.stringOf(n)));
        table.accept(new NamedType("time_window", new TimeWindow.Serializer(), n -> new TimeWindow(n * 1000, n * 1000 + 500)));
    }

    static Address addressOf(long n) {
        return new Address(BasicTypes.stringOf(n), n % 4 == 0 ? null : (int) n);
    }

    static Person personOf(long n) {
        Person person = new Person(BasicTypes.longOf(n), n % 5 == 0 ? null : BasicTypes.stringOf(n), n % 7 == 0 ? null : addressOf(n));
        person.active = n % 2 == 0;
        person.weight = n % 3 == 0 ? null : n / 8.0;
        person.color = n % 4 == 3 ? null : Color.values()[(int) Math.floorMod(n, 3L)];
        person.marks = new int[] {(int) n, -(int) n};
        person.setAge((short) n);
        return person;
    }

    private static <T> List<T> listOf(long n, LongFunction<T> element) {
        List<T> list = new ArrayList<>();
        for (long i = 0; i < Math.floorMod(n, 4L); ++i) {
            list.add(element.apply(n + i));
        }
        return list;
    }

    private static <K, V> Map<K, V> mapOf(long n, LongFunction<K> key, LongFunction<V> value) {
        Map<K, V> map = new LinkedHashMap<>();
        for (long i = 0; i <= Math.floorMod(n, 3L); ++i) {
            map.put(key.apply(n + i), value.apply(n + i));
        }
        return map;
    }

    /** Types.SET is new in 2.0. */
    @SuppressWarnings("unchecked")
    private static <T> TypeInformation<Set<T>> setType(TypeInformation<T> element) {
        try {
            return (TypeInformation<Set<T>>) Types.class.getMethod("SET", TypeInformation.class).invoke(null, element);
        } catch (NoSuchMethodException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
