package sp.interop.types;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.types.Row;

/**
 * Types of jobs before and after a change of their classes, and of both generations of Flink: what sample(n) of one type is, sample(n)
 * of another is too, as far as it can be. They are not in TypeTable.all().
 */
public final class ChangedTypes {
    private ChangedTypes() {}

    static void addTo(Consumer<NamedType> table) {
        table.accept(new NamedType("bag", TypeInformation.of(Bag.class), Bag::sample));
        table.accept(new NamedType("basket", TypeInformation.of(Basket.class), Basket::sample));
        table.accept(new NamedType("held_array_list", TypeInformation.of(new TypeHint<ArrayList<String>>() {}),
                n -> new ArrayList<>(List.of("a-" + n, "b"))));
        table.accept(new NamedType("held_hash_map", TypeInformation.of(new TypeHint<HashMap<String, Long>>() {}),
                n -> new HashMap<>(Map.of("n", n, "m", -n))));
        table.accept(new NamedType("held_lists", TypeInformation.of(new TypeHint<HashMap<String, List<Long>>>() {}),
                n -> new HashMap<>(Map.of("a", Arrays.asList(n, null), "b", new LinkedList<>(List.of(-n))))));
        table.accept(new NamedType("held_list", TypeInformation.of(new TypeHint<List<Long>>() {}),
                n -> new ArrayList<>(List.of(n, -n))));

        table.accept(new NamedType("amount", TypeInformation.of(Amount.class), ChangedTypes::amount));
        table.accept(new NamedType("amount_kryo", new GenericTypeInfo<>(Amount.class), ChangedTypes::amount));
        table.accept(new NamedType("amount_record", TypeInformation.of(AmountRecord.class),
                n -> new AmountRecord(number("total", n), text("name", n))));
        table.accept(new NamedType("amount_tuple", Types.<Tuple2<Long, String>>TUPLE(Types.LONG, Types.STRING),
                n -> Tuple2.of(number("total", n), text("name", n))));
        table.accept(new NamedType("amount_row", Types.ROW(Types.LONG, Types.STRING), n -> Row.of(number("total", n), text("name", n))));
    }

    private static Amount amount(long n) {
        return new Amount(number("total", n), text("name", n));
    }

    /** That of a field, which has the same when it is renamed: what stands in front of the last _ does not count. From 0 to 99. */
    public static long number(String field, long n) {
        String name = field.substring(field.lastIndexOf('_') + 1);
        return Math.floorMod(n * 7 + name.hashCode(), 100L);
    }

    public static String text(String field, long n) {
        return Long.toString(number(field, n));
    }
}
