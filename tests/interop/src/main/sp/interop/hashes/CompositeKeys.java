package sp.interop.hashes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.tuple.Tuple0;
import org.apache.flink.api.java.tuple.Tuple1;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.api.java.typeutils.runtime.NullableSerializer;
import org.apache.flink.api.java.typeutils.runtime.Tuple0Serializer;
import org.apache.flink.types.Either;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Keys of several parts whose classes are Flink's or the JDK's. Parts are drawn in the order of their bytes. */
final class CompositeKeys {
    private static final String ROW_OF_ALL =
            "row<bytes,list<string>,map<string,int>,row<int,string>,string[],array<int>,double[],tuple<long,list<int>>>";

    private CompositeKeys() {}

    static void addTo(Consumer<KeyType> table) {
        addTuplesTo(table);
        addCollectionsTo(table);
        addRowsTo(table);
        table.accept(KeyType.of("either<string,long>", Types.EITHER(Types.STRING, Types.LONG),
                d -> d.bool() ? Either.Left(d.string()) : Either.Right(d.number())));
        table.accept(KeyType.of("long?", NullableSerializer.wrap(LongSerializer.INSTANCE, false), Draw::number));
    }

    private static void addTuplesTo(Consumer<KeyType> table) {
        table.accept(KeyType.of("tuple0", Tuple0Serializer.INSTANCE, d -> Tuple0.INSTANCE));
        table.accept(KeyType.of("tuple<long>", Types.<Tuple1<Long>>TUPLE(Types.LONG), d -> Tuple1.of(d.number())));
        table.accept(KeyType.of("tuple<string,long,double>", Types.<Tuple3<String, Long, Double>>TUPLE(Types.STRING, Types.LONG, Types.DOUBLE),
                d -> {
                    String text = d.string();
                    long number = d.number();
                    return Tuple3.of(text, number, d.float64());
                }));
        TypeInformation<Tuple2<String, Boolean>> pair = Types.TUPLE(Types.STRING, Types.BOOLEAN);
        table.accept(KeyType.of("tuple<int,tuple<string,boolean>,list<long>>",
                Types.<Tuple3<Integer, Tuple2<String, Boolean>, List<Long>>>TUPLE(Types.INT, pair, Types.LIST(Types.LONG)), d -> {
                    int number = (int) d.number();
                    String text = d.string();
                    Tuple2<String, Boolean> inner = Tuple2.of(text, d.bool());
                    return Tuple3.of(number, inner, d.list(d::number));
                }));
        TypeInformation<?>[] ints = new TypeInformation<?>[Tuple.MAX_ARITY];
        java.util.Arrays.fill(ints, Types.INT);
        table.accept(KeyType.of("tuple<" + "int,".repeat(Tuple.MAX_ARITY - 1) + "int>", new TupleTypeInfo<>(ints), d -> {
            Tuple tuple = Tuple.newInstance(Tuple.MAX_ARITY);
            for (int i = 0; i < Tuple.MAX_ARITY; ++i) {
                tuple.setField((int) d.number(), i);
            }
            return tuple;
        }));
    }

    @SuppressWarnings("unchecked")
    private static void addCollectionsTo(Consumer<KeyType> table) {
        table.accept(KeyType.of("list<string>", Types.LIST(Types.STRING), d -> d.list(d::string)));
        table.accept(KeyType.of("list<list<int>>", Types.LIST(Types.LIST(Types.INT)), d -> d.list(() -> d.list(() -> (int) d.number()))));
        table.accept(KeyType.of("list<long?>", new ListSerializer<>(NullableSerializer.wrap(LongSerializer.INSTANCE, false)),
                d -> d.list(() -> d.orNull(d::number))));
        table.accept(KeyType.of("map<string,long>", Types.MAP(Types.STRING, Types.LONG), d -> d.map(d::string, d::number)));
        table.accept(KeyType.of("map<int,list<string>>", Types.MAP(Types.INT, Types.LIST(Types.STRING)),
                d -> d.map(() -> (int) d.number(), () -> d.list(d::string))));
        try {  // new in 2.0
            TypeInformation<Set<String>> set =
                    (TypeInformation<Set<String>>) Types.class.getMethod("SET", TypeInformation.class).invoke(null, Types.STRING);
            table.accept(KeyType.of("set<string>", set, d -> d.set(d::string)));
        } catch (NoSuchMethodException e) {
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void addRowsTo(Consumer<KeyType> table) {
        table.accept(KeyType.of("row<string,long,boolean>", Types.ROW(Types.STRING, Types.LONG, Types.BOOLEAN),
                d -> row(d, d::string, d::number, d::bool)));
        TypeInformation<Row> inner = Types.ROW(Types.INT, Types.STRING);
        TypeInformation<Map<String, Integer>> map = Types.MAP(Types.STRING, Types.INT);
        TypeInformation<Tuple2<Long, List<Integer>>> tuple = Types.TUPLE(Types.LONG, Types.LIST(Types.INT));
        table.accept(KeyType.of(ROW_OF_ALL,
                Types.ROW(Types.PRIMITIVE_ARRAY(Types.BYTE), Types.LIST(Types.STRING), map, inner, Types.OBJECT_ARRAY(Types.STRING),
                        Types.OBJECT_ARRAY(Types.INT), Types.PRIMITIVE_ARRAY(Types.DOUBLE), tuple),
                d -> row(d, d::bytes, () -> d.list(d::string), () -> d.map(d::string, () -> (int) d.number()), () -> inner(d), d::strings,
                        () -> d.list(() -> d.orNull(() -> (int) d.number())).toArray(new Integer[0]), d::doubles, () -> {
                            long number = d.number();
                            return Tuple2.of(number, d.list(() -> (int) d.number()));
                        })));
        table.accept(KeyType.of("tuple<row<int,string>,list<row<int,string>>>", Types.<Tuple2<Row, List<Row>>>TUPLE(inner, Types.LIST(inner)),
                d -> {
                    Row first = inner(d);
                    return Tuple2.of(first, d.list(() -> inner(d)));
                }));
        table.accept(KeyType.of("row<list<row<int,string>>,int>", Types.ROW(Types.LIST(inner), Types.INT),
                d -> row(d, () -> d.list(() -> inner(d)), () -> (int) d.number())));
    }

    private static Row inner(Draw d) {
        return row(d, () -> (int) d.number(), d::string);
    }

    private static Row row(Draw d, java.util.function.Supplier<?>... fields) {
        Row row = new Row(RowKind.values()[d.below(4)], fields.length);
        for (int i = 0; i < fields.length; ++i) {
            row.setField(i, d.orNull(fields[i]));
        }
        return row;
    }
}
